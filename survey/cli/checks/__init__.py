"""What `survey doctor` and `survey verify-page` look at."""
