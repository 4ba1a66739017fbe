"""A question in one line as a sheet, which all commands read."""

from json import dumps

from markov.questions.ask.reply import Reply
from markov.wager.game import slug
from markov.wager.paytable import to_one


def as_sheet(reply: Reply) -> str:
    """The sheet: its one wager wins when the goal is reached.

    Where no pay was asked for it is the fair one, and the sheet says so.
    """
    fair = reply.fair_pay
    pays = {ending: reply.wager.pays.posted(ending) for ending in reply.wager.pays if ending != "lost"}
    note = ""
    if reply.odds is None:
        pays["made"] = "nothing" if fair is None else to_one(fair)
        note = "" if fair is None else "  # the fair pay, at which the edge is 0"
    listed = ", ".join(f"{ending} = {_text(pay)}" for ending, pay in pays.items())
    lost = "" if fair is None else '[pays]\nlost = "nothing"\n\n'
    rule = reply.rule
    keys = "".join(
        f"{key} = {_text(said)}\n"
        for key, said, usual in (("over", rule.over, "decided"), ("tie", rule.tie, "stopper"))
        if said != usual
    )
    name = reply.asked if slug(reply.asked) else "Asked"
    return (
        f"name = {_text(name)}\n"
        'source = "asked in one line"\n'
        f"wheel = {_text(reply.on)}\n\n"
        f"{lost}"
        f"[wagers.{_text(name)}]\n"
        f"wins = {_text(reply.asked)}\n"
        f"{keys}"
        f"pays = {{ {listed} }}{note}\n"
    )


def _text(words: str) -> str:
    """The words as TOML quotes them."""
    return dumps(" ".join(words.split()), ensure_ascii=False)
