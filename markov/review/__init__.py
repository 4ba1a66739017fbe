"""What a reviewer would question about a sheet: findings, each with the figures that cause it."""
