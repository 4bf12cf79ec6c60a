"""What the coin says that one can try before answering."""

from survey.client_build.messages.message import Message, Say


def trial_messages(gettext: Say) -> dict[str, Message]:
    return {
        "pretend": gettext(
            "Pretend that your answer to a yes/no question is yes, or that it is no, and watch "
            "what a hundred devices would send."
        ),
        "draw_yes": gettext("Draw 100 with a made-up yes"),
        "draw_no": gettext("Draw 100 with a made-up no"),
        "drawn": gettext(
            "{yes} of these {draws} sent yes and {no} sent no. Of all {all} so far, {all_yes} sent "
            "yes; subtracting the coin, we estimate that {estimate} have yes as their answer. The "
            "truth here is {truth}; chance carries estimates to either side of it."
        ),
    }
