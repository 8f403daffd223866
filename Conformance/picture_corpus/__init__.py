"""The parts of Conformance/corpus."""
