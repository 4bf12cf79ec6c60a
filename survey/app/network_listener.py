"""A second address for the app, in the local network (`survey serve --lan`)."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

from survey.app.rsgi import CompleteRequests
from survey.web.respondent.lan_address import AddressChange, LanAddress

logger = logging.getLogger(__name__)

LOOKED_AT_EVERY_SECONDS = 2.0


class Server(Protocol):
    """Granian's embedded server, some of whose methods have no types."""

    async def serve(self) -> None: ...

    def stop(self) -> None: ...


class WithNetwork:
    """Serves at Granian's own address, and in the same event loop at that of a second server.

    `listening` makes a server for an address. The network may change: so it is looked again and
    again whether the address is another one, at which a new server then listens.
    """

    def __init__(
        self, served: CompleteRequests, address: LanAddress, listening: Callable[[str], Server]
    ):
        self.__rsgi__ = served.__rsgi__
        self._served, self._address, self._listening = served, address, listening
        self._tasks: list[asyncio.Task[Any]] = []  # the servers', of which the last one listens

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._served.__rsgi_init__(loop)
        self._listen(loop)
        self._looking = loop.create_task(self._look(loop))

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._looking.cancel()
        if not self._tasks[-1].done():
            self._server.stop()
        loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        self._server = self._listening(self._address.address)
        task = loop.create_task(self._server.serve())
        task.add_done_callback(self._note_end)
        self._tasks = [*(each for each in self._tasks if not each.done()), task]

    async def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            await asyncio.sleep(LOOKED_AT_EVERY_SECONDS)
            if self._address.look() is AddressChange.MOVED:
                self._server.stop()  # what it has begun may end
                self._listen(loop)

    def _note_end(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self._address.lose()
            logger.error(
                "Phones cannot reach the app, which cannot listen at %s: %s. Restart it.",
                self._address.state.url,
                str(error).partition("\n")[0],  # Granian adds where in itself it was
            )
