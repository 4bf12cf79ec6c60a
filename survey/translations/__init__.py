"""The languages of the pages: a folder for each, and the modules that read them."""
