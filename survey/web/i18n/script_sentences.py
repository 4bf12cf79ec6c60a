"""What the scripts of instructors' pages say: the page has it beside them, in its language."""

from flask_babel import gettext

from survey.translations.marked import N_

# The {names} are filled in by the scripts.
SENTENCES = (
    N_("Question {place}"),
    N_("Question {place} is added."),
    N_("Question {from} is question {place} now."),
    N_("Question {place} is removed."),
    N_("Question {place} is the first one."),
    N_("Question {place} is the last one."),
    N_("Undo"),
)


def script_sentences() -> dict[str, str]:
    """Each sentence that the page's language says otherwise than English, by the English one."""
    return {each: said for each in SENTENCES if (said := gettext(each)) != each}
