"""Teaching with the lab: a plan, slides and notes, and a lesson's question for the whole class."""
