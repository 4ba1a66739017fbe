"""What a sheet may not say: the line on which it stands, and what is told of it.

What needs a file that is hostile, large or no text is with the tests of what such a sheet may say.
"""

import re

import pytest

from tests.cases import rows
from tests.sheets import texts
from tests.texts import OVERLAY

OFFERED = """\
name = "Offered"
source = "here"
wheel = "two dice"
until = "7"
[wagers.A]
wins = "6x2"
offers = { out = "6 once", half = "exactly 4x1" }
pays = { made = "9 for 1", out = "2 for 1", half = "1 for 2", lost = "nothing" }
"""
NAMED = {"SET": texts.SET, "WEIGHTS": texts.WEIGHTS}
CHOICES = texts.HEADS[texts.HEADS.index("[options.coin.choices.thin]") :]
NAMED |= {"CHOICES": CHOICES, "THICK": CHOICES[CHOICES.index("[options.coin.choices.thick]") :]}
NAMED |= {"PAGE": 'source = "page 1"', "COMPONENTS": '["Heads twice", "Edge"]'}
NAMED |= {"TOSS": texts.HEADS[texts.HEADS.index("stop") : texts.HEADS.index("\n\n[pays]")]}
CELLS = '.wheel = { kind = "board", cells = %d, chance = "1/2" }\n'
CELLS = f'pays.cell = "1 for 1"\nphases.a{CELLS % 2}phases.a.leads.b = "filled-1"\nphases.b{CELLS % 3}'
NAMED |= {"PLAYED": texts.PHASES.partition("[wagers.A]\n")[2], "CELLS": CELLS}

DRAWN = "wagers.A.commission: 'one' draws a prize, which is no one amount"

