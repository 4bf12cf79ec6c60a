"""Two ways to wait for the database: on a thread that sleeps, or in an event loop that goes on."""

import asyncio
from collections.abc import Awaitable, Coroutine
from concurrent.futures import Executor
from functools import partial
from typing import Any, Protocol, TypeVar

from survey.core.responses.response import Response
from survey.errors import SurveyNotFound
from survey.store import Store, Survey

Result = TypeVar("Result")


class Way(Protocol):
    """A way to reach the store."""

    async def survey(self, code: str) -> Survey:
        """The survey as the database has it now; raises SurveyNotFound unless it is published."""

    async def token_spent(self, code: str, token_hash: str) -> bool | None:
        """Calls Surveys.token_spent."""

    def add(self, code: str, response: Response, token_hash: str | None) -> Awaitable[bool]:
        """Calls Responses.add, with its result and errors; may begin before it is awaited."""


class OnThread:
    """Waits on a thread that has nothing else to do: each call returns when its work is done."""

    def __init__(self, store: Store):
        self._store = store

    async def survey(self, code: str) -> Survey:
        return read_published(self._store, code)

    async def token_spent(self, code: str, token_hash: str) -> bool | None:
        return self._store.surveys.token_spent(code, token_hash)

    async def add(self, code: str, response: Response, token_hash: str | None) -> bool:
        return self._store.responses.add(code, response, token_hash)


class InLoop:
    """Waits in an event loop, and uses a thread for work that would block the loop.

    One reading at a time serves all callers that asked for the survey before it began, such as a
    whole class that opens the page at once.
    """

    def __init__(self, store: Store, thread: Executor):
        self._store, self._thread = store, thread
        self._coming: dict[str, asyncio.Task[Survey]] = {}
        self._reading = asyncio.Lock()

    async def survey(self, code: str) -> Survey:
        if code not in self._coming:
            self._coming[code] = asyncio.create_task(self._read(code))
        # A caller that gives up does not cancel the reading for the others.
        return await asyncio.shield(self._coming[code])

    async def _read(self, code: str) -> Survey:
        async with self._reading:
            # Later callers may know of a change that this reading misses.
            del self._coming[code]
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, read_published, self._store, code)

    async def token_spent(self, code: str, token_hash: str) -> bool | None:
        asked = partial(self._store.surveys.token_spent, code, token_hash)
        return await asyncio.get_running_loop().run_in_executor(self._thread, asked)

    def add(self, code: str, response: Response, token_hash: str | None) -> Awaitable[bool]:
        return self._store.responses.add_awaited(code, response, token_hash)


def read_published(store: Store, code: str) -> Survey:
    """The survey with this code; a draft is not found, as if it did not exist."""
    survey = store.surveys.get(code)
    if not survey.published:
        raise SurveyNotFound
    return survey


def at_once(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """The result of a coroutine that waits OnThread, and so never gives way."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: Result = end.value
        return result
    coroutine.close()
    raise RuntimeError("It gave way where no event loop runs.")
