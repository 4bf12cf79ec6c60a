"""The states that a store keeps; a rehearsal is one of pages only."""

from survey.store import State

STORED = (State.DRAFT, State.OPEN, State.CLOSED)
