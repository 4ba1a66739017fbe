"""One round of a wager, told spin by spin."""
