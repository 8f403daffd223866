# make demo    a feed of 80 rows from an embedded server, cold, warm and with faults; writes out/contact-sheet.png
# make test    every test
# make check   the one gate: format, warnings as errors, tests under Thread Sanitizer, soak, corpus, conformance
# make conformance   what the public suite of HTTP cache tests says
# make fuzz    every way of strangers' bytes, ten minutes each; FUZZ_SECONDS=20 for a short look
# make bench   the benchmarks beside their peers
.PHONY: demo test check bench setup setup-tests lint build-strict tsan soak corpus conformance without-curl fuzz

SOURCES = Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources \
	Conformance/Package.swift Conformance/Sources Fuzz/Package.swift Fuzz/Sources

demo: setup
	swift run -c release FeedDemo

test: setup-tests
	Scripts/test

check: SOAK_ROUNDS = 50
check: export CHAOS_REQUESTS = 1000
check: setup-tests lint build-strict without-curl soak corpus conformance tsan

setup:
	@Scripts/setup

setup-tests:
	@Scripts/setup --tests

lint:
	swift format lint --strict --recursive $(SOURCES)

build-strict:
	swift build --enable-all-traits --build-tests -Xswiftc -warnings-as-errors --scratch-path .build/strict

without-curl:
	swift build --disable-default-traits -Xswiftc -warnings-as-errors --scratch-path .build/without-curl

# How often the store's writers are killed; make check asks for fewer.
SOAK_ROUNDS ?= 1000

soak:
	Scripts/soak
	Scripts/soak-store $(SOAK_ROUNDS)

corpus:
	Conformance/corpus --self-test
	Conformance/corpus --if-present

conformance:
	Conformance/http-cache --replay
	Conformance/http-cache --if-present

# Seconds for each path.
FUZZ_SECONDS ?= 600

fuzz:
	FUZZ_SECONDS=$(FUZZ_SECONDS) Fuzz/run

tsan:
	Scripts/test --sanitize=thread

bench: setup-tests
	@Scripts/setup --bench
	Benchmarks/run-memory
	Benchmarks/run-disk
	Benchmarks/run-transport
	Benchmarks/run-decode
	Benchmarks/run-fling
