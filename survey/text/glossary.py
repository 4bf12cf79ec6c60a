"""The meaning of each word of an export; every exported file carries it."""

import json
from collections.abc import Mapping
from hashlib import sha256

from survey.text.interval_words import INTERVAL_WORDS

DEFINITIONS = {
    "report": (
        "the randomized value that was sent: 1 is yes and 0 is no; for a choice the place of the "
        "option from 0; for a rating the rating less 1; for a number 1 is the high end and 0 the "
        "low end of its range to which it was rounded at random before"
    ),
    "gamma": "a yes/no report equals the answer with probability 1/2 + gamma",
    "epsilon": (
        "ln((1/2 + gamma) / (1/2 - gamma)): the privacy loss of one report; for choose-all the "
        "sum over its options"
    ),
    "keep_and_other": (
        "with k options and A/B = (1/2 + gamma) / (1/2 - gamma): a report is the answer with "
        "probability keep = A / (A + (k - 1) B) and each other option with other = "
        "B / (A + (k - 1) B); with two options these are 1/2 + gamma and 1/2 - gamma"
    ),
    "reported_yes": "the number of reports that say yes or that name this option",
    "estimate": (
        "(reported_yes / respondents - other) / (keep - other): the unbiased share of "
        "respondents whose answer is yes or this option; not clipped to [0, 1]; with two options "
        "(reported_yes / respondents - 1/2 + gamma) / (2 gamma)"
    ),
    "projected": (
        "the distribution nearest to the estimates (Euclidean) that is nowhere negative and sums "
        "to 1; biased for that; average the estimates and not these"
    ),
    "mean": (
        "of a number low + (high - low) times the estimate of its bit; of a rating the sum of "
        "each rating times its estimate; not clipped"
    ),
    **{name: words.definition for name, words in INTERVAL_WORDS.items()},
    "simultaneous": (
        "whether alpha is divided by the number of statements so that all intervals hold together"
    ),
    "instrument_sha256": "the SHA-256 of the instrument's canonical JSON",
    "root": (
        "the short form of the root of the tree over all responses of the closed survey; who gets "
        "the same root gets the same list"
    ),
    "fingerprint": "the short form of the SHA-256 of the key that signed the statement",
    "one_question_each": (
        "if the questionnaire says so, each device drew one of the questions and asked it alone; "
        "a report on any other is null or an empty cell; respondents are those who were asked; "
        "they are a simple random sample of all who responded; so estimates and the hoeffding "
        "interval and the population interval are of all who responded; the class interval is "
        "too: P_t is then sum_u C(t, u) C(N - t, n - u) / C(N, n) of the law of Bin(u, keep) + "
        "Bin(n - u, other) for n respondents of N; beyond N = 300 and for a mean of numbers it is "
        "the Clopper-Pearson interval put through the estimate's formula; the anytime interval is "
        "of those asked so far; its class size is that expected over the number of questions"
    ),
}


def definitions_text(definitions: Mapping[str, str] = DEFINITIONS) -> str:
    """Definitions as canonical JSON: the bytes whose SHA-256 a statement signs, in UTF-8."""
    return json.dumps(definitions, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def definitions_digest(text: str) -> str:
    """The SHA-256 of a text of definitions, as 64 hex digits."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
