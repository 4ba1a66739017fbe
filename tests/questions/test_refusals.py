"""What commands are asked that makes no sense: a line for each on stderr, its exit code, and no file.

A pay that makes no sense is in tests/command/test_asking.py, and what a program or a file says in place of an
answer is with the command of its own.
"""

import shlex
import sys

import pytest

from tests.cases import rows
from tests.refused import refused

STRAIGHTS = "straights-and-8s straights-and-8s --pays run=40..60"
HUGE = "9" * 400

# The command line, where $ is STRAIGHTS and # HUGE, the exit code, and some of the words.
REFUSED = """
ask 6 --by luck  2  choose chain or race
ask '7 then 7' --by race  2  cannot be solved as a race
ask 6 --on 'two coins'  2  --on: no wheel 'two coins'
ask 6 --pays lots  2  --pays: 'lots' is not a pay
ask '6x2 before 7' --surrender '1=5 for 1'  2  --surrender needs --pays
ask '6x2 before 7' --pays '5 for 1' --surrender x=5  2  is not an offer
ask '6x2 before 7' --surrender x=5  2  write it like --surrender 4='18 for 1'
ask '6x4 before 7' --pays '5 for 1' --surrender 3=y  2  --surrender 3: 'y' is not a pay
ask '6x2 before 7' --pays '5 for 1' --surrender '9=5 for 1'  2  are lost, made, surrender-1;
ask '6x2 before 7' --pay 'surrender-1=5 for 1'  2  add --pay made=PAY
ask '6x2 before 7' --pay '5 for 1'  2  write it like --pay made='90 for 1'
ask '6x2 before 7' --pay made  2  --pay: '' is not a pay
ask '6x2 before 7' --pay 'surrender-0=3 for 1'  2  --pay surrender-0=3 for 1 is not an offer
ask '6x2 before 7' --pay 'won=3 for 1'  2  --pay won=3 for 1 is not an offer
ask 6 --pays '5 for 1' --pay 'made=6 for 1'  2  --pay made is given twice; choose one
ask 6 --pay 'made=5 for 1' --pay 'made=4 to 1'  2  --pay made is given twice; choose one
ask '6x3 before 7' --pays '9 for 1' --surrender '2=3 for 1' --surrender '02=4 for 1'
    2  --pay surrender-2 is given twice; choose one
ask 6 --as-sheet --json  2  --as-sheet prints a sheet and nothing else
ask - --as-sheet  2  --as-sheet and --plot are for one question
ask --explain  2  --as-sheet and --plot are for one question
ask 6 --as-sheet --plot x.svg  2  --as-sheet prints a sheet and nothing else
ask '6 before 7' --force  2  --force overwrites the file of --plot or --output, and there is none
ask 6 --within 1000000  2  the limit is 100,000 trials
ask 6 --within 0  2  --within
ask  2  QUESTION is missing
ask '6x3 within 5' --over late  2  over late is not known; choose decided, stopper, early
ask '6x3 before 7' --over early  2  is for a wager with a deadline
ask 6x3 --over stopper  2  nothing stops play
ask '6x2 before 6x2 or 7' --tie both  2  tie both is not known
ask 'all of 2..12' --by chain --max-states 100  5  --max-states
ask 'all before two 7s' --plot chain.svg  2  a chain of 486 states is too large to be drawn
ask 'all of 2..12' --plot chain.svg  2  a race has no states to draw
ask - --plot chain.svg  2  --as-sheet and --plot are for one question
ask '6x3 within 5' --over early --by race  2  a race is over as soon as it is decided
certify craps pass --force  2  --force overwrites the file of -o, and there is none
chain repeater-bets-plus horn --to drn --json  2  --to drn
design $ --edge 12..13  2  has no percent sign
design $ --edge 12%  2  is not a range
design $ --edge ..  2  is not a range
design $ --edge 14%..13%  2  write the lower end first
design $ --edge 12%..13% --hit 15  2  --hit 15%..20%
design $ --edge 12%..13% --pays rum=3..4  2  did you mean run?
design $ --edge 12%..13% --pays gap  2  names no pay
design $ --edge 12%..13% --pays gap=5..4  2  ends before it begins
design $ --edge 12%..13% --pays gap=4.1..4.9  2  no multiple of 1
design $ --edge 12%..13% --pays gap=-1..4  2  below zero
design $ --edge 12%..13% --pays gap=1..1000000  2  the limit is 100,000
design $ --edge 12%..13% --pays 'gap=4 to 1..6 for 1'  2  two ways
design $ --edge 12%..13% --pays lost=0..1  2  say what the numbers are
design $ --edge 12%..13% --pays run=1..2  2  given twice
design $ --edge 12%..13% --near gap=4  2  is not free
design $ --edge 12%..13% --near run=x  2  is not a pay
design $ --edge 12%..13% --step 0  2  not above 0
design $ --edge 12%..13% --sd-below ''  2  not an exact number
diff repeater-bets-plus quebec-place-bets  2  the one has repeating-2, repeating-12, repeating-3 and 16 more
games -o zeros=1  2  name the game
law repeater-bets-plus repeating-2 --quantile 99  2  no percent sign
law repeater-bets-plus repeating-2 --quantile 101%  2  from 0% to 100%
law repeater-bets-plus repeating-2 --quantile 100%  2  no number of spins is sure
law repeater-bets-plus repeating-2 --within -1  2  --within
law repeater-bets-plus repeating-2 --within 10000000000 --plot law.svg  5  ask for fewer
law repeater-bets-plus citywide --max-states 1 --plot law.gif  2  a picture is written as svg, png or pdf
law repeater-bets-plus  2  name a WAGER: Repeater Bets Plus has 19 wagers; choose one of repeating-2,
layout craps field=0  2  the stake on Field is 0; expected more than 0
layout craps field=abc  2  field=abc
layout craps field=5 --until now  2  choose resolved, or roll
layout craps feild=5  2  did you mean
letters repeater-bets-plus repeating-2  2  there is no letter; write it like --letter made=x
letters repeater-bets-plus repeating-2 --letter made  2  names no letter; write it like
letters repeater-bets-plus repeating-2 --letter made=1e400  2  is not a letter; write it like x
letters repeater-bets-plus repeating-2 --letter made=x --letter surrender-1=x  2  choose one
letters repeater-bets-plus repeating-2 --letter made=x --letter made=y  2  stand for the same thing
letters repeater-bets-plus repeating-2 --letter 7=z  2  write it like --letter pockets.7=z
letters repeater-bets-plus repeating-2 --letter mad=x  2  did you mean made?
letters repeater-bets-plus repeating-2 --letter pockets.77=s  2  did you mean 7?
letters repeater-bets-plus repeating-2 --letter pockets.7=s --max-states 2  5  --max-states
letters repeater-bets-plus horn --letter pockets.2=s --max-states 30  5  --max-states
lint repeater-bets-plus repeating-2 --profile nevda  2  no profile 'nevda'
lint repeater-bets-plus repeating-2 --profile ./none.toml  3  found no file there
lint repeater-bets-plus repeating-2 --minimum -5  2  --minimum
lint repeater-bets-plus repeating-2 --chip 0  2  --chip
lint repeater-bets-plus repeating-2 --minimum 7 --chip 2  2  not a whole number of chips
lint repeater-bets-plus repeating-2 --profile nevada-gaming-devices --chip 1
    2  the smallest stake is not given
lint repeater-bets-plus repeating-2 --readings -o zeros=1  2  leave -o out
lint repeater-bets-plus repeating-2 --least all  2  --least
lint repeater-bets-plus repeating-2 --max-states 2  5  --max-states
meter craps pass lost --must-hit-by 500 --adds 1%  2  name none
meter craps pass --must-hit-by 500  2  a meter that must hit grows
meter craps pass --must-hit-by 500 --adds 1% --now 500  2  is not below the 500
meter craps pass nine  2  is no ending that comes
meter craps lay-4  2  the commission on Lay 4 goes by what made pays
meter craps buy-4 -o commission=on-win  2  the commission on Buy 4 goes by what made pays
meter craps pass --adds 1  2  has no percent sign
meter craps pass --adds 100%  2  is not from 0 to 1
meter craps pass --seed -1  2  it is 0 or more
new  2  Missing argument
new ''  2  NAME
new -- -  2  no name for a game
new mine --from tallly  2  did you mean tally?
new mine.py --from tally  2  a .toml file
new mine.toml --from python  2  a .py file
new nowhere/mine  2  no folder
new mine/  2  is a folder
new ..  2  folder
odds quebec-place-bets lay-10 right-44  2  no wager 'right-44'
odds quebec-place-bets lay-10 ''  2  no wager ''
payable quebec-place-bets right-4  2  the stakes are missing
payable quebec-place-bets right-4 --from 5  2  the stakes are missing
payable quebec-place-bets right-4 --stake 7 --to 9  2  choose one
payable quebec-place-bets right-4 --stake nan  2  not an exact number
payable quebec-place-bets right-4 --stake -1  2  is not above 0
payable quebec-place-bets right-4 --stake 7 --chip 0  2  is not above 0
payable quebec-place-bets right-4 --stake 7.5  2  not a whole number of chips
payable quebec-place-bets right-4 --from 5 --to 9 --each 1/2  2  not a whole number of chips
payable quebec-place-bets right-4 --from 5 --to 4  2  is less than
payable quebec-place-bets right-4 --from 1 --to 999999999999999999999999999999  2  more than 10,000 stakes
play repeater-bets-plus repeating-2 --seed -1  2  --seed
play repeater-bets-plus repeating-2 --rounds 0  2  --rounds
play repeater-bets-plus repeating-2 --spins 0  2  --spins
play repeater-bets-plus repeating-2 --seed 1 --spins 1  5  is not over after 1 spin;
play repeater-bets-plus repeating-2 --seed 26 --spins 3  5  is not over after 3 spins; the mean is 6; choose
play repeater-bets-plus repeating-2 --seed 26 --max-states 3 --play optimal  5  --max-states
play repeater-bets-plus citywide --pay 'surrender-5=3 for 1' --max-states 60000 --play optimal  5  merged
price repeater-bets-plus repeating-2  2  --edge
price repeater-bets-plus repeating-2 --edge 5  2  --edge 15%
price repeater-bets-plus repeating-2 --edge 5% --step 0  2  --step 1/2
price repeater-bets-plus repeating-2 --edge 5% --step 10000000  2  --step 1/2
price repeater-bets-plus repeating-2 --edge 5% --base per_hour  2  per_spin
price repeater-bets-plus repeating-2 --edge 5% --play badly  2  never
price repeater-bets-plus repeating-2 mode --edge 5%  2  did you mean made?
price repeater-bets-plus repeating-2 '' --edge 5%  2  lost, made, surrender-1
price repeater-bets-plus repeating-2 surrender-2 --edge 5%  2  surrender-1
price repeater-bets-plus --edge 5%  2  WAGER
promotion craps pass --rebate 0%  2  is not between 0 and 1
promotion craps pass --rebate 5  2  has no percent sign
promotion craps pass --rebate 9% --pay made=3  2  no best time to quit
promotion craps pass --rebate 5% --bonus 3  2  a promotion is
promotion craps pass --deposit 5 --bonus 5  2  a promotion is
promotion craps pass --deposit 5 --bonus 5 --rollover 0x  2  the rollover is 0
promotion craps pass --deposit 5 --bonus 5 --rollover x  2  the rollover: '' is not an exact number
promotion craps pass --deposit 5 --bonus 5 --rollover 2x --bets 25,90  2  less than the 25
promotion craps pass --deposit 5 --bonus 5 --rollover 2x --bets 1,0  2  the bet is 0
promotion craps pass --deposit 5 --bonus 99999 --rollover 999x  5  ask for larger bets
sensitivity repeater-bets-plus horn --max-states 5  5  --max-states
session craps pass --bankroll 9 --goal -4  2  the goal is -4; expected more than 0
session craps pass --bankroll ten  2  the bankroll: 'ten' is not an exact number
session craps pass --bankroll 9 --rounds -3  2  expected a whole number from 1
session craps pass --bankroll 9 --rounds 4 --spins 4  2  choose one
session craps pass --bankroll 9 --stop-loss -5  2  the stop-loss is -5
session craps pass --risk 5  2  has no percent sign
session craps-side-bets shooters-hand --bankroll 9  2  neither wins nor loses money
session craps pass --bankroll 500 --rounds 1000000000 --exact  5  proved digits
session craps pass --risk 5% --rounds 1000000000  5  ask for fewer
session craps pass --bankroll 1000000 --rounds 1000000  5  ask for fewer
session craps pass --bankroll 1000000000 --goal 2000000000  5  ask for a nearer goal
session craps pass --bankroll 20 --rounds 9 --pay made=#  5  moves money by more than
session craps pass --bankroll 20 --goal 40 --pay made=#  5  moves money by more than
simulate craps pass --rounds 9 --pay made=#  5  returns a number of more than 150 digits
session repeater-bets-plus citywide --bankroll 5 --spins 9  5  ask for --rounds
simulate craps --rounds 0  2  --rounds
simulate craps --rounds 1000000000000000000000000000000  2  --rounds
simulate craps --seed -1  2  --seed
simulate craps pass --observed made  2  is no count; write it like made=1
simulate craps pass --observed made=-1  2  is no count; write it like made=1
simulate craps pass --observed nine=1  2  is no ending that comes
simulate craps pass --observed made=9 --rounds 5  2  9 endings were counted in 5 rounds
simulate craps pass --observed made=9 --bias 1  2  has no percent sign
surrender craps pass --force  2  --force overwrites the file of --plot or --output, and there is none
surrender repeater-bets-plus repeating-2 --edge 15  2  write it like --edge 15% or --edge 9/49
surrender repeater-bets-plus repeating-2 --edge 15%%  2  write it like --edge 15% or --edge 9/49
surrender repeater-bets-plus repeating-2 --only posted  2  --edge 15%
sweep repeater-bets-plus repeating-2 --pay made  2  names no pay
sweep repeater-bets-plus repeating-2 --pay made=x  2  made: 'x' is not a pay
sweep repeater-bets-plus repeating-2 --pay made=39..41,40  2  40 twice
sweep repeater-bets-plus repeating-2 --pay made=40 --pay made=41  2  given twice
sweep repeater-bets-plus repeating-2 --pay mad=1  2  that can happen
sweep repeater-bets-plus repeating-2 --pay mad=none  2  mad: Repeating 2 has no such line to take out
sweep repeater-bets-plus repeating-2 --pay made=none,1  2  has no pay
sweep repeater-bets-plus repeating-2 --pay surrender-7=none,1  2  surrender-7
sweep repeater-bets-plus repeating-2 --pay made=1..2 --step 0  2  --step
sweep repeater-bets-plus repeating-2 --step x  2  not an exact number
sweep repeater-bets-plus repeating-2 -o zeros  2  not an option
sweep repeater-bets-plus repeating-2 -o zeroes=all  2  no option 'zeroes'
sweep repeater-bets-plus repeating-2 -o zeros=0,7  2  no choice for zeros
sweep repeater-bets-plus repeating-2 -o zeros=0,0  2  a choice twice
sweep repeater-bets-plus repeating-2 -o zeros=0 -o zeros=1  2  -o zeros is given twice
sweep repeater-bets-plus repeating-2 --to sweep.xls  2  suffixes
sweep repeater-bets-plus repeating-2 --to nowhere/sweep.csv  2  there is no folder nowhere
sweep repeater-bets-plus repeating-2 --workers 2  2  say --to FILE
sweep repeater-bets-plus repeating-2 --to sweep.csv --json  2  leave out --format
sweep repeater-bets-plus repeating-2 --to sweep.csv --scheduler inproc://x  2  is no address
what-if repeater-bets-plus repeating-2  2  nothing is changed
what-if repeater-bets-plus repeating-2 --from zeros=3  2  nothing is changed
what-if repeater-bets-plus repeating-2 --pay made=  2  write it like
what-if repeater-bets-plus repeating-2 --pay 'made=1 to 1' --pay 'made=2 to 1'  2  given twice
what-if repeater-bets-plus repeating-2 --from zeros -o zeros=3  2  --from zeros is not an option
what-if repeater-bets-plus repeating-2 --expect edg=1  2  no figure has this name
what-if repeater-bets-plus repeating-2 --expect chance.mad=0  2  no ending 'mad' has a pay
what-if repeater-bets-plus repeating-2 --expect horn:edge=1  2  no wager 'horn'
what-if repeater-bets-plus repeating-2 -o zeros=3 --force
    2  --force overwrites the file of --save, --plot or --output, and there is none
what-if repeater-bets-plus repeating-2 -o zeros=3 --save edited.txt  2  not a TOML file
what-if repeater-bets-plus repeating-2 -o zeros=3 --save no/such/room/edited.toml
    2  there is no folder no/such/room
"""
LONG = [
    (("new", "a\nb"), "no name for a game"),
    (("play", "craps", "pass", "--seed", "7" * 5_000), "from 0 to 1,000,000,000,000,000;"),
    (("sweep", "repeater-bets-plus", "uptown", "--to", "a" * 300 + ".csv"), "File name too long"),
    (("what-if", "repeater-bets-plus", "horn", "-o", "zeros=3", "--save", "nul\0.toml"), "--save"),
]


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        *(
            (shlex.split(line.replace("$", STRAIGHTS).replace("#", HUGE)), int(code), words)
            for line, code, words in rows(REFUSED)
        ),
        *((asked, 2, words) for asked, words in LONG),
    ],
    ids=lambda part: " ".join(part)[:60] if isinstance(part, list | tuple) else "",
)
def test_what_makes_no_sense_is_refused(run, tmp_path, monkeypatch, asked, code, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", None)
    told = run(*asked)
    refused(told, code, words)
    assert told[2].count("\n") <= 1 + (asked[0] == "sweep")  # which first says how many paytables there are
    assert list(tmp_path.iterdir()) == []
