"""A LimeSurvey file (limesurvey.org) as a questionnaire: its questions in their order."""

from survey.core.instrument.language_tags import language_tag
from survey.core.kinds.yes_no import YES_NO
from survey.formats import reasons
from survey.formats.html_words import HTML, words_of
from survey.formats.import_result import FileOmission, FileQuestionnaire, shown
from survey.formats.limesurvey.questions import FileQuestion, question_of
from survey.formats.limesurvey.tables import LimeSurveyFile, Row
from survey.formats.limesurvey.texts import FileTexts, answer_key
from survey.translations.marked import N_

REFERENCE = "{…}"
# Values of attributes that do not change the question.
_UNCHANGED = {"", "0", "1", "N", "normal", "default", "core"}
_RANGE = {"min_num_value_n", "max_num_value_n"}


def read_limesurvey(content: bytes, default_title: str, gamma: str) -> FileQuestionnaire:
    """The questionnaire, each question with this γ; raises InstrumentInvalid for other files."""
    file = LimeSurveyFile(content)
    taken = FileQuestionnaire({"title": default_title, "questions": []})
    own = next((row["language"] for row in file.rows("surveys") if row.get("language")), "")
    own = own or next((each for each in file.languages if each), "")
    if tag := language_tag(own):
        taken.document["language"] = tag
    _take_settings(file, own, taken)
    for group in _once(file.rows("groups"), "gid"):
        taken.leave_out(f"group {shown(group.get('gid', ''))}", "group", reasons.GROUP)
    texts = FileTexts(file, own, taken)
    for question in _questions(file):
        _ask(question, texts, gamma)
    return taken


def _questions(file: LimeSurveyFile) -> list[FileQuestion]:
    """The questions in the order of their groups."""
    options: dict[str, list[str]] = {}
    for row in _once(file.ordered("answers", "sortorder"), "aid", "qid", "code", "scale_id"):
        options.setdefault(row.get("qid", ""), []).append(answer_key(row))
    for row in _once(file.ordered("subquestions", "question_order"), "qid"):
        options.setdefault(row.get("parent_qid", ""), []).append(f"question {row.get('qid')}")
    attributes: dict[str, dict[str, str]] = {}
    for row in file.rows("question_attributes"):
        of_one = attributes.setdefault(row.get("qid", ""), {})
        of_one[row.get("attribute", "")] = row.get("value", "")
    groups = _once(file.ordered("groups", "group_order"), "gid")
    places = {row.get("gid", ""): place for place, row in enumerate(groups)}
    rows = _once(file.ordered("questions", "question_order"), "qid")
    rows.sort(key=lambda row: places.get(row.get("gid", ""), len(places)))
    return [
        FileQuestion(
            f"question {shown(row.get('title') or row.get('qid', ''))}",
            row,
            options.get(row.get("qid", ""), []),
            attributes.get(row.get("qid", ""), {}),
        )
        for row in rows
    ]


def _once(rows: list[Row], *names: str) -> list[Row]:
    """The rows without repeated ids, which old files have for each language."""
    found: dict[tuple[str, ...], Row] = {}
    for row in rows:
        found.setdefault(tuple(row.get(name, "") for name in names), row)
    return list(found.values())


def _take_settings(file: LimeSurveyFile, own: str, taken: FileQuestionnaire) -> None:
    """Takes over title and introduction, with their translations."""
    rows = file.rows("surveys_languagesettings")
    rows = sorted(rows, key=lambda row: row.get("surveyls_language") != own)
    for place, row in enumerate(rows):
        said = [
            words_of(row.get(f"surveyls_{each}", "")) for each in ("description", "welcometext")
        ]
        title, drawn = words_of(row.get("surveyls_title", ""))
        introduction = "\n\n".join(words for words, _ in said if words)
        language = row.get("surveyls_language", "")
        where = f"survey in {shown(language)}"
        if drawn or any(each for _, each in said):
            taken.leave_out(where, "HTML", HTML)
        if row.get("surveyls_endtext"):
            taken.leave_out(where, "end text", N_("the page itself thanks for the answers"))
        if place == 0:
            taken.document["title"] = title or taken.document["title"]
            taken.document["introduction"] = introduction
            taken.leave_out_unshown(where, [title, introduction], REFERENCE)
        elif tag := language_tag(language):
            for name, text in (("title", title), ("introduction", introduction)):
                if text:
                    taken.learn(tag, "", taken.document[name], text)


def _ask(question: FileQuestion, texts: FileTexts, gamma: str) -> None:
    taken, place, row = texts.taken, question.place, question.row
    if question.attributes.get("hidden") == "1":
        taken.leave_out(place, "question", reasons.DISABLED)
        return
    if taken.full:
        taken.leave_out(place, "question", reasons.TOO_MANY)
        return
    asked = question_of(question, texts)
    if isinstance(asked, FileOmission):
        taken.left_out.append(asked)
        return
    key = f"question {row.get('qid')}"
    text = texts.text(key, place)
    texts.learn(key, text, text)
    for option_key, option in zip(question.options, asked.get("options", ()), strict=False):
        texts.learn(option_key, text, option)
    if asked["kind"] == YES_NO.name and question.options:
        taken.leave_out(place, "words for Yes and No", reasons.YES_NO)
    taken.leave_out_unshown(place, [text, *asked.get("options", ())], REFERENCE)
    taken.ask(place, {"text": text, **asked}, None, gamma)
    _leave_out_rest(question, texts)


def _leave_out_rest(question: FileQuestion, texts: FileTexts) -> None:
    """Lists the properties of a question taken over that have no counterpart here."""
    row, taken = question.row, texts.taken
    for what, there, why in (
        ("relevance", row.get("relevance", "") not in {"", "1"}, reasons.SKIPPED),
        ("mandatory", row.get("mandatory") in {"Y", "S"}, reasons.ANSWERED),
        ("other", row.get("other") == "Y", reasons.OTHER),
        ("validation", bool(row.get("preg")), reasons.CHECKED),
        ("help", row.get("qid") in texts.helped, reasons.HINT),
    ):
        if there:
            taken.leave_out(question.place, what, why)
    for name, value in question.attributes.items():
        if value not in _UNCHANGED and name not in _RANGE:
            taken.leave_out(question.place, shown(name), reasons.UNKNOWN)
