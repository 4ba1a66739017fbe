"""The question how much pays and pockets move the edge."""
