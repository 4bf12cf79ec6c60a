"""Tables that lessons show, computed from experiments."""
