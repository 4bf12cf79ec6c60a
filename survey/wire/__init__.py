"""Taking a response: bytes to bytes, without a framework, whichever way it comes in."""
