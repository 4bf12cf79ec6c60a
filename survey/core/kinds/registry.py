"""All kinds of questions, by their names, in the order in which they are offered."""

from survey.core.kinds.choice import CHOICE
from survey.core.kinds.kind import Kind
from survey.core.kinds.number import NUMBER
from survey.core.kinds.rating import RATING
from survey.core.kinds.several import SEVERAL
from survey.core.kinds.yes_no import YES_NO

KINDS: dict[str, Kind] = {kind.name: kind for kind in (YES_NO, CHOICE, SEVERAL, NUMBER, RATING)}
DEFAULT_KIND = YES_NO  # of a question that names none
