"""What a page of the law tells search engines: schema.org `Legislation`, as JSON-LD.

It is data: a browser never runs it, so that the strictest Content-Security-Policy lets it stand.
"""

from __future__ import annotations

import json

from rulebook.model import Rulebook
from rulebook.publishing.page import Page


def legislation(page: Page | None, rulebook: Rulebook, url: str) -> str | None:
    """The JSON-LD of a page that holds law; None for any other page.

    Args:
        page: an article's or an edition's page, or any other, or none.
        rulebook: its editions.
        url: the public address of the page.
    """
    edition = rulebook.by_id.get(page.edition or "") if page else None
    if page is None or edition is None or page.kind not in ("article", "edition"):
        return None
    whole: dict[str, object] = {
        "@type": "Legislation",
        "name": edition.long_title,
        "legislationIdentifier": edition.id,
        "inLanguage": "it",
        "legislationPassedBy": {"@type": "Organization", "name": edition.authority},
        "legislationType": "Regolamento di gioco",
    }
    if edition.in_force_from:
        whole["legislationDate"] = edition.in_force_from
    if edition.state == "superseded":
        whole["legislationLegalForce"] = "https://schema.org/NotInForce"
    if page.kind == "edition":
        return _printed({**whole, "@id": url, "url": url})
    return _printed({
        "@type": "Legislation", "@id": url, "url": url, "name": page.title,
        "description": page.description, "inLanguage": "it",
        "legislationIdentifier": f"{edition.id}/{page.label}",
        "isPartOf": {**whole, "@id": _parent(url), "url": _parent(url)},
    })


def _parent(url: str) -> str:
    return url.rstrip("/").rpartition("/")[0] + "/"


def _printed(data: dict[str, object]) -> str:
    """JSON that no text can end early: `</script>` is written with escapes."""
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
