"""Writes the transcripts anew: `python -m tests.transcripts.write`. Read them: they are the rules, played."""

from markov.wager.catalogue import find, shelf
from tests.transcripts.story import path, transcript

if __name__ == "__main__":
    for name in shelf():
        path(name).write_text(transcript(find(name)))
