"""Sheets that several tests of the room read, as they are or with a mistake in them."""

HEADS = """\
name = "Heads"
source = "a coin, tossed"
stop = ["tails"]

[wheel]
kind = "weights"
weights = { heads = 1, tails = 2, edge = 3 }

[pays]
lost = "nothing"

[wagers."Heads twice"]
tallies = [{ counts = ["heads"], need = 2 }]
pays = { made = "9 for 1", surrender-1 = "3 for 2" }
envy = { made = "2x" }
source = "page 1"

[wagers."Edge"]
tallies = [{ counts = ["edge"], need = 1 }]
pays = { made = "3 to 2" }

[wagers."Either"]
components = ["Heads twice", "Edge"]
pays = { made = "evens" }

[options.coin]
question = "Which coin?"

[options.coin.choices.thin]
means = "one that seldom stands"

[options.coin.choices.thick]
means = "one that stands"
set = { wheel = { weights = { edge = 30 } } }
"""
WEIGHTS = "{ heads = 1, tails = 2, edge = 3 }"
SET = "set = { wheel = { weights = { edge = 30 } } }"
NO_OPTIONS = HEADS.partition("[options.coin]")[0]
RANGED = """\
name = "Ranges"
source = "a test"
wheel = "two dice"

[wagers.Repeats]
paid = "first"
ladder = { "rep-2..7" = "6 x2" }
until = "7"

[wagers.Repeats.pays]
"rep-2..7" = "9 for 1"
rep-4 = "2 for 1"
lost = "nothing"
"""
SIDE_BETS = """\
name = "Side bets"
source = "House rules, 2026"
wheel = "craps"

[pays]
lost = "nothing"

[wagers."Fire bet"]
until = "seven-out"
[wagers."Fire bet".ladder]
six = "6 different points made"
five = "5 different points made"
four = "4 different points made"
[wagers."Fire bet".pays]
six = "1000 for 1"
five = "250 for 1"
four = "25 for 1"

[wagers."Small"]
wins = "all of 2..6 before 7"
pays = { made = "34 to 1" }

[wagers."Hot hand"]
ladder = { ten = "all of (2..6, 8..12)", nine = "9 of (2..6, 8..12)" }
until = "7"
pays = { ten = "80 to 1", nine = "20 to 1" }

[wagers."Sixes"]
wins = "6x6 before 7"
pays = { made = "90 for 1", surrender-4 = "18 for 1" }
"""
BOARD = """\
name = "Board"
source = "here"
wheel = { kind = "board", cells = 3, chance = "1/2", lives = 2, filled = 1 }
[prizes]
coin = { "1 for 1" = 1, "3 for 1" = 1 }
[wagers.A]
pays = { cell = "2 for 1", filled-2 = "9 for 1", full = "10 for 1" }
[wagers.B]
pays = { cell = "coin", full = "10 for 1" }
"""
PHASES = """\
name = "Phases"
source = "here"
wheel = "coin"
[wagers.A]
pays = { six = "6 for 1", other = "1 for 1", lost = "nothing" }
[wagers.A.phases.toss]
leads = { die = "heads", lost = "tails x2" }
[wagers.A.phases.die]
wheel = "d6"
leads = { six = "6", toss = "1", other = "2..5" }
"""
HEAD = 'name = "Here"\nsource = "House rules, 2026"\nwheel = "two dice"\n[pays]\nlost = "nothing"\n'
BOTH = """\
[wagers.A]
ladder = { sixes = "6x3", eights = "8x3" }
until = "7"
paid = "each"
pays = { sixes = "2 to 1", eights = "3 to 1" }
"""
PRISON = """\
name = "En prison"
source = "House rules, 2026"
wheel = "single zero"
pays = { lost = "nothing" }

[wagers.Red.phases.open]
leads = { won = "red", lost = "black", prison = "zero" }

[wagers.Red.phases.prison]
leads = { freed = "red", lost = "black", double = "zero" }
offers = { bought-out = "any time" }

[wagers.Red.phases.double]
leads = { prison = "red", lost = "black|zero" }
offers = { from-double = "any time" }

[wagers.Red]
pays = { won = "evens", freed = "1 for 1", bought-out = "9 for 20", from-double = "1/4 for 1" }
"""
PRIZES = """\
name = "Prizes"
source = "House rules, 2026"
wheel = "two dice"

[pays]
lost = "nothing"

[prizes]
credits = { "2 for 1" = 3, "5 for 1" = 1 }
jackpots = { "20 for 1" = 90, "50 for 1" = "9", "1000 for 1" = "1" }
wins = { "1 to 1" = "1/3", "4 to 1" = "2/3" }

[wagers.A]
ladder = { three = "6x3", two = "6x2", one = "6" }
until = "7"
pays = { three = "jackpots", two = "3 x credits", one = "wins" }
"""
BINGO = """\
name = "Here"
source = "House rules, 2026"

[wheel]
kind = "bag"
holds = { a1 = 1, a2 = 1, a3 = 1, b1 = 1, b2 = 1, b3 = 1, c1 = 1, c2 = 1, c3 = 1, other = 12 }

[define]
rows = ["all of (a1, a2, a3)", "all of (b1, b2, b3)", "all of (c1, c2, c3)"]
columns = ["all of (a1, b1, c1)", "all of (a2, b2, c2)", "all of (a3, b3, c3)"]
diagonals = ["all of (a1, b2, c3)", "all of (a3, b2, c1)"]
lines = ["any of rows", "any of columns", "any of diagonals"]

[wagers.A]
paid = "first"
ladder = { "two-5..6" = "2 of (rows, columns, diagonals)", "one-3..6" = "any of lines" }

[wagers.A.pays]
one-3 = "30 for 1"
one-4 = "10 for 1"
one-5 = "5 for 1"
one-6 = "3 for 1"
two-5 = "10 for 1"
two-6 = "6 for 1"
lost = "nothing"
"""
DICE = """\
name = "Here"
source = "House rules, 2026"
wheel = "two dice"
[define]
small = "2..6"
hand = "small x3"
rest = "not (8|hard 4)"
pair = ["small x2", "8x2"]
[wagers.A]
wins = "GOAL"
pays = { made = "evens", lost = "nothing" }
"""
