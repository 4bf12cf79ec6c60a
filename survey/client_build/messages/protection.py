"""How respondents are protected: before the first question, and in full."""

from survey.client_build.messages.message import Message, Say


def promise_messages(gettext: Say) -> dict[str, Message]:
    """Before the first question: true of each, and no stronger than its odds."""
    return {
        "changes_about": gettext(
            "Your device changes about {turned} in {all} answers by chance before it sends "
            "anything."
        ),
        "changes_at_least": gettext(
            "Your device changes at least {turned} in {all} answers by chance before it sends "
            "anything."
        ),
        "sends_no_proof_of_yes": gettext("So a yes is no proof."),
        "sends_no_proof": gettext("So none of it is proof by itself."),
        "sends_strong_evidence_of_yes": gettext("Careful: a yes is still strong evidence."),
        "sends_strong_evidence": gettext("Careful: what it sends is still strong evidence."),
        "sends_some_strong_evidence": gettext("Careful: some of it is still strong evidence."),
        "protection_strong": gettext("Protection: strong."),
        "protection_fair": gettext("Protection: fair."),
        "protection_weak": gettext("Protection: weak."),
        "protection_hardly_any": gettext("Protection: hardly any."),
        "means_strong": gettext("A guess of 50 in 100 about you can rise to 75, not more."),
        "means_fair": gettext("A guess of 50 in 100 about you can rise to 90, not more."),
        "means_weak": gettext("A guess of 50 in 100 about you can rise to 97, not more."),
        "means_hardly_any": gettext("All reports together can come close to proof."),
    }


def explanation_messages(gettext: Say) -> dict[str, Message]:
    """In full: the chances, and what the reports reveal."""
    return {
        "about": gettext("about {factor}"),
        "coin_of_all": gettext(
            "For each question your device sends your true answer with a chance of {truth}, else "
            "the opposite. Whoever sees that report can raise their odds on your answer by a "
            "factor of {factor} at most, whatever they thought before."
        ),
        "coin_of_each": gettext(
            "For each question your device sends your true answer with the chance that stands "
            "below, else another one. Whoever sees that report can raise their odds on your "
            "answer by the factor given there at most, whatever they thought before."
        ),
        "reports_only": gettext(
            "The server gets and stores the reports only. Your answers never leave this page."
        ),
        "epsilon_alone": gettext("How much the report reveals is measured by {epsilon}."),
        "epsilon_of_all": gettext("What the reports reveal adds up: {epsilon} over all questions."),
        "one_question_each": gettext(
            "This survey asks each person one of its {all} questions only. Your device has drawn "
            "yours, each as likely as any other, and keeps to it in this browser."
        ),
        "wave_of": gettext("This survey may be asked again, as a wave of “{name}”."),
        "waves_explained": gettext(
            "For every possible answer to a question this browser draws one report at first, and "
            "keeps them all: so the same answer sends the same report, and asking again tells no "
            "more of it. Whether it changed can be told: two reports of yours that differ prove "
            "it, and equal ones make it likely that it did not. Which answer is yours is not "
            "kept, but whoever held both this device and the server's data could tell. “Forget on"
            " this device” clears it for all waves, as far as this browser erases what it "
            "deletes; the next one then draws anew."
        ),
        "hint_of_options": gettext(
            "Each option by itself: truth is sent with a chance of {truth}, and a report "
            "multiplies the odds on it by at most {factor}. {epsilon} for all {options}."
        ),
        "hint_of_ends": gettext(
            "Your number is rounded at random to {low} or to {high}, the nearer the likelier. "
            "That end is sent with a chance of {truth}, otherwise the other end; the report "
            "multiplies the odds on your number by at most {factor}."
        ),
        "hint_of_one": gettext(
            "Your answer is sent with a chance of {truth}, each other one with {other}; the report "
            "multiplies the odds on your answer by at most {factor}."
        ),
        "hint_of_two": gettext(
            "Truth is sent with a chance of {truth}; the report multiplies the odds on your answer "
            "by at most {factor}."
        ),
        "spent": gettext(
            "This browser has spent ε = {sum} here so far; this survey adds {epsilon}."
        ),
        "spent_in_waves": gettext(
            "This browser has spent ε = {sum} here so far; this survey adds at most {epsilon}."
        ),
    }
