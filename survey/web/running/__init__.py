"""Running a survey: publish, share, present, close, delete."""
