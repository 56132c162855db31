"""The published data: a rulebook for other programs, at addresses that stay.

`data_files` makes all of it; each format has a module of its own.
"""

from __future__ import annotations

from rulebook.model import Comparison, Rulebook
from rulebook.publishing.data.akn import akoma_ntoso
from rulebook.publishing.data.concordance import concordance_files
from rulebook.publishing.data.edition_json import edition_json
from rulebook.publishing.data.inventory import inventory, inventory_json
from rulebook.publishing.data.mentions import citations_json
from rulebook.publishing.data.objects_inv import objects_inv
from rulebook.publishing.data.schemas import schema_files

__all__ = ["data_files"]


def data_files(
    rulebook: Rulebook, comparisons: tuple[Comparison, ...] = ()
) -> dict[str, bytes]:
    """Every data file of a rulebook by address: inventory, editions, citations, schemas.

    Args:
        rulebook: what is published.
        comparisons: where given, a rule keeps its identity from edition to edition.
    """
    rows = inventory(rulebook, comparisons)
    files = {
        "data/inventory.json": inventory_json(rows),
        "data/citazioni.json": citations_json(rulebook),
        "objects.inv": objects_inv(rulebook, rows),
        **concordance_files(comparisons),
        **schema_files(),
    }
    for edition in rulebook.editions:
        files[f"data/{edition.id}.json"] = edition_json(rulebook, edition, rows)
        if edition.articles:
            files[f"data/{edition.id}.akn.xml"] = akoma_ntoso(rulebook, edition)
    return files
