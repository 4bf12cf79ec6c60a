"""The sentences of the scripts on instructors' pages, which the page has in its language."""

from flask_babel import gettext

from survey.translations.marked import N_

# The {names} are filled in by the scripts.
SENTENCES = (
    N_("Copied ✓"),
    N_("Discard"),
    N_("Follow again"),
    N_("Freeze"),
    N_("Frozen. Newer responses are not shown."),
    N_("Hide"),
    N_("Hide the result"),
    N_("Kept in this browser {time}; not complete yet"),
    N_("Kept in this browser {time}; not on the server yet"),
    N_("No connection to the server: the time to close was not changed."),
    N_("Next step"),
    N_("Not on the server: you may be signed out. Press Save"),
    N_("Not saved yet"),
    N_("Not saved: this draft was changed in another window. Press Save to compare."),
    N_("Too little is known about this question yet."),
    N_("Nothing was done: the survey has changed meanwhile. Here it is as it stands now."),
    N_("Question {from} is question {place} now."),
    N_("Question {place}"),
    N_("Question {place} is added."),
    N_("Question {place} is removed."),
    N_("Question {place} is the first one."),
    N_("Question {place} is the last one."),
    N_("Reports"),
    N_("Restore"),
    N_("Results hidden."),
    N_("Results shown."),
    N_("Saved {time}"),
    N_("Selected: copy it with Ctrl+C"),
    N_("Show"),
    N_("Show the result"),
    N_("Slide {slide} of {last}:"),
    N_("The figures follow again."),
    N_("The result."),
    N_("This browser keeps unsaved changes, of this page or of another. Sign out and lose them?"),
    N_("Undo"),
    N_("Unsaved changes from {time}."),
    N_("{slide} of {last}"),
)


def script_sentences() -> dict[str, str]:
    """The translation of each sentence in the page's language, by the English one."""
    return {each: said for each in SENTENCES if (said := gettext(each)) != each}
