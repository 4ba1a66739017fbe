"""Solvers of linear equations, one shape a file; `markov.chain.absorption` chooses between them."""
