"""What others may conclude from the reports."""

from survey.client_build.messages.message import Message, Say


def concluded_messages(gettext: Say) -> dict[str, Message]:
    return {
        "perhaps": gettext("Perhaps your answer, perhaps the coin's."),
        "strong_report": gettext("Strong evidence of your answer, but no proof."),
        "guessed_yes": gettext(
            "Whoever thought a yes {before} likely before would now think {after}."
        ),
        "guessed_this": gettext(
            "Whoever thought this {before} likely before would now think {after}."
        ),
        "guessed_number": gettext(
            "Whoever thought any number {before} likely before would now think {after} at most."
        ),
        "guessed_option": gettext(
            "Whoever thought a yes {before} likely before would now think {yes} after a yes, {no} "
            "after a no."
        ),
        "each_by_itself": gettext("Each report by itself; together they can say more."),
        # Asked afterwards, if the instructor wishes it.
        "proof_asked": gettext("Your report says “{report}”. Is that proof?"),
        "proof_right": gettext("Right."),
        "proof_wrong": gettext("Not quite."),
        "no_proof": gettext("It is no proof."),
        "strong_but_no_proof": gettext("It is no proof, but strong evidence."),
        "others": gettext("With another answer, the same report still comes in {share} of cases."),
        "others_of_number": gettext(
            "With any other number, the same report still comes in at least {share} of cases."
        ),
    }
