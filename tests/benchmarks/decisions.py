"""Times best policies beside Storm's on public models: `python -m tests.benchmarks.decisions [NAME]…`.

The models are of the Quantitative Verification Benchmark Set (https://qcomp.org, CC-BY 4.0; Hartmanns,
Klauck, Parker, Quatmann and Ruijters, TACAS 2019), most of them first of the PRISM benchmark suite; their
index files name authors and sources. They are brought by git from SOURCE at COMMIT, and not kept;
`--source` names another clone. Storm (extra `bench`) builds each into DRN with exact numbers, in which a
label stands for the goal of a property; of `a U b` all other states without a become ends. Bounded
properties are left out.

Each model is read and solved in a process of its own by each engine, Storm's being the exact one. Times are
CPU seconds: of each solve alone, the least of three where one is short, and of reading the file. Values are
compared as texts of fractions in lowest terms.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

SOURCE = "https://github.com/ahartmanns/qcomp"
COMMIT = "c7324a311475ba1a3f40e36a324e32f91e766540"

# By name: the file in benchmarks/mdp/, and its constants.
MODELS: dict[str, tuple[str, dict[str, int | bool]]] = {
    "beb 3-4": ("beb/beb.3-4", {"N": 3}),
    "blocksworld 5": ("blocksworld/blocksworld.5", {}),
    "cdrive 2": ("cdrive/cdrive.2", {}),
    "cdrive 3": ("cdrive/cdrive.3", {}),
    "consensus 2-2": ("consensus/consensus.2", {"K": 2}),
    "consensus 2-16": ("consensus/consensus.2", {"K": 16}),
    "consensus 4-2": ("consensus/consensus.4", {"K": 2}),
    "consensus 4-4": ("consensus/consensus.4", {"K": 4}),
    "csma 2-2": ("csma/csma.2-2", {}),
    "csma 2-4": ("csma/csma.2-4", {}),
    "csma 2-6": ("csma/csma.2-6", {}),
    "csma 3-2": ("csma/csma.3-2", {}),
    "eajs 2": ("eajs/eajs.2", {"energy_capacity": 100, "B": 5}),
    "eajs 3": ("eajs/eajs.3", {"energy_capacity": 150, "B": 7}),
    "echoring 2": ("echoring/echoring", {"ITERATIONS": 2}),
    "elevators a-3-3": ("elevators/elevators.a-3-3", {}),
    "elevators b-3-3": ("elevators/elevators.b-3-3", {}),
    "elevators a-11-9": ("elevators/elevators.a-11-9", {}),
    "exploding-blocksworld 5": ("exploding-blocksworld/exploding-blocksworld.5", {}),
    "firewire false-3": ("firewire/firewire.false", {"delay": 3, "deadline": 200}),
    "firewire true-3-200": ("firewire/firewire.true", {"delay": 3, "deadline": 200}),
    "firewire_abst 36": ("firewire_abst/firewire_abst", {"delay": 36}),
    "firewire_dl 36-200": ("firewire_dl/firewire_dl", {"delay": 36, "deadline": 200}),
    "ij 10": ("ij/ij.10", {}),
    "pacman 5": ("pacman/pacman", {"MAXSTEPS": 5}),
    "philosophers 3": ("philosophers-mdp/philosophers-mdp.3", {}),
    "pnueli-zuck 3": ("pnueli-zuck/pnueli-zuck.3", {}),
    "rabin 3": ("rabin/rabin.3", {}),
    "rectangle-tireworld 5": ("rectangle-tireworld/rectangle-tireworld.5", {}),
    "resource-gathering 15": (
        "resource-gathering/resource-gathering",
        {"B": 200, "GOLD_TO_COLLECT": 15, "GEM_TO_COLLECT": 15},
    ),
    "tireworld 17": ("tireworld/tireworld.17", {}),
    "triangle-tireworld 9": ("triangle-tireworld/triangle-tireworld.9", {}),
    "wlan 0": ("wlan/wlan.0", {"COL": 0}),
    "wlan 1": ("wlan/wlan.1", {"COL": 0}),
    "wlan 2": ("wlan/wlan.2", {"COL": 0}),
    "wlan_dl 0": ("wlan_dl/wlan_dl.0", {"deadline": 80}),
    "zenotravel 4-2-2": ("zenotravel/zenotravel.4-2-2", {}),
    "zeroconf 20-2": ("zeroconf/zeroconf", {"N": 20, "K": 2, "reset": True}),
    "zeroconf 1000-8": ("zeroconf/zeroconf", {"N": 1000, "K": 8, "reset": True}),
    "zeroconf 20-2-false": ("zeroconf/zeroconf", {"N": 20, "K": 2, "reset": False}),
    "zeroconf_dl 1000-1-10": ("zeroconf_dl/zeroconf_dl", {"N": 1000, "K": 1, "reset": True, "deadline": 10}),
    "zeroconf_dl 1000-1-false-20": (
        "zeroconf_dl/zeroconf_dl",
        {"N": 1000, "K": 1, "reset": False, "deadline": 20},
    ),
}


def bring(source: str, name: str, folder: Path) -> Path:
    """The files of a model as DRN, one for each cut, and questions.json about them."""
    import stormpy
    from stormpy import io

    path, constants = MODELS[name]
    text = subprocess.run(
        ["git", "-C", source, "show", f"{COMMIT}:benchmarks/mdp/{path}.jani"], capture_output=True, check=True
    ).stdout
    jani = folder / "model.jani"
    jani.write_bytes(text)
    described, asked = stormpy.parse_jani_model(str(jani))
    if constants:
        described, asked = stormpy.instantiate_constants(described, constants, asked)
    asked = [one for one in asked if "=?" in str(one)]
    model = stormpy.build_model[stormpy.Rational](described, asked)
    questions = []
    cuts = {}
    for k, one in enumerate(asked):
        formula = one.get_raw_formula()
        words, path_formula = str(formula), formula.subformula
        before = None
        if path_formula.is_until_formula:
            before, goal = path_formula.left_subformula, path_formula.right_subformula
        elif path_formula.is_eventually_formula:
            goal = path_formula.subformula
        else:
            continue
        reached = _states(stormpy, model, goal)
        model.labeling.add_label(f"goal{k}")
        model.labeling.set_states(f"goal{k}", reached)
        file = "model.drn"
        if before is not None:
            file = f"cut{k}.drn"
            allowed = _states(stormpy, model, before)
            cuts[file] = {i for i in range(model.nr_states) if not allowed.get(i) and not reached.get(i)}
        reward = None
        if not formula.is_probability_operator_formula:
            named = re.match(r'R\{"(.*?)"\}', words)
            reward = named[1] if named else ""
        direction = "max" if "max=?" in words else "min"
        questions.append([one.get_name(), file, f"goal{k}", reward, direction])
    io.export_to_drn(model, str(folder / "model.drn"))
    for file, ends in cuts.items():
        with (folder / file).open("w") as to:
            to.writelines(_cut((folder / "model.drn").read_text().splitlines(keepends=True), ends))
    (folder / "questions.json").write_text(json.dumps(questions))
    return folder


def _states(stormpy: object, model: object, formula: object) -> object:
    return stormpy.model_checking(model, formula, only_initial_states=False).get_truth_values_vector()


def _cut(lines: list[str], ends: set[int]) -> Iterator[str]:
    """The lines of a model in which some states lead to themselves, each by as many actions as before."""
    state = -1
    for line in lines:
        if line.startswith("state "):
            state = int(line.split()[1])
        if state in ends and line.lstrip()[:1].isdigit():
            continue
        yield line
        if state in ends and line.lstrip().startswith("action"):
            yield f"\t\t{state} : 1\n"


def ours(path: Path) -> tuple[Callable[[str, str | None, str], str], float, int, int]:
    """The solver of a file, the seconds of reading it, its states and its choices."""
    from markov.chain.best_policy import best_chance, best_reward
    from markov.formats.drn_reader import read

    started = time.process_time()
    drn = read(path)
    seconds = time.process_time() - started
    choices = drn.model.choices

    def solve(goal: str, reward: str | None, direction: str) -> str:
        targets, initial = drn.labels.get(goal, []), drn.initial[:1]
        if reward is None:
            best = best_chance(choices, targets, initial, direction)
        else:
            rewards = drn.rewards[reward] if reward else [Fraction(1)] * len(choices.rows)
            best = best_reward(choices, targets, rewards, initial, direction)
        return "inf" if best.values[initial[0]] is None else str(best.values[initial[0]])

    return solve, seconds, len(choices), len(choices.rows)


def storm(path: Path) -> tuple[Callable[[str, str | None, str], str], float, int, int]:
    """The same by Storm's exact engine, with its own choice of an algorithm."""
    import stormpy

    started = time.process_time()
    model = stormpy.build_model_from_drn[stormpy.Rational](str(path))
    seconds = time.process_time() - started

    def solve(goal: str, reward: str | None, direction: str) -> str:
        kind = "P" if reward is None else f'R{{"{reward}"}}' if reward else "T"
        asked = stormpy.parse_properties(f'{kind}{direction}=? [F "{goal}"]')[0]
        found = stormpy.model_checking(model, asked, only_initial_states=True)
        return str(found.get_value(model.initial_states[0]))

    return solve, seconds, model.nr_states, model.nr_choices


