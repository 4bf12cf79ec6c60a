"""Results in words, English or translated: figures, summaries, caveats, plans, glossary."""
