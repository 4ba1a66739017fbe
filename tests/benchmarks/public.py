"""Public models beside Storm's exact engine: `python -m tests.benchmarks.public FOLDER dtmc|mdp [MODEL]…`.

The models are the discrete-time chains, or the decision processes, of the Quantitative Verification Benchmark
Set (Hartmanns, Klauck, Parker, Quatmann & Ruijters, TACAS 2019; https://qcomp.org/benchmarks), under the
Creative Commons licence CC-BY 4.0. Each names its authors in its `index.json`. Those of the PRISM benchmark
suite are by Kwiatkowska, Norman & Parker (QEST 2012). They are brought into FOLDER by git and stay there;
none of them is part of this project.

Storm (extra `bench`; `--storm PYTHON` where another Python has it) makes a DRN file of each. Then that file
is read and every property solved, by Storm and by us, each in a process of its own; the times are seconds of
the processor. The answers are compared with `==`; a difference is said, and the program ends with 1.
`--states N` leaves out larger models, `--within SECONDS` bounds each process.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from itertools import zip_longest
from pathlib import Path

from tests.benchmarks import storm

SOURCE = "https://github.com/ahartmanns/qcomp"
# What is there before anything is timed, as Storm's are.
LIBRARIES = [
    *("flint", "networkx", "scipy.sparse.csgraph", "scipy.sparse.linalg", "sympy.polys.matrices"),
    *("markov.chain.best_policy", "markov.chain.decision_process", "markov.formats.drn_reader"),
]
LONGEST = 24  # signs of a value that is shown


@dataclass(frozen=True, slots=True)
class Instance:
    """A model with numbers for its open constants.

    properties  none where they stand in the model
    constants   as Storm reads them: N=3,K=1
    """

    name: str
    model: Path
    properties: Path
    constants: str
    states: int


def brought(folder: Path, source: str, kind: str) -> Path:
    """The models of a kind, cloned into the folder unless they are there."""
    models = f"benchmarks/{kind}"
    if not (folder / models).is_dir():
        if not (folder / ".git").is_dir():
            git = ["git", "clone", "--depth", "1", "--filter=blob:none", "--sparse", source, str(folder)]
            subprocess.run(git, check=True)
        subprocess.run(["git", "-C", str(folder), "sparse-checkout", "add", models], check=True)
    return folder / models


def instances(models: Path) -> Iterator[Instance]:
    """Every instance whose number of states the set knows, and whose files are there."""
    for index in sorted(models.glob("*/index.json")):
        for file in json.loads(index.read_text(encoding="utf-8-sig"))["files"]:
            names = [file["file"], *_listed(file.get("original-file"))]
            there = [index.parent / name for name in names if (index.parent / name).is_file()]
            chosen = [path for path in there if path.suffix in (".prism", ".pm")]
            asked = [path for path in there if path.suffix in (".props", ".prctl")]
            if not (chosen and asked) or models.name == "mdp":
                chosen = [path for path in there if path.suffix == ".jani"]
            for given in file["open-parameter-values"]:
                values = [f"{each['name']}={_said(each['value'])}" for each in given.get("values", [])]
                states = (given.get("states") or [{}])[0].get("number")
                if states and chosen:
                    name = " ".join([Path(file["file"]).stem, "-".join(v.partition("=")[2] for v in values)])
                    properties = (asked or chosen)[0]
                    yield Instance(name.strip(), chosen[0], properties, ",".join(values), states)


def _listed(names: str | list[str] | None) -> list[str]:
    return [names] if isinstance(names, str) else names or []


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read(path: Path) -> tuple[storm.Solve, int, int]:
    from markov.chain.best_policy import best_chance, best_reward
    from markov.chain.decision_process import DecisionProcess
    from markov.chain.reachability import expected_rewards, reach_probabilities
    from markov.formats import drn_reader

    drn = drn_reader.read(path)
    model, initial = drn.model, drn.initial[:1]
    choices = len(model.choices.rows) if isinstance(model, DecisionProcess) else len(model.states)

    def solve(asked: storm.Question) -> str:
        targets, reward = drn.labels.get(asked["label"], []), asked["reward"]
        brings = None if reward is None else drn.rewards[reward] if reward else [Fraction(1)] * choices
        if isinstance(model, DecisionProcess):
            question = model.choices, targets, *([] if brings is None else [brings])
            best = (best_chance if brings is None else best_reward)(*question, initial, asked["direction"])
            value = best.values[initial[0]]
        elif brings is None:
            (value,) = reach_probabilities(model.transitions, targets, initial)
        else:
            (value,) = expected_rewards(model.transitions, targets, brings, initial)
        return "inf" if value is None else str(value)

    return solve, len(model.states), choices


def run(command: list[str], within: float) -> tuple[list[dict], str]:
    """The output of a process, a dict a line, and the reason why it is not whole."""
    try:
        ran = subprocess.run(command, capture_output=True, timeout=within, check=False)
    except subprocess.TimeoutExpired as late:
        return _told(late.stdout), f"> {within:g}"
    words = ran.stderr.decode(errors="replace").strip().splitlines() or ["no word"]
    return _told(ran.stdout), words[-1][:200] if ran.returncode else ""


def _told(text: bytes | None) -> list[dict]:
    return [json.loads(line) for line in (text or b"").splitlines()]


def compared(instance: Instance, drn: Path, python: str, within: float) -> Iterator[tuple[str, bool]]:
    """A row of the table for each property, and whether something is wrong with it."""
    theirs = [python, str(Path(storm.__file__))]
    listed = drn / f"{instance.name.replace(' ', '.')}.json"
    if not listed.is_file():
        files = [str(instance.model), str(instance.properties), instance.constants, str(listed)]
        _, why = run([*theirs, "build", *files], within)
        if why:
            yield f"| {instance.name} | {instance.states:,} | not built: {why} |", False
            return
    ours = [sys.executable, "-m", "tests.benchmarks.public", "--measure", str(listed)]
    (mine, why), (other, other_why) = run(ours, within), run([*theirs, "solve", str(listed)], within)
    for asked, one, two in zip_longest(json.loads(listed.read_text()), mine, other):
        values = {_exact(each["value"]) for each in (one, two) if each}
        fault = "" if len(values) == 1 else " DIFFERENT ANSWERS" if values else " NO ANSWER"
        told = one or two or {"states": instance.states, "choices": 0, "value": ""}
        value = told["value"] if len(told["value"]) <= LONGEST else f"{len(told['value'])} signs"
        slower = ""
        if one and two:
            slower = f"{one['solve'] / two['solve']:.2f}" if two["solve"] else ""
            if one["solve"] > 1.5 * two["solve"] and one["solve"] > two["solve"] + 0.02:
                slower += " slower"
        cells = [instance.name, f"{told['states']:,}", f"{told['choices']:,}", asked["name"], value]
        cells += [_seconds(one, "solve", why), _seconds(two, "solve", other_why)]
        cells += [_seconds(one, "read", ""), _seconds(two, "read", "")]
        cells += [f"{each['mib']:,}" if each else "" for each in (one, two)]
        yield f"| {' | '.join([*cells, slower])} |{fault}", bool(fault)


def _seconds(told: dict | None, key: str, why: str) -> str:
    return why if told is None else f"{told[key]:.3f}" if told[key] else ""


def _exact(text: str) -> Fraction | str:
    return text if "inf" in text else Fraction(text)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    asked.add_argument("words", nargs="+", metavar="FOLDER dtmc|mdp [MODEL]")
    asked.add_argument("--source", default=SOURCE, help="where git brings the set from")
    asked.add_argument("--storm", default=sys.executable, metavar="PYTHON")
    asked.add_argument("--states", type=int, default=500_000, help="leave out larger models")
    asked.add_argument("--within", type=float, default=300)
    asked.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = asked.parse_intermixed_args()
    sys.set_int_max_str_digits(0)
    if options.measure:
        for library in LIBRARIES:
            import_module(library)
        for found in storm.measured(options.words[0], read):
            print(json.dumps(found), flush=True)
        return 0
    folder, kind, *wanted = options.words
    drn = Path(folder, "drn")
    models = brought(Path(folder), options.source, kind)
    drn.mkdir(exist_ok=True)
    columns = "states | choices | property | value | solving, s | Storm, exact | reading, s | Storm"
    print(f"| model | {columns} | MiB | Storm | ours : Storm |")
    print("|---|---:|---:|---|---|" + "---:|" * 7)
    wrong = False
    for one in sorted(instances(models), key=lambda each: each.states):
        if one.states <= options.states and (not wanted or any(one.name.startswith(w) for w in wanted)):
            for row, fault in compared(one, drn, options.storm, options.within):
                print(row, flush=True)
                wrong = wrong or fault
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
