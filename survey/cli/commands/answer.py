"""survey answer: a respondent in a terminal."""

import json
import secrets
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click

from survey.cli.client.delivery import deliver
from survey.cli.client.prompts import ask, explain
from survey.cli.client.state_files import clear_waves, keep_first, state_file
from survey.cli.client.survey_connection import SurveyConnection
from survey.cli.odds_warnings import warn
from survey.cli.output_files import write_output
from survey.cli.paths import NamedPath
from survey.core.instrument.digest_forms import short_form
from survey.core.instrument.instrument import Instrument, Question
from survey.core.instrument.language_tags import language_tag
from survey.core.mechanism.randomize import system_word, uniform_below
from survey.core.responses.answers import randomize_answer
from survey.core.responses.links import link_parts
from survey.core.responses.reports import only, reports_in_words
from survey.core.responses.response import Response, check_response, parse_response
from survey.errors import (
    DataError,
    PrivacyTooWeak,
    ReportRejected,
    ResponseConflict,
    ResponseRefused,
)
from survey.exports.verification.receipts import Receipt
from survey.text.suspicion import odds_refused


def drawn_place(address: str, instrument: Instrument) -> int:
    """The place, from 0, of the question that is asked here.

    It is on disk before anything is shown; another run finds the same one.
    """
    file, questions = question_file(address, instrument), len(instrument.questions)
    if not file.exists():
        keep_first(file, str(uniform_below(questions, system_word)).encode())
    kept = file.read_bytes()
    if kept.isdigit() and int(kept) < questions:
        return int(kept)
    raise DataError(f"{file} is damaged. Run this again with --forget, and then answer.")


def question_file(address: str, instrument: Instrument) -> Path:
    """The file that remembers which question this device has drawn."""
    return state_file(address, instrument.digest, "question")


ATTEMPTS = 6
FORGOTTEN = (
    "Forgotten here. What the server has seen it has seen: the class's figures keep the reports if "
    "they were saved, and answering again is a second draw that costs its ε again."
)
COMPARE = (
    "Compare all six groups with the projector or your slip: two catch a mistake, but not an "
    "operator who prepares two questionnaires."
)
SAVED = "Saved. These reports were sent. Each is your answer or the coin's doing:"
REFUSED = "The server has seen these reports. They are kept here, and sent again as they are:"
PICKED = "This computer has picked question {number} of {all} for you, by chance."
SIGNED = "Signed with the key {key}."
COMPARE_KEY = " Compare it with the projector or your slip."
EARLIER_RELEASE = (
    "An earlier release asked this survey, and it takes no new answers. Please tell the person who "
    "runs it to ask again."
)


@click.command(
    epilog="""\b
Examples:
  survey answer http://127.0.0.1:8000/s/bcd234
  survey answer http://127.0.0.1:8000/s/bcd234 --receipt receipt.json
"""
)
@click.argument("url")
@click.option("--token", help="The token on your slip; a link ending in #t=… has it already.")
@click.option("--language", metavar="TAG", help="One of the questionnaire's languages, such as de.")
@click.option(
    "--receipt",
    type=NamedPath(path_type=Path),
    metavar="FILE",
    help="Keep there what proves that the response belongs among the results.",
)
@click.option("--forget", is_flag=True, help="Forget what was sent to this survey from here.")
def answer(
    url: str, token: str | None, language: str | None, receipt: Path | None, forget: bool
) -> None:
    """Answer a survey in this terminal, which randomizes.

    Your typing is not shown, and only reports are sent. A file keeps the reports,
    never the answers, before they are sent, so another run sends the same ones.
    Without --language the questionnaire has its own words. If the link ends in
    #q=…, only the questionnaire that it names is answered.
    """
    link = link_parts(url)
    token = token or link.token
    clear_waves()
    with closing(SurveyConnection(url)) as connection:
        instrument = connection.instrument(link.digest)
        if language is not None:
            instrument = instrument.worded_in(language_tag(language) or language)
        memory = state_file(connection.address, instrument.digest)
        if forget:
            memory.unlink(missing_ok=True)
            question_file(connection.address, instrument).unlink(missing_ok=True)
            click.echo(FORGOTTEN)
            return
        if memory.exists():
            click.echo("These reports were drawn here before. They are sent, not drawn again.")
        elif instrument.waves_of:
            raise ResponseRefused(EARLIER_RELEASE)
        else:
            connection.check_takes(token)
            if link.digest is None:
                click.echo(f"Questionnaire: {short_form(instrument.digest)}. {COMPARE}")
            if refusal := odds_refused(instrument):
                raise PrivacyTooWeak(f"{refusal} Please tell the person who gave you the link.")
            warn(instrument)
            explain(instrument)
            # If another run has written its draw meanwhile, that one counts.
            keep_first(memory, _draw_response(instrument, connection).body())
        response = _recall(memory, instrument)
        sent = replace(response, token=token)
        try:
            stored = deliver(connection, sent.body(), ATTEMPTS, fingerprint=link.key)
        except ResponseRefused:
            _show_receipt(REFUSED, instrument, response)
            raise
    _show_receipt(SAVED, instrument, response)
    click.echo(SIGNED.format(key=stored.key.fingerprint) + ("" if link.key else COMPARE_KEY))
    if receipt:
        proof = Receipt(connection.code, response, stored.key.hex, stored.signature)
        write_output(receipt, [f"{json.dumps(proof.document)}\n".encode()])
        click.echo(f"Kept in {receipt}.")


def _draw_response(instrument: Instrument, connection: SurveyConnection) -> Response:
    """Asks and randomizes question by question, so that no list of answers ever exists."""
    if instrument.one_question_each:
        place = drawn_place(connection.address, instrument)
        click.echo(PICKED.format(number=place + 1, all=len(instrument.questions)))
        sent = only(instrument, place, _drawn(instrument.questions[place], place + 1))
        return Response(instrument.digest, secrets.token_hex(16), sent)
    reports: list[int] = []
    for number, question in enumerate(instrument.questions, start=1):
        reports += _drawn(question, number)
    return Response(instrument.digest, secrets.token_hex(16), tuple(reports))


def _drawn(question: Question, number: int) -> list[int]:
    """The reports of the answer that is typed to this question."""
    return randomize_answer(question, ask(question, number), system_word)


def _recall(memory: Path, instrument: Instrument) -> Response:
    """The remembered response, without a token, so that a wrong one can be corrected."""
    try:
        response = parse_response(memory.read_bytes())
        check_response(response, instrument)
    except (ReportRejected, ResponseConflict):
        raise DataError(
            f"{memory} is damaged. Run this again with --forget, and then answer again."
        ) from None
    return response


def _show_receipt(heading: str, instrument: Instrument, response: Response) -> None:
    click.secho(f"\n{heading}", bold=True)
    for question, said in reports_in_words(instrument, response.reports):
        click.echo(f"  {said}  {question}")
    click.echo(f"Response id: {response.response_id}")
