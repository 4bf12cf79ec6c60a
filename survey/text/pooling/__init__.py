"""What is said of several groups that were asked the same."""
