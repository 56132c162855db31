"""The prices by which the search over two columns decides.

They were learnt: over 80 typeset tables (none of them among the stored samples) and the commentary
on Article 27, the right reading was compared with the cheapest, and the prices were shifted towards
the right one. A figure measured on that commentary is therefore no figure on unseen text.
The prices of rows in one order, of twin labels and of texts that wait for their labels came later,
were set by hand and tried on a part of the stored samples. Those of copies, replaced terms, cells
beside each other and the beginnings of pages were set by hand on other tables (the seeds are named
in the developers' page on columns).
0 is unremarkable.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Prices:
    """What each remarkable thing costs; the comment of a group tells what it is about."""

    # A line after another in one text: how the one ends and the other begins.
    stop_lower: float = 3.6
    stop_upper: float = 0.53
    colon_lower: float = 0.97
    colon_upper: float = 1.43
    hyphen_lower: float = -1.5
    hyphen_upper: float = 4.0
    capital: float = 0.45
    upper: float = 2.88
    hanging: float = -0.38
    language: float = 0.46
    # A text that is left as it is.
    left_colon: float = 0.16
    left_hanging: float = 3.97
    left_heading: float = 0.67
    left_bracket: float = 1.62
    left_open: float = 2.09
    leave: float = 0.8
    leave_share: float = 0.28
    heading_alone: float = 0.67
    resume: float = 1.19
    resume_open: float = 2.5
    # Going over to the other column.
    switch: float = 0.39
    switch_start: float = 0.09
    switch_label: float = 0.08
    switch_open: float = 0.1
    switch_heading: float = 0.29
    switch_bracket: float = 0.83
    switch_row: float = 1.56
    gap_stay: float = 0.16
    no_gap_switch: float = 2.48
    page_right: float = 0.3
    page_open: float = 0.8
    first_right: float = 3.0
    beside: float = 6.0
    # The two columns compared.
    kin_same: float = 0.4
    kin_near: float = 0.4
    kin_near_left: float = 0.3
    kin_far: float = 0.4
    term_apart: float = 0.8
    order: float = 0.4
    lead: float = 0.04
    lead_on: float = 0.24
    lead_first: float = 2.5
    lag: float = 0.3
    lean: float = 1.17
    # Labels.
    skip: float = 1.99
    skip_more: float = 0.79
    skip_level: float = 1.6
    other_context: float = 0.54
    idle_context: float = 0.37
    colon_no_child: float = 1.31
    broken_context: float = 0.82
    hole: float = 0.39
    child_early: float = 1.5
    label_waiting: float = 0.1
    label_untitled: float = 2.0
    claim: float = 0.08
    claim_first: float = 0.8
    inline_lower: float = 1.2
    inline_lower_deep: float = 0.18
    marker_text: float = 1.45
    marker_text_lower: float = 0.74
    marker_text_upper: float = 3.54
    marker_text_outer: float = 2.5
    marker_twin: float = 2.0
    marker_cited: float = 0.41
    cited_label: float = 1.35
    label_ignored: float = 1.5
    title_again: float = 5.0
    title_late: float = 6.0
    # The beginning of a text.
    start_lower: float = 2.74
    start_row: float = 1.5
    start_lower_deep: float = 1.06
    not_recent: float = 0.82
    not_adjacent: float = 0.5
    passed: float = 0.49
    backwards: float = 0.79
    parent_late: float = 2.0
    late: float = 3.36
    root: float = 4.5
    unknown: float = 2.68
    unknown_waiting: float = 2.0
    word: float = 2.4
    style: float = 0.58
    # A heading turning into a body.
    turn: float = 0.0
    turn_long: float = 0.15
    turn_closed: float = 0.36
    turn_opened: float = 1.26
    # A line that ends although the next word would have fitted.
    short: float = 4.33
    # Brackets.
    bracket_left: float = 1.56
    bracket_closed: float = 2.1
    # The end of the table.
    end_unknown: float = 4.01
    orphan: float = 4.01
    end_broken: float = 1.22
    end_holder: float = 0.29
    end_label: float = 2.53


PRICES = Prices()
