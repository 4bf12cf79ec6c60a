"""The results of an instrument: the quantities of every question, and two questions together."""
