"""Lies that a server tells the respondent's client: acknowledgements and questionnaires."""

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from closed_survey import OTHER_KEY
from small_order import SIGNATURE, SMALL_ORDER

from survey.wire.keys import SigningKey


@dataclass(frozen=True)
class FalseAcknowledgement:
    """An acknowledgement with a false field or signature, by the server's key or this `signer`.

    `linked` is whether the client's link names the server's key.
    """

    changes: dict[str, Any] = field(default_factory=dict)
    signer: SigningKey | None = None
    linked: bool = False


# A page's message on a false questionnaire, by whether its link names the true one.
REFUSED = {
    True: "not the questionnaire that your link names",
    False: "would send your answers almost unchanged",
}


@dataclass(frozen=True)
class FalseQuestionnaire:
    """A document that a server sends instead of a questionnaire's canonical JSON.

    `linked` is whether the link names the true questionnaire; otherwise it names this one.
    """

    change: Callable[[dict[str, Any]], None]
    linked: bool = True

    def text(self, canonical: str) -> str:
        document = json.loads(canonical)
        self.change(document)
        return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _asking(**changes: Any) -> Callable[[dict[str, Any]], None]:
    """A function that puts other values into the first question."""
    return lambda document: document["questions"][0].update(changes)


ACKNOWLEDGEMENTS: dict[str, Callable[[], FalseAcknowledgement]] = {
    "to another survey": lambda: FalseAcknowledgement({"code": "bcd235"}),
    "of other reports": lambda: FalseAcknowledgement({"reports": [0, 0, 0, 0]}),
    "without a signature": lambda: FalseAcknowledgement({"signature": None}),
    "signed with a number": lambda: FalseAcknowledgement({"signature": 7, "key": 7}),
    "signed with garbage": lambda: FalseAcknowledgement({"signature": secrets.token_hex(64)}),
    "naming another key": lambda: FalseAcknowledgement({"key": OTHER_KEY.public.hex}),
    "signed by a key of small order": lambda: FalseAcknowledgement(
        {"key": SMALL_ORDER[2], "signature": SIGNATURE.hex()}
    ),
    "signed by another key than the link names": lambda: FalseAcknowledgement(
        signer=OTHER_KEY, linked=True
    ),
    # JavaScript's patterns match a list of one text like that text.
    "a signature within a list": lambda: FalseAcknowledgement({"signature": lambda text: [text]}),
    "a key within a list": lambda: FalseAcknowledgement({"key": lambda text: [text]}),
}

QUESTIONNAIRES: dict[str, Callable[[], FalseQuestionnaire]] = {
    "another γ": lambda: FalseQuestionnaire(_asking(gamma="2/5")),
    "a negated question": lambda: FalseQuestionnaire(_asking(text="Did you not cheat?")),
    "another title": lambda: FalseQuestionnaire(lambda document: document.update(title="Another")),
    "a question left out": lambda: FalseQuestionnaire(lambda document: document["questions"].pop()),
    "odds just above the ceiling, which the link names": lambda: FalseQuestionnaire(
        _asking(gamma="4901/10000"),
        linked=False,  # 100.01 to 1
    ),
}
