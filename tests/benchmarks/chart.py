"""The chart of docs/why/how-fast.md, drawn from its first table: python -m tests.benchmarks.chart."""

from pathlib import Path

from markov.tables.drawing import INKS

PAGE = Path(__file__).parents[2] / "docs" / "why" / "how-fast.md"
CHART = Path(__file__).parents[2] / "docs" / "pictures" / "how-fast.svg"
UNITS = {"ms": 0.001, "s": 1.0}


def seconds(cell: str) -> float | None:
    """The time in a cell; None where there is none, or none that a logarithm has a place for."""
    number, _, unit = cell.replace(",", "").strip().partition(" ")
    return float(number) * UNITS[unit] or None if unit in UNITS else None


def draw() -> None:
    """Times of a solve by the number of states, both on logarithmic axes."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    table = PAGE.read_text().partition("| chain | states |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1:-1] for line in table.split("\n")[2:]]
    with rc_context({"svg.hashsalt": "markov", "svg.fonttype": "none"}):
        figure = Figure(figsize=(6.3, 4.2), layout="constrained")
        plane = figure.subplots()
        for name, column, ink in (("markov", 3, "first"), ("Storm, exact", 4, "second")):
            known = [(int(row[1].replace(",", "")), time) for row in rows if (time := seconds(row[column]))]
            plane.scatter(*zip(*known, strict=True), label=name, color=INKS[ink])
        plane.set(xscale="log", yscale="log", xlabel="states", ylabel="seconds of CPU, exact")
        plane.legend(loc="upper left")
        figure.savefig(CHART, metadata={"Date": None})


if __name__ == "__main__":
    draw()
