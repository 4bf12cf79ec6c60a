"""Public results as they were rendered last, so that a class which opens them waits for one reader.

A questionnaire of fifty questions takes a third of a second to render. Many readers at once would
otherwise hold up the responses to every survey.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable

MOST_KEPT = 16_000_000  # characters of all pages together


class SharedPages:
    """The pages that were read last, each by the ETag of all that it shows."""

    def __init__(self) -> None:
        self._rendering = threading.Lock()
        self._kept: OrderedDict[str, str] = OrderedDict()

    def of(self, state: str, render: Callable[[], str]) -> str:
        """The page of this state, rendered unless it is kept; one at a time is rendered."""
        with self._rendering:
            page = self._kept.pop(state, None)
            if page is None:
                page = render()
            self._kept[state] = page
            while sum(map(len, self._kept.values())) > MOST_KEPT:
                self._kept.popitem(last=False)
            return page
