"""Routes for supervisors, monitors and programs."""
