PYTHON ?= python3
VENV := .venv
STAMP := $(VENV)/.installed
VENVS := .venvs/$(notdir $(PYTHON))

.PHONY: demo test test-versions lint clean

demo: $(STAMP)
	$(VENV)/bin/scrapy crawl demo -O threads.json
	$(VENV)/bin/python -m example_spiders.show threads.json

test: $(STAMP)
	$(VENV)/bin/python -m pytest $(TESTS)

# With the oldest versions that pyproject.toml allows, then with the newest that there are.
test-versions: $(VENVS)/oldest/.installed $(VENVS)/newest/.installed
	$(VENVS)/oldest/bin/python -m pytest $(TESTS)
	$(VENVS)/newest/bin/python -m pytest $(TESTS)

lint: $(STAMP)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -e ".[lint]"
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

%/.installed: pyproject.toml tests/oldest.txt
	$(PYTHON) -m venv $*
	$*/bin/python -m pip install --quiet --disable-pip-version-check -e ".[test]" $(VERSIONS)
	touch $@

$(VENVS)/oldest/.installed: VERSIONS := --constraint tests/oldest.txt
$(VENVS)/newest/.installed: VERSIONS := --upgrade --upgrade-strategy eager

clean:
	rm -rf $(VENV) .venvs .forums threads.json
