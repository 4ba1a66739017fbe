"""Public models beside Storm's exact engine: `python -m tests.benchmarks.public FOLDER [MODEL]…`.

The models are the discrete-time chains of the Quantitative Verification Benchmark Set (Hartmanns, Klauck,
Parker, Quatmann & Ruijters, TACAS 2019; https://qcomp.org/benchmarks), under the Creative Commons licence
CC-BY 4.0. Each names its authors in its `index.json`. Those of the PRISM benchmark suite are by Kwiatkowska,
Norman & Parker (QEST 2012). They are brought into FOLDER by git and stay there; none of them is part of this
project.

Storm (extra `bench`; `--storm PYTHON` where another Python has it) makes a DRN file of each. Then that file
is read and every property solved, by Storm and by us, each in a process of its own; the times are seconds of
the processor. The answers are compared with `==`; a difference is said, and the program ends with 1.
`--states N` leaves out larger models, `--within SECONDS` bounds each process.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path

SOURCE = "https://github.com/ahartmanns/qcomp"
CHAINS = "benchmarks/dtmc"


@dataclass(frozen=True, slots=True)
class Instance:
    """A model with numbers for its open constants.

    constants   as Storm reads them: N=3,K=1
    """

    name: str
    model: Path
    properties: Path
    constants: str
    states: int


def brought(folder: Path, source: str) -> Path:
    """The chains of the set, cloned into the folder unless they are there."""
    if not (folder / CHAINS).is_dir():
        git = ["git", "clone", "--depth", "1", "--filter=blob:none", "--sparse", source, str(folder)]
        subprocess.run(git, check=True)
        subprocess.run(["git", "-C", str(folder), "sparse-checkout", "set", CHAINS], check=True)
    return folder / CHAINS


def instances(chains: Path) -> Iterator[Instance]:
    """Every instance whose number of states the set knows, and whose files are there."""
    for index in sorted(chains.glob("*/index.json")):
        for file in json.loads(index.read_text(encoding="utf-8-sig"))["files"]:
            names = [file["file"], *_listed(file.get("original-file"))]
            there = [index.parent / name for name in names if (index.parent / name).is_file()]
            models = [path for path in there if path.suffix in (".prism", ".pm")] or there
            asked = [path for path in there if path.suffix in (".props", ".prctl")]
            for given in file["open-parameter-values"]:
                values = [f"{each['name']}={each['value']}" for each in given["values"]]
                states = (given.get("states") or [{}])[0].get("number")
                if states and models and asked:
                    name = " ".join([Path(file["file"]).stem, "-".join(v.partition("=")[2] for v in values)])
                    yield Instance(name.strip(), models[0], asked[0], ",".join(values), states)


def _listed(names: str | list[str] | None) -> list[str]:
    return [names] if isinstance(names, str) else names or []


def measure(file: str, label: str, reward: str | None) -> dict:
    """What reading the file and solving the property takes, libraries being there, as Storm's are."""
    for library in (
        "flint",
        "networkx",
        "scipy.sparse.csgraph",
        "scipy.sparse.linalg",
        "sympy.polys.matrices",
    ):
        import_module(library)
    from markov.chain import reachability
    from markov.formats import drn_reader

    begun = time.process_time()
    read = drn_reader.read(Path(file))
    parsed = time.process_time()
    links, targets = read.model.transitions, read.labels[label]
    initial = read.initial[:1]
    if reward is None:
        (answer,) = reachability.reach_probabilities(links, targets, initial)
    else:
        (answer,) = reachability.expected_rewards(links, targets, read.rewards[reward], initial)
    solved = time.process_time()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    told = "inf" if answer is None else str(answer)
    return {"parse": parsed - begun, "solve": solved - parsed, "answer": told, "mib": memory}


def run(command: list[str], within: float) -> dict:
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=within, check=False)
    except subprocess.TimeoutExpired:
        return {"why": f"> {within:g}"}
    if ran.returncode:
        return {"why": "failed: " + (ran.stderr.strip().splitlines() or ["no word"])[-1][:200]}
    return {"built": json.loads(ran.stdout.splitlines()[-1])}


def compared(instance: Instance, drn: Path, storm: str, within: float) -> Iterator[tuple[str, bool]]:
    """A row of the table for each property, and whether something is wrong with it."""
    theirs = [storm, str(Path(__file__).with_name("storm.py"))]
    file = drn / f"{instance.name.replace(' ', '.')}.drn"
    listed = file.with_suffix(".json")
    if not listed.is_file():
        files = [str(instance.model), str(instance.properties), instance.constants, str(file)]
        built = run([*theirs, "build", *files], within)
        if "why" in built:
            yield f"| {instance.name} | {instance.states:,} | not built: {built['why']} |", False
            return
        listed.write_text(json.dumps(built["built"]))
    for asked in json.loads(listed.read_text()):
        words = [str(file), asked["label"], *([] if asked["reward"] is None else [asked["reward"]])]
        ours = [sys.executable, "-m", "tests.benchmarks.public", "--measure", *words]
        found = [run(each, within) for each in ([*theirs, "solve", *words], ours)]
        answers = {_exact(each["built"]["answer"]) for each in found if "built" in each}
        times = [_times(each) for each in found]
        fault = "" if len(answers) == 1 else " DIFFERENT ANSWERS" if answers else " NO ANSWER"
        slower = ""
        if all("built" in each for each in found):
            a, b = (each["built"]["solve"] for each in found)
            slower = f"{b / a:.2f}" if a else ""
            if b > 1.5 * a and b > a + 0.02:
                slower += " slower"
        cells = [f"{instance.name} {asked['label']}", f"{instance.states:,}", *times, slower]
        yield f"| {' | '.join(cells)} |{fault}", bool(fault)


def _exact(text: str) -> Fraction | str:
    return text if "inf" in text else Fraction(text)


def _times(found: dict) -> str:
    if "why" in found:
        return f"{found['why']} | | "
    told = found["built"]
    return f"{told['parse']:.3f} | {told['solve']:.3f} | {told['mib']:,}"


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    asked.add_argument("words", nargs="+", metavar="FOLDER [MODEL]")
    asked.add_argument("--source", default=SOURCE, help="where git brings the set from")
    asked.add_argument("--storm", default=sys.executable, metavar="PYTHON")
    asked.add_argument("--states", type=int, default=1_100_000, help="leave out larger models")
    asked.add_argument("--within", type=float, default=300)
    asked.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = asked.parse_intermixed_args()
    sys.set_int_max_str_digits(0)
    if options.measure:
        file, label, *reward = options.words
        print(json.dumps(measure(file, label, reward[0] if reward else None)))
        return 0
    folder, *wanted = options.words
    drn = Path(folder, "drn")
    chains = brought(Path(folder), options.source)
    drn.mkdir(exist_ok=True)
    print(
        "| model, property | states | Storm: read | solve | MiB | ours: read | solve | MiB | ours : Storm |"
    )
    print("|---|" + "---:|" * 8)
    wrong = False
    for one in sorted(instances(chains), key=lambda each: each.states):
        if one.states <= options.states and (not wanted or any(one.name.startswith(w) for w in wanted)):
            for row, fault in compared(one, drn, options.storm, options.within):
                print(row, flush=True)
                wrong = wrong or fault
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
