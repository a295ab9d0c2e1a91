# Two commands do all the set-up: `make demo` and `make test`. Nothing but Python 3.11+ is assumed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard src/windrow/kernels/*.py)
PYTEST := $(BIN)/python -X faulthandler -m pytest -n auto -q
# With CI, kernels that were not compiled are an error; elsewhere there may be no C compiler.
COMPILED := $(if $(CI),native,)

.PHONY: demo test check format bench clean

demo: $(VENV)/ready
	$(BIN)/windrow extract examples/shop.html --format table

test: $(VENV)/test
	WINDROW_KERNELS=$(COMPILED) $(PYTEST)
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
	$(BIN)/python -m bench.compare

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/windrow/kernels/*.so

# What the tests need contains all that a user needs: one install, one compilation.
$(VENV)/ready: pyproject.toml setup.py $(KERNELS)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/test: pyproject.toml setup.py $(KERNELS)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $(VENV)/ready $@
