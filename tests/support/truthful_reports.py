"""A questionnaire whose every report equals the answer, so that a cleared field would show."""

from survey.core.instrument.parsing import validate

# With odds 99 to 1, a word below 99 reports the answer, and 1 for a number well above its least.
ALWAYS_TRUTHFUL = """
const drawn = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (array) => drawn(array).map((word, at) => (array[at] = word % 99));
addEventListener("pageshow", ({persisted}) => { window.fromCache = persisted; });
"""

SEND_AND_BACK = """(delay) => {
    document.querySelector("#answers button.primary").click();
    setTimeout(() => history.back(), delay);
}"""

QUESTIONS = [
    {"text": "Did you cheat?", "gamma": "49/100"},
    {"kind": "choice", "text": "Whose notes?", "gamma": "49/100", "options": ["Mine", "His"]},
    {"kind": "several", "text": "Which exams?", "gamma": "49/100", "options": ["Algebra", "Logic"]},
    {"kind": "number", "text": "How much?", "gamma": "49/100", "low": 0, "high": 1_000_000},
    {"kind": "rating", "text": "How fair was it?", "gamma": "49/100", "highest": 5},
]  # fmt: skip
# No report equals the value of a cleared field, or the result of comparing it.
ANSWERS = [1, 1, (1, 1), 900_000, 3]
REPORTS = (1, 1, 1, 1, 1, 3)

INSTRUMENT = validate({"title": "All kinds", "questions": QUESTIONS})

# A change of the client's script, which then reads the fields when a slow server has answered.
READS_LATER = (
    r"await after\.drawAndSend\(visit, answers, slip, asked\.signal, clearAnswers\);",
    "await new Promise((answered) => setTimeout(answered, 30));\n"
    "const read = () => fieldsets.map((each) => kindOf(each).answer(each));\n"
    "await after.drawAndSend(visit, answers, slip, asked.signal, () => {\n"
    "    answers.splice(0, answers.length, ...read());\n    clearAnswers();\n});",
)
