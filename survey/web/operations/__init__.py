"""What supervisors, monitors and programs ask."""
