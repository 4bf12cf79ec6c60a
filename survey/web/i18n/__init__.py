"""The language of a page, and its way to write figures."""
