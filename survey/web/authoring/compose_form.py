"""The form in which a questionnaire is composed."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from wtforms import (
    BooleanField,
    Field,
    FormField,
    HiddenField,
    SelectField,
    StringField,
    TextAreaField,
)
from wtforms.validators import ValidationError

from survey.core.instrument.limits import (
    DEFAULT_CLASS_SIZE,
    DEFAULT_GAMMA,
    LONGEST_TITLE,
    MOST_QUESTIONS,
)
from survey.core.instrument.translation_memory import Phrases
from survey.core.mechanism.privacy import parse_instrument_gamma
from survey.core.responses.join_codes import draw_code
from survey.errors import ParameterError
from survey.formats.questionnaire_file import ENDINGS
from survey.translations.marked import N_
from survey.web.authoring.question_form import (
    WHOLE,
    QuestionForm,
    QuestionList,
    question_document,
    question_entry,
)
from survey.web.authoring.who_asks_form import WHO_ASKS_FIELDS, WhoAsksFields
from survey.web.http.forms import NO_AUTOFILL
from survey.web.i18n.language_names import language_choices
from survey.web.i18n.number_fields import plain_whole

_TEXTS = ("title", "introduction", "class_size", "language")
_MORE = ("one_question_each", *WHO_ASKS_FIELDS)


class ComposeForm(WhoAsksFields, FlaskForm):
    """The questionnaire in the order of the page; core.instrument's `validate` checks it."""

    title = StringField(N_("Title"), render_kw={"maxlength": LONGEST_TITLE, **NO_AUTOFILL})
    introduction = TextAreaField(
        N_("Introduction"),
        description=N_("Optional: what you ask, and why."),
        render_kw={"rows": 3},
    )
    language = SelectField(
        N_("Language of these questions"),
        default="",
        validate_choice=False,
        description=N_(
            "Choose it to offer translations: each respondent then gets the questionnaire in the "
            "language that their browser prefers."
        ),
    )
    class_size = StringField(
        N_("Class size"),
        default=str(DEFAULT_CLASS_SIZE),
        filters=[plain_whole],
        render_kw=WHOLE,
    )
    questions = QuestionList(FormField(QuestionForm), min_entries=1, max_entries=MOST_QUESTIONS)
    one_question_each = BooleanField(
        N_("Ask each respondent one question only, which their device draws"),
    )
    code = HiddenField(default=draw_code)  # of a new draft: see survey.web.authoring.new_drafts
    removed = HiddenField()  # the question that was removed last: see question_order
    draft = HiddenField()  # the digest of the edited draft; empty for a new one
    phrases = HiddenField()  # the translations: see survey.web.authoring.compose_translations

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.language.choices = [
            ("", gettext("Not specified")),
            *language_choices(self.language.data),
        ]

    @classmethod
    def of(cls, document: Mapping[str, Any], phrases: Phrases, draft: str = "") -> "ComposeForm":
        """The form filled in with an instrument's document, valid or not, and its translations."""
        values = {name: str(document[name]) for name in _TEXTS if name in document}
        values |= {name: document[name] for name in _MORE if name in document}
        values |= {"phrases": phrases.to_json(), "draft": draft}
        language = values.get("language", "")
        questions = [question_entry(question, language) for question in document["questions"]]
        # Without formdata=None a posted form would win over these values.
        return cls(formdata=None, data=values | {"questions": questions})

    def document(self) -> dict[str, Any]:
        """The typed values in the raw form that `validate` takes."""
        return {
            "title": self.title.data or "",
            "introduction": self.introduction.data or "",
            "class_size": self.class_size.data or "",
            "language": self.language.data or "",
            "questions": [
                question_document(entry, self.language.data or "") for entry in self.questions.data
            ],
            "one_question_each": bool(self.one_question_each.data),
            **self.who_asks_document(),
        }

    def show_questions(self, entries: Sequence[Mapping[str, Any]]) -> None:
        """Replaces the questions by these, as typed."""
        while self.questions.entries:
            self.questions.pop_entry()
        for entry in entries:
            self.questions.append_entry(entry)

    def show_errors(self, errors: Mapping[str, str]) -> None:
        """Shows each error at its field, and one without a field at the title."""
        for name, sentence in errors.items():
            field = self._field(name)
            if name.startswith("translations."):
                sentence = f"{name.removeprefix('translations.')}: {sentence}"
            field.errors = [*field.errors, sentence]

    def _field(self, name: str) -> Field:
        match name.split("."):
            case ["questions", number, part] if part in self.questions[0].form:
                return self.questions[int(number) - 1].form[part]
            case [part] if part in (*_TEXTS, *_MORE):
                return self[part]
            case ["translations", *_]:
                return self.language
        return self.title


class ImportForm(FlaskForm):
    """A questionnaire as a pasted list, or as a file of this app or of another tool."""

    pasted = TextAreaField(
        N_("Paste a list of questions"),
        description=N_(
            "Write one question per line, with its options indented below. Without options it "
            "is yes or no. Write (several) after a question to let people choose all that "
            "apply. As the only option, 1–5 makes a rating, and 0–40 a number. If the second "
            "line is empty, the first line is the title."
        ),
        render_kw={"rows": 8, **NO_AUTOFILL},
    )
    file = FileField(
        N_("Or choose a file"),
        description=N_(
            "TOML or JSON of this app, an XLSForm (.xlsx), SurveyJS (.json), LimeSurvey (.lss, "
            ".lsg, .lsq), Moodle (.xml, .gift), or such a list (.txt)."
        ),
        render_kw={"accept": ",".join(ENDINGS)},
    )
    gamma = StringField(
        N_("γ of questions that have none in the list or file"),
        default=DEFAULT_GAMMA,
        render_kw={"maxlength": 15, "list": "gammas", **NO_AUTOFILL},
    )

    def validate_file(self, field: FileField) -> None:
        if bool(field.data) == bool((self.pasted.data or "").strip()):
            raise ValidationError(
                gettext("Please choose a file or paste a list, not both.")
                if field.data
                else gettext("Please choose a file, or paste a list.")
            )

    def validate_gamma(self, field: StringField) -> None:
        try:
            parse_instrument_gamma(field.data or "")
        except ParameterError as error:
            raise ValidationError(error.message) from None
