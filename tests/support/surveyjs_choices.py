"""The choices that SurveyJS's own package shows to a respondent.

The elements have every combination of the properties that decide about rates, options and
numbers. `python tests/support/surveyjs_choices.py` gets the package by npm and rewrites the file
that tests read.
"""

import itertools
import json
from pathlib import Path

from npm import run_with

FILE = Path(__file__).parents[1] / "vectors" / "surveyjs_choices.json"
PACKAGE, VERSION = "survey-core", "3.1.1"

# The choices of each element; for a slider, its two ends.
PROGRAM = """
return given.map((element) => {
  const question = new library.Model({ elements: [element] }).getAllQuestions()[0];
  switch (question.getType()) {
    case "rating": return question.visibleRateValues.map((each) => each.text);
    case "slider": return [question.renderedMin, question.renderedMax].map(String);
    case "boolean": return [question.labelTrue, question.labelFalse];
    default: return question.choices.map((each) => each.text);
  }
});
"""

ABSENT = object()


def elements_with(type_: str, **alternatives) -> list[dict]:
    chosen = itertools.product(*alternatives.values())
    return [
        {"type": type_, "name": "n"}
        | {name: value for name, value in zip(alternatives, each, strict=True) if value != ABSENT}
        for each in chosen
    ]


RATINGS = elements_with(
    "rating",
    rateMin=(ABSENT, 0, 1, 2, 6, "0"),
    rateMax=(ABSENT, 0, 2, 5, 10, 30),
    rateCount=(ABSENT, 2, 4, 10),
    rateType=(ABSENT, "smileys"),
)
VALUES = elements_with(
    "rating",
    rateValues=([1, 2, 3], ["bad|Bad", "so so", {"value": 3, "text": "good"}]),
    autoGenerate=(ABSENT, True, False),
    rateMax=(ABSENT, 7),
)
CHOICES = [
    {"type": type_, "name": "n", "choices": choices}
    for type_ in ("radiogroup", "dropdown", "checkbox", "tagbox", "buttongroup")
    for choices in (
        ["a", 2, {"value": "c", "text": "C"}, {"value": 4.5}, True],
        ["a|Alpha", "b|", "c||d", "e|f|g"],
        [{"value": "a|Alpha"}, {"value": "b|Beta", "text": "B"}, {"value": "c", "text": "d|e"}],
    )
]
SLIDERS = elements_with(
    "slider", min=(ABSENT, -5, 2), max=(ABSENT, 9), sliderType=(ABSENT, "single")
)
BOOLEANS = elements_with("boolean", labelTrue=(ABSENT, "Ja"), labelFalse=(ABSENT, "Nein"))
ELEMENTS = {
    "ratings": RATINGS,
    "rate values": VALUES,
    "choices": CHOICES,
    "sliders": SLIDERS,
    "booleans": BOOLEANS,
}


def stored() -> dict[str, list[str]]:
    """The stored choices of each element, by the element's JSON."""
    return json.loads(FILE.read_text("utf-8"))["shown"]


def asked() -> dict[str, list[str]]:
    """The choices of each element, from the package itself."""
    elements = [each for some in ELEMENTS.values() for each in some]
    shown = run_with(PACKAGE, VERSION, PROGRAM, elements)
    return {json.dumps(each): texts for each, texts in zip(elements, shown, strict=True)}


if __name__ == "__main__":
    about = (
        f"What a respondent can choose among, for elements of a SurveyJS file, as the package "
        f"{PACKAGE} {VERSION} shows it; of a slider its two ends."
    )
    lines = [f"{json.dumps(each)}: {json.dumps(texts)}" for each, texts in asked().items()]
    rows = ",\n".join(lines)
    text = f'{{"about": {json.dumps(about)},\n"shown": {{\n{rows}\n}}}}\n'
    FILE.write_text(text, "utf-8")
