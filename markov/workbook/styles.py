"""How cells look, by name, in the words of xlsxwriter."""

from collections.abc import Mapping
from typing import Any

_SMALL, INK, _FAINT = 9, "#222222", "#777777"
_LINE = {"bottom": 1, "bottom_color": "#999999"}
_HEAD = {"bold": True, "text_wrap": True, "valign": "bottom", "bg_color": "#EEF1F4", **_LINE}
_INPUT = {"bg_color": "#FFF4C9", "font_color": "#1F3F9F", "border": 1, "border_color": "#C9B458"}
_GIVEN = {"bg_color": "#E9E7F5"}
_NUMBERS = {
    "percent": "0.0000%",
    "decimal": "0.000000;-0.000000;0",
    "plain": "General",
    "one in": "#,##0.00",
}
STYLES: Mapping[str, Mapping[str, Any]] = {
    "title": {"bold": True, "font_size": 16},
    "section": {"bold": True, "font_size": 12},
    "text": {"indent": 1},
    "bold": {"bold": True, "indent": 1},
    "strong": {"bold": True},
    "line": {"font_color": _FAINT},
    "faint": {"font_color": _FAINT, "indent": 1},
    "head": {**_HEAD, "align": "left", "indent": 1},
    "head middle": {**_HEAD, "align": "center"},
    "head right": {**_HEAD, "align": "right"},
    "group": {**_HEAD, "align": "center"},
    "link": {"font_color": "#1F5FA8", "underline": 1, "indent": 1},
    "right": {"align": "right"},
    "faint right": {"align": "right", "font_color": _FAINT},
    "exact": {"font_size": _SMALL, "indent": 1, "font_color": "#444444"},
    "long exact": {"font_size": _SMALL, "indent": 1, "font_color": "#444444", "text_wrap": True},
    "check": {"align": "center"},
    "verdict": {"align": "center", "bold": True, "border": 1, "border_color": "#999999"},
    "input": {**_INPUT, "locked": False, "num_format": "General"},
    "legend input": {**_INPUT, "align": "center"},
    "legend given": {**_GIVEN, "align": "center"},
    **{name: {"num_format": form, "align": "right"} for name, form in _NUMBERS.items()},
    **{f"bold {name}": {"num_format": form, "bold": True} for name, form in _NUMBERS.items()},
    **{f"given {name}": {"num_format": form, **_GIVEN} for name, form in _NUMBERS.items()},
    **{f"faint {name}": {"num_format": form, "font_color": _FAINT} for name, form in _NUMBERS.items()},
    "good": {"font_color": "#1B6B2F", "bg_color": "#E3F3E6"},
    "bad": {"font_color": "#FFFFFF", "bg_color": "#B3261E", "bold": True},
    "even": {"font_color": "#7A4B00", "bg_color": "#FDEBD0"},
}
