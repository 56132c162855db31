"""The prices by which the search over two columns decides.

They were set by comparing, over many typeset tables, the reading that is right with the one that was
cheapest, and shifting the prices until the right one was. 0 is unremarkable.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Prices:
    """What each remarkable thing costs; the comment of a group tells what it is about."""

    # A line after another in one text: how the one ends and the other begins.
    stop_lower: float = 3.64
    stop_upper: float = 0.55
    colon_lower: float = 1.04
    colon_upper: float = 1.41
    hyphen_lower: float = -1.5
    hyphen_upper: float = 4.0
    capital: float = 0.46
    upper: float = 2.85
    hanging: float = -0.39
    language: float = 0.58
    # A text that is left as it is.
    left_colon: float = 0.12
    left_hanging: float = 4.0
    left_heading: float = 0.66
    left_bracket: float = 1.62
    left_open: float = 2.16
    leave: float = 0.81
    leave_share: float = 0.18
    resume: float = 0.99
    resume_open: float = 2.5
    # Going over to the other column.
    switch: float = 0.64
    switch_start: float = -0.01
    switch_label: float = 0.58
    switch_open: float = 0.21
    switch_bracket: float = 0.86
    switch_row: float = 1.51
    gap_stay: float = 0.16
    no_gap_switch: float = 2.53
    page_right: float = 0.7
    first_right: float = 3.0
    # The two columns compared.
    kin_same: float = 0.27
    kin_near: float = 0.27
    kin_near_left: float = 0.01
    kin_far: float = 0.14
    lead: float = 0.01
    lead_on: float = 0.07
    lag: float = -0.07
    lean: float = 1.12
    # Labels.
    skip: float = 2.0
    skip_more: float = 0.8
    skip_level: float = 1.6
    other_context: float = 0.5
    idle_context: float = 0.46
    colon_no_child: float = 1.29
    broken_context: float = 0.82
    hole: float = 1.15
    label_waiting: float = 0.01
    label_untitled: float = 2.0
    claim: float = 0.15
    inline_lower: float = 1.2
    inline_lower_deep: float = 0.27
    marker_text: float = 1.45
    marker_text_lower: float = 0.7
    marker_text_upper: float = 3.51
    marker_text_outer: float = 2.5
    marker_cited: float = 0.25
    cited_label: float = 1.45
    label_ignored: float = 1.5
    title_again: float = 5.0
    title_late: float = 6.0
    # The beginning of a text.
    start_lower: float = 2.86
    start_row: float = 1.5
    start_lower_deep: float = 0.98
    not_recent: float = 0.7
    not_adjacent: float = 0.52
    passed: float = 0.4
    backwards: float = 0.95
    late: float = 3.32
    root: float = 4.5
    unknown: float = 2.75
    unknown_waiting: float = 2.0
    word: float = 2.34
    style: float = 0.61
    # A heading turning into a body.
    turn: float = 0.13
    turn_long: float = 0.17
    turn_closed: float = 0.29
    turn_opened: float = 1.2
    # The widths of lines.
    short: float = 4.47
    wide: float = 10.0
    # Brackets.
    bracket_left: float = 1.56
    bracket_closed: float = 2.05
    # The end of the table.
    end_unknown: float = 4.01
    end_broken: float = 1.64
    end_holder: float = 0.43
    end_label: float = 2.5


PRICES = Prices()
