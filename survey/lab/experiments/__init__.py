"""What the lessons compute with: mechanisms, attacks, toy data."""
