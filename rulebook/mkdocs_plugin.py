"""Adapts the pages to MkDocs and Material: the only module that knows them.

Pages come finished from `rulebook.publishing`; the plugin hands them over as generated files,
puts them into the navigation, and fits the theme to Italian, to screen readers and to a strict
Content-Security-Policy.
"""

from __future__ import annotations

import json
import logging
import os
import re
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files as resources
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from markupsafe import escape
from mkdocs.commands.build import build
from mkdocs.config import base, load_config
from mkdocs.config.config_options import Optional, Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, BuildError, ConfigurationError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.toc import get_toc
from mkdocs.utils.yaml import yaml_load

from rulebook.publishing.check_site import Finding
from rulebook.publishing.legislation import legislation
from rulebook.publishing.offline import publish_offline
from rulebook.publishing.page import Entry, Page
from rulebook.publishing.pdf.qr import qr_svg
from rulebook.publishing.policy import with_policy
from rulebook.publishing.search.export import WORKER
from rulebook.publishing.site import SiteContent, SiteError
from rulebook.publishing.wording import say

if TYPE_CHECKING:
    import jinja2
    from mkdocs.structure.pages import Page as MkDocsPage

    from rulebook.model import Rulebook

_PACKAGE = Path(str(resources("rulebook")))
PROJECT = _PACKAGE.parent / "mkdocs.yml"
"""The settings of the project; an installed package has none, and builds without its docs."""

_UNUSED = re.compile(
    r"assets/(?:.*\.map|stylesheets/palette\..*|javascripts/lunr/(?:tinyseg|wordcut)\.js"
    r"|javascripts/lunr/min/lunr\.(?!stemmer\.support|it\.).*|images/(?!favicon).*"
    r"|(?:search|offline)/.*)"  # sources of scripts that are served joined
)

_STOCK_SEARCH = re.compile(r"assets/javascripts/(?:lunr|workers)/.*")
"""What the theme's own search needs, and ours does not."""

_NOT_SEARCHED = ("number", "source", "apparatus", "offline")
"""Kinds of pages that only repeat what stands elsewhere."""

_SINGLE_SHEETS = ("home", "situation", "situations")

_LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Where `mkdocs serve` shows a site: no address to print."""


class RulebookConfig(base.Config):  # type: ignore[no-untyped-call]
    """The plugin's settings in mkdocs.yml: the folder of a corpus, if not the embedded one."""

    corpus = Optional(Type(str))


