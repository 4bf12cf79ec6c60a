"""Takes responses: bytes in, bytes out, without a web framework."""
