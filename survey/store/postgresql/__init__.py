"""The store for several processes or machines."""
