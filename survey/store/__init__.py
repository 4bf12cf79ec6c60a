"""Storage behind a few verbs, which survey.store.interface defines."""

from survey.store.interface.store import Store
from survey.store.maintenance.open import open_store
from survey.store.models import Instructor, State, Survey, TokenCounts

__all__ = ["Instructor", "State", "Store", "Survey", "TokenCounts", "open_store"]
