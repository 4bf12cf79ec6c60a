"""survey client: the manifest of what respondents get."""

import hashlib
import json

from survey.app.folders import folder
from survey.client_build.build import build_client


def test_manifest_is_printed_and_its_own_digest_beside_it(survey_command):
    outcome = survey_command("client", "--manifest")
    assert outcome.code == 0
    built = build_client(folder("static"), folder("templates"))
    names = [each["name"] for each in json.loads(outcome.out)["files"]]
    everything = [*built.shells.values(), *built.files.values()]
    assert names == sorted(file.name for file in everything)
    # What `sha256sum` says of the output.
    digest = hashlib.sha256(outcome.raw).hexdigest()
    assert outcome.err == f"SHA-256 of this manifest: {digest}\n"
    assert survey_command("client", "--manifest").raw == outcome.raw


def test_without_a_wish_it_is_wrong_usage(survey_command):
    outcome = survey_command("client")
    assert outcome.code == 2
    assert "--manifest" in outcome.err
