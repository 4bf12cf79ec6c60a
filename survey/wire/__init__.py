"""Takes a response: from a request's bytes to a reply's bytes, without any web framework."""
