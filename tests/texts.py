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
LUCKY = """
name = "Lucky"
source = "House rules"
stop = [7]
wheel = { kind = "dice" }
pays = { lost = "nothing" }
[wagers."Threes"]
tallies = [{ counts = [3], need = 2 }]
pays = { made = "12 to 1" }
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
STORM_BODY = """\
state 0 [1, 0] init
	action 0 [1/2, 0]
		1 : 1/3
		2 : 2/3
state 1 [0, 2.5] lost over
	action 0 [0, 0]
		1 : 1
state 2 [0, 0] made over "all is well"
	action 0 [0, 0]
		2 : 1
"""  # fmt: skip
