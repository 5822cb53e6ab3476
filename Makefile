# Needs Rust and Python 3.11 or newer; everything else is installed into .venv from PyPI.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# What the compiled module and the installed metadata are made of. The Python sources are used where they are.
SOURCES := pyproject.toml README.md LICENSE Cargo.toml Cargo.lock $(shell find src build -name '*.rs') src/binding/Cargo.toml
PYTHON_CODE := python tests benches docs/make examples

# Wheels for all Linuxes are linked by zig against an old libc; elsewhere the system's own linker does.
PORTABLE := $(if $(filter Linux,$(shell uname -s)),--zig --compatibility manylinux2014)
# Where things lie on the machine that builds is nobody's business: panics name files as their crates do.
REMAP := --remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)/registry/src= --remap-path-prefix=$(CURDIR)=soko

.PHONY: help demo test test-rust test-python lint coverage deny fuzz miri mutants docs wheel sdist bench bench-short instructions clean

help:
	@echo 'make demo         build the package in .venv and simulate 20 million deals'
	@echo 'make test         all tests (also: test-rust, test-python)'
	@echo 'make lint         formatters, linters and type checkers'
	@echo 'make coverage     lines that no test runs; less than 95% of the Rust or 98% of the Python is an error (needs llvm)'
	@echo 'make deny         licences and sources of what is built in from elsewhere'
	@echo 'make fuzz         bytes that lead the core to where it has not been, two minutes for each of five programs'
	@echo 'make miri         the unsafe code of the kernels in an interpreter that checks it (needs rustup)'
	@echo 'make mutants      changes in the Rust core that no test notices (takes hours)'
	@echo 'make docs         the site, in site/: pages, API reference, llms.txt; a warning is an error'
	@echo 'make wheel        a wheel in dist/ for this kind of machine, and checks of it'
	@echo 'make sdist        the sources in dist/, and all tests of the package built from them alone'
	@echo 'make bench        speed against the reference and other packages (shorter: bench-short)'
	@echo 'make instructions machine instructions of a hand and a deal against those on record (needs valgrind)'
	@echo 'make clean        remove what was built'

demo: $(VENV)/with-cli
	$(BIN)/soko simulate --players 6 --deals 20_000_000

test: test-rust test-python

test-rust:
	cargo test --locked --package soko

test-python: $(VENV)/with-test
	$(BIN)/python -m pytest -n auto --dist loadfile

lint: $(VENV)/with-lint
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- --deny warnings
	$(BIN)/ruff check $(PYTHON_CODE)
	$(BIN)/ruff format --check $(PYTHON_CODE)
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/python -m mypy.stubtest soko
	$(BIN)/typos
	$(BIN)/zizmor --quiet --offline --pedantic .github
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --check-metaschema docs/schema/*.json

coverage: $(VENV)/maturin $(BIN)/cargo-llvm-cov
	.ci/coverage $(BIN)

deny: $(BIN)/cargo-deny
	$(BIN)/cargo-deny --locked --workspace check bans licenses sources

fuzz: $(BIN)/cargo-fuzz
	PATH='$(abspath $(BIN))':"$$PATH" .ci/fuzz 120

miri:
	.ci/miri

# Which files, by which tests, and what is left out for what reason: .cargo/mutants.toml.
mutants: $(BIN)/cargo-mutants
	PATH='$(abspath $(BIN))':"$$PATH" cargo mutants

docs: $(VENV)/with-docs
	$(BIN)/python -m docs.make

wheel: $(VENV)/with-wheel
	rm -rf build-wheel dist
	PATH='$(abspath $(BIN))':"$$PATH" RUSTFLAGS='$(REMAP)' $(BIN)/maturin build --release --locked $(PORTABLE) \
		--interpreter $(BIN)/python --out build-wheel
	$(BIN)/python .ci/clean-wheels build-wheel dist
	PATH='$(abspath $(BIN))':"$$PATH" .ci/check-dist dist 1 $(HOME) $(CURDIR)

sdist: $(VENV)/with-wheel
	.ci/sdist $(BIN)

# The figures are kept in build-bench, for docs/make/performance.py; target/criterion has those of the crate alone.
bench: $(VENV)/with-bench
	mkdir -p build-bench
	cargo bench --locked --quiet --bench rates
	$(BIN)/python -m pytest benches --benchmark-json build-bench/benches.json --benchmark-columns=median,iqr,rounds

bench-short: $(VENV)/with-bench
	$(BIN)/python -m pytest benches --short --quiet --benchmark-columns=median,iqr,rounds

instructions: $(VENV)/maturin
	$(BIN)/python -m benches.instructions

clean:
	rm -rf $(VENV) target build-wheel build-bench dist build-docs site .cache python/soko/*.so python/soko/*.pyd
	find $(PYTHON_CODE) -name __pycache__ -prune -exec rm -rf {} +

# The environment, and the tool that builds into it.
$(VENV)/maturin: Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'maturin>=1.16,<2'
	@touch $@

# Programs of cargo's that PyPI does not have.
cargo-deny := 0.20.2
cargo-fuzz := 0.13.2
cargo-llvm-cov := 0.9.1
cargo-mutants := 27.1.0
$(BIN)/cargo-%: $(VENV)/maturin
	cargo install --locked --quiet --root $(VENV) cargo-$*@$(cargo-$*)
	@touch $@

# The package itself, newly built when its sources have changed, with one of its extras.
$(VENV)/with-%: $(VENV)/maturin $(SOURCES)
	VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --release --locked --quiet --extras $*
	@touch $@