class RulebookPlugin(BasePlugin[RulebookConfig]):  # type: ignore[no-untyped-call]
    """Hands the generated pages to MkDocs."""

    content: SiteContent | None = None
    whole_site = True
    """Nobody else completes the site: MkDocs was called by itself."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Load the rulebook, where no program passed a content; find the theme of the package."""
        if self.content is None:
            self.content = _content(self.config.corpus, config.site_url)
        own = str(_PACKAGE / "publishing" / "theme")
        if own not in config.theme.dirs:
            config.theme.dirs.insert(0, own)
        self._pages = {page.file: page for page in self.content.pages}
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the generated pages and files, and drop what the theme brings for other sites."""
        assert self.content is not None
        for file in list(files):
            stock = self._worker is not None and _STOCK_SEARCH.fullmatch(file.src_uri)
            if stock or _UNUSED.fullmatch(file.src_uri):
                files.remove(file)
        for page in self.content.pages:
            if files.get_file_from_path(page.file) is not None:
                raise BuildError(f"{page.file} is made by the plugin: remove it from the docs")
            level = InclusionLevel.INCLUDED if page.in_navigation else InclusionLevel.NOT_IN_NAV
            files.append(File.generated(config, page.file, content="", inclusion=level))
        for name, data in self.content.files.items():
            files.append(File.generated(config, name, content=data))
        config.nav = [*navigation(self.content.pages), *(config.nav or [])]
        return files

    def on_page_markdown(self, markdown: str, *, page: MkDocsPage, **_: Any) -> str:
        """Give a generated page its title, description and author, as text for templates."""
        made = self._pages.get(page.file.src_uri)
        if made is not None:
            page.meta["title"] = escape(made.title)
            page.meta["description"] = escape(made.description)
            if made.author:
                page.meta["author"] = escape(made.author)
            if made.kind in _NOT_SEARCHED:
                page.meta["search"] = {"exclude": True}
        return markdown

    def on_page_content(self, html: str, *, page: MkDocsPage, **_: Any) -> str:
        """Put the finished body in place, with its contents and its anchors."""
        made = self._pages.get(page.file.src_uri)
        if made is None:
            return html
        page.toc = get_toc(_toc(made.contents))
        page.present_anchor_ids = set(made.ids)
        return made.body

    def on_env(self, env: jinja2.Environment, **_: Any) -> jinja2.Environment:
        """Adapt the theme's templates as they are read, and name our search worker to them."""
        env.loader = adapted(env.loader)
        env.globals["rb_search"] = self._worker
        env.globals["rb_qr"] = qr_svg
        return env

    def on_page_context(self, context: Any, *, page: MkDocsPage, **_: Any) -> Any:
        """Let templates see the page as we made it, as `rb`, and its metadata as law."""
        made = self._pages.get(page.file.src_uri)
        context["rb"] = made
        if made and self.content:
            context["rb_line"] = running_line(made, self.content.rulebook)
        if self.content and page.canonical_url:
            context["rb_law"] = legislation(made, self.content.rulebook, page.canonical_url)
        return context

    def on_post_page(self, output: str, **_: Any) -> str:
        """State the page's Content-Security-Policy."""
        return with_policy(output)

    def on_post_template(self, output_content: str, *, template_name: str, **_: Any) -> str:
        """State the policy in the theme's own pages too."""
        return with_policy(output_content) if template_name.endswith(".html") else output_content

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Drop the compressed sitemap, which holds the time of the build, and the stock index."""
        Path(config.site_dir, "sitemap.xml.gz").unlink(missing_ok=True)
        if self._worker:
            _empty_stock_index(Path(config.site_dir, "search"))
        if self.whole_site and self.content:
            publish_offline(Path(config.site_dir), self.content.rulebook)

    @property
    def _worker(self) -> str | None:
        """The address of our search worker, if the content has one."""
        return WORKER if self.content and WORKER in self.content.files else None


def running_line(page: Page, rulebook: Rulebook) -> str:
    """What every printed sheet says of its page; a card prints as one sheet, and says it itself."""
    if page.kind in _SINGLE_SHEETS:
        return ""
    edition = rulebook.by_id.get(page.edition or "")
    state = say("state", "superseded").lower() if edition and edition.superseded_by else ""
    return " · ".join(filter(None, (page.title, page.about, state)))


def _empty_stock_index(folder: Path) -> None:
    """Leave of the theme's own index what every page asks for: its settings, and no texts.

    A page opened from a disk cannot fetch, and loads the same as a script.
    """
    file = folder / "search_index.json"
    index = json.loads(file.read_text(encoding="utf-8"))
    text = json.dumps({**index, "docs": []}, ensure_ascii=False)
    file.write_text(text, encoding="utf-8")
    file.with_suffix(".js").write_text(f"var __index = {text};\n", encoding="utf-8")


def _content(folder: str | None, site_url: str | None) -> SiteContent:
    """What `rulebook build` publishes: MkDocs was called by itself."""
    from rulebook.commands.editions import comparisons
    from rulebook.commands.publishing import Made, content_of, published
    from rulebook.keeping import kept
    from rulebook.reading.assemble import rulebook_of
    from rulebook.reading.holdings.corpus import load

    place, keep = Path(folder) if folder else None, kept()
    corpus = load(place)
    rulebook = rulebook_of(corpus, keep=keep)
    compared = comparisons(corpus, rulebook, keep)
    made = Made(rulebook, tuple(one for editions in compared for one in editions.comparisons))
    public = site_url if urlsplit(site_url or "").hostname not in _LOOPBACK else None
    return content_of(made, published(place), public)


def navigation(pages: tuple[Page, ...]) -> list[Any]:
    """The navigation of the generated pages: a section for each edition and each folder.

    Templates print its titles as they are, so they are escaped here.
    """
    entries: list[Any] = []
    sections: dict[str, list[Any]] = {}
    for page in pages:
        if not page.in_navigation:
            continue
        folder, _, rest = page.address.partition("/")
        if not folder:
            entries.append({escape(page.short): page.file})
        elif not rest:
            sections[folder] = [page.file]
            entries.append({escape(page.short): sections[folder]})
        elif folder in sections:
            sections[folder].append({escape(page.short): page.file})
    return [_single(entry) for entry in entries]


def _single(entry: dict[str, Any]) -> dict[str, Any]:
    """A section of one page is that page."""
    ((title, inside),) = entry.items()
    return {title: inside[0]} if isinstance(inside, list) and len(inside) == 1 else entry


def _toc(entries: tuple[Entry, ...]) -> list[Any]:
    """Entries as the nested tokens of Python-Markdown's own contents."""
    top: list[Any] = []
    path: list[Any] = []
    for entry in entries:
        token = {"level": entry.level, "id": entry.anchor, "name": escape(entry.title),
                 "children": []}
        while path and path[-1]["level"] >= entry.level:
            path.pop()
        (path[-1]["children"] if path else top).append(token)
        path.append(token)
    return top


