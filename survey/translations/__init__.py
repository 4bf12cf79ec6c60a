"""The languages that the pages speak: one folder each, and what reads them."""
