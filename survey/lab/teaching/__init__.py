"""The lab before a class: its plan, slides and notes, and a lesson's question asked of all."""
