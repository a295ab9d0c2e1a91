# Each target sets up what it needs in .venv. Nothing but Python 3.11+ is assumed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard src/windrow/kernels/*/*.py src/windrow/kernels/*/*.pxd)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# The slow tests come first: a worker that has nothing left takes from the other.
PYTEST := $(BIN)/python -X faulthandler -m pytest -n auto --dist worksteal -q
# With CI, kernels that were not compiled are an error; elsewhere there may be no C compiler.
COMPILED := $(if $(CI),native,)
SAY := @echo "==>"

.NOTPARALLEL:
.PHONY: demo compile test browser studio extension built pictures check format quality bench reference docs clean

# What was compiled once is kept up to date: compiled and changed kernels do not go together.
demo: $(VENV)/ready $(wildcard $(VENV)/compiled)
	$(SAY) "extracting the table of examples/shop.html"
	@$(BIN)/windrow extract examples/shop.html --format table
	$(SAY) "run it yourself: $(BIN)/windrow extract PAGE, or '. $(BIN)/activate' and then: windrow extract PAGE"
	$(SAY) "'make compile' compiles the inner loops (a minute or more): then it is some 30 times faster"

compile: $(VENV)/compiled

# Both runs happen even if the first one fails; then the target fails.
test: $(VENV)/test $(VENV)/compiled browser
	@failed=0; \
	echo "==> running all tests with compiled kernels"; \
	WINDROW_KERNELS=$(COMPILED) $(PYTEST) || failed=1; \
	echo "==> running the tests of stages with kernels again, with uncompiled kernels"; \
	WINDROW_KERNELS=python $(PYTEST) -m "kernels and not slow" || failed=1; \
	exit $$failed

# The tests of the browser want a Chromium. Debian's is installed where there is none and where we
# may; elsewhere those tests are skipped, or fail with CI set.
browser:
	@for name in "$$WINDROW_CHROMIUM" chromium chromium-browser google-chrome; do \
	    command -v "$$name" >/dev/null 2>&1 && exit 0; done; \
	command -v apt-get >/dev/null 2>&1 || exit 0; \
	echo "==> installing Chromium for the tests of the browser"; \
	sudo=; test "$$(id -u)" = 0 || sudo="sudo -n"; \
	$$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends chromium chromium-sandbox fonts-liberation || \
	    echo "no Chromium could be installed: the tests of the browser are left out" >&2

# The studio is built into the package, so that users need no Node; the build is committed.
studio: studio/node_modules/ready
	cd studio && npm run --silent check && npm run --silent build

# The versions of the lock file. "npm ci" would refuse a lock without the parts for other systems.
studio/node_modules/ready: studio/package.json studio/package-lock.json
	$(SAY) "installing what the studio is built with"
	@cd studio && npm install --no-save --silent --no-audit --no-fund && touch node_modules/ready

# The browser extension: folders that browsers load, and zip files that their shops take.
LINTER := addons-linter@10.13.0
EXTENSION := build/extension
extension: $(EXTENSION)/ready
	cd extension && npm exec --silent -- svelte-check --fail-on-warnings
	@for browser in chromium firefox; do \
	    (cd $(EXTENSION)/$$browser && $(PYTHON) -m zipfile -c ../windrow-$$browser.zip *) && \
	    npm exec --silent --yes --package=$(LINTER) -- addons-linter $(EXTENSION)/windrow-$$browser.zip \
	        > $(EXTENSION)/windrow-$$browser.txt || { cat $(EXTENSION)/windrow-$$browser.txt; exit 1; }; done
	$(SAY) "load $(EXTENSION)/chromium or $(EXTENSION)/firefox into a browser: docs/guide/extension.md"

# Built with what the studio is built with: the table is the studio's.
$(EXTENSION)/ready: studio/node_modules/ready $(wildcard extension/*.* extension/src/* extension/src/page/* studio/src/*.* studio/src/parts/* src/windrow/read/browser/*.js)
	@ln -sfn ../studio/node_modules extension/node_modules
	@cd extension && node build.mjs ../$(EXTENSION)
	@touch $@

# Fails where the committed build is not that of the sources. Without Node nothing can be said.
built:
	@command -v npm >/dev/null 2>&1 || { echo "no npm: the build of the studio is not checked" >&2; test -z "$$CI"; exit; }; \
	$(MAKE) --no-print-directory studio && \
	{ test -z "$$(git status --porcelain src/windrow/studio)" || \
	{ echo "src/windrow/studio is not the build of studio/: run 'make studio' and commit" >&2; exit 1; }; }

# The pictures of the guide, taken of the studio and the extension at work.
pictures: $(VENV)/test
	WINDROW_PICTURES=docs/guide/pictures $(BIN)/python -m pytest -q tests/studio/test_pictures.py tests/extension/test_pictures.py

check: $(VENV)/test built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Fails below a floor of bench/floors.json: the golden pages, and a sample of the labelled corpus
# where there is one.
quality: $(VENV)/test $(VENV)/compiled
	$(BIN)/python -m bench.quality --sample --check

bench: $(VENV)/test $(VENV)/compiled
	$(BIN)/python -m bench.speed
	$(BIN)/python -m bench.compare

reference: $(VENV)/ready
	$(BIN)/python tools/reference.py

docs: $(VENV)/docs reference
	NO_MKDOCS_2_WARNING=1 PATH=$(CURDIR)/$(BIN):$$PATH mkdocs build --strict --quiet
	$(SAY) "the site is in build/site"

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/windrow/kernels/*.so src/windrow/kernels/*/*.so

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.version_info < (3, 11) and sys.exit("windrow needs Python 3.11 or later")'
	$(SAY) "making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

# Kernels are compiled in place by a step of their own, and only those that changed.
$(VENV)/ready: pyproject.toml setup.py | $(BIN)/python
	$(SAY) "installing windrow and what it needs, without compiling"
	@WINDROW_COMPILE=no $(PIP) --editable .
	@touch $@

$(VENV)/test: pyproject.toml setup.py | $(BIN)/python
	$(SAY) "installing windrow and what the tests need (some minutes the first time)"
	@WINDROW_COMPILE=no $(PIP) --editable '.[test]'
	@touch $(VENV)/ready $@

$(VENV)/docs: pyproject.toml setup.py | $(BIN)/python
	$(SAY) "installing windrow and what the documentation needs"
	@WINDROW_COMPILE=no $(PIP) --editable '.[docs]'
	@touch $(VENV)/ready $@

$(VENV)/compiled: setup.py $(KERNELS) | $(VENV)/ready
	$(SAY) "compiling the kernels that changed (all of them take some minutes)"
	@$(PIP) 'setuptools>=77' 'Cython>=3.3,<4'
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@
