"""The money of a player over many rounds: ruin, goal, and what is left."""