@cache
def _adaptations() -> dict[str, list[tuple[str, str]]]:
    text = resources("rulebook.publishing").joinpath("theme.toml").read_text(encoding="utf-8")
    found: dict[str, list[tuple[str, str]]] = {}
    for entry in tomllib.loads(text)["adaptation"]:
        found.setdefault(entry["template"], []).append((entry["find"], entry["replace"]))
    return found


def adapted(loader: jinja2.BaseLoader | None) -> jinja2.BaseLoader:
    """The theme's loader, with the small changes of `theme.toml` made on the way.

    Raises:
        BuildError: when a template is read that no longer has what is to be changed.
    """
    import jinja2

    class Adapted(jinja2.BaseLoader):
        def get_source(
            self, environment: jinja2.Environment, template: str
        ) -> tuple[str, str | None, Callable[[], bool] | None]:
            if loader is None:
                raise jinja2.TemplateNotFound(template)
            source, name, fresh = loader.get_source(environment, template)
            for find, replace in _adaptations().get(template, ()):
                if source.count(find) != 1:
                    raise BuildError(
                        f"the theme's {template} no longer has “{find}” once: "
                        "mend rulebook/publishing/theme.toml"
                    )
                source = source.replace(find, replace)
            return source, name, fresh

        def list_templates(self) -> list[str]:
            return loader.list_templates() if loader is not None else []

    return Adapted()


def render(whole: SiteContent, out: Path, site_url: str | None = None) -> None:
    """Render a content with MkDocs in strict mode, from any folder.

    Raises:
        SiteError: MkDocs found faults; the message has them.
    """
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")  # the theme's notice of a rival generator
    with _config_file() as config_file, _warnings() as warnings:
        try:
            config = load_config(
                str(config_file), site_dir=str(out), strict=True,
                **({"site_url": site_url} if site_url else {}),
            )
            plugin = config.plugins["rulebook"]
            if not isinstance(plugin, RulebookPlugin):
                raise SiteError("mkdocs.yml names another plugin `rulebook`")
            plugin.content, plugin.whole_site = whole, False
            config.plugins.on_startup(command="build", dirty=False)
            try:
                build(config)
            finally:
                config.plugins.on_shutdown()
        except (Abort, BuildError, ConfigurationError) as fault:
            raise SiteError(f"MkDocs could not build the site: {fault}", tuple(warnings)) from fault


def public_address() -> str | None:
    """The public address that the project's mkdocs.yml names, if any."""
    with _config_file() as config_file, config_file.open("rb") as text:
        return yaml_load(text).get("site_url") or None


@contextmanager
def _warnings() -> Iterator[list[Finding]]:
    """What MkDocs and its plugins warn of meanwhile, for the message of an error."""
    found: list[Finding] = []

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(Finding(record.name.removeprefix("mkdocs."), record.getMessage()))

    collector = Collector(logging.WARNING)
    logger = logging.getLogger("mkdocs")
    logger.addHandler(collector)
    try:
        yield found
    finally:
        logger.removeHandler(collector)


@contextmanager
def _config_file() -> Iterator[Path]:
    """The project's mkdocs.yml; without a project, one with the package's own settings alone."""
    if PROJECT.is_file():
        yield PROJECT
        return
    with tempfile.TemporaryDirectory(prefix="rulebook-") as folder:
        Path(folder, "docs").mkdir()
        config_file = Path(folder, "mkdocs.yml")
        settings = {"INHERIT": str(_PACKAGE / "publishing" / "site.yml")}
        config_file.write_text(json.dumps(settings), encoding="utf-8")
        yield config_file
