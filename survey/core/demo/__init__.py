"""The demo survey, and the words that it is written in."""
