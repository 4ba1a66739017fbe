"""Storm's exact engine, as a program of its own: `python storm.py build …` and `python storm.py solve …`.

It needs stormpy and nothing of ours, so the Python that runs it may be another one.

build MODEL PROPERTIES CONSTANTS LIST   a PRISM or JANI model as DRN with exact numbers, beside LIST.json.
                                        Those of its properties that ask for a chance or a mean until a goal
                                        are listed there; the goals are labels. For "a until b" there is a
                                        file of its own, in which all other states without a are ends
solve LIST                              what reading the files and answering the questions took, a line
                                        of JSON for each question
"""

import json
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

Question: TypeAlias = dict  # name, file, label, reward (None for the chance, "" for steps), direction
Solve: TypeAlias = Callable[[Question], str]
Read: TypeAlias = Callable[[Path], tuple[Solve, int, int]]  # with the numbers of states and of choices


def build(model: str, properties: str, constants: str, listed: str) -> None:
    import stormpy

    program, asked = _parsed(Path(model), Path(properties))
    if constants:
        program, asked = stormpy.instantiate_constants(program, constants, asked)
    # A bound on steps or rewards makes another question of it.
    asked = [one for one in asked if "=?" in str(one) and _goal(one.get_raw_formula()) is not None]
    built = stormpy.build_model[stormpy.Rational](program, asked)
    whole = Path(listed).with_suffix(".drn")
    questions, cuts = [], {}
    for k, one in enumerate(asked):
        formula, label, file = one.get_raw_formula(), f"goal{k}", whole
        reached = _states(built, _goal(formula))
        built.labeling.add_label(label)
        built.labeling.set_states(label, reached)
        if formula.subformula.is_until_formula:
            file = whole.with_suffix(f".{k}.drn")
            allowed = _states(built, formula.subformula.left_subformula)
            cuts[file] = {i for i in range(built.nr_states) if not allowed.get(i) and not reached.get(i)}
        direction = (re.findall("(min|max)=", str(formula)) or [""])[0]
        question = {"name": one.get_name(), "file": file.name, "label": label}
        questions.append({**question, "reward": _reward(built, formula), "direction": direction})
    stormpy.io.export_to_drn(built, str(whole))
    for file, ends in cuts.items():
        with file.open("w") as to, whole.open() as lines:
            to.writelines(_cut(lines, ends))
    Path(listed).write_text(json.dumps(questions))


def _parsed(model: Path, properties: Path) -> tuple[object, list]:
    import stormpy

    if model.suffix == ".jani":
        return stormpy.parse_jani_model(str(model))
    text, asked = model.read_text(), properties.read_text().replace("P>=1", "P=?")
    if "T=?" in asked:  # steps, as a reward
        text += '\nrewards "steps" true : 1; endrewards\n'
        asked = asked.replace("T=?", 'R{"steps"}=?')
    with tempfile.NamedTemporaryFile("w", suffix=model.suffix) as copy:
        copy.write(text)
        copy.flush()
        program = stormpy.parse_prism_program(copy.name, prism_compatibility=True)
    return program, stormpy.parse_properties(asked, program)


def _goal(formula: object) -> object | None:
    path = formula.subformula
    if path.is_until_formula:
        return path.right_subformula
    return path.subformula if path.is_eventually_formula else None


def _states(model: object, formula: object) -> object:
    import stormpy

    return stormpy.model_checking(model, formula, only_initial_states=False).get_truth_values_vector()


def _reward(model: object, formula: object) -> str | None:
    if formula.is_probability_operator_formula:
        return None
    if not formula.is_reward_operator_formula:
        return ""
    named = formula.has_reward_model_name()
    return formula.reward_name if named else next(iter(model.reward_models))


def _cut(lines: Iterator[str], ends: set[int]) -> Iterator[str]:
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


def read(path: Path) -> tuple[Solve, int, int]:
    import stormpy

    model = stormpy.build_model_from_drn[stormpy.Rational](str(path))

    def solve(asked: Question) -> str:
        reward = asked["reward"]
        kind = "P" if reward is None else f'R{{"{reward}"}}' if reward else "T"
        formula = stormpy.parse_properties(f'{kind}{asked["direction"]}=? [F "{asked["label"]}"]')[0]
        return str(stormpy.model_checking(model, formula).get_value(model.initial_states[0]))

    return solve, model.nr_states, model.nr_choices


def measured(listed: str, read: Read) -> Iterator[dict]:
    """Processor seconds of reading and of solving, the least of some where a solve is short."""
    models = {}
    for asked in json.loads(Path(listed).read_text()):
        file, reading = asked["file"], 0.0
        if file not in models:
            begun = time.process_time()
            models = {file: read(Path(listed).with_name(file))}  # the one before is let go
            reading = time.process_time() - begun
        solve, states, choices = models[file]
        times: list[float] = []
        while len(times) < 3 and sum(times) < 0.5:
            begun = time.process_time()
            value = solve(asked)
            times.append(time.process_time() - begun)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        sizes = {"states": states, "choices": choices, "mib": memory}
        yield {"name": asked["name"], "value": value, "read": reading, "solve": min(times), **sizes}


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    if sys.argv[1] == "build":
        build(*sys.argv[2:])
    else:
        import stormpy  # noqa: F401  before anything is timed

        for found in measured(sys.argv[2], read):
            print(json.dumps(found), flush=True)
