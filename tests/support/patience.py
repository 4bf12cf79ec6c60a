"""How long a test waits for another process: no test fails because its machine is busy."""

PATIENCE = 120  # seconds; a longer wait is a fault