def measure(peer: str, folder: Path) -> None:
    """Prints what reading and solving took, a line of JSON for each question."""
    sys.set_int_max_str_digits(0)
    solvers = {}
    for name, file, goal, reward, direction in json.loads((folder / "questions.json").read_text()):
        fresh = file not in solvers
        if fresh:
            solvers[file] = (ours if peer == "ours" else storm)(folder / file)
        solve, read, states, choices = solvers[file]
        times: list[float] = []
        while len(times) < 3 and sum(times) < 1:
            started = time.process_time()
            value = solve(goal, reward, direction)
            times.append(time.process_time() - started)
        told = {"question": name, "states": states, "choices": choices, "value": value, "seconds": min(times)}
        print(json.dumps({**told, "read": read if fresh else 0.0}))


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    asked.add_argument("names", nargs="*", choices=[*MODELS, []], metavar="NAME")
    asked.add_argument("--source", help=f"a clone of {SOURCE}; left out, one is made for the time")
    asked.add_argument("--measure", nargs=2, metavar=("PEER", "FOLDER"), help=argparse.SUPPRESS)
    options = asked.parse_args()
    if options.measure:
        measure(options.measure[0], Path(options.measure[1]))
        return 0
    with tempfile.TemporaryDirectory() as place:
        source = options.source
        if source is None:
            source = str(Path(place, "qcomp"))
            clone = ["git", "clone", "--quiet", "--filter=blob:none", "--no-checkout", SOURCE, source]
            subprocess.run(clone, check=True)
        return table(source, options.names or list(MODELS), Path(place))


