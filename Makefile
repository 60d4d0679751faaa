# A newcomer needs two commands: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help play test format check types tests strength clean

help: ## say what there is to make
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# The build tools live in the environment, so that a change of the core compiles only what it touches.
CORE := CMakeLists.txt $(shell find src/crownlands/core -name '*.?pp' -o -name 'generate_*.py') $(wildcard src/crownlands/data/*.toml)

.venv/ready: pyproject.toml $(CORE)
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/pip install --quiet --disable-pip-version-check 'scikit-build-core>=0.10' 'nanobind>=2.4' 'cmake>=3.26' 'ninja>=1.11'
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation -e '.[dev]'
	@touch $@

play: .venv/ready ## set everything up and play
	@$(BIN)/crownlands play

test: check types tests ## set everything up, check formatting and types, run all tests

format: .venv/ready ## format the code
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

check: .venv/ready
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: .venv/ready
	$(BIN)/mypy

tests: .venv/ready
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest
	$(BIN)/coverage report --fail-under=100

strength: .venv/ready ## measure the players and write docs/strength.md
	$(BIN)/python tools/strength.py

clean: ## remove what was set up and built
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
