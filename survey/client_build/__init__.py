"""The client as it is served: one shell per language and a few files, for every survey alike."""
