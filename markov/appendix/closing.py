"""What the model leaves out, how to make the document again, and digests."""

from shlex import join

from markov.appendix.dossier import Dossier
from markov.appendix.prose import inlines, prose
from markov.chain.chain import MAX_STATES
from markov.typeset.manuscript import Attachment, Code, Items, Listing, Section, Terms


def limits(found: Dossier) -> Section:
    """The section on the limits of the model."""
    return Section("Limits of the model", "limits", (Items(tuple(map(inlines, _LIMITS))),))


_LIMITS = (
    """Spins are independent, with the chances of @space. A wheel or a die that has others is not
    modelled.""",
    """Pays are exact per unit staked. Rounding to chips, and the table's least and greatest stakes, are not
    modelled.""",
    """The rules are those of @rules. What a sheet leaves open is chosen there, and a choice can change every
    figure.""",
    """Best play has the highest expected return. It is best in no other sense, and players may play
    otherwise.""",
    """The document states mathematics. It is no legal advice, no approval, and no statement about any
    equipment.""",
)


def again(found: Dossier, version: str, attachments: tuple[Attachment, ...]) -> Section:
    """The section on how to make the document again."""
    files = tuple(
        (one.name, (f"{one.about}; {len(one.text.encode()):,} bytes",), None) for one in attachments
    )
    return Section(
        "Reproduction",
        "again",
        (
            prose(_AGAIN, version=version),
            Listing((command(found),)),
            prose(_DIGESTS, sheet=Code(found.sheet), results=Code(found.results)),
            prose("These files go with the document:"),
            Terms(files),
        ),
    )


_AGAIN = """
    Made with markov {version}. No exact figure depends on the machine or on the version of any library;
    simulated ones come from NumPy's generator PCG64 and the seed. One command makes the document again:
"""
_DIGESTS = """
    SHA-256 of the sheet as modelled (rules in words, wheels, pays, outlays, envy, reading), in canonical
    JSON: {sheet}. SHA-256 of the results, which are all certificates, a line each: {results}.
"""


def command(found: Dossier) -> str:
    """The command that makes the document again, as PDF, as a shell reads it."""
    terms = found.terms
    words = ["markov", "report", terms.named or terms.game.slug]
    if list(found.names) != list(terms.game.wagers(terms.reading)):
        words += found.names
    defaults = terms.game.reading()
    asked = {
        "--option": [f"{key}={choice}" for key, choice in terms.reading.items() if choice != defaults[key]],
        "--stake": [f"{wager}={stake}" for wager, stake in terms.stakes.items() if stake != 1],
        "--rounds": [str(terms.rounds)],
        "--seed": [str(terms.seed)],
        "--date": [terms.date],
        "--max-states": [str(terms.limit)] if terms.limit != MAX_STATES else [],
        "-o": ["appendix.pdf"],
    }
    return join(
        [*words, *(word for option, texts in asked.items() for text in texts for word in (option, text))]
    )
