"""The statements that SQLite and PostgreSQL share, in each engine's transactions."""
