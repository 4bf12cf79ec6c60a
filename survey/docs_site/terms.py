"""The app's terms: one word per thing, on pages, in documents, in files and in code."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Term:
    """A word, its meaning, and the words that pages and documents do not use for it."""

    word: str
    meaning: str
    instead_of: tuple[str, ...] = ()


TERMS = (
    Term("respondent, instructor", "who answers a survey; who asks it"),
    Term(
        "questionnaire",
        "what is asked, as published; it never changes afterwards (`instrument` in code and files)",
        ("instrument",),
    ),
    Term("answer", "the true value; only the respondent's browser ever has it"),
    Term("report", "the randomized value of an answer: all that is sent or stored"),
    Term("response", "one respondent's reports to the whole questionnaire, with a random id"),
    Term("γ, gamma", "a report is the truth with probability 1/2 + γ, otherwise the opposite"),
    Term("odds", "(1/2 + γ) / (1/2 − γ): what one report multiplies anybody's odds by, at most"),
    Term("ε, epsilon", "the logarithm of the odds; it adds up over the questions of a survey"),
    Term("suspicion", "somebody's chance for an answer, 30 % before and more after its report"),
    Term("tally", "the counts of the reports to each question"),
    Term("estimate", "the share of true answers that the tally points to, without bias"),
    Term("interval", "the shares that the tally does not rule out, at a confidence such as 95 %"),
    Term("client", "the files of one release that run on the respondent's device"),
    Term("digest", "the SHA-256 of a questionnaire; its short form has six groups of four"),
    Term("receipt", "what a respondent keeps of a response that the server has acknowledged"),
    Term("statement, root", "what the server signs of a closed survey; the hash of its whole list"),
    Term("cap", "the number of responses at which a survey closes by itself"),
    Term("last minute", "the minute after Close, in which what was sent still arrives"),
    Term("closed", "for good: one closing, one statement, one root"),
    Term("slip, token", "a piece of paper; the letters on it, which count for one response"),
    Term("real coins", "a form without scripts: the respondent tosses the coin", ("coin mode",)),
    Term("control question", "a question whose true share is known, such as stars on slips"),
    Term("simulated", "drawn by the app, and of no person", ("made-up",)),
    Term("imported", "read from another program's file", ("taken over",)),
    Term("erased", "gone from the files, to the byte", ("wiped", "scrubbed")),
    Term("collector, holder", "who takes the reports; who hands out the client, if another"),
)
