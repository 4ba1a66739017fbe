"""The odds under every reading of what a sheet leaves open."""
