"""Hints at what to write in place of words that the wager language, or a wheel, does not know."""

import re

from markov.rules.expression import ORDINALS

# Words, of which the last can't be read, as a pattern; and what to write.
_HINTS = {
    r"(?:how|is|what)(?: .*)?": "write the goal alone, such as all of 2..12; the answer has all figures",
    r"some(?: .*)?": "ask for the opposite, such as all pockets within 200, and take 1 less its chance",
    r"best of": "a best of seven is a race to four wins: heads x4 before tails x4",
    r"hand(?: of)?|outs?": "write seven-out for a shooter's hand; --at-least 154 asks for its length",
    r"\S*?([0-9]*d[0-9]+(?:[a-z]+[0-9]+)?)\b.*": "name dice with --on {0}, and ask what they show, as in 13+",
    r"\S+ (?:asleep|missing)": "for any one of these ask for the opposite, as in every number within 20, "
    "and take 1 less its chance, or list them: any of (not 17 x8 in a row, not 18 x8 in a row)",
    r"asleep|missing|repeated|sleeps(?: .*)?": "write 17 asleep for 20 spins, or 17 repeated within 20",
    r"(?:[>≥]|>=|=>|above|better|bigger|greater|higher|larger|over|up)(?: than)?(?: \d+)?": "write it "
    "as in 6 or more, or more than 5",
    r"(?:[<≤]|<=|=<|at most|below|between|fewer|from|less|lower|through|to|under)(?: than)?(?: \d+)?"
    r"|\d+[-–]\d+": "write numbers from one to another as a range, as in 4..10",
    r"==?|!=|<>|≠|(?:roll|sum|total)(?: of| \d+)": "write the number alone, as in 14, or not 14",
    r"/|&&?": "write `and` or `or`, as in 6 or 8",
    r"(?:before|in|on|within) .* before": "the deadline comes last, as in 6 before 7 within 5; goals with "
    "stoppers of their own stand in brackets, as in (6 before 7) and (8 before 7x2)",
    r"on(?: \S+){0,2}|on the (?:first|next) \S+": "say on the fourth roll, on each of the first three rolls, "
    "or within three; at craps, what a come-out roll brings is written come-out 7",
    r"(?:least|most|than) \d+ (?:x ?\d+|once|twice|\d+ times)": "write the number of times in front, as in "
    "at least two 6s, or a set of outcomes, as in 6+ x2 or 2..6 x2",
    r"not (?:all|any|each|every|exactly)": "for a goal that does not come take 1 less its chance",
    r"\d+ ,": "a number is written without commas, as in within 1000",
    r"more|\d+\+ \S+": "write more than two 7s, 7x2 or more, or 7 or more for 7..12",
    r"no (\S+)": "for none at all write exactly {0} x0",
    r"(\S+) of": "a card is written as in {0}-of-hearts",
    r"in a|running|(?:back|back-to-back|by|consecutive) \S+": "write 7 x2 in a row, or 6 then 8",
    r"double (\d+)": "write {0}-{0}",
    rf"(?<!the )({'|'.join(ORDINALS)}) (\S+)": "write the {0} {1}",
    r"points?": "points that are made at craps are written points made",
    r"pairs?|full houses?|flushs?": "for cards write, each within 5, same rank x2, 2 of (each rank x2), "
    "same suit x5, or (same rank x3 and 2 of (each rank x2))",
}


def what_to_write(words: str) -> str:
    """The hint at what to write for words of which the last can't be read; empty where there is none."""
    found = ((re.search(rf"(?:^| )(?:{pattern})$", words), write) for pattern, write in _HINTS.items())
    return next((write.format(*match.groups()) for match, write in found if match), "")
