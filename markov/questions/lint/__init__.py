"""Review of a sheet: findings against the bounds of a profile."""
