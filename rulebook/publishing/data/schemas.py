"""The JSON Schemas of the published data, made from the structs that write it."""

from __future__ import annotations

import msgspec

from rulebook.publishing.data.concordance import ConcordanceData
from rulebook.publishing.data.edition_json import EditionData
from rulebook.publishing.data.inventory import Inventory
from rulebook.publishing.data.mentions import Citations

_FORMS: dict[str, type[msgspec.Struct]] = {
    "inventory-1": Inventory,
    "edizione-1": EditionData,
    "citazioni-1": Citations,
    "concordanza-1": ConcordanceData,
}


def schema_files() -> dict[str, bytes]:
    """The schemas by address: `data/schema/edizione-1.json`; the number is the form's version."""
    return {f"data/schema/{name}.json": _schema(form) for name, form in _FORMS.items()}


def _schema(form: type[msgspec.Struct]) -> bytes:
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    schema = {**draft, **msgspec.json.schema(form)}
    return msgspec.json.format(msgspec.json.encode(schema), indent=1) + b"\n"
