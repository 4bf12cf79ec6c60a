"""Reasons for leaving parts of a file out, which several formats share."""

from survey.core.instrument.limits import MOST_QUESTIONS
from survey.translations.marked import N_

ANSWERED = N_(
    "every question waits for an answer; “Prefer not to answer” may be one of the options"
)
BEFOREHAND = N_("no answer is chosen beforehand")
CHECKED = N_("answers are not checked but for a whole number's range")
COMPUTED = N_("nothing is computed from answers, which stay in the respondent's browser")
DISABLED = N_("the form itself switches this off")
GROUP = N_("questions follow one another without groups")
HINT = N_("there are no hints; put what matters into the question")
LOOK = N_("how a question looks follows from its kind")
MARKUP = N_("it is shown as it is written, so edit the text")
MEDIA = N_("there are no pictures, sounds or films")
NAMES = N_("columns of exports are called q1, q2, … and reports are numbers")
NO_OPTIONS = N_("the file does not say its options")
ORDER = N_("an order of options is not asked here")
OTHER = N_("what someone writes cannot be denied; “Something else” may be one of the options")
RANGE = N_("a number needs whole numbers as its smallest and largest value")
REFERENCE = N_("nothing is filled in here: it is shown as it is written, so edit the text")
RANDOMIZED = N_("every question is randomized")
REPEATED = N_("each question is asked once")
RIGHT = N_("no answer is right or wrong here")
ROWS = N_("ask each of its rows as a question of its own")
SENT = N_("nothing but the report of a question is ever sent")
SHOWN = N_("it asks nothing; put what matters into the introduction or a question")
SKIPPED = N_("every respondent gets every question, since a skipped one would tell an answer")
TOO_MANY = N_(
    "at most %(most)s questions fit in a survey, so the first are taken; remove some, or make "
    "another survey of the rest",
    most=MOST_QUESTIONS,
)
UNKNOWN = N_("it has no counterpart here")
UNKNOWN_TYPE = N_("this type is not known here")
WRITTEN = N_("a report must be one of a few values that are known beforehand")
YES_NO = N_("the page itself says Yes and No, in the languages that it speaks")
