"""Why something in a file has no counterpart here: the reasons that several formats share."""

from survey.core.instrument.limits import MOST_QUESTIONS

ANSWERED = "every question waits for an answer; “Prefer not to answer” may be one of the options"
BEFOREHAND = "no answer is chosen beforehand"
CHECKED = "answers are not checked but for a whole number's range"
COMPUTED = "nothing is computed from answers, which stay in the respondent's browser"
DISABLED = "the form itself switches this off"
HINT = "there are no hints; put what matters into the question"
LOOK = "how a question looks follows from its kind"
MARKUP = "it is shown as it is written, so edit the text"
MEDIA = "there are no pictures, sounds or films"
NAMES = "columns of exports are called q1, q2, … and reports are numbers"
ORDER = "an order of options is not asked here"
OTHER = "what someone writes cannot be denied; “Something else” may be one of the options"
REFERENCE = "nothing is filled in here: it is shown as it is written, so edit the text"
RANDOMIZED = "every question is randomized"
REPEATED = "each question is asked once"
SENT = "nothing but the report of a question is ever sent"
SKIPPED = "every respondent gets every question, since a skipped one would tell an answer"
TOO_MANY = (
    f"at most {MOST_QUESTIONS} questions fit in a survey, so the first are taken; remove some, or "
    "make another survey of the rest"
)
UNKNOWN = "it has no counterpart here"
UNKNOWN_TYPE = "this type is not known here"
WRITTEN = "a report must be one of a few values that are known beforehand"
YES_NO = "the page itself says Yes and No, in the languages that it speaks"
