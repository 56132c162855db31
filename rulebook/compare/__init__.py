"""Two editions compared: which rule became which, and what changed in its words.

Provisions are aligned by what they say, headings included. The words of a pair are those of the
texts (with the tail after a space); headings have words of their own, and a provision that only
holds others has none. Flags of a pair:

- `substance`, `modal`, `terminology`: layers that occur in it;
- `definition-changed`: a term in it means something else now;
- `citation-renumbered?`: a number changed, and nobody knows whether its rule just moved;
- `cited-rule-changed`: both texts cite one number that now holds another rule;
- `number-held-another-rule`: the older edition has another rule under this number;
- `uncertain`: the words alone speak weakly for the pair, or it joins two articles while the text
  in which a likelier partner may stand is not held.
"""

from rulebook.compare.concordance import Concordance, Lead, Row
from rulebook.compare.editions import EditionComparison, compare_articles, compare_editions
from rulebook.compare.groups import Assertion
from rulebook.compare.layers import LIGHT, SILENT
from rulebook.compare.moves import Move, Moves
from rulebook.compare.pairing import Titles
from rulebook.compare.summary import Tally, summary, tally
from rulebook.compare.terminology import Terminology, load_terminology
from rulebook.compare.words import WordChange, word_changes, word_diff

__all__ = [
    "LIGHT",
    "SILENT",
    "Assertion",
    "Concordance",
    "EditionComparison",
    "Lead",
    "Move",
    "Moves",
    "Row",
    "Tally",
    "Terminology",
    "Titles",
    "WordChange",
    "compare_articles",
    "compare_editions",
    "load_terminology",
    "summary",
    "tally",
    "word_changes",
    "word_diff",
]
