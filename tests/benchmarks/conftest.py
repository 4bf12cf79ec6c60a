"""Benchmarks measure ratios in one run and print them; they assert none."""
