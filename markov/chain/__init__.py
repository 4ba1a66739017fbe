"""A Markov chain and what is asked of one: nothing here knows money."""
