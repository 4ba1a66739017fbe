"""Times our exact solver beside its peers on the same chains: `python -m tests.benchmarks [NAME]…`.

Peers are Storm's exact engine (extra `bench`, or `--storm PYTHON` where another Python has it), sympy's plain
Matrix where it is small enough, and scipy's float64 solver. Each solve is a process of its own; the time is
that of the processor for the solve alone, the least of some where one is short, and the memory is the peak of
the process, the chain being there included. Exact answers must be equal, and the float must be near.
`--within SECONDS` bounds each peer (300).

The last columns are how many times as long Storm takes, and what our solve takes a transition.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np

from markov.chain.chain import Chain
from tests.benchmarks.workloads import WORKLOADS

SMALL = 60  # states that sympy's Matrix can be asked to solve


def ours(chain: Chain, end: int) -> Callable[[], object]:
    from markov.chain.absorption import absorption_probabilities

    links = chain.transitions
    # The order is found each time, as the work of a solver that is given the chain alone.
    return lambda: absorption_probabilities(links.with_solve_order(links.solve_order))[end]


def sympy(chain: Chain, end: int) -> Callable[[], object]:
    from sympy import Matrix, Rational, eye

    if len(chain.states) > SMALL:
        raise SystemExit(0)
    playing = [i for i, total in enumerate(chain.transitions.totals.tolist()) if total]
    at = {i: k for k, i in enumerate(playing)}
    inside = Matrix.zeros(len(playing), len(playing))
    out = Matrix.zeros(len(playing), 1)
    for i in playing:
        for j, weight in chain.transitions.row(i):
            chance = Rational(weight, int(chain.transitions.totals[i]))
            if j in at:
                inside[at[i], at[j]] += chance
            elif j == end:
                out[at[i]] += chance
    return lambda: (eye(len(playing)) - inside).LUsolve(out)[at[0]]


def scipy(chain: Chain, end: int) -> Callable[[], object]:
    from scipy.sparse import csr_array, eye_array
    from scipy.sparse.linalg import spsolve, spsolve_triangular

    n = len(chain.states)
    totals = np.where(chain.transitions.totals == 0, 1, chain.transitions.totals).astype(float)
    chances = chain.transitions.weights.astype(float) / np.repeat(totals, np.diff(chain.transitions.indptr))
    matrix = (
        eye_array(n)
        - csr_array((chances, chain.transitions.successors, chain.transitions.indptr), shape=(n, n))
    ).tocsr()
    right = np.zeros(n)
    right[end] = 1.0
    if (
        chain.transitions.successors >= chain.transitions.origins()
    ).all():  # every way leads on, so the matrix is a triangle
        return lambda: float(spsolve_triangular(matrix, right, lower=False)[0])
    return lambda: float(spsolve(matrix.tocsc(), right)[0])


PEERS = {"ours": ours, "storm": None, "sympy": sympy, "scipy": scipy}


def asked_of_storm(chain: Chain, end: int, storm: str) -> dict:
    """The time that Storm took, from its own process: its reading of the chain is no part of the time."""
    from markov.formats import drn

    program = Path(__file__).with_name("storm.py")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "chain.drn")
        with path.open("w") as file:
            head = f"state {end} [0]"
            for line in drn.lines("", chain):
                file.write(line.replace(head, f"{head} target") if line.startswith(head) else line)
        listed = Path(folder, "asked.json")
        asked = {"name": "", "file": path.name, "label": "target", "reward": None, "direction": ""}
        listed.write_text(json.dumps([asked]))
        ran = subprocess.run([storm, str(program), "solve", str(listed)], capture_output=True, check=True)
    told = json.loads(ran.stdout)
    return {"seconds": told["solve"], "answer": told["value"], "mib": told["mib"]}


def measure(name: str, peer: str, storm: str) -> None:
    """Prints what one solve took, as JSON; nothing where the peer is not asked."""
    build, target = WORKLOADS[name]
    chain = build()
    end = next(i for i in chain.transitions.absorbing.tolist() if chain.states[i] == target)
    if peer == "storm":
        print(json.dumps(asked_of_storm(chain, end, storm)))
        return
    solve = PEERS[peer](chain, end)
    times: list[float] = []
    while len(times) < 3 or (sum(times) < 0.2 and len(times) < 20):
        if sum(times) > 5:
            break
        started = time.process_time()
        answer = solve()
        times.append(time.process_time() - started)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.set_int_max_str_digits(0)
    told = {"seconds": min(times), "answer": str(answer), "mib": memory}
    print(json.dumps({**told, "states": len(chain.states), "transitions": len(chain.transitions.weights)}))


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    asked.add_argument("names", nargs="*", choices=[*WORKLOADS, []], metavar="NAME")
    asked.add_argument("--within", type=float, default=300)
    asked.add_argument("--storm", default=sys.executable, metavar="PYTHON", help="a Python with stormpy")
    asked.add_argument("--measure", metavar="PEER", help=argparse.SUPPRESS)
    options = asked.parse_intermixed_args()
    sys.set_int_max_str_digits(0)
    if options.measure:
        measure(options.names[0], options.measure, options.storm)
        return 0
    peers = [peer for peer in PEERS if peer != "storm" or _has_stormpy(options.storm)]
    timed = (f"{peer}, s | MiB" for peer in peers)
    columns = ["chain", "states", "transitions", *timed, "storm : ours", "ns"]
    print("| " + " | ".join(columns) + " |")
    print("|---|" + "---:|" * (2 * len(peers) + 4))
    wrong = False
    for name in options.names or WORKLOADS:
        found = {peer: run(name, peer, options.within, options.storm) for peer in peers}
        fault = differing(found)
        wrong = wrong or bool(fault)
        print(f"| {' | '.join(cells(name, found))} |{fault}", flush=True)
    return 1 if wrong else 0


def differing(found: dict[str, dict]) -> str:
    """The mistakes in the answers, nothing where they agree."""
    exact = {Fraction(row["answer"]) for peer, row in found.items() if row.get("answer") and peer != "scipy"}
    if len(exact) != 1:
        return f" {len(exact)} EXACT ANSWERS"
    near = found["scipy"].get("answer")
    if near and abs(Fraction(near) - (answer := exact.pop())) > answer / 10**6:
        return " THE FLOAT IS FAR OFF"
    return ""


def cells(name: str, found: dict[str, dict]) -> list[str]:
    mine, storm = found["ours"], found.get("storm", {})
    sizes = [f"{mine.get(key, 0):,}" for key in ("states", "transitions")]
    times = [
        f"{row['seconds']:.4f} | {row['mib']:,}" if "mib" in row else f"{row['why']} |"
        for row in found.values()
    ]
    if "seconds" not in mine:
        return [name, *sizes, *times, "", ""]
    if "seconds" in storm:
        ratio = f"{storm['seconds'] / mine['seconds']:,.1f}"
    elif storm.get("why", "").startswith(">"):
        ratio = f"> {float(storm['why'][1:]) / mine['seconds']:,.0f}"
    else:
        ratio = ""
    return [name, *sizes, *times, ratio, f"{mine['seconds'] / mine['transitions'] * 1e9:,.0f}"]


def _has_stormpy(python: str) -> bool:
    return not subprocess.run([python, "-c", "import stormpy"], capture_output=True, check=False).returncode


def run(name: str, peer: str, within: float, storm: str) -> dict:
    command = [sys.executable, "-m", "tests.benchmarks", name, "--measure", peer, "--storm", storm]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    ) as ran:
        try:
            told, _ = ran.communicate(timeout=within)
        except subprocess.TimeoutExpired:
            os.killpg(ran.pid, signal.SIGKILL)  # Storm, where it is asked, is a child of it
            return {"why": f"> {within:g}"}
    if ran.returncode:
        return {"why": "failed"}
    return json.loads(told) if told else {"why": "–"}


if __name__ == "__main__":
    sys.exit(main())
