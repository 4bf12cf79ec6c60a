"""The parts that forms have in common."""

NO_AUTOFILL = {"autocomplete": "off"}
