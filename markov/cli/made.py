"""A report made from its terms: what `markov report` writes, and `markov verify` makes again."""

from collections.abc import Callable
from datetime import date
from io import BytesIO

from markov.dossier.dossier import Terms

WORKBOOK = ".xlsx"


def made(terms: Terms, suffix: str, version: str, told: Callable[[int], None]) -> bytes:
    """The bytes of the report in the format that the suffix names; the same terms give the same.

    version   of the program, which the report says
    told      hears how many of the wagers are done

    Raises NoTypesetter or NoWorkbook, before any work, where a package is missing, and what `dossier` raises.
    """
    if suffix == WORKBOOK:
        return _workbook(terms, version, told)
    from markov.dossier.dossier import dossier
    from markov.report.appendix.appendix import appendix
    from markov.report.typeset.formats import renderer

    render = renderer(suffix)
    return render(appendix(dossier(terms, told), version))


def _workbook(terms: Terms, version: str, told: Callable[[int], None]) -> bytes:
    from markov.answer import solved
    from markov.desk.working import working
    from markov.report import workbook
    from markov.report.terms import written
    from markov.report.workbook.book import library

    asked = written(terms, version, xlsxwriter=library().__version__)
    workings = []
    for number, one in enumerate(terms.wagers, start=1):
        rule = solved(one, terms.limit)
        workings.append(working(rule, rule.answer(one)))
        told(number)
    data = BytesIO()
    workbook.write(data, terms.game, terms.reading, workings, date.fromisoformat(terms.date), asked)
    return data.getvalue()
