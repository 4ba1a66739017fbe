"""A report made from its terms: what `markov report` writes, and `markov verify` makes again."""

from collections.abc import Callable, Mapping
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO

from markov.appendix.dossier import Terms

WORKBOOK = ".xlsx"
_SETTERS = {
    ".pdf": ("matplotlib", "typst"),
    ".docx": ("matplotlib", "pypandoc_binary"),
    ".tex": ("matplotlib", "pypandoc_binary"),
    ".html": ("matplotlib",),
    ".typ": ("matplotlib",),
    WORKBOOK: ("xlsxwriter",),
}


def libraries(suffix: str) -> dict[str, str]:
    """The packages that the bytes of a report in that format depend on, with the versions that are installed.

    A package that is missing has no version; figures depend on none.
    """
    found = {}
    for name in _SETTERS.get(suffix, ()):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = ""
    return found


def made(terms: Terms, suffix: str, setters: Mapping[str, str], told: Callable[[int], None]) -> bytes:
    """The bytes of the report in the format that the suffix names; the same terms give the same.

    setters   what the report says of the packages that set it, as `libraries` has them
    told      hears how many of the wagers are done

    Raises NoTypesetter, NoPicture or NoWorkbook, before any work, where a package is missing, and what
    `dossier` raises.
    """
    if suffix == WORKBOOK:
        return _workbook(terms, setters, told)
    from markov.appendix.appendix import appendix
    from markov.appendix.dossier import dossier
    from markov.typeset.formats import renderer

    render = renderer(suffix)
    return render(appendix(dossier(terms, told), version("markov"), setters))


def _workbook(terms: Terms, setters: Mapping[str, str], told: Callable[[int], None]) -> bytes:
    from markov import workbook
    from markov.appendix.terms import written
    from markov.wager.odds import solved
    from markov.workbook.book import library
    from markov.workbook.working import working

    library()
    asked = written(terms, version("markov"), setters)
    workings = []
    for number, one in enumerate(terms.wagers, start=1):
        rule = solved(one, terms.limit)
        workings.append(working(rule, rule.answer(one)))
        told(number)
    data = BytesIO()
    workbook.write(data, terms.game, terms.reading, workings, date.fromisoformat(terms.date), asked)
    return data.getvalue()
