# The one ritual: format, lint, types, layers, tests, doctests and examples are all tests.
.PHONY: check
check: .venv
	.venv/bin/pytest

# The documentation as a site, in build/site; a link that leads nowhere fails.
.PHONY: docs
docs: .venv
	.venv/bin/pip install --quiet --editable '.[docs]'
	.venv/bin/mkdocs build --quiet

.venv: pyproject.toml
	python3 -m venv .venv
	.venv/bin/pip install --quiet --editable '.[test]'
	touch .venv
