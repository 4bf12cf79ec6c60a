"""Public results as they were rendered last, so that a class which opens them waits for one reader.

A questionnaire of fifty questions takes a third of a second to render. Many readers at once would
otherwise hold up the responses to every survey.
"""

import gzip
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

MOST_KEPT = 4_000_000  # bytes of all pages together, which are kept compressed
KEPT_SECONDS = 60  # after it was read last; nobody can read the page of a deleted survey
RENDERED_AT_ONCE = 2  # by as many threads

# The key in a request's environment for a thread that renders no page which readers share.
RENDERS_NONE = "deniable.renders_none"


class MissingPage(BaseException):
    """The page of this `state` is not kept, and this thread renders none.

    No Exception, so that no page says that something went wrong: another thread answers.
    """

    def __init__(self, state: str):
        super().__init__(state)
        self.state = state


@dataclass
class KeptPage:
    """A page as gzip, and when it was read last."""

    content: bytes
    read: float


class SharedPages:
    """The pages that were read last, each by the ETag of all that it shows.

    A reader of a kept page waits for nobody. One who needs a page rendered waits for that page and
    for a turn.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._records = threading.Lock()  # never held while a page is rendered
        self._turns: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._rendering = threading.BoundedSemaphore(RENDERED_AT_ONCE)
        self._kept: OrderedDict[str, KeptPage] = OrderedDict()

    def kept(self, state: str) -> bytes | None:
        """The page of this state as gzip, if it is kept."""
        with self._records:
            page = self._kept.get(state)
            if page is None:
                return None
            self._kept.move_to_end(state)
            page.read = self._clock()
            return page.content

    def of(self, state: str, render: Callable[[], str]) -> bytes:
        """The page of this state as gzip, rendered unless it is kept."""
        with self._records:
            turn = self._turns.setdefault(state, threading.Lock())
        with turn:
            content = self.kept(state)
            if content is None:
                with self._rendering:
                    content = gzip.compress(render().encode(), mtime=0)
                self._keep(state, content)
            return content

    def drop_unread(self) -> None:
        """Forgets the pages that nobody has read lately."""
        with self._records:
            while self._kept and self._clock() - next(iter(self._kept.values())).read > (
                KEPT_SECONDS
            ):
                self._kept.popitem(last=False)

    def _keep(self, state: str, content: bytes) -> None:
        with self._records:
            self._kept[state] = KeptPage(content, self._clock())
            while sum(len(page.content) for page in self._kept.values()) > MOST_KEPT:
                self._kept.popitem(last=False)
