"""A message of the client: one name, one text, or one for each plural category."""

from collections.abc import Callable

from survey.errors import ConfigError

Message = str | dict[str, str] | dict[str, dict[str, str]]
Say = Callable[[str], str]


def joined(*groups: dict[str, Message]) -> dict[str, Message]:
    """All messages of the groups; raises ConfigError where two have one name."""
    messages: dict[str, Message] = {}
    for group in groups:
        if twice := messages.keys() & group.keys():
            raise ConfigError(f"Two messages of the client are called {', '.join(sorted(twice))}.")
        messages |= group
    return messages
