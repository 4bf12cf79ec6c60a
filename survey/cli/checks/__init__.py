"""The checks of `survey doctor` and `survey verify-page`."""
