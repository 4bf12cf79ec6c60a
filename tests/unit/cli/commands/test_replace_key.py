"""survey replace-key: a database whose keys are lost starts again, with other ones."""

import pytest

from survey.app import create_app
from survey.app.instance_keys import KEY_FILES, make_keys

SECRET, KEY = KEY_FILES


@pytest.mark.parametrize("lost", [[KEY], [SECRET], [SECRET, KEY]])
def test_app_starts_with_new_keys_once_the_old_ones_are_lost(config, store, survey_command, lost):
    create_app(config, store)
    before = make_keys(config.data)
    for name in lost:
        (config.data / name).unlink()
    first = survey_command("replace-key", "--data", config.data)
    after = make_keys(config.data)
    own, former = (keys.signing_key.public.fingerprint for keys in (after, before))
    assert (first.code, first.err) == (0, "")
    replaced = f"{own} signs from now on, in the place of {former}.\n"
    assert (replaced in first.out) == (KEY in lost)
    assert ("The secret is another one: slips" in first.out) == (SECRET in lost)
    assert create_app(config, store).secret_key == after.secret
    again = survey_command("replace-key", "--data", config.data)
    assert again.out == f"The database belongs to this folder's keys already: {own}.\n"
