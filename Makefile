# Two commands do all the set-up: `make demo` and `make test`. Nothing but Python 3.11+ is assumed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard src/windrow/kernels/*/*.py)
PYTEST := $(BIN)/python -X faulthandler -m pytest -n auto -q
# With CI, kernels that were not compiled are an error; elsewhere there may be no C compiler.
COMPILED := $(if $(CI),native,)

.PHONY: demo test browser check format bench clean

demo: $(VENV)/ready
	$(BIN)/windrow extract examples/shop.html --format table

test: $(VENV)/test browser
	WINDROW_KERNELS=$(COMPILED) $(PYTEST)
	WINDROW_KERNELS=python $(PYTEST) -m "not slow"

# The tests of the browser want a Chromium. Debian's is installed where there is none and where we
# may; elsewhere those tests are skipped, or fail with CI set.
browser:
	@for name in $$WINDROW_CHROMIUM chromium chromium-browser google-chrome; do \
	    command -v $$name >/dev/null 2>&1 && exit 0; done; \
	command -v apt-get >/dev/null 2>&1 || exit 0; \
	sudo=; test "$$(id -u)" = 0 || sudo="sudo -n"; \
	$$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends chromium chromium-sandbox fonts-liberation || \
	    echo "no Chromium could be installed: the tests of the browser are left out" >&2

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
	rm -rf $(VENV) build dist src/*.egg-info src/windrow/kernels/*/*.so

# What the tests need contains all that a user needs: one install, one compilation.
$(VENV)/ready: pyproject.toml setup.py $(KERNELS)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/test: pyproject.toml setup.py $(KERNELS)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $(VENV)/ready $@
