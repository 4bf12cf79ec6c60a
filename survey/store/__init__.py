"""Storage behind a few verbs. Everything outside sees survey.store.base and values only."""

from survey.store.base import Store
from survey.store.engines import open_store
from survey.store.sqlite import SQLiteStore
from survey.store.values import Instructor
from survey.store.values import State
from survey.store.values import Survey
from survey.store.values import TokenCounts

__all__ = ["Instructor", "SQLiteStore", "State", "Store", "Survey", "TokenCounts", "open_store"]
