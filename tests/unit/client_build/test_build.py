"""The client is the same bytes in every build, of every installation, for every survey."""

import base64
import gzip
import hashlib
import html
import re
import shutil

import pytest

from survey.app.folders import folder
from survey.client_build.build import Client, build_client
from survey.client_build.manifest import manifest, manifest_sha256
from survey.client_build.single_file import render_single_file
from survey.errors import ConfigError
from survey.translations.catalogs import LANGUAGES

LOADED = re.compile(r'<(link|script)\b([^>]*(?:href|src)="([^"]*)"[^>]*)>')


def _build(static=None, templates=None) -> Client:
    """A build anew, not the one that was kept."""
    return build_client.__wrapped__(static or folder("static"), templates or folder("templates"))


@pytest.fixture(scope="module")
def client() -> Client:
    return _build()


def _loaded(client: Client) -> list[tuple[str, str, str]]:
    """(tag, attributes, address) of everything that any shell loads."""
    return [
        (tag, found[1], found[2])
        for tag, shell in client.shells.items()
        for found in LOADED.findall(shell.content.decode())
    ]


def test_two_builds_are_equal_byte_for_byte(client):
    again = _build()
    assert again == client
    assert manifest(again) == manifest(client)
    for tag, shell in client.shells.items():
        assert again.shells[tag].compressed == shell.compressed


def test_build_depends_on_nothing_but_what_the_files_hold(client, tmp_path):
    """Copied elsewhere, as an installed wheel has them, with other times and rights."""
    for name in ("static", "templates"):
        shutil.copytree(folder(name), tmp_path / name, copy_function=shutil.copyfile)
    assert _build(tmp_path / "static", tmp_path / "templates") == client


@pytest.mark.parametrize(
    ("path", "kept"),
    [("static/client/visit/answering.js", "script"),
     ("static/client/delivery.js", "second"), ("static/client/answers.js", "second"),
     ("static/icon.svg", "icon")],
)  # fmt: skip
def test_one_altered_source_changes_file_address_and_every_shell(client, tmp_path, path, kept):
    for name in ("static", "templates"):
        shutil.copytree(folder(name), tmp_path / name)
    source = tmp_path / path
    source.write_bytes(source.read_bytes() + b" ")
    other = _build(tmp_path / "static", tmp_path / "templates")
    assert {name for name in client.files if other.files[name] != client.files[name]} == {kept}
    assert other.files[kept].address != client.files[kept].address
    assert all(other.shells[tag] != shell for tag, shell in client.shells.items())
    assert manifest_sha256(other) != manifest_sha256(client)


@pytest.mark.parametrize(
    ("path", "directive"),
    [("client/requests/early.js", "script-src"), ("client/mechanism.js", "script-src"),
     ("client/sha256.js", "script-src"), ("styles/respond.css", "style-src")],
)  # fmt: skip
def test_one_altered_source_within_the_page_changes_every_shell_and_its_policy(
    client, tmp_path, path, directive
):
    shutil.copytree(folder("static"), tmp_path / "static")
    with open(tmp_path / "static" / path, "a") as source:
        source.write(";")
    other = _build(tmp_path / "static")
    assert all(other.shells[tag] != shell for tag, shell in client.shells.items())
    changed = other.shell_sources.items() - client.shell_sources.items()
    assert [name for name, _ in changed] == [directive]


def test_there_is_a_shell_in_every_language(client):
    assert set(client.shells) == set(LANGUAGES)
    for tag, shell in client.shells.items():
        assert f'<html lang="{tag}"'.encode() in shell.content


def test_every_file_that_a_shell_loads_has_the_digest_of_its_bytes(client):
    loaded = _loaded(client)
    # Of every shell: all files of the release but what its script asks for, and nothing else.
    third, second = client.files["third"], client.files["second"]
    at_once = client.by_address.keys() - {third.address, second.address}
    assert sorted((tag, address) for tag, _, address in loaded) == sorted(
        (tag, address) for tag in client.shells for address in at_once
    )
    for named in (
        f'id="receipt" data-script="{third.address}" data-integrity="{third.integrity}"',
        f'id="answers" data-script="{second.address}" data-integrity="{second.integrity}"',
    ):
        assert all(named in shell.content.decode() for shell in client.shells.values())
    for _, attributes, address in loaded:
        content = client.by_address[address].content
        digest = base64.b64encode(hashlib.sha384(content).digest()).decode()
        if 'rel="icon"' not in attributes:  # browsers have no integrity for icons
            assert f'integrity="sha384-{digest}"' in attributes, address
        assert hashlib.sha256(content).hexdigest()[:16] in address


def test_shells_hold_one_script_and_one_style_which_their_policy_names(client):
    for shell in client.shells.values():
        html = shell.content.decode()
        inner = [tag for tag in re.findall(r"<script\b[^>]*>", html) if " src=" not in tag]
        assert inner == [
            "<script>", '<script type="application/json" id="messages">', "<script>"
        ]  # fmt: skip
        scripts = re.findall("<script>(.*?)</script>", html, re.DOTALL)
        [style] = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
        assert client.shell_sources == {
            "script-src": " ".join(map(named, scripts)), "style-src": named(style)
        }  # fmt: skip
        assert not re.search(r"<[^>]*\s(?:on\w+|style|action|formaction|srcdoc)\s*=", html)
        assert not re.search(r"<(?:base|iframe|object|embed)\b", html)
        assert "javascript:" not in html


def named(content: str) -> str:
    """As a policy names what it allows."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def test_compressed_is_the_content(client):
    for file in [*client.shells.values(), *client.files.values()]:
        assert gzip.decompress(file.compressed) == file.content


def test_single_file_loads_nothing_and_allows_only_its_own_script_and_style(client):
    page = client.single_file.content.decode()
    assert not re.search(r'\b(?:src|href)="(?!#|data:|\?)[^"]', page)
    [script] = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    [style] = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    for name, content in (("script", script), ("style", style)):
        assert f"{name}-src {named(content)}" in client.single_file_policy
    assert f'content="{html.escape(client.single_file_policy)}"' in page.replace("&#39;", "&#x27;")
    assert "unsafe" not in client.single_file_policy


@pytest.mark.parametrize("inside", ["</script>", "<!-- x", "</style>"])
def test_script_or_style_that_would_end_its_element_is_refused(inside):
    with pytest.raises(ConfigError, match="ends its element"):
        render_single_file(folder("templates"), inside, inside, b"")
