"""The client as it is served: a shell a language and a few files, the same for every survey."""
