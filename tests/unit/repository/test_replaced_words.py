"""Sentences that were replaced, since they misled or were hard to understand, do not come back."""

import re
from pathlib import Path

import pytest
from sources import files_of

from survey.translations.catalogs import FOLDER

# English as it stands in code, templates, scripts and documents: how each began, or its core.
ENGLISH = (
    "not us, not a court",
    "no answer is proof",
    "mixes chance into each answer",
    "Chance turned about",
    "could together undo these results",
    ": it takes no responses now",
    "What is left is the class",
    "unless it was closed for how the figures looked",
    '"Projected"',
    "“Projected”",
    "a row a response",
    "a row a share",
    "may see the results; once closed",
    "says nothing yet",
    "Ask fewer questions instead",
    "For whoever teaches",
    "for who knows what they want",
    "problem documents for who",
    "reports must hold",
    "This does not fit",
    "{count} together, at worst",
    "(count)s together, at worst",
    "This is what your",
    "Figures were seen while the groups ran",
    "every fault is one sentence",
    "Every fault is one sentence",
    "Whether the database can be read",
    "The truth of “",
    "the form anew",
    "Hatched: the coin turned",
    "The coin turned the report",
    "says that it is, but has not signed",
)
GERMAN = (
    "vertrauter Treuhänder",
    "vertrauten Treuhänder",
    "keine Antwort ein Beweis",
    "verwürfel",
    "Der Zufall hat die Schätzung",
    "Eine falsche Abgabe verschiebt",
    "Was der Kurs auch meinte",
    "Das Veröffentlichen verwendet",
    "wieder folgen lassen",
    "Diese Umfrage ist Entwurf",
    "Das passt nicht",
    "Etikett",
    "Wenn beide Zahl zeigen",
)
SPANISH = (
    "en quien lo piensa de verdad",
    "veces más probable",
    "dio la vuelta",
    "Usar mejor monedas reales",
    "tú mismo",
    "El docente",
    "Los resultados se declaran",
    "En quien ve todas",
    "Aún han adivinado",
    "Unos %",
    "Esto no encaja",
)


def one_line(text: str) -> str:
    """The text without line ends, and without the quotation marks between parts of a string."""
    return " ".join(re.sub(r'"\n\s*f?"', "", text).split())


@pytest.fixture(scope="module")
def english() -> dict[str, str]:
    """What the product says in English, by the file's path."""
    found = [
        *files_of("survey", "*.py"),
        *files_of("survey", "*.md"),
        *files_of("survey", "*.toml"),
    ]
    found += [*files_of("templates"), *files_of("static", "*.js")]
    assert len(found) > 600
    return {str(path): one_line(path.read_text("utf-8")) for path in found}


@pytest.mark.parametrize("words", ENGLISH)
def test_no_page_says_what_was_replaced(english, words):
    assert [path for path, text in english.items() if words in text] == []


def test_no_page_says_a_sentence_that_misled_or_was_hard_to_read(english):
    sentences = Path(__file__).with_name("replaced_sentences.txt").read_text("utf-8").splitlines()
    assert len(sentences) > 100
    lowered = {path: text.lower() for path, text in english.items()}
    found = [(each, path) for each in sentences for path, text in lowered.items()
             if each.lower() in text]  # fmt: skip
    assert found == []


@pytest.mark.parametrize(
    ("tag", "words"), [("de", each) for each in GERMAN] + [("es", each) for each in SPANISH]
)
def test_no_translation_says_what_was_replaced(tag, words):
    catalogs = sorted((FOLDER / tag / "LC_MESSAGES").glob("*.po"))
    assert len(catalogs) == 3
    assert [each.name for each in catalogs if words in one_line(each.read_text("utf-8"))] == []
