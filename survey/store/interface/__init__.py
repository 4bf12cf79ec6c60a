"""The protocols of a store, one for each part."""
