"""The format of a questionnaire as Markdown: its fields and their limits."""

from types import ModuleType

from survey.core.instrument.known_share import LONGEST_SOURCE, MOST_FROM_OUTSIDE, MOST_STARRED
from survey.core.instrument.language_tags import MOST_LANGUAGES
from survey.core.kinds.kind import Kind
from survey.core.kinds.number import LARGEST_NUMBER
from survey.core.kinds.rating import HIGHEST_RATING
from survey.core.kinds.registry import DEFAULT_KIND, KINDS
from survey.core.mechanism.privacy import LARGEST_DENOMINATOR, largest_gamma
from survey.docs_site.markdown_tables import table
from survey.text.kinds.kind_words import WORDS

_WHOLE = f"a whole number from −{LARGEST_NUMBER:,} to {LARGEST_NUMBER:,}"

_WHO_ASKS = {
    "asked_by": "who asks",
    "contact": "whom respondents can ask back",
    "privacy_notice": "what becomes of the data",
    "support": "a local line for people who need support",
}


def described_instrument(limits: ModuleType) -> str:
    """Two tables of fields, and one of the kinds; `limits` is core.instrument.limits."""
    questionnaire = [
        ("`title`", f"text of at most {limits.LONGEST_TITLE} characters", "none: must be there"),
        ("`introduction`", f"text of at most {limits.LONGEST_INTRODUCTION:,} characters", "empty"),
        (
            "`class_size`",
            f"a whole number from 1 to {limits.LARGEST_CLASS:,}: how many respondents you expect",
            str(limits.DEFAULT_CLASS_SIZE),
        ),
        (
            "`waves_of`",
            f"text of at most {limits.LONGEST_TITLE} characters, of surveys of releases up to "
            "0.2.0: a new survey has none",
            "absent",
        ),
        *(
            (
                f"`{name}`",
                f"text of at most {limits.LONGEST_TEXTS[name]:,} characters: {what}",
                "absent",
            )
            for name, what in _WHO_ASKS.items()
        ),
        ("`support_needed`", "`true`: it is not published without a `support`", "absent"),
        (
            "`check_understanding`",
            "`true`: asks respondents afterwards, on their device alone, whether a report is proof",
            "absent",
        ),
        (
            "`one_question_each`",
            "`true`: each device draws one of the questions, two or more, and asks that one alone",
            "absent",
        ),
        ("`language`", "the tag of its own language, such as `de`", "not specified"),
        (
            "`[translations.TAG]`",
            f"every text in another language, up to {MOST_LANGUAGES} languages in all",
            "none",
        ),
        (
            "`[[questions]]`",
            f"1 to {limits.MOST_QUESTIONS} tables",
            "none: must be there",
        ),
    ]
    question = [
        ("`kind`", ", ".join(f"`{name}`" for name in KINDS), f"`{DEFAULT_KIND}`"),
        ("`text`", f"text of at most {limits.LONGEST_QUESTION} characters", "none: must be there"),
        (
            "`gamma`",
            f"a fraction or decimal above 0 and at most {largest_gamma()}, with a denominator of "
            f"at most {LARGEST_DENOMINATOR:,}",
            f"`{limits.DEFAULT_GAMMA}`",
        ),
        (
            "`options`",
            f"different lines of at most {limits.LONGEST_OPTION} characters, as many as the kind "
            "takes",
            "none: must be there",
        ),
        ("`low`", _WHOLE, "0"),
        ("`high`", f"{_WHOLE}, above `low`", "100"),
        (
            "`known`",
            "the share of yes that is known of a yes/no question, such as `1/4`: at most "
            f"{MOST_STARRED}, of the slips with a star; at most {MOST_FROM_OUTSIDE} with a "
            "`known_source`",
            "absent",
        ),
        (
            "`known_source`",
            f"text of at most {LONGEST_SOURCE} characters: where the share is known from",
            "absent: stars on slips",
        ),
        ("`highest`", f"a whole number from 2 to {HIGHEST_RATING}", "5"),
    ]
    kinds = [
        (
            f"`{name}`",
            WORDS[name].meaning,
            _own_fields(kind),
        )
        for name, kind in KINDS.items()
    ]
    return "\n\n".join(
        [
            "## The questionnaire",
            table(("field", "value", "if left out"), questionnaire),
            "## A question",
            table(("field", "value", "if left out"), question),
            "## Kinds",
            table(("kind", "answer", "fields of its own"), kinds),
        ]
    )


def _own_fields(kind: Kind) -> str:
    """The names of a kind's own fields, and how many options it takes."""
    names = {field.name: f"`{field.name}`" for field in kind.fields}
    if options := kind.options_field:
        names[options.name] += f" ({options.least} to {options.most})"
    return ", ".join(names[each] for each in sorted(names)) or "none"
