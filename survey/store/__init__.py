"""Storage behind a few verbs. Everything outside sees survey.store.interface and values only."""

from survey.store.interface.store import Store
from survey.store.maintenance.open import open_store
from survey.store.models import Instructor, State, Survey, TokenCounts
from survey.store.sqlite.store import SQLiteStore

__all__ = ["Instructor", "SQLiteStore", "State", "Store", "Survey", "TokenCounts", "open_store"]
