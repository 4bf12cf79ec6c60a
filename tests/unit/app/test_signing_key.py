"""An app signs with the key that its database was first started with, or does not start."""

from dataclasses import replace

import pytest

from survey.app import create_app
from survey.app.instance_folder import prepare_signing_key
from survey.errors import ConfigError


def test_database_belongs_to_the_key_of_the_first_start(config, store):
    app = create_app(config, store)
    key = prepare_signing_key(config.data)
    assert app.extensions["signing_key"] == key
    assert store.maintenance.public_key() == key.public.hex
    assert create_app(config, store).extensions["signing_key"] == key


def test_start_with_another_key_is_refused_until_the_first_is_there(config, store, tmp_path):
    create_app(config, store)
    elsewhere = replace(config, data=tmp_path / "elsewhere")
    elsewhere.data.mkdir()
    with pytest.raises(ConfigError, match="Copy the file signing_key from") as refused:
        create_app(elsewhere, store)
    for folder in (config.data, elsewhere.data):
        assert prepare_signing_key(folder).public.fingerprint in refused.value.message
    (elsewhere.data / "signing_key").write_bytes((config.data / "signing_key").read_bytes())
    create_app(elsewhere, store)
