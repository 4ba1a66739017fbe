"""Trials of a simulation, held against the exact figures."""

from markov.proof.simulation import BOUND


def all_within(trials, bound=BOUND):
    """True where every mean, of returns and of spins, is within so many standard errors of the exact one."""
    return all(abs(z) <= bound for trial in trials for z in (trial.z, trial.spins_z))
