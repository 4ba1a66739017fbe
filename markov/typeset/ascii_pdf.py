"""A picture in PDF as lines of text, which LaTeX can write to a file."""

import re


def ascii_pdf(pdf: bytes) -> str:
    """The PDF with its table of objects as a stream: lines of a plain one end in spaces, which TeX drops."""
    start = int(pdf.rpartition(b"startxref\n")[2].split()[0])
    head, table, trailer = pdf[:start], *pdf[start:].split(b"trailer", 1)
    places = [line.split() for line in table.splitlines()[2:]]
    rows = "\n".join(f"{kind == b'n':02X}{int(place):08X}00" for place, _, kind in places)
    own = f"01{start:08X}00>"
    root = re.search(rb"/Root ([0-9]+ 0 R)", trailer)
    keys = f"/Type /XRef /Size {len(places) + 1} /W [1 4 1] /Root {root[1].decode() if root else ''}"
    stream = f"{rows}\n{own}"
    dictionary = f"<< {keys} /Filter /ASCIIHexDecode /Length {len(stream)} >>"
    places_object = f"{len(places)} 0 obj\n{dictionary}\nstream\n{stream}\nendstream\nendobj\n"
    tail = f"{places_object}startxref\n{start}\n%%EOF\n"
    return head.replace(b"%PDF-1.4", b"%PDF-1.5", 1).decode("ascii") + tail
