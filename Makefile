# Two commands do all the set-up: `make demo` and `make test`. Nothing but Python 3.11+ is assumed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard src/windrow/kernels/*.py)
# A cap on every test: a hang is a failure.
PYTEST := $(BIN)/python -X faulthandler -m pytest -n auto -q

.PHONY: demo test check format bench clean

demo: $(VENV)/core
	$(BIN)/windrow tree examples/shop.html

test: $(VENV)/test
	WINDROW_KERNELS=native $(PYTEST)
	WINDROW_KERNELS=python $(PYTEST) -m "not slow"

check: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/test
	$(BIN)/python -m bench.speed

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/windrow/kernels/*.so

$(VENV)/core: pyproject.toml setup.py $(KERNELS)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/test: $(VENV)/core
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@
