"""The form of one translation: a field for each text of the questionnaire."""

from collections.abc import Mapping

from flask import request
from flask_babel import gettext
from flask_wtf import FlaskForm
from wtforms import Field, HiddenField, StringField, TextAreaField

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.language_tags import direction
from survey.core.instrument.limits import LONGEST_OPTION, LONGEST_QUESTION, LONGEST_TEXTS
from survey.core.instrument.texts import Phrase, phrases
from survey.core.instrument.translation_memory import Phrases
from survey.translations.marked import N_
from survey.web.http.forms import NO_AUTOFILL

LONGEST_LINE = 60  # characters of an original whose translation gets a one-line field

ORIGINAL = "-original"  # ends the name of the field that carries a text's original

MISSING = N_("Please write the translation: no questionnaire mixes two languages.")


class TranslationForm(FlaskForm):
    """One translation; core.instrument's `validate` decides whether it is whole."""

    originals: tuple[Phrase, ...] = ()
    # The digest of the draft whose texts these are. It has no default: a form that was
    # sent without one belongs to no draft.
    draft = HiddenField()

    def texts(self) -> dict[str, str]:
        """The typed translations by the places of their texts."""
        return {phrase.place: self[_name(phrase.place)].data or "" for phrase in self.originals}

    def show_errors(self, errors: Mapping[str, str], tag: str) -> None:
        """Puts each sentence at its field; one without a field goes to the title."""
        typed = self.texts()
        for name, sentence in errors.items():
            place = name.removeprefix(f"translations.{tag}.")
            field = self._field(place)
            # MISSING is enough: the page shows the original above the field, and the language.
            lacking = place in typed and not typed[place].strip()
            field.errors = [*field.errors, MISSING if lacking else sentence]

    def show_error(self, sentence: str) -> None:
        """Puts an error of the whole form at the title, above all fields."""
        self["title"].errors = [*self["title"].errors, sentence]

    def cards(self) -> list[list[tuple[Phrase, Field]]]:
        """(original, field) of all texts: first the survey's own, then question by question."""
        cards: dict[str, list[tuple[Phrase, Field]]] = {}
        for phrase in self.originals:
            part = phrase.place.split(".")
            key = part[1] if part[0] == "questions" else ""
            cards.setdefault(key, []).append((phrase, self[_name(phrase.place)]))
        return list(cards.values())

    def _field(self, place: str) -> Field:
        return self[_name(place)] if _name(place) in self else self["title"]


def typed_phrases(tag: str) -> Phrases:
    """The sent translations by the originals sent with them, since the draft may have changed."""
    known = Phrases()
    for name, original in request.form.items():
        if name.endswith(ORIGINAL):
            field = name.removesuffix(ORIGINAL)
            part = field.split("-")
            question = f"questions-{part[1]}-text{ORIGINAL}" if len(part) > 1 else ""
            context = request.form.get(question, "")
            known.learn(tag, context, original, request.form.get(field, ""))
    return known


def translation_form(
    instrument: Instrument, tag: str, typed: Phrases | None = None
) -> TranslationForm:
    """The form for this language, filled in with its translation if there is one.

    Also fills in translations `typed` for another state of the draft, if their text is the same.
    """
    originals = tuple(phrases(instrument))
    known = {}
    if tag in instrument.languages[1:]:
        known = {phrase.place: phrase.text for phrase in phrases(instrument.worded_in(tag))}
    if typed is not None:
        known |= typed.texts(tag, instrument)[0]
    fields = {_name(each.place): _field_for(each, tag, known.get(each.place)) for each in originals}
    of_draft: type[TranslationForm] = type(
        "Translation", (TranslationForm,), {**fields, "originals": originals}
    )
    # Without formdata=None a posted form would override the known translation.
    form = of_draft() if typed is None else of_draft(formdata=None)
    if typed is not None or not form.is_submitted():
        form.draft.data = instrument.digest
    return form


def _field_for(phrase: Phrase, tag: str, known: str | None) -> Field:
    is_long = len(phrase.text) > LONGEST_LINE or "\n" in phrase.text
    attributes = {"lang": tag, "dir": direction(tag), "maxlength": _longest(phrase), **NO_AUTOFILL}
    if is_long or phrase.place in {"introduction", "privacy_notice", "support"}:
        attributes["rows"] = 3
        return TextAreaField(_label(phrase.place), default=known, render_kw=attributes)
    return StringField(_label(phrase.place), default=known, render_kw=attributes)


def _longest(phrase: Phrase) -> int:
    match phrase.place.split("."):
        case [name]:
            return LONGEST_TEXTS[name]
        case [_, _, "text"]:
            return LONGEST_QUESTION
    return LONGEST_OPTION


def _label(place: str) -> str:
    match place.split("."):
        case ["questions", number, "text"]:
            return gettext("Question %(number)s", number=number)
        case ["questions", number, "options", option]:
            return gettext("Question %(number)s, option %(option)s", number=number, option=option)
    return place.replace("_", " ").capitalize()


def _name(place: str) -> str:
    """A field's name, without the dots that an attribute's name cannot have."""
    return place.replace(".", "-")
