"""Storage behind a few verbs. Everything outside this package sees only survey.store.base."""

from survey.store.base import Instructor
from survey.store.base import State
from survey.store.base import Store
from survey.store.base import Survey
from survey.store.base import TokenCounts
from survey.store.engines import open_store
from survey.store.sqlite import SQLiteStore

__all__ = ["Instructor", "SQLiteStore", "State", "Store", "Survey", "TokenCounts", "open_store"]
