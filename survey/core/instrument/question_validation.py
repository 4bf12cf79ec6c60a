"""Checks the raw values of an instrument's questions."""

from collections.abc import Mapping, Sequence
from typing import Any

from survey.core.instrument.instrument import Question
from survey.core.instrument.known_share import LONGEST_SOURCE, KnownShare, parse_known
from survey.core.instrument.limits import (
    DEFAULT_GAMMA,
    LONGEST_OPTION,
    LONGEST_QUESTION,
    MOST_QUESTIONS,
)
from survey.core.instrument.validation import Validation
from survey.core.kinds.kind import Field, Kind, OptionsField
from survey.core.kinds.registry import DEFAULT_KIND, KINDS
from survey.errors import ParameterError
from survey.translations.marked import N_


def check_questions(check: Validation, value: Any) -> list[Question]:
    if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value):
        check.errors["questions"] = N_("Questions must be a list of tables: [[questions]].")
        return []
    if not value:
        check.errors["questions"] = N_("Please ask at least one question.")
    if len(value) > MOST_QUESTIONS:
        check.errors["questions"] = N_(
            "At most %(most)s questions fit in a survey.", most=MOST_QUESTIONS
        )
        return []
    asked = [check_question(check, each, number) for number, each in enumerate(value, start=1)]
    for number in [number for number, each in enumerate(asked, start=1) if each.known][1:]:
        check.errors[f"questions.{number}.known"] = N_("Only one question can have a known share.")
    return asked


def check_question(check: Validation, value: Mapping[str, Any], number: int) -> Question:
    """Question `number`, from 1, made from its raw values; notes each error in `check`."""
    prefix = f"questions.{number}."
    kind = _kind(check, value.get("kind", DEFAULT_KIND.name), f"{prefix}kind")
    known = {"kind", "text", "gamma"} | {field.name for field in kind.fields}
    known |= {"known", "known_source"} if kind is DEFAULT_KIND else set()
    check.unknown_keys(value, known, prefix)
    text = check.text(value.get("text", ""), f"{prefix}text", LONGEST_QUESTION)
    gamma = check.gamma(value.get("gamma", DEFAULT_GAMMA), f"{prefix}gamma")
    held: dict[str, Any] = {"low": kind.lowest}
    for field in kind.fields:
        held[field.held_as] = _field(check, field, value, prefix, held)
    if kind is DEFAULT_KIND:
        held["known"] = _known_share(check, value, prefix)
    return Question(text, gamma, kind, **held)


def _known_share(check: Validation, value: Mapping[str, Any], prefix: str) -> KnownShare | None:
    """The known share of yes of a control question; None for any other question."""
    share = check.plain(value.get("known", ""))
    required = check.published and "known_source" in value
    source = check.text(
        value.get("known_source", ""), f"{prefix}known_source", LONGEST_SOURCE, required
    )
    if not (share or source or (check.published and "known" in value)):
        return None
    try:
        return parse_known(share, source)
    except ParameterError as error:
        check.errors[f"{prefix}known"] = error.message
        return None


def _kind(check: Validation, value: Any, field: str) -> Kind:
    if not isinstance(value, str) or value not in KINDS:
        check.errors[field] = N_("The kind must be one of %(kinds)s.", kinds=", ".join(KINDS))
        return DEFAULT_KIND
    return KINDS[value]


def _field(
    check: Validation, field: Field, value: Mapping[str, Any], prefix: str, held: Mapping[str, Any]
) -> Any:
    """The value of a field of the question's kind; `held` has those of the fields before it."""
    place = f"{prefix}{field.name}"
    if isinstance(field, OptionsField):
        return _options(check, value.get(field.name, []), place, field)
    number = check.whole_number(
        value.get(field.name, field.default), place, field.low, field.high,
        field.sentence, field.default,
    )  # fmt: skip
    if field.above and number <= held[field.above]:
        check.errors[place] = N_("The highest number must be above the lowest.")
    return number


def _options(check: Validation, value: Any, field: str, limits: OptionsField) -> tuple[str, ...]:
    least, most = limits.least, limits.most
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        check.errors[field] = N_("Options must be a list of texts.")
        return ("",) * least
    before = set(check.errors)
    options = tuple(check.text(each, field, LONGEST_OPTION) for each in value)
    if set(check.errors) - before:
        return options
    if any("\n" in option for option in options):
        check.errors[field] = N_("An option must be a single line.")
    elif not least <= len(options) <= most:
        check.errors[field] = N_(
            "Please give %(least)s to %(most)s options, one per line.", least=least, most=most
        )
    elif len(set(options)) < len(options):
        check.errors[field] = N_("Two options are the same.")
    elif faults := [each for each in map(check.twin_fault, options, _before(options)) if each]:
        check.errors[field] = faults[0]
    return options


def _before(options: Sequence[str]) -> list[Sequence[str]]:
    """For each option, the options before it."""
    return [options[:place] for place in range(len(options))]
