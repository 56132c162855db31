"""The nouns that pass between the reading and the publishing half.

The tree of an article holds structure and text only.
Notes, citations and issues are layers over it: they name a field of the tree and a place in it.
Everything here is frozen and can be written as JSON (`to_json`, `from_json`).
"""

from rulebook.model.article import (
    Article,
    FieldText,
    Paragraph,
    Status,
    Witness,
    article_fields,
)
from rulebook.model.comparison import (
    Comparison,
    MovedRule,
    Pair,
    PairBasis,
    PairChange,
)
from rulebook.model.document import (
    Block,
    BlockKind,
    Document,
    Section,
)
from rulebook.model.edition import (
    ArticleName,
    Edition,
    PartName,
)
from rulebook.model.layers import (
    Change,
    ChangeClass,
    Citation,
    ColumnLine,
    Issue,
    Note,
    NoteCall,
    NoteKind,
    Place,
    Target,
    Weight,
)
from rulebook.model.rulebook import (
    Correction,
    Noun,
    Rulebook,
    from_json,
    to_json,
)
from rulebook.model.source import (
    Basis,
    Kind,
    Source,
    SpeaksOf,
)

__all__ = [
    "Article",
    "ArticleName",
    "Basis",
    "Block",
    "BlockKind",
    "Change",
    "ChangeClass",
    "Citation",
    "ColumnLine",
    "Comparison",
    "Correction",
    "Document",
    "Edition",
    "FieldText",
    "Issue",
    "Kind",
    "MovedRule",
    "Note",
    "NoteCall",
    "NoteKind",
    "Noun",
    "Pair",
    "PairBasis",
    "PairChange",
    "Paragraph",
    "PartName",
    "Place",
    "Rulebook",
    "Section",
    "Source",
    "SpeaksOf",
    "Status",
    "Target",
    "Weight",
    "Witness",
    "article_fields",
    "from_json",
    "to_json",
]
