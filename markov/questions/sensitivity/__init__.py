"""How pays and pockets move the edge."""
