"""The mathematics and the rules: it imports the standard library, numpy and scipy only."""
