# A newcomer needs two commands: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: puzzles env-speed wheel wheel-check sdist docs attack chaos lock audit help play setup test format check types tests covered stages web chromium postgres screenshots strength learn lockstep sanitize fuzz limit stubs clean

help: ## say what there is to make
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# The build tools live in the environment, so that a change of the core compiles only what it touches.
CORE := CMakeLists.txt tools/generate_tables.py $(shell find src/crownlands/core -name '*.?pp') $(wildcard src/crownlands/data/*.toml)

# Everything, the installer included, is what requirements.lock pins with its hashes.
.venv/ready: pyproject.toml requirements.lock $(CORE)
	$(PYTHON) -m venv .venv
	@mkdir -p build && sed -n '/^uv==/,/# via/p' requirements.lock > build/uv.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r build/uv.lock
	$(BIN)/uv pip install --quiet --require-hashes -r requirements.lock
	@# Without make's flags: they name a job server that only a make below this one can reach, and ninja would insist on it.
	MAKEFLAGS= $(BIN)/uv pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# The browser client, built into the package.
CLIENT := src/crownlands/server/static/client/index.html
$(CLIENT): $(shell find web -path web/node_modules -prune -o -type f -print) $(wildcard src/crownlands/draw/art/*.svg) tools/web
	tools/web check build
	@touch $@

web: $(CLIENT) ## build the browser client

chromium:
	@tools/ensure-chromium

# After Chromium: two at once would want the same lock of the package manager.
postgres: chromium
	@tools/ensure-postgres

screenshots: $(CLIENT) chromium ## make the pictures of the browser client for the documents
	$(BIN)/python tools/screenshots.py

play: .venv/ready $(CLIENT) ## set everything up and play in the browser
	@$(BIN)/crownlands

setup: .venv/ready $(CLIENT) chromium postgres

test: ## set everything up, check formatting and types, run all tests
	@tools/timed 'set-up' $(MAKE) --no-print-directory -j 4 setup
	@tools/timed 'checks and tests' $(MAKE) --no-print-directory tests

CPP := $(shell find src/crownlands/core tests/fuzz -name '*.?pp')

format: .venv/ready ## format the code
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(BIN)/clang-format -i $(CPP)
	tools/web format
	$(BIN)/python tools/format_locales.py

check: .venv/ready $(CLIENT)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/clang-format --dry-run -Werror $(CPP)
	tools/web lint

types: .venv/ready
	$(BIN)/mypy

# The rules and the notation are covered to the last branch by their own tests; measuring the others would only slow them down.
# The browser keeps an event loop running in its process, so its tests have processes of their own.
# Where servers and browsers are waited for, more processes use what two cores would leave.
PYTEST := $(BIN)/pytest --dist worksteal
COVERED := tests/rules tests/notation
STAGE1 := $(PYTEST) -n 2 --cov --cov-report=term --cov-fail-under=100 $(COVERED)
STAGE2 := $(PYTEST) -n 4 tests $(COVERED:%=--ignore=%) --ignore=tests/web
STAGE3 := $(PYTEST) -n 4 tests/web

covered: .venv/ready
	$(STAGE1)

# Types are checked by one process: beside it there is room for a stage of the tests.
tests: setup
	$(MAKE) --no-print-directory -j 2 check types covered
	$(STAGE2)
	$(STAGE3)

stages: # for tools/repeat
	@printf '%s\n' '$(STAGE1)' '$(STAGE2)' '$(STAGE3)'

docs: .venv/ready ## write anew what documents say of messages, the command and the library
	$(BIN)/python tools/document_protocol.py
	$(BIN)/python tools/document_command.py
	$(BIN)/python tools/document_api.py

# A folder of its own: the editable install keeps building where it was.
BUILD := $(BIN)/uv build --quiet --no-build-isolation --python $(BIN)/python
RAW := build/raw

wheel: .venv/ready ## build dist/*.whl with core and client inside, for any Linux with a glibc as old as this one
	rm -rf $(RAW) dist/*.whl
	$(BUILD) --wheel -C build-dir=build/wheel -o $(RAW)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist $(RAW)/*.whl

wheel-check: wheel chromium ## install the wheel where there is no compiler and no Node, play a game, open the page
	$(BIN)/python tools/check_wheel.py dist/*.whl

sdist: wheel ## build dist/*.tar.gz, and from it the same wheel again
	rm -rf dist/*.tar.gz build/again && mkdir -p build/again
	$(BUILD) --sdist -o dist
	tar -xzf dist/*.tar.gz -C build/again --strip-components 1
	$(BUILD) --wheel -o build/again/dist build/again
	$(BIN)/python tools/check_wheel.py $(RAW)/*.whl build/again/dist/*.whl

attack: .venv/ready postgres ## attack servers on loopback for SECONDS in all ways at once, and measure a table beside it
	$(BIN)/python -m tests.server.attack --seconds $(or $(SECONDS),20)

chaos: .venv/ready postgres ## kill servers and databases under GAMES games and check every log
	$(BIN)/python -m tests.server.chaos --games $(or $(GAMES),100)

lock: .venv/ready ## pin every dependency with its hashes
	tools/lock

audit: .venv/ready ## compare the lock file with what is declared and with known vulnerabilities
	tools/audit

strength: .venv/ready ## measure the players and write docs/strength.md
	$(BIN)/python tools/strength.py

learn: .venv/ready ## learn the evaluation of kingdoms anew: data, training, export, match; goes on where it was stopped
	$(BIN)/python tools/learn.py $(LEARN)

env-speed: .venv/ready ## measure the environments beside other libraries' backgammon
	$(BIN)/python tools/env_speed.py

puzzles: .venv/ready ## prove every exact puzzle by brute force
	CROWNLANDS_PUZZLES=all $(BIN)/pytest -q tests/study/test_puzzles.py -k whatever_anybody_does

lockstep: .venv/ready ## play GAMES random games with the core and the rules at once
	$(BIN)/python -m tests.core.lockstep --games $(or $(GAMES),10000)

sanitize: .venv/ready ## run the tests of the core, the search and the batch under the sanitizers
	tools/sanitize.sh

fuzz: .venv/ready ## fuzz the core for SECONDS (needs clang)
	tools/fuzz.sh $(or $(SECONDS),60)

limit: .venv/ready ## compare the core with the program LIMIT=path/to/limit.cpp
	$(BIN)/python tools/limit.py $(LIMIT)

stubs: .venv/ready ## write the core's stub anew
	$(BIN)/python -m nanobind.stubgen -q -m crownlands.core._core -o src/crownlands/core/_core.pyi
	$(BIN)/ruff format -q src/crownlands/core/_core.pyi

clean: ## remove what was set up and built
	rm -rf .venv build dist web/node_modules $(dir $(CLIENT)) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
