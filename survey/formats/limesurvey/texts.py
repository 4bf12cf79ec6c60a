"""The texts of a LimeSurvey file: in the language that is read, and their translations.

Files of releases before 4 hold a text in its row, with a row for each language; later files have
tables of texts.
"""

from collections.abc import Sequence

from survey.core.instrument.language_tags import language_tag
from survey.formats.html_words import HTML, words_of
from survey.formats.import_result import FileQuestionnaire, single_line
from survey.formats.limesurvey.tables import LimeSurveyFile
from survey.translations.marked import N_


class FileTexts:
    """The texts of questions and options by their ids; `own` is the language that is read."""

    def __init__(self, file: LimeSurveyFile, own: str, taken: FileQuestionnaire):
        self.own = own
        self.taken = taken
        self.read: dict[str, str] = {}
        self.translated: dict[str, dict[str, str]] = {}
        self.helped: set[str] = set()  # the questions that have a hint
        for table in ("question_l10ns", "questions", "subquestions"):
            for row in file.rows(table):
                self._add(f"question {row.get('qid')}", row.get("question", ""), row)
                if row.get("help"):
                    self.helped.add(row.get("qid", ""))
        for table in ("answer_l10ns", "answers"):
            for row in file.rows(table):
                self._add(answer_key(row), row.get("answer", ""), row)

    def _add(self, key: str, html: str, row: dict[str, str]) -> None:
        language = row.get("language", self.own)
        if html and language == self.own:
            self.read.setdefault(key, html)
        elif html:
            self.translated.setdefault(key, {}).setdefault(language, html)

    def text(self, key: str, place: str) -> str:
        """The words of a text; another language's, which it lists, if this language has none."""
        html, language = self.read.get(key, ""), self.own
        if not html and key in self.translated:
            language, html = next(iter(self.translated[key].items()))
            why = N_(
                "it has no text in %(own)s, so that in %(language)s stands here",
                own=str(self.own),
                language=language,
            )
            self.taken.leave_out(place, "text", why)
        words, drawn = words_of(html)
        if drawn:
            self.taken.leave_out(place, "HTML", HTML)
        return words

    def learn(self, key: str, context: str, original: str) -> None:
        """Takes over the translations of a text; a question's text is its own context."""
        for language, html in self.translated.get(key, {}).items():
            if tag := language_tag(language):
                words, _ = words_of(html)
                translated = words if context == original else single_line(words)
                self.taken.learn(tag, context, original, translated)

    def texts(self, keys: Sequence[str], place: str) -> list[str]:
        return [single_line(self.text(key, place)) for key in keys]


def answer_key(row: dict[str, str]) -> str:
    """The key of an option: its own number, or its question and code."""
    return f"answer {row.get('aid') or (row.get('qid'), row.get('code'), row.get('scale_id'))}"
