"""A manuscript set in type: one renderer a file, the same words and figures in each."""
