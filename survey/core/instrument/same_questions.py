"""The same questions for another group: what stays as it is, and what each group has of its own."""

from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.core.instrument.texts import WHO_ASKS

# What a group has of its own; all else is what is asked.
OWN = {"title", "class_size", "demo", *WHO_ASKS}


def asks_the_same(one: Instrument, other: Instrument) -> bool:
    """Whether both ask the same in every language, apart from title, class size and who asks."""
    return _asked(one.raw()) == _asked(other.raw())


def for_group(
    instrument: Instrument, group: str, class_size: int | None, before: str = ""
) -> Instrument:
    """The same questions for a group, whose name stands behind the title; raises InstrumentInvalid.

    `before` is the name of the group that the instrument was for, if any.
    """
    document = instrument.raw()

    def titled(texts: dict[str, Any]) -> dict[str, Any]:
        title = str(texts["title"]).removesuffix(f" ({before})" if before else "")
        return {**texts, "title": f"{title} ({group})"}

    translations = {tag: titled(texts) for tag, texts in document.get("translations", {}).items()}
    more = {"translations": translations} if translations else {}
    return validate({**titled(document), "class_size": class_size, **more})


def _asked(document: dict[str, Any]) -> dict[str, Any]:
    asked = {name: value for name, value in document.items() if name not in OWN}
    if "translations" in asked:
        asked["translations"] = {tag: _asked(texts) for tag, texts in asked["translations"].items()}
    return asked
