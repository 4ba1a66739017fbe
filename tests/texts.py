"""Texts of files that several tests give to the command and to its readers."""

OVERLAY = """\
sheet = "repeater-bets-plus"
name = "Mine"

[reading]
zeros = "3"

[wagers."Repeating 4".pays]
made = "70 for 1"
surrender-1 = "5 for 4"
surrender-2 = "none"

[wagers.horn.pays]
made = "25 to 2"
"""
STORM_HEAD = """\
// Exported by storm
@type: DTMC
@value_type: rational
@parameters

@reward_models
flips cost 
@nr_states
3
@nr_choices
3
@model
"""  # noqa: W291 - Storm leaves a space after each name
