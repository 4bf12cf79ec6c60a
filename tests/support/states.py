"""The states that a store can hold; a rehearsal is a state on pages only."""

from survey.store import State

STORED = (State.DRAFT, State.OPEN, State.CLOSED)
