"""The demo survey, and the students that are made up for it."""