# By sheet what stands in it, what is put in its place, the line that is told, and some of the words.
REFUSED = {
    texts.DICE.replace("GOAL", "small before 7"): r"""
small before 7  pair before 7  10  pair is a list of goals; write any of pair, all of pair or 2 of pair
small before 7  hand x2 before 7  10  hand stands for a goal, and here a set of outcomes is wanted
small before 7  hand then 6 before 7  10  wagers.A.wins: hand stands for a goal, and then joins outcomes
small = "2..6"  small = "2..13"  5  define.small: no outcome of two dice is called '13'
small = "2..6"  yo = "2..6"  5  define.yo: the wheel has an outcome of this name; expected another
small = "2..6"  "two of" = "2..6"  5  expected a name of letters, digits and hyphens, no word of
small = "2..6"  small = []  5  define.small: found an empty list; expected goals
small = "2..6"  small = ""  5  define.small: there is nothing to ask; write a goal like 6x6 before 7
small = "2..6"  small = ["2", 6]  5  define.small.1: found 6; expected text
small = "2..6"  small = "2.."  5  define.small: the text ends too early
pair = ["small x2"  spare = ["small x2", "13"]\npair = ["small x2"  8  define.spare: no outcome of two dice
hand = "small x3"  hand = "smaller x3"  6  define.hand: no outcome of two dice and no name of [define]
wins = "small before 7"  stop = [7]\ntallies = [{ counts = [6], need = 2 }]  4
    define: no wager says a goal; expected a wager with `wins`, `ladder` or `phases`, or no `define`
small before 7  smal before 7  10  no name of [define] is 'smal'; did you mean small?
before 7"  before 7"\nwithin = 999999  11  wagers.A.within: 999,999 trials cannot be asked for
small before 7  6 before any of pairr  10  did you mean pair?
wheel = "two dice"  wheel = { kind = "weights", weights = { "a,b" = 1, c = 2 } }  3  'a' is not a weight
wheel = "two dice"\n[define]\nsmall = "2..6"
    wheel = { kind = "roulette", zeros = 2, shows = "dice" }\n[define]\nsmall = "000"  5
    no outcome of dice on double zero is called '000'; there are 2, 3, …, 00, total
small before 7
    smal or 2 or 2 or 2 or 2 or 2 or 2 or 2 or 2 or 2 or 2 or 2 or 2 or 2 or 2 or 2 or 2 or 2 before 7
    10  2 or 2 ')
""",
    texts.BINGO: r"""
paid = "first"  paid = "best"  16
    ladder."two-5..6": lines by trial are paid by the trial on which they come; expected paid = "first"
a1 = 1  a1 = 0  6  wheel.holds.a1: found 0; expected a whole number >= 1
a1 = 1  a1 = "1/2"  6  wheel.holds.a1: found '1/2'; expected a whole number
{ a1 = 1, a2 = 1, a3 = 1, b1 = 1, b2 = 1, b3 = 1, c1 = 1, c2 = 1, c3 = 1, other = 12 }  {}  6
    wheel.holds: found {}; expected a table
"one-3..6"  "one-6..3"  16  ladder."one-6..3": found 6..3; expected trials from an earlier to a later one
"one-3..6"  "one-3..600"  16  wagers.A.ladder."one-3..600": found 598 lines; expected 100 at the most
"one-3..6"  "one-3..102"  16  wagers.A.ladder: found 102 lines; expected 100 at the most
"two-5..6"  "one-5..6"  16  ladder: two lines come to the name 'one-5'; expected one of its own for each
"two-5..6"  "T!-5..6"  16  ladder."T!-5": expected a name of small letters, digits and hyphens, not lost
two-6 = "6 for 1"  –  18  wagers.A.pays: 'two-6' has no pay; give it one
""",
    OFFERED: r"""
half = "exactly 4x1"  half = "exactly red"  7  wagers.A.offers.half: no outcome
half = "exactly 4x1"  half = "exactly red"  7  (character 9 of 'exactly red')
until = "7"  until = "seben"  4  until: no outcome
wheel = "two dice"  wheel = { kind = "weights", weights = { "a,b" = 1, c = 2 } }  3  'a' is not a weight
wins = "6x2"  ladder = { two = "6x2", one = "sixx" }  6  wagers.A.ladder.one: no outcome
wheel = "two dice"  wheel = 6  3  wheel: found 6; expected text or a table
""",
    texts.SIDE_BETS: r"""
wins = "all of 2..6 before 7"  wins = "all of 2..6 befor 7"  20
    did you mean before? (character 13 of 'all of 2..6 befor 7')
until = "7"  until = "red"  25  wagers."Hot hand".until: no outcome of craps is called 'red'
wins = "all of 2..6 before 7"  wins = "all of 2..6"\nover = "stopper"  20  nothing stops play
wins = "all of 2..6 before 7"  wins = ""  19  wagers.Small: found neither; expected either `tallies`
wheel = "craps"  wheel = "crabs"  3  wheel: no wheel 'crabs'
until = "seven-out"\n  –  9  wagers."Fire bet".ladder: nothing stops play
made = "34 to 1"  win = "34 to 1"  21  expected made, lost, or surrender-K
ladder = { ten  wins = "6"\nladder = { ten  23  expected one of `wins`, `ladder`
ladder = { ten  ladder = { lost = "6", ten  24  expected a name of small letters
wins = "all of 2..6 before 7"  wins = "all of 2..6 before 7"\nuntil = "6"  21  says itself what stops play
""",
    texts.BOARD: r"""
[prizes]  [pays]\nfilled-2 = "nine"\n[prizes]  5  pays.filled-2: 'nine' is not a pay
cells = 3  cells = 300  9  wagers.B.pays.filled-101: 101 draws cannot be asked for; there are from 1 to 100
cells = 3  cells = 0  3  wheel.cells: found 0; expected a whole number >= 1
filled = 1  filled = 3  3  wheel: a board starts with an empty cell at least; it has 3, and 3 filled
chance = "1/2"  chance = "2"  3  wheel: a cell fills with a chance above 0 and up to 1, not 2
chance = "1/2"  chance = "x"  3  wheel: 'x' is not an exact number; write it like 40, 7/6 or 0.05
chance = "1/2"  chance = ["1/2", "1/3"]  3  wheel: 3 cells, 2 chances; a list has one for each
cell = "2 for 1"  cell = "two"  7  wagers.A.pays.cell: 'two' is not a pay
cell = "2 for 1"  cell = 2  7  wagers.A.pays.cell: found 2; expected text, such as '1/10 for 1', or a prize
3, chance = "1/2", lives = 2, filled = 1  15, chance = "1/2", filled = 3  7
    pays.filled-2: this ending cannot happen; expected filled-3, …, filled-14, full
cell = "2 for 1",  –  7  wagers.A.pays: 'filled-1' has no pay; give it one
full = "10 for 1" }\n[wagers.B]  full = "10 for 1", filled-7 = "1 for 1" }\n[wagers.B]  7  filled-7
[wagers.A]\n  [wagers.A]\nwins = "6"\n  7  wagers.A.wins: a board ends by itself; expected pays and no `wins`
""",
    texts.PHASES: r"""
[wagers.A]\n  [wagers.A]\nuntil = "6"\n  5  the phases say all of the play; expected pays and no `until`
six = "6 for 1"  toss = "6 for 1"  5  pays.toss: this ending cannot happen; expected lost, six, other
wheel = "d6"  wheel = "deck"  10  wagers.A.phases.die.leads.toss: no outcome of deck is called '1'
wheel = "d6"  wheel = "dd6"  9  wagers.A.phases.die.wheel: no wheel 'dd6'
six = "6",  six = "7",  10  wagers.A.phases.die.leads.six: no outcome of d6 is called '7'
six = "6",  Six = "6",  10  phases.die.leads.Six: expected a name of small letters, digits and hyphens
leads = { die = "heads", lost = "tails x2" }  leads = {}  7  found none; expected where it leads
PLAYED  CELLS  5  pays.cell: boards of other sizes come to full; expected a pay of its own for it
""",
    texts.HEAD + texts.BOTH: r"""
until = "7"\n  –  7  wagers.A.ladder: nothing stops play; expected `until`
ladder = { sixes = "6x3", eights = "8x3" }\nuntil = "7"  ladder = { eights = "8x3 before 7" }\nover = "early"
    7  wagers.A.ladder: nothing stops play
eights = "8x3" }\nuntil = "7"  open = "8x3 before 7" }  7  or a stopper in every line, and sixes has none
until = "7"  within = 0  8  wagers.A.within: found 0; expected a whole number >= 1
paid = "each"  paid = "each"\nwithin = 2  7  wagers.A.ladder.sixes: this line can never be reached
paid = "each"  paid = "first"\nover = "stopper"  7  does not stay until a stopper
eights = "3 to 1" }  nines = "3 to 1" }  10  expected sixes, eights, lost, sixes+eights
paid = "each"\npays = { sixes = "2 to 1",  pays = { surrender-1 = "1 for 1", sixes = "2 to 1",  9
    pays.surrender-1: this ending cannot happen; expected sixes, eights, lost
paid = "each"  offers = { cash = "6" }  9  wagers.A.offers.cash: it has no pay; expected one in `pays`
paid = "each"  offers = { lost = "6" }  9  not made, not lost
paid = "each"  offers = { sixes = "6" }  7  ladder.sixes: an offer has this name too; expected one of its own
paid = "each"  offers = { cash = "13" }  9  wagers.A.offers.cash: no outcome of two dice is called '13'
ladder = { sixes = "6x3", eights = "8x3" }  wins = "6x3"  9  wagers.A.paid: one goal is paid once
""",
    texts.PRISON: r"""
bought-out = "9 for 20",  –  11  phases.prison.offers.bought-out: it has no pay; expected one in `pays`
bought-out = "any time"  lost = "any time"  11  not made, not lost
bought-out = "any time"  freed = "any time"  11  an ending or a phase has this name too
bought-out = "any time"  bought-out = "37"  11  no outcome of single zero is called '37'
bought-out = "any time"  bought-out = "any tme"  11
    wagers.Red.phases.prison.offers.bought-out: no outcome of single zero is called 'tme'
leads = { freed = "red", lost = "black", double = "zero" }\n  –  9
    wagers.Red.phases.prison.leads: found none; expected where it leads, such as { bonus = "6x3" }
""",
    texts.PRIZES: r"""
"3 x credits"  "300 x credits"  16  wagers.A.pays.two: 300 draws cannot be asked for; there are from 1 to 100
"3 x credits"  "3 x credit"  16  '3 x credit' is not a pay; write it like '40 for 1'
"3 x credits"  "4 credits"  16  or like 'credits', '4 x credits' or '3 + 4 x credits'
"3 x credits"  "3 x"  16  '3 x' is not a pay
"3 x credits"  "3 + credit"  16  '3 + credit' is not a pay
"3 x credits"  "x + 2 x credits"  16  'x' is not a pay
until = "7"\npays = {  until = "7"\noffers = { out = "6x2" }\npays = { out = "credits",  17
    wagers.A.pays.out: an offer is chosen by the player, so it has a pay of its own, not a prize
"2 for 1" = 3  "2 for 1" = "30%"  9  '5 for 1' has 1; expected all weights in percent, or none
{ "2 for 1" = 3, "5 for 1" = 1 }  { }  9  prizes.credits: found no pay; expected pays with their weights
until = "7"  until = "7"\ncommission = { of = "one", winnings = "5%" }  16  COMMISSION
until = "7"  until = "7"\ncommission = { of = "one", stake = "5%", due = "on-win" }  16  COMMISSION
until = "7"  until = "7"\ncommission = { of = "two", stake = "5%", refunded = ["one"] }  16  COMMISSION
credits = {  evens = { "1 for 1" = 1 }\ncredits = {  9  that is no pay
"2 for 1" = 3  "2 for 1" = 0  9  prizes.credits."2 for 1": found the weight 0; expected one above 0
"2 for 1" = 3  "2 for 1" = 0.5  9  a fraction as text
"2 for 1" = 3  "two" = 3  9  prizes.credits.two: 'two' is not a pay
until = "7"  until = "7"\npaid = "each"  17  wagers.A.pays.three: this ending is paid together with others
""",
    texts.HEADS: r"""
stop = ["tails"]  stops = ["tails"]  3  stops: no sheet has this key here; did you mean stop?
edge = 3  edge = 0  7  wheel.weights: the weight of 'edge' is 0; it is a number above 0
WEIGHTS  {}  7  wheel.weights: a distribution needs at least one outcome; this one sums to nothing
need = 2  needs = 2  13  wagers."Heads twice".tallies.0.needs: no sheet has this key here; did you mean need?
"a coin, tossed"  " "  2  source: found nothing; expected where the rules and pays are written down
TOSS  stop = ["0"]\n[wheel]\nkind = "roulette"\nzeros = 0  3  stop: none of these comes up on this wheel
COMPONENTS  ["Edge", "Edge"]  23  wagers.Either.components.1: found 'Edge' again; expected each wager once
need = 2  need = 0  13  wagers."Heads twice".tallies.0.need: found 0; expected a whole number >= 1
["heads"]  ["heads", "tails"]  13  tallies.0.counts: found tails, which is the stopper; expected others only
["heads"]  ["haeds"]  13  counts: found 'haeds'; expected what the wheel shows; did you mean heads?
surrender-1  surrender-2  14  expected lost, made, or surrender-K with K at most 1
lost = "nothing"  –  14  wagers."Heads twice".pays: 'lost' can happen, but has no pay; 'nothing' is a pay
"9 for 1"  40  14  made: found 40; expected text in quotes: 40 to 1, or 40 for 1 if the stake is counted in
COMPONENTS  ["Heads twice", "Egde"]  23
    wagers.Either.components.1: found 'Egde'; expected a wager of this sheet; did you mean Edge?
[wagers."Either"]  [wagers."heads-twice"]  22
    wagers.heads-twice: found the same name as 'Heads twice'; expected a name of its own
[pays]  [pays  9  not valid TOML: Expected ']' at the end of a table declaration, at column 6
weights = {  wieghts = {  7  wheel.wieghts: no sheet has this key here; did you mean weights?
name =  nmae =  1  nmae: no sheet has this key here; did you mean name?
kind =  kinds =  5  wheel: found no key 'kind'; expected one
[wagers."Heads twice"]  [wager."Heads twice".pays]  12  wager: no sheet has this key here
[wagers."Heads twice"]  [[wager]]  12  wager: no sheet has this key here
envy =  envies =  15  wagers."Heads twice".envies: no sheet has this key here: pays,
[options.coin]  [dispositions]\nleak = 3\n[options.coin]  27
    dispositions.leak: found 3; expected text of up to 1,000 characters
question =  questoin =  27  options.coin.questoin: no sheet has this key here; did you mean question?
set =  sets =  34  options.coin.choices.thick.sets: no sheet has this key here; did you mean set?
name = "Heads"\n  –  –  the sheet: found no key 'name'; expected one
[wheel]\nkind = "weights"\nweights = { heads = 1, tails = 2, edge = 3 }\n  –  –
    the sheet: found no key 'wheel'; expected one
weights = { heads = 1, tails = 2, edge = 3 }\n  –  5  wheel: found no key 'weights'; expected one
pays = { made = "9 for 1", surrender-1 = "3 for 2" }\n  –  12
    wagers."Heads twice": found no key 'pays'; expected one
need = 2  need = 1  14  surrender-1: this ending cannot happen; expected lost, made
[pays]  [pays]\n"a.b" = "evens"  10  pays."a.b":
CHOICES  –  26  options.coin: found no key 'choices'; expected one
CHOICES  [options.coin.choices]  29  options.coin.choices: found none
THICK  –  29  options.coin.choices
, need = 2  –  13  wagers."Heads twice".tallies.0: found no key 'need'; expected one
means = "one that seldom stands"  means = "thin"\nrejected = "no"  31
    options.coin.choices.thin.rejected: found a reason; expected another choice, as this one is the default
means = "one that stands"\n  –  32  options.coin.choices.thick: found no key 'means'; expected one
["heads"]  [7]  13  tallies.0.counts: found 7; expected what the wheel shows: heads, tails, edge
["heads"]  []  13  wagers."Heads twice".tallies.0.counts: found []; expected a list of length >= 1
stop = ["tails"]  stop = []  3  stop: found nothing; expected the outcomes that stop play, such as [7]
stop = ["tails"]  stop = ["tials"]  3  stop: found 'tials'; expected what the wheel shows
PAGE  stop = []  16  stop: found nothing; expected the outcomes that stop play, such as [7]
PAGE  stop = ["heads"]  13  tallies.0.counts: found heads, which is the stopper; expected others only
COMPONENTS  []  22  wagers.Either: found neither; expected either `tallies` or `components`
need = 2 }]  need = 2 }]\ncomponents = ["Edge"]  12  found both; expected either
counts = ["edge"], need = 1 }  counts = ["edge"], need = 1 }, { counts = ["heads"], need = 1 }  23
    wagers.Either.components.1: found 'Edge'; expected a wager with one tally of its own
surrender-1 =  surrender-0 =  14  wagers."Heads twice".pays.surrender-0: this ending cannot happen
surrender-1 =  surrender-01 =  14  wagers."Heads twice".pays.surrender-01: this ending cannot happen
envy = { made  envy = { maid  15  wagers."Heads twice".envy.maid: this ending cannot happen
lost = "nothing"  lsot = "nothing"  10  pays.lsot: this ending cannot happen
"9 for 1"  "none"  14  wagers."Heads twice".pays: 'made' can happen, but has no pay; 'nothing' is a pay
"9 for 1"  "\u0000"  14  wagers."Heads twice".pays.made: '\x00' is not a pay; write it like '40 for 1'
"9 for 1"  true  14  pays.made: found True; expected text, such as '40 for 1', or '2x' for an envy
"2x"  "2"  15  wagers."Heads twice".envy.made: '2' is not a multiple of the wager; write it like '2x'
"2x"  2  15  wagers."Heads twice".envy.made: found 2; expected text, such as '40 for 1', or '2x' for an envy
PAGE  conditions = [""]  16  "Heads twice".conditions: Heads twice: found a condition that is not a text
source = "a  conditions = ["\u202e"]\nsource = "a  2  conditions: Heads: found a condition that is not a text
PAGE  outlay = "0"  16  wagers."Heads twice".outlay: found '0'; expected a number above 0
PAGE  outlay = "nan"  16  outlay: 'nan' is not an exact number; write it like 40, 7/6 or 0.05
PAGE  commission = { }  16  commission: found no part; expected one, such as winnings = "5%" or stake = "5%"
PAGE  commission = { winnings = "100%" }  16
    wagers."Heads twice".commission: a commission is a part of the stake, from 0 up, or of winnings, below 1
PAGE  commission = { winnings = "-5%" }  16
    wagers."Heads twice".commission: a commission is a part of the stake, from 0 up, or of winnings, below 1
PAGE  commission = { winnings = "five%" }  16  wagers."Heads twice".commission.winnings: 'five
PAGE  commission = { winnings = "5%", of = "mad" }  16
    wagers."Heads twice".commission.of: found 'mad'; expected an ending that has a pay; did you mean made?
PAGE  commission = { winnings = "5%", refunded = ["surrender-7"] }  16
    commission.refunded: found 'surrender-7'; expected an ending that has a pay; did you mean surrender-1?
PAGE  commission = { winnings = "5%", refunded = ["made"] }  16  commission.refunded: found 'made
PAGE  commission = { winnings = "5%", due = "on-win", refunded = ["lost"] }  16
    commission: a commission out of a win is at most the stake, and nothing of it comes back
SET  set = { foo = 1 }  34  options.coin.choices.thick.set.foo: no sheet has this key here
SET  set = { wheel = { zeros = 1 } }  34  wheel.zeros: no sheet has this key here: kind, weights
SET  set = { wheel = { weights = { tails = 0 } } }  34  'tails' is 0
SET  set = { wagers = 3 }  34  options.coin.choices.thick.set.wagers: found 3; expected a table
SET  set = { wagers = { Edge = { tallies = [{ counts = ["egde"], need = 1 }] } } }  34  Edge.tallies.0.counts
SET  set = { wagers = { Nope = { pays = {} } } }  34  options.coin.choices.thick.set.wagers.Nope
SET  set = { wagers = { "Heads twice" = { pays = { made = "40" } } } }  34  '40' is not a pay
SET  set = { envy-on-surrender = 1 }  34  envy-on-surrender: found 1; expected true or false
SET  set = { stop = ["heads"] }  13  wagers."Heads twice".tallies.0.counts: found heads, which is the stopper
SET  set = { pays = { lost = "none" } }  14  wagers."Heads twice".pays: 'lost' can happen, but has no pay
SET  set = 3  34  options.coin.choices.thick.set: found 3; expected a table
SET  set = { options = { coin = { question = "Which?" } } }  34  a choice cannot set what the options are
SET  set = { conditions = [] }  34  conditions: a choice cannot set what the conditions are
SET  set = { name = "Tails" }  34  name: a choice cannot set the name of the sheet
SET  set = { wagers = { New = { tallies = [{ counts = ["heads"], need = 1 }], pays = {} } } }  34
    options.coin.choices.thick.set.wagers.New: no wager has this name: Heads twice, Edge, Either
kind = "weights"  kind = "weight"  6
    wheel.kind: found 'weight'; expected roulette or dice or weights or bag or board
components = [  goal = "every"\ncomponents = [  23
    wagers.Either.goal: found 'every'; expected all or each or first
"weights"\nweights = { heads = 1, tails = 2, edge = 3 }  "roulette"\nzeros = -1  7  wheel.zeros: found
"weights"\nweights = { heads = 1, tails = 2, edge = 3 }  "roulette"\nzeros = 4  7  wheel.zeros: found
"weights"\nweights = { heads = 1, tails = 2, edge = 3 }  "roulette"\nzeros = "2"  7  wheel.zeros: found
"weights"\nweights = { heads = 1, tails = 2, edge = 3 }  "roulette"\nzeros = true  7  wheel.zeros: found
""",
    texts.RANGED: r"""
2..7" = "9 for 1"  2..8" = "9 for 1"  11  pays.rep-8: this ending cannot happen; expected rep-2
2..7" = "9 for 1"  7..2" = "9 for 1"  11  pays."rep-7..2": found 7..2; expected a range from low
rep-4 =  "rep-4..5" =  12  pays."rep-4..5": 'rep-4' is in another range too; expected it in one
9 for 1  9:1  11  pays.rep-2: '9:1' is not a pay; write 9 to 1, or 9 for 1 if the stake is counted in
"rep-2..7" = "9  rep-2..7 = "9  11  a name with two dots stands in quotes: "rep-2..7" = "2 for 1"
lost =  "lost-1..9999" =  13  found 1..9999; expected a range from low to high, of 1,000
""",
    texts.NO_OPTIONS: r"""
WEIGHTS  { heads = "25%", tails = "74%" }  7
    wheel.weights: found 99% in all; expected weights that add up to 100%
WEIGHTS  { heads = "25%", tails = 75 }  7
    wheel.weights: 'tails' has 75; expected all weights in percent, or none
WEIGHTS  { heads = "-25%", tails = "125%" }  7
    wheel.weights: the weight of 'heads' is -25; it is a number above 0
WEIGHTS  { heads = 1.5, tails = 2, edge = 3 }  7
    wheel.weights: the weight of 'heads': 1.5 is a float, and floats aren't exact; write it as text: '1.5'
WEIGHTS  { heads = "one", tails = 2, edge = 3 }  7  wheel.weights: the weight of 'heads': 'one' is
WEIGHTS  { heads = true, tails = 2, edge = 3 }  7
    wheel.weights: the weight of 'heads': True is not a whole number or fraction; write it as text
""",
    OVERLAY: r"""
repeater-bets-plus  repeater-bets-plos  1  did you mean repeater-bets-plus?
repeater-bets-plus  –  1  sheet: no game ''
repeater-bets-plus  a/b  1  sheet: no sheet can be read from 'a/b'; there is only *.toml
repeater-bets-plus  a\u0000.toml  1  sheet: no sheet can be read from 'a\x00.toml'
"Mine"  "!"  2  name: found '!'; expected a name with letters or digits
"Mine"  "a\u001bb"  2  name: found 'a\x1bb'; expected a name with letters or digits
zeros = "3"  zeros = 3  5  reading.zeros: found 3; expected the name of a choice, as text
zeros = "3"  zeros = "9"  5  reading.zeros: no choice for zeros: '9'; choose from 2, 0, 1, 3
Repeating 4  Repeating 44  7
    wagers."Repeating 44".pays: no wager has the name 'Repeating 44'; did you mean repeating-4 or repeating-9?
wagers.horn  wagers.repeating-4  12  wagers.repeating-4.pays: found 'repeating-4' again
[wagers.horn.pays]\nmade  [wagers]\nhorn  13  wagers.horn: found '25 to 2'; expected a table
"70 for 1"  70  8  wagers."Repeating 4".pays.made: found 70; expected text, such as '40 for 1'
"70 for 1"  "70"  8  pays.made: '70' is not a pay; write 70 to 1, or 70 for 1 if the stake is counted in
"70 for 1"  "none"  8  pays.made: found 'none'; expected a pay, for a spin can bring this ending
made = "70 for 1"\nsurrender-1 = "5 for 4"\nsurrender-2 = "none"  made = "none"  8
    pays.made: found 'none'; expected a pay, for a spin can bring this ending
surrender-1  surrender-4  9  wagers."Repeating 4".pays.surrender-4: this ending cannot happen; did you mean
surrender-2 = "none"  surrender-9 = "none"  10  no such line to take out; the lines are lost,
""",
}


@pytest.mark.parametrize(
    ("text", "was", "now", "line", "words"),
    [(text, *row) for text, table in REFUSED.items() for row in rows(table)],
    ids=lambda cell: cell.partition("\n")[0][:40],
)
def test_what_makes_no_sense_is_refused_where_it_stands(refusal, text, was, now, line, words):
    was, now = (NAMED.get(cell, cell).replace("\\n", "\n") for cell in (was, now))
    assert was in text
    said = refusal(text.replace(was, now, 1))
    assert re.match(r"sheet\.toml(?:, line (\d+))?: ", said)[1] == (line or None)
    assert words.replace("COMMISSION", DRAWN) in said
    assert was != texts.SET or "options.coin.choices.thick.set" in said
