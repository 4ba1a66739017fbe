"""The elements of a Word file under the names that its format has for them."""

from xml.etree.ElementTree import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"


def style(paragraph: Element) -> str:
    """The name of a paragraph's style; nothing where it has none."""
    found = paragraph.find(f"{W}pPr/{W}pStyle")
    return "" if found is None else found.get(f"{W}val", "")
