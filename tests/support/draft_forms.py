"""The forms of a draft at /surveys/drft34, as a browser sends them: composing and translating."""

import html
import re

from translated import GERMAN

from survey.core.instrument.texts import phrases
from survey.store import Survey

PAGE = "/surveys/drft34/translations/de"


def typed(draft: Survey) -> dict[str, str]:
    """The German translation, as this draft's form sends it."""
    fields = {"draft": draft.instrument.digest}
    for each in phrases(draft.instrument):
        fields[f"{each.place.replace('.', '-')}-original"] = each.text
    fields |= {"title": GERMAN["title"], "introduction": GERMAN["introduction"]}
    for number, question in enumerate(GERMAN["questions"], start=1):
        fields[f"questions-{number}-text"] = question["text"]
        for place, option in enumerate(question.get("options", []), start=1):
            fields[f"questions-{number}-options-{place}"] = option
    return fields


def form_of(page: str) -> dict[str, list[str]]:
    """The fields of the form to compose on, as a browser would send them."""
    form = page[page.index('id="compose"') :]
    form = form[: form.index("</form>")]
    values: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        at = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if at.get("type") not in ("checkbox", "radio") or " checked" in tag:
            values.setdefault(at["name"], []).append(html.unescape(at.get("value", "")))
    for name, text in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.S):
        text = html.unescape(text).removeprefix("\r\n").removeprefix("\n")
        values.setdefault(name, []).append(text)
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        values[name] = re.findall(r'selected value="([^"]*)"', options)
    del values["csrf_token"]
    return values


def edit(instructor) -> dict[str, list[str]]:
    return form_of(instructor.get("/surveys/drft34/edit").text)


def save(instructor, form):
    return instructor.post("/surveys/drft34/edit", form | {"save": ""})


def asked(page: str) -> dict[str, list[str]]:
    """The texts that the page asks to translate, by language."""
    form = form_of(page)
    return {
        name.removeprefix("original-"): form[name] for name in form if name.startswith("original-")
    }
