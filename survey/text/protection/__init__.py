"""How far an answer is protected: what one report tells, and what all of them tell together."""
