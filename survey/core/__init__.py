"""The mathematics by itself: `import survey.core`, and a module is loaded when it is first named.

It imports the standard library, numpy and scipy only; the web and the database are elsewhere.
"""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

_MODULES = frozenset(module.name for module in iter_modules(__path__))


def __getattr__(name: str) -> ModuleType:
    """The module of this name (PEP 562), so that a notebook needs one import only."""
    if name not in _MODULES:
        raise AttributeError(f"survey.core has no module {name}.")
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return sorted(_MODULES)
