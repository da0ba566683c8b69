PYTHON ?= python3
VENV := .venv
STAMP := $(VENV)/.installed
VENVS := .venvs/$(notdir $(PYTHON))

# So many processes share the tests: one for each core, and one more where tests wait for servers and
# crawls. With JOBS=0 there is none but the one that a debugger can stop in.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST = -m pytest --numprocesses $(JOBS)

# An install in .venv, and the wheel that runs everywhere, are pure Python.
export EXTRACT_PURE = 1

.PHONY: demo test check compiled pure coverage test-versions test-oldest test-newest lint docs dist clean

demo: $(STAMP)
	$(VENV)/bin/scrapy crawl demo -O threads.json
	$(VENV)/bin/python -m example_spiders.show threads.json

test: $(STAMP)
	$(VENV)/bin/python $(PYTEST) $(TESTS)

# The tests that start no server, crawl or other process, with fewer random examples.
check: $(STAMP)
	$(VENV)/bin/python $(PYTEST) -m "not processes" --hypothesis-profile check $(TESTS)

# The tests, and which lines and branches they do not come to, in the processes that they start, too.
coverage: $(STAMP)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check "pytest-cov>=7" "coverage>=7.10"
	$(VENV)/bin/python $(PYTEST) --cov $(TESTS)

# What reads pages, compiled in place, in some minutes. All that is started here uses it until `make
# pure`; what is changed meanwhile has to be compiled again.
compiled: pure
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -e ".[compiled]"
	$(VENV)/bin/python hatch_build.py

pure: $(STAMP)
	$(VENV)/bin/python hatch_build.py clean

# With the oldest versions that pyproject.toml allows, then with the newest that there are.
test-versions: test-oldest test-newest

test-oldest test-newest: test-%: $(VENVS)/%/.installed
	$(VENVS)/$*/bin/python $(PYTEST) $(TESTS)

lint: $(STAMP)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -e ".[lint]"
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/lint-imports
	$(VENV)/bin/mypy

# The site of the documents, in docs/_build/html.
docs: $(STAMP)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -e ".[docs]"
	$(VENV)/bin/python -m sphinx --fail-on-warning --keep-going --quiet docs docs/_build/html

# The sdist and the wheel, in dist/.
dist: $(STAMP)
	rm -rf dist
	$(VENV)/bin/python -m build
	$(VENV)/bin/python -m twine check --strict dist/*

%/.installed: pyproject.toml tests/oldest.txt
	$(PYTHON) -m venv $*
	$*/bin/python -m pip install --quiet --disable-pip-version-check -e ".[test]" $(VERSIONS)
	touch $@

$(VENVS)/oldest/.installed: VERSIONS := --constraint tests/oldest.txt
$(VENVS)/newest/.installed: VERSIONS := --upgrade --upgrade-strategy eager

clean:
	rm -rf $(VENV) .venvs .forums docs/_build dist threads.json
