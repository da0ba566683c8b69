PYTHON ?= python3
VENV := .venv
STAMP := $(VENV)/.installed

.PHONY: demo test lint clean

demo: $(STAMP)
	$(VENV)/bin/scrapy crawl demo -O threads.json
	$(VENV)/bin/python -m example_spiders.show threads.json

test: $(STAMP)
	$(VENV)/bin/python -m pytest

lint: $(STAMP)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -e ".[lint]"
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e ".[test]"
	touch $@

clean:
	rm -rf $(VENV) .forums threads.json
