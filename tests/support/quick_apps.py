"""Makes apps quickly: each test has its own app, but shares compiled routes and templates.

Two thousand tests make an app, all with the same routes, templates and static files. Passwords are
hashed as cheaply as Werkzeug can; test_sign_in.py checks the hashes that the app really stores.
"""

from collections.abc import Callable
from functools import cache, partial

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule
from werkzeug.routing.rules import RulePart
from werkzeug.security import generate_password_hash

import survey.app
from survey.web.accounts import sign_in
from survey.web.http import compression

_builders: dict[tuple, Callable] = {}
_parsed: dict[str, tuple[list, list, dict]] = {}


class RememberedRule(Rule):
    """A rule that reuses the parts and the address builder of an earlier equal rule."""

    def _parse_rule(self, rule: str) -> list[RulePart]:
        if rule in _parsed:
            parts, trace, self._converters = _parsed[rule]
            self._trace += trace
            self.arguments.update(self._converters)
            return parts
        before = len(self._trace)
        parts = [*super()._parse_rule(rule)]
        _parsed[rule] = parts, self._trace[before:], self._converters
        return parts

    def _compile_builder(self, append_unknown: bool = True) -> Callable:
        defaults = tuple((self.defaults or {}).items())
        known = (self.rule, tuple(self._trace), defaults, append_unknown)
        if known not in _builders:
            _builders[known] = super()._compile_builder(append_unknown)
        return _builders[known]


class RememberedTemplates(BytecodeCache):
    """Keeps compiled templates in memory."""

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key + bucket.checksum in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key + bucket.checksum])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key + bucket.checksum] = bucket.bytecode_to_string()


def make_apps_quick() -> None:
    """Makes all apps quick that this process makes from now on."""
    pages = tuple(survey.app.found_pages())
    survey.app.found_pages = lambda: pages
    survey.app.content_digest = cache(survey.app.content_digest)
    compression.compressed_files = cache(compression.compressed_files)
    Flask.url_rule_class = RememberedRule
    Flask.jinja_options = {"bytecode_cache": RememberedTemplates()}
    sign_in.generate_password_hash = partial(generate_password_hash, method="pbkdf2:sha256:1")
