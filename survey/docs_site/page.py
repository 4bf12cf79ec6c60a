"""One page: renders Markdown as HTML and collects its faults."""

from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from survey.docs_site.drawing import numbered_regions, set_render_rules
from survey.docs_site.faults import Fault, FaultKind
from survey.docs_site.formulas import read_formulas
from survey.docs_site.page_links import anchor_of, follow, text_of
from survey.docs_site.passages import Passage, passages_of
from survey.docs_site.pictures import place
from survey.docs_site.references import check_name, expanded
from survey.docs_site.render_context import Address, Link, Picture, RenderContext


@dataclass(frozen=True)
class Heading:
    """A heading below the title, its place in the page, and how deep it is (2 to 6)."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True)
class Page:
    """A page as it is shown. `body` is HTML without the title."""

    title: str
    body: str
    headings: tuple[Heading, ...]
    passages: tuple[Passage, ...]
    links: tuple[Link, ...]
    faults: tuple[Fault, ...]

    @property
    def contents(self) -> tuple[Heading, ...]:
        """The headings for a table of contents."""
        return tuple(heading for heading in self.headings if heading.level == 2)

    @property
    def anchors(self) -> frozenset[str]:
        return frozenset(heading.anchor for heading in self.headings)


def render(source: str, file: str, address: Address, picture: Picture = lambda name: None) -> Page:
    """Renders this Markdown.

    `address` gives the address of another file's page, `picture` the size of a picture.
    """
    context = RenderContext(file, address, picture)
    # The parser recognizes HTML, so that it is recorded as a fault; the page shows it as text.
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    read_formulas(parser, context)
    set_render_rules(parser)
    tokens = parser.parse(expanded(source, context))
    title, tokens = _title(tokens, context)
    headings = _headings(tokens, context)
    passages = passages_of(title, tokens)
    for token in tokens:
        _check(token, context)
        for child in token.children or ():
            _check(child, context)
    body = numbered_regions(parser.renderer.render(tokens, parser.options, {}))
    return Page(title, body, headings, passages, tuple(context.links), tuple(context.faults))


def _title(tokens: list[Token], context: RenderContext) -> tuple[str, list[Token]]:
    """The text of the first heading, and the tokens after it."""
    titles = [token for token in tokens if token.type == "heading_open" and token.tag == "h1"]
    if not tokens or titles != tokens[:1]:
        context.fault(FaultKind.TITLE, f"{len(titles)} headings of the first level")
        return context.file, tokens
    return text_of(tokens[1]), tokens[3:]


def _headings(tokens: list[Token], context: RenderContext) -> tuple[Heading, ...]:
    """All headings; gives each of them its anchor."""
    headings: list[Heading] = []
    level = 1
    for token, inline in zip(tokens, tokens[1:], strict=False):
        if token.type != "heading_open":
            continue
        text = text_of(inline)
        heading = Heading(int(token.tag[1]), text, anchor_of(text))
        if heading.level > level + 1:
            context.fault(FaultKind.LEVEL, text)
        if heading.anchor in {each.anchor for each in headings}:
            context.fault(FaultKind.DUPLICATE, text)
        level = heading.level
        token.attrSet("id", heading.anchor)
        headings.append(heading)
    return tuple(headings)


def _check(token: Token, context: RenderContext) -> None:
    """Follows a link, and records the token's faults."""
    match token.type:
        case "link_open":
            follow(token, context)
        case "image":
            place(token, context)
        case "fence" if token.info.split(" ")[0] not in LANGUAGES:
            context.fault(FaultKind.LANGUAGE, token.info or token.content.splitlines()[0])
        case "html_block" | "html_inline":
            context.fault(FaultKind.HTML, token.content.strip())
        case "code_inline":
            check_name(token.content, context)


# The tests run a block of these, or parse it: a wrong one fails.
RUN = frozenset({"console", "csv", "json", "python", "sql", "toml"})

# The tests do not run these: they need another machine or another program.
SHOWN = frozenset({"ini", "js", "nginx", "postgresql", "r", "sh", "text"})

LANGUAGES = RUN | SHOWN
