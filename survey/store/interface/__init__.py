"""What every store must do, by parts."""
