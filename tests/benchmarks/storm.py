"""Storm's exact engine, as a program of its own: `python storm.py build …` and `python storm.py solve …`.

It needs stormpy and nothing of ours, so the Python that runs it may be another one. Both print JSON.

build MODEL PROPERTIES CONSTANTS FILE   a PRISM or JANI model as DRN; the properties that ask for a chance or
                                        a mean reward become labels of the file, and are listed
solve FILE LABEL [REWARD]               the chance of reaching the label in a DRN file, or the mean reward
                                        until then; the seconds of reading and solving, and the memory
"""

import json
import resource
import sys
import tempfile
import time
from pathlib import Path


def build(model: str, properties: str, constants: str, file: str) -> list[dict]:
    import stormpy

    text, asked = Path(model).read_text(), Path(properties).read_text()
    if "T=?" in asked:  # steps, as a reward
        text += '\nrewards "steps" true : 1; endrewards\n'
        asked = asked.replace("T=?", 'R{"steps"}=?')
    with tempfile.NamedTemporaryFile("w", suffix=Path(model).suffix) as copy:
        copy.write(text)
        copy.flush()
        if model.endswith(".jani"):
            program, questions = stormpy.parse_jani_model(copy.name)
        else:
            program = stormpy.parse_prism_program(copy.name, prism_compatibility=True)
            questions = stormpy.parse_properties(asked.replace("P>=1", "P=?"), program)
    program, questions = stormpy.instantiate_constants(program, constants, questions)
    # A bound on rewards makes another question of it.
    questions = [each for each in questions if _reaching(each.get_raw_formula())]
    built = stormpy.build_model[stormpy.Rational](program, questions)
    found = []
    for each in questions:
        name, formula = each.get_name(), each.get_raw_formula()
        reached = stormpy.model_checking(built, formula.subformula.subformula).get_truth_values_vector()
        built.labeling.add_label(name)
        built.labeling.set_states(name, reached)
        reward = None
        if formula.is_reward_operator_formula:
            named = formula.has_reward_model_name()
            reward = formula.reward_name if named else next(iter(built.reward_models))
        found.append({"label": name, "reward": reward})
    stormpy.io.export_to_drn(built, file)
    return found


def _reaching(formula: object) -> bool:
    return formula.subformula.is_eventually_formula


def solve(file: str, label: str, reward: str | None = None) -> dict:
    import stormpy

    begun = time.process_time()
    model = stormpy.build_model_from_drn[stormpy.Rational](file)
    read = time.process_time()
    operator = "P" if reward is None else f'R{{"{reward}"}}' if reward else "R"
    asked = stormpy.parse_properties(f'{operator}=? [F "{label}"]')[0]
    times: list[float] = []
    while len(times) < 3 and sum(times) < 0.2:  # the least of some, where one is short
        solving = time.process_time()
        answer = stormpy.model_checking(model, asked).get_value(model.initial_states[0])
        times.append(time.process_time() - solving)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {"parse": read - begun, "solve": min(times), "answer": str(answer), "mib": memory}


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    print(json.dumps({"build": build, "solve": solve}[sys.argv[1]](*sys.argv[2:])))
