"""What commands ask of this machine and its data."""
