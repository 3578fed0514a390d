# Two commands are enough on a machine with Python 3.11 and make: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help setup demo test chaos check bench screenshots pins clean

help:  ## What there is to run.
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

setup: $(READY)  ## Make the virtual environment with the pinned packages.

$(READY): constraints.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Exhibit needs Python 3.11 or newer; name one with make PYTHON=python3.11")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(READY)

demo: setup  ## Open the bot in a local Slack in the browser: no key, no workspace.
	$(BIN)/exhibit playground

test: setup check  ## Lint, types, import contracts, tests, self-test.
	$(BIN)/python -m pytest -q
	$(BIN)/exhibit selftest

chaos: setup  ## Hundreds of questions while workers are killed and Slack misbehaves; prints the counts.
	$(BIN)/python -m pytest -q -s tests/chaos

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup  ## Latency of answers and of verification.
	$(BIN)/python -m evals.bench

screenshots: setup  ## Pictures of every message and modal, into docs/images.
	$(BIN)/python -m evals.screenshots

pins: setup  ## Pin every package anew, with hashes and no index address.
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --all-extras --all-build-deps --allow-unsafe --generate-hashes --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header --output-file constraints.txt pyproject.toml

clean:  ## Remove the virtual environment.
	rm -rf $(VENV)
