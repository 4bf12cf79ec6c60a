"""The modules and calls of survey/ that one request enters, by the interpreter's profiler."""

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import survey

PACKAGE = str(Path(survey.__file__).parent) + "/"


@dataclass
class Flow:
    """How often each module of survey/ was entered, by its path within the package."""

    modules: Counter[str] = field(default_factory=Counter)
    functions: Counter[str] = field(default_factory=Counter)

    @property
    def calls(self) -> int:
        return self.modules.total()


def flow_of(run: Callable[[], object]) -> Flow:
    """The flow of this thread's calls in `run`."""
    flow = Flow()

    def note(frame, event, _):
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            module = frame.f_code.co_filename.removeprefix(PACKAGE)
            flow.modules[module] += 1
            flow.functions[f"{module}:{frame.f_code.co_qualname}"] += 1

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return flow
