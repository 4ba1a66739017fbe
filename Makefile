# The one ritual: format, lint, types, layers, tests, doctests and examples are all tests.
.PHONY: check
check: .venv
	.venv/bin/pytest

.venv: pyproject.toml
	python3 -m venv .venv
	.venv/bin/pip install --quiet --editable '.[test]'
	touch .venv