def table(source: str, names: list[str], place: Path) -> int:
    """Prints a row for each question; returns 1 where a value is not Storm's."""
    columns = "states | choices | question | value | solving, s | Storm, exact | reading, s | Storm"
    print(f"| model | {columns} |")
    print("|---|---:|---:|---|---|---:|---:|---:|---:|")
    differ, totals = 0, [0.0] * 4
    for name in names:
        folder = place / name
        folder.mkdir()
        bring(source, name, folder)
        for one, other in zip(*(run(peer, folder) for peer in ("ours", "storm")), strict=True):
            same = one["value"] == other["value"]
            differ += not same
            times = [one["seconds"], other["seconds"], one["read"], other["read"]]
            totals = [a + b for a, b in zip(totals, times, strict=True)]
            value = one["value"] if len(one["value"]) <= 24 else f"{len(one['value'])} signs"
            cells = [
                name,
                f"{one['states']:,}",
                f"{one['choices']:,}",
                one["question"].replace("_", " "),
                value,
            ]
            cells += [f"{seconds:.3f}" if seconds else "" for seconds in times]
            print(f"| {' | '.join(cells)} |{'' if same else ' DIFFERS'}", flush=True)
    print(f"| in total | | | | | {' | '.join(f'{total:.1f}' for total in totals)} |")
    return 1 if differ else 0


def run(peer: str, folder: Path) -> list[dict]:
    command = [sys.executable, "-m", "tests.benchmarks.decisions", "--measure", peer, str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


if __name__ == "__main__":
    sys.exit(main())
