"""What SQLite and PostgreSQL share: the same statements in each engine's transactions."""
