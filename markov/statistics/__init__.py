"""Statistics of wagers: the law of the return, and of many returns together."""
