# make play    a table in your browser; .venv/bin/speto play dummy plays in the terminal
# make test    the tests, compiled and plain, and the core under sanitizers; make test-long the rest
# make test-web  the web client in Debian's Chromium; its pictures are in build/pictures
# make test-cluster  several servers on PostgreSQL and Redis, and what they survive
# make check   format, lint and types         make fix    mend what can be mended
# make pages   the made pages of docs/ and deploy/, after a text or a figure has changed
# make audit   what we depend on, asked of the services that know of faults
# make bench   speed, beside other engines; make load  the server under load: docs/load.md anew
# make core    compile what changed           make web    build the web client
#
# PYTHON=python3.12 make …  uses another Python, in a venv of its own.

PYTHON ?= python3
VENV := $(if $(filter python3,$(PYTHON)),.venv,.venv-$(notdir $(PYTHON)))
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
CODE := src tests scripts hatch_build.py $(wildcard bench)
SITE := build/sanitized-site

# What the compiled core is made from; the folders too, since files come and go.
TYPES := $(shell find src -name '*.pxd')
SOURCES := $(TYPES) $(wildcard $(TYPES:.pxd=.py)) $(shell find src/speto -type d -not -name __pycache__)

# What the web client is made from, the folders too.
WEB := web/package-lock.json web/index.html $(wildcard web/*.ts web/*.js) $(shell find web/src web/public)
PAGE := src/speto/static/index.html

# Many tests wait, for a server or a page, so there is one more at a time than there are cores.
AT_ONCE = $(shell $(BIN)/python -c 'import os; \
	cores = getattr(os, "sched_getaffinity", lambda _: range(os.cpu_count() or 1))(0); print(len(cores) + 1)')
# Each of these has a browser or whole sites of its own.
FEW = $(shell expr $(AT_ONCE) \> 4 > /dev/null && echo 4 || echo $(AT_ONCE))

COMPILER := $(shell command -v $${CC:-gcc} || command -v cc)

# $(call requirements,KEYS,WHAT) installs the list of requirements that stands there in pyproject.toml.
requirements = @echo 'speto: installing $(2)'; $(BIN)/python -c 'import tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))$(1), sep="\n")' > $(VENV)/requirements.txt \
	&& $(PIP) install -r $(VENV)/requirements.txt

.PHONY: play core web test test-client test-compiled test-sanitize test-plain test-long test-web \
	test-cluster check check-client audit fix bench load pages clean
.NOTPARALLEL:

play: $(VENV)/core $(PAGE)
	@$(BIN)/speto serve --open

core: $(VENV)/core

web: $(PAGE)

test: test-client test-compiled test-sanitize test-plain

test-client: $(VENV)/node
	$(BIN)/python hatch_build.py npm run --silent test

test-compiled: $(VENV)/dev $(VENV)/core
	$(BIN)/pytest -n $(AT_ONCE)

test-plain: $(VENV)/dev $(VENV)/core
	SPETO_PURE=1 $(BIN)/pytest -n auto -m "not long and not once and not web and not cluster"

test-long: $(VENV)/dev $(VENV)/core
	$(BIN)/pytest -n auto -m long --hypothesis-profile=long

test-web: $(VENV)/dev $(VENV)/core $(PAGE)
	$(BIN)/pytest -n $(FEW) -m web tests/web

test-cluster: $(VENV)/dev $(VENV)/core
	$(BIN)/pytest -n $(FEW) -m "cluster and not long" tests/cluster

ifeq ($(COMPILER),)
test-sanitize:
	@echo "There is no C compiler, so no compiled core to run under sanitizers."
else
test-sanitize: $(SITE)/made
	LD_PRELOAD=$$($(COMPILER) -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 \
	PYTHONMALLOC=malloc PYTHONPATH=$(SITE):$(CURDIR) $(BIN)/python tests/sanitize/drive.py
endif

check: check-client $(VENV)/dev
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy $(CODE)

check-client: $(VENV)/node
	$(BIN)/python hatch_build.py npm run --silent check

audit: $(VENV)/dev $(VENV)/node
	$(BIN)/python -m scripts.audit

fix: $(VENV)/dev
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

load: $(VENV)/dev $(VENV)/core
	@if command -v npm > /dev/null; then cd bench/server_peer && npm ci --no-audit --no-fund --loglevel=error; fi
	$(BIN)/python -m bench.load docs

bench: $(VENV)/bench $(VENV)/core
	$(BIN)/python -m bench

pages: $(VENV)/core
	$(BIN)/python -m speto.pages docs
	$(BIN)/python -m speto.server.schema docs
	$(BIN)/python -m speto.server.openapi docs
	$(BIN)/python -m speto.server.dashboard deploy

clean:
	rm -rf build dist .venv .venv-* src/speto/static web/node_modules
	find src -name '*.so' -delete

# The stamps: each is made again only when what stands behind the colon is newer.

$(VENV)/ready: pyproject.toml hatch_build.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "speto needs Python 3.11 or newer")'
	@$(PYTHON) -c 'import ensurepip' 2> /dev/null || { $(PYTHON) -c 'import sys; \
		print("To make a venv, install the Debian package python%d.%d-venv." % sys.version_info[:2])'; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(call requirements,["build-system"]["requires"],what the build needs)
	SPETO_PURE=1 $(PIP) install --no-build-isolation --editable .
	@touch $@

$(VENV)/core: $(VENV)/ready $(SOURCES)
	@$(BIN)/python hatch_build.py
	@touch $@

$(VENV)/node: $(VENV)/ready
	@echo 'speto: installing Node for the web client'
	@$(PIP) install "$$($(BIN)/python -c 'import hatch_build; print(hatch_build.NODE)')"
	@touch $@

$(PAGE): $(VENV)/node $(WEB)
	@$(BIN)/python hatch_build.py web

$(VENV)/dev: $(VENV)/ready
	$(call requirements,["project"]["optional-dependencies"]["dev"],the tools for tests and checks)
	@touch $@

$(VENV)/bench: $(VENV)/ready
	$(call requirements,["project"]["optional-dependencies"]["bench"],the engines to compare with)
	@touch $@

$(SITE)/made: $(VENV)/ready $(SOURCES) $(shell find src -name '*.py' -o -name '*.json')
	rm -rf $(SITE)
	SPETO_SKIP_WEB=1 SPETO_REQUIRE_COMPILED=1 SPETO_SANITIZE=address,undefined \
	$(PIP) install --no-build-isolation --no-deps --target $(SITE) .
	@touch $@
