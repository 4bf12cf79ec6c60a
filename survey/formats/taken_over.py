"""What of a file was taken over, and what was not: where it stands and why."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from typing import Any

from survey.core.instrument import Instrument
from survey.core.instrument import validate
from survey.core.questions import Kind
from survey.errors import InstrumentInvalid

LONGEST_SHOWN = 60  # characters of a name from a file that are repeated to a person


@dataclass(frozen=True)
class LeftOut:
    """One thing of a file that was not taken over.

    `place` is where it stands ("survey row 7", "pages[0].elements[2]"), `what`
    the property or the kind of question, `why` a sentence's worth of reason.
    """

    place: str
    what: str
    why: str


@dataclass
class TakenOver:
    """A questionnaire read from a file.

    `document` holds the raw values that survey.core.instrument.validate takes;
    `places` says for each question where in the file it stands, and is empty
    where the file's own words are the fields' names, as in TOML.
    """

    document: dict[str, Any]
    places: list[str] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def instrument(self) -> Instrument:
        """The instrument, or InstrumentInvalid with the place in the file of every fault."""
        try:
            return validate(self.document)
        except InstrumentInvalid as error:
            faults = {self._place(name): sentence for name, sentence in error.errors.items()}
            raise InstrumentInvalid(faults) from None

    def _place(self, name: str) -> str:
        match name.split("."):
            case ["questions", number, part] if self.places:
                return f"{self.places[int(number) - 1]}, {part}"
        return name

    def leave_out(self, place: str, what: str, why: str) -> None:
        self.left_out.append(LeftOut(place, what, why))

    def ask(
        self, place: str, question: Mapping[str, Any], gamma: str | None, default_gamma: str
    ) -> None:
        """Takes a question over, with its own γ if it has one, else the default."""
        asked = dict(question)
        openly = asked.pop("openly", False)
        if openly and asked["kind"] == Kind.NUMBER:
            why = "a number cannot be asked openly, so that it is randomized"
            self.leave_out(place, "openly", why)
            openly = False
        if openly and gamma is not None:
            self.leave_out(place, "gamma", "a question asked openly has no γ")
        asked |= {"openly": True} if openly else {"gamma": gamma or default_gamma}
        self.document["questions"].append(asked)
        self.places.append(place)


def in_groups(left_out: list[LeftOut]) -> list[tuple[str, str, list[str]]]:
    """(what, why, places), one for each reason, in the order in which they first came."""
    groups: dict[tuple[str, str], list[str]] = {}
    for each in left_out:
        groups.setdefault((each.what, each.why), []).append(each.place)
    return [(what, why, places) for (what, why), places in groups.items()]


def in_sentences(left_out: list[LeftOut]) -> list[str]:
    """One sentence for each reason: what it is, where it stands, why it was not taken over."""
    return [f"{what} ({', '.join(places)}): {why}." for what, why, places in in_groups(left_out)]


def shown(text: str) -> str:
    """A name from a file, fit to be shown: short, on one line, printable."""
    short = text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"
    return "".join(
        "\ufffd" if unicodedata.category(character)[0] == "C" else character
        for character in " ".join(short.split())
    )


def openly_said(text: str) -> bool | None:
    """What a file says under "openly": yes, no, or None for neither."""
    return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}.get(
        text.strip().lower()
    )


def is_yes_no(first: str, second: str) -> bool:
    """Whether two options are Yes and No, in either order, as the app itself would show them."""
    return {first.strip().lower(), second.strip().lower()} == {"yes", "no"}
