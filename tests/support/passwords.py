"""The instructor's password in tests."""

PASSWORD = "a long enough password"
