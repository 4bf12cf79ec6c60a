"""The kinds of questions: how an answer becomes the items that are randomized."""
