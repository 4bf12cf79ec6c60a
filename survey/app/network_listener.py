"""A second address for the app, in the local network (`survey serve --lan`)."""

import asyncio
import logging
from typing import Any, Protocol

from survey.app.rsgi import CompleteRequests

logger = logging.getLogger(__name__)


class Server(Protocol):
    """Granian's embedded server, some of whose methods have no types."""

    async def serve(self) -> None: ...

    def stop(self) -> None: ...


class WithNetwork:
    """Serves at Granian's own address, and in the same event loop at that of a second server."""

    def __init__(self, served: CompleteRequests, server: Server):
        self.__rsgi__ = served.__rsgi__
        self._served, self._server = served, server

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._served.__rsgi_init__(loop)
        self._task = loop.create_task(self._server.serve())
        self._task.add_done_callback(_say_end)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._task.done():
            self._server.stop()
            loop.run_until_complete(self._task)


def _say_end(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and task.exception():
        logger.error("Phones cannot reach the app: its address in the network is gone. Restart it.")
