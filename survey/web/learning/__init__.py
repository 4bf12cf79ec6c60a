"""The lab and the documentation."""
