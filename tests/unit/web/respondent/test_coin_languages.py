"""By hand the same thing is done in every language: the same coins, numbers and thresholds."""

import re
from fractions import Fraction

import pytest

from survey.core.instrument.instrument import Question
from survey.core.kinds.registry import KINDS
from survey.text.kinds import coin_procedures
from survey.text.kinds.item_words import words_of
from survey.translations.catalogs import LANGUAGES
from survey.web.i18n.page_language import page_translator

TRANSLATED = [tag for tag in LANGUAGES if tag != "en"]
GAMMAS = ["1/4", "1/3", "2/5", "1/10", "123/1000", "49/100", "4999/10000"]

QUESTIONS = [
    *(Question("?", Fraction(gamma)) for gamma in GAMMAS),
    *(Question("?", Fraction(gamma), KINDS["choice"], tuple("abcdefghijklmnopqrst"[:options]))
      for gamma in GAMMAS for options in (3, 5, 20)),
    *(Question("?", Fraction(gamma), KINDS["several"], ("a", "b")) for gamma in GAMMAS),
    *(Question("?", Fraction(gamma), KINDS["rating"], high=5) for gamma in GAMMAS),
    *(Question("?", Fraction(gamma), KINDS["number"], low=low, high=high)
      for gamma in GAMMAS for low, high in ((0, 40), (-3, 4), (10, 12), (0, 1), (7, 8))),
]  # fmt: skip

# What decides besides numbers: two coins that show tails, a die that shows a six, the opposite.
WORDS = {
    "de": {"tails": "beide Münzen „Zahl“", "six": "eine Sechs", "coins": "zwei Münzen",
           "die": "Würfle", "opposite": "Gegenteil", "other": "das andere von", "truth": "wahre"},
    "fr": {"tails": "les deux montrent pile", "six": "un six", "coins": "deux pièces",
           "die": "un dé", "opposite": "le contraire", "other": "l’autre nombre",
           "truth": "vraie réponse"},
    "es": {"tails": "ambas sale cruz", "six": "un seis", "coins": "dos monedas", "die": "un dado",
           "opposite": "lo contrario", "other": "el otro de", "truth": "respuesta verdadera"},
    "zh": {"tails": "两枚都是反面", "six": "六点", "coins": "两枚硬币", "die": "骰子",
           "opposite": "相反", "other": "中的另一个", "truth": "真实答案"},
    "ar": {"tails": "كلتاهما الكتابة", "six": "ستة", "coins": "قطعتين نقديتين", "die": "نرد",
           "opposite": "عكس", "other": "الآخر من", "truth": "إجابتك الحقيقية"},
}  # fmt: skip
ENGLISH = {
           "tails": "both show tails", "six": "shows a six", "coins": "two coins", "die": "a die",
           "opposite": "the opposite", "other": "the other one", "truth": "true answer",
}  # fmt: skip


def steps_in(app, tag: str, question: Question) -> list[str]:
    with app.test_request_context("/s/bcd234/coin", headers={"Accept-Language": tag}):
        return words_of(question.item).steps(question.item, page_translator())


def numbers(step: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", step)]


def fault(english: list[str], translated: list[str], words: dict[str, str]) -> str | None:
    """Where a translation would have someone do another thing than the English steps."""
    if len(english) != len(translated):
        return "another number of steps"
    for said, text in zip(english, translated, strict=True):
        if numbers(said) != numbers(text):
            return f"other numbers: {text}"
        for name, phrase in ENGLISH.items():
            if (phrase in said) != (words[name] in text):
                return f"{name}: {text}"
    return None


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: f"{q.kind} {q.gamma} {q.high}")
def test_steps_do_the_same_as_the_english_ones(app, question):
    english = steps_in(app, "en", question)
    translated = {tag: steps_in(app, tag, question) for tag in TRANSLATED}
    assert english not in translated.values()
    faults = {tag: fault(english, steps, WORDS[tag]) for tag, steps in translated.items()}
    assert faults == dict.fromkeys(TRANSLATED)


def test_options_are_counted_with_the_colon_of_the_language(app):
    choice = Question("?", Fraction(1, 4), KINDS["choice"], ("a", "b", "c"))
    counted = {tag: steps_in(app, tag, choice)[-1] for tag in ("en", "fr", "zh")}
    assert "4: first; 5: second." in counted["en"]
    assert "4\u00a0: la première\u202f; 5\u00a0: la deuxième." in counted["fr"]
    assert "4：" in counted["zh"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Wenn es 4 bis 5 ist, markiere das Gegenteil deiner wahren Antwort.",
         "Wenn es 3 bis 5 ist, markiere das Gegenteil deiner wahren Antwort."),
        ("Wenn beide Münzen „Zahl“ zeigen, markiere das Gegenteil deiner wahren Antwort.",
         "Wenn beide Münzen „Kopf“ zeigen, markiere das Gegenteil deiner wahren Antwort."),
        ("Wenn es 4 bis 5 ist, markiere das Gegenteil deiner wahren Antwort.",
         "Wenn es 4 bis 5 ist, markiere deine wahre Antwort."),
        ("nimm 40, sonst nimm 0.", "nimm 0, sonst nimm 40."),
    ],
)  # fmt: skip
def test_a_wrong_step_is_caught(right, wrong):
    english = {
        "Wenn es": "If it is 4 to 5, mark the opposite of your true answer.",
        "Wenn be": "If both show tails, mark the opposite of your true answer.",
        "nimm 40": "take 40; otherwise take 0.",
    }[right[:7]]
    words = WORDS["de"] | {"truth": "wahre"}
    assert fault([english], [right], words) is None
    assert fault([english], [wrong], words) is not None


@pytest.mark.parametrize("tag", TRANSLATED)
def test_ordinals_are_all_different_and_in_order(app, tag):
    with app.test_request_context("/s/bcd234/coin", headers={"Accept-Language": tag}):
        words = [coin_procedures.ordinal(place, page_translator()) for place in range(1, 20)]
    assert len(set(words)) == 19
    for place in range(10, 20):
        assert str(place) in words[place - 1]


def test_chinese_ordinals_count(app):
    with app.test_request_context("/s/bcd234/coin", headers={"Accept-Language": "zh"}):
        words = [coin_procedures.ordinal(place, page_translator()) for place in range(1, 10)]
    assert [word[1] for word in words] == list("一二三四五六七八九")
