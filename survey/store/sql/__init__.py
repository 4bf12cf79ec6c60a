"""What SQLite and PostgreSQL do alike: the same statements, in each one's transactions."""
