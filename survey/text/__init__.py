"""What is said of results: figures, summaries, caveats, plans, glossary. English or translated."""
