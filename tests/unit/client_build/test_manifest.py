"""The manifest names every file that a respondent's browser gets, and its digests."""

import base64
import hashlib
import json

from release_client import RELEASE

from survey.client_build.manifest import manifest, manifest_sha256


def test_it_names_every_file_with_its_digests():
    entries = {each["name"]: each for each in json.loads(manifest(RELEASE))["files"]}
    everything = [*RELEASE.shells.values(), *RELEASE.files.values(), RELEASE.single_file]
    assert list(entries) == sorted(file.name for file in everything)
    for file in everything:
        entry = entries[file.name]
        sha384 = base64.b64encode(hashlib.sha384(file.content).digest()).decode()
        assert entry["sha256"] == hashlib.sha256(file.content).hexdigest()
        assert entry["integrity"] == f"sha384-{sha384}"


def test_every_address_is_where_the_file_is_served(respondent, open_survey):
    for entry in json.loads(manifest(RELEASE))["files"]:
        answer = respondent.get(entry["address"].replace("CODE", open_survey.code))
        assert answer.status_code == 200
        assert hashlib.sha256(answer.data).hexdigest() == entry["sha256"], entry["name"]


def test_its_own_digest_is_that_of_its_bytes():
    expected = hashlib.sha256(manifest(RELEASE).encode()).hexdigest()
    assert manifest_sha256(RELEASE) == expected
