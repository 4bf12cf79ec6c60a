"""The languages of the pages: one folder of catalogs each, and the modules that read them."""
