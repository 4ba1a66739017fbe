"""What the commands answer: values where they stand in JSON, and words on the screen."""

import json
import shlex

import pytest

from tests.cases import elsewhere, misfits, rows

pytestmark = pytest.mark.usefixtures("small_games")

# The command line, and values by the place where they stand.
DOCUMENTS = """
ask '6x6 before 7' --pays '90 for 1' --surrender '3=8 for 1'
    schema=markov/ask/1  asked=6x6 before 7  on=two dice  by=chain  states=8  probability=15625/1771561
    fair_pay={"returned": "1771561/15625", "text": "1755936 to 15625"}  spins.mean=10535616/1771561
    never.returned=1406250/1771561  optimal.endings.0.ending=lost  offers.0.state=[3]
ask 6 --within 2 --at-least 3
    within={"n": 2, "probability": "335/1296"}  at_least={"n": 3, "probability": "961/1296"}
    probability="1"  fair_pay=null
design straights-and-8s straights-and-8s --edge 12%..13% --pays run=40..60 --pays sequence=5..9
    schema=markov/design/1  game=straights-and-8s  wager=straights-and-8s  goal=near
    window=["3/25", "13/100"]  complete=true  why=null  designs.0.edge.per_stake=3625/27436
    designs.1.pays.run={"returned": "52", "text": "51 to 1"}  designs.1.edge.per_stake=3523/27436
    designs.1.distance=1/50  free.run.from={"returned": "41", "text": "40 to 1"}
design repeater-bets-plus uptown --edge ..20% --pays made=15..16
    designs.1.pays.made.text=15 for 1  designs.2.pays.made.text=16 for 1
design straights-and-8s straights-and-8s --edge ..100% --pays 8-18-28=296..312 --step 5 --goal top
    designs.1.pays.8-18-28.text=310 to 1  designs.2.pays.8-18-28.text=305 to 1
    designs.3.pays.8-18-28.text=300 to 1
design straights-and-8s straights-and-8s --edge ..100% --pays run=40..60 --near posted --near run=44
    designs.0.distance=3/22  designs.1.pays.run.text=44 to 1
design straights-and-8s straights-and-8s --edge 12%..12.001% --pays run=40..60
    nearest=["3217/27436", "3319/27436"]  designs.0.design=posted
games ladders  games.0.options.0.default="6"
games repeater-bets-plus  games.0.readings=null  games.0.wagers.0.states=null
    games.0.wagers.18.wager=3-or-11-before-7  games.0.wagers.18.states=null
games quebec-place-bets -o commission=on-win
    games.0.wagers.6.wager=buy-4  games.0.wagers.6.outlay="1"
games examples/lucky_threes.toml
    games.0.readings=2  games.0.wagers.0.pays={"lost": "0", "made": "13", "surrender-1": "7/2"}
    games.0.wagers.0.states=4  games.0.wagers.1.states=33  games.0.wagers.2.states=6
games examples/lucky_threes.toml --max-states 10
    games.0.wagers.0.states=4  games.0.wagers.1.states=null  games.0.wagers.2.states=6
games examples/death_saves.py death-saves
    games.0.wagers.0.rule=["Three successes save, three failures kill."]
law repeater-bets-plus repeating-2 --at-least 3 --within 2 --quantile 99% --quantile 1/2
    schema=markov/law/1  game=repeater-bets-plus  wager=repeating-2  play=never  mean=304/49
    variance=74632/2401  at_least={"n": 3, "probability": "1023/1444"}  within.n=2
    within.probability=421/1444  within.endings.0={"ending": "lost", "probability": "105/361"}
    within.endings.1={"ending": "made", "probability": "1/1444"}
    quantiles=[{"p": "99/100", "n": 26}, {"p": "1/2", "n": 5}]  endings=null
law repeater-bets-plus repeating-2
    quantiles.0.n=5  quantiles.1.n=14  quantiles.2.n=26  quantiles.3.n=38  most_likely=1  at_least=null
    within=null  endings.1.ending=made  endings.1.probability=1/49  endings.1.mean=76/7
law repeater-bets-plus repeating-2 -o zeros=0  mean=288/49
law repeater-bets-plus repeating-2 --play optimal  mean=38/7
law repeater-bets-plus repeating-2 --play optimal --pay 'surrender-1=5 for 1'  mean=304/49
letters repeater-bets-plus repeating-2 --letter made=x
    schema=markov/letters/1  game=repeater-bets-plus  wager=repeating-2  letters={"x": "made"}
    today={"x": "40"}  plays.0.returned=x/49  plays.0.edge_per_stake=1 - x/49  plays.0.from=null
    plays.0.to=null  plays.0.takes=[]  plays.1.from="0"  plays.1.to="42"  plays.1.returned=6/7
    plays.1.edge_per_stake=1/7  plays.1.takes=["surrender-1"]  plays.2.from="42"  plays.2.to=null
    plays.2.returned=x/49  plays.2.takes=[]
letters repeater-bets-plus repeating-2 --letter made=x --pay 'surrender-1=5 for 1'
    plays.0.from=null  plays.1.from="0"  plays.2.from="35"
letters repeater-bets-plus repeating-4 --letter made=x --letter surrender-3=y
    plays.0.returned=x/81  conditions.0.margin=7 - x/9  conditions.0.take=false
    conditions.0.offers=[{"state": [2], "ending": "surrender-2"}]  conditions.1.margin=-x/3 + y
    conditions.1.offers=[{"state": [3], "ending": "surrender-3"}]  conditions.1.take=false
letters repeater-bets-plus repeating-2 --letter made=x --letter pockets.7=s
    plays.0.returned=x/(s + 1)**2  plays.1.returned=6/(s + 1)
    conditions.0.margin=(6*s - x + 6)/(s + 1)
letters repeater-bets-plus repeating-6 --letter pockets.00=z  plays.0.returned=1406250/1771561
letters repeater-bets-plus repeating-2 --letter pockets.7=s
    plays.0.returned=40/(s + 1)**2  plays.1.returned=6/(s + 1)  plays.1.takes=["surrender-1"]
    stays.0.exact=17/3  stays.1.exact=null  conditions.0.margin=2*(3*s - 17)/(s + 1)
    conditions.0.take=true  conditions.0.best_while=at least 0
    conditions.0.offers=[{"state": [1], "ending": "surrender-1"}]
letters repeater-bets-plus repeating-6 --letter pockets.7=s
    plays.1.returned=1406250/(s + 5)**6  stays.0.end=from  stays.0.exact=null  stays.0.between=null
    stays.1.exact=null  stays.1.root_of=s**2 + 10*s - 100  stays.1.decimal="6.180340"
    stays.1.between=["42187/6826", "50549/8179"]
lint repeater-bets-plus
    schema=markov/lint/1  counts={"error": 0, "warning": 2, "note": 21}  ok=true  findings.0.code=leak
    findings.0.severity=warning  findings.0.wager=repeating-2  findings.0.states=[[1]]
    findings.0.figures.offered="6"  findings.0.figures.continuing=40/7  findings.0.figures.margin=2/7
    findings.0.figures.cost=2/49  findings.0.figures.edge_best=1/7  findings.0.figures.edge_without=9/49
lint repeater-bets-plus repeating-2 --least error
    findings=[]  counts={"error": 0, "warning": 1, "note": 1}
lint repeater-bets-plus repeating-2
    checks.7.code=leak  checks.7.count=1  checks.7.findings=1  checks.7.why=null
    checks.3.code=return-high  checks.3.count=0  checks.3.findings=0
    checks.3.why=the profile names no greatest return
meter craps any-seven --adds 1% --seed 3 --now 8  schema=markov/meter/1  one_play="6"
layout craps field=5 place-5=5 --until roll  schema=markov/layout/1  law.0.probability=1/6
promotion craps pass --deposit 20 --bonus 20 --rollover 10x --bets 1,5
    schema=markov/promotion/1  choices.2={"left": "200", "money": "6", "best": ["1", "5"]}
    choices.-1.left="50"
price repeater-bets-plus repeating-2 --edge 5%
    schema=markov/price/1  game=repeater-bets-plus  wager=repeating-2  ending=made  base=per_stake
    play=optimal  edge=1/20  why=null  pay.returned=931/20  pay.text=931 for 20
    payable.0.returned="46"  payable.0.text=46 for 1  payable.0.edge=3/49
    payable.1.returned=93/2  payable.1.text=93 for 2  payable.1.edge=5/98
    payable.2.returned=233/5  payable.2.text=233 for 5  payable.2.edge=12/245
    payable.3.returned="47"  payable.3.text=47 for 1  payable.3.edge=2/49
    posted.returned="40"  posted.edge=1/7  pieces.0.from="0"  pieces.1.from="42"
price repeater-bets-plus citywide --edge 15%
    pay.returned=485341874472335145418144975159296/52148409340930743715731677684825
    payable.0.returned="9"  payable.1.returned=37/4  payable.2.returned=28/3  payable.3.returned="10"
price repeater-bets-plus repeating-2 --edge 1/7
    solutions.0.from.returned="0"  solutions.0.to.returned="42"  solutions.0.to_included=true
price repeater-bets-plus repeating-2 --edge 1/38 --base per_spin
    solutions.0.from.returned="0"  solutions.0.to.returned="42"  solutions.0.to_included=false
price repeater-bets-plus repeating-2 --edge 15%  pay=null  payable=[]  solutions=[]
price repeater-bets-plus repeating-2 --edge 15% --play never  pay.returned=833/20
readings ladders  schema=markov/readings/1  readings.0.options={"outs": "6", "hats": "no"}
    readings.1.options={"outs": "3", "hats": "no"}  readings.2.options={"outs": "6", "hats": "yes"}
    not_compared=[]
readings quebec-place-bets lay-4 --all
    worst.0.wager=lay-4  worst.0.readings.0.edge=1/240  worst.0.readings.27.edge=1/240
    player_edges.0={"wager": "lay-4", "play": "optimal", "readings": []}  deciding.0.wager=lay-4
    deciding.0.sets=[["commission", "withdrawal"]]  deciding.0.never=[["commission"]]
sensitivity repeater-bets-plus repeating-2 --play never
    schema=markov/sensitivity/1  wager=repeating-2  play=never  edge=9/49  why=null  pays.1.ending=made
    pays.1.returned="40"  pays.1.text=40 for 1  pays.1.derivative=-1/49  pockets.0.outcome=2
    pockets.0.weight="1"  pockets.0.derivative=-480/343  pockets.0.one_less=null  pockets.1.outcome=7
    pockets.1.derivative=80/343  pockets.1.one_more=75/392
session craps pass --bankroll 3 --rounds 4 --goal 5
    schema=markov/session/1  game=craps  wager=pass  bankroll="3"  bet="1"  rounds=4  goal="5"
    ruin=15813251/121287375  goal_reached=21880253968/60037250625  ahead=21880253968/60037250625
    even=3750827536/12007450125  behind=6467619659/20012416875
    final.mean=177238982612/60037250625  final.quantiles.3={"p": "1/2", "money": "3"}
    rounds_played={"mean": "410395609/121287375"}
session craps pass --bankroll 10 --rounds 500
    ruin.low="0.7436564687233725369"  ruin.high="0.7436564687233725370"
session craps pass --risk 5% --rounds 100  risk=1/20  bankroll="21"
simulate craps pass --observed made=40 --observed lost=60 --rounds 100 --bias 10%
    bias=1/10  observed.0.p_value.low="0.07792486432817724052"  observed.1.count=60
    observed.0.p_value.high="0.07792486432817724053"
simulate craps pass --observed made=40 --rounds 5000
    observed.0.p_value.low="1364989656028669955e-1393"
simulate ladders plain --rounds 2000 --seed 7
    schema=markov/simulate/1  rounds=2000  seed=7  ok=true  wagers.0.play=never  wagers.1.play=optimal
    wagers.0.expected="1"  criterion.method=Bonferroni  criterion.false_alarm=1/1000
    criterion.confidence=99/100  criterion.comparisons=4  criterion.threshold=1/4000
    comparisons.0.figure=returned  comparisons.1.figure=spins  comparisons.2.figure=ending
    comparisons.3.figure=ending  comparisons.0.passed=true  comparisons.3.passed=true
surrender repeater-bets-plus repeating-3
    schema=markov/surrender/1  game=repeater-bets-plus  wager=repeating-3  win=made
    offers.0.state=[2]  offers.0.ending=surrender-2  offers.0.offered="12"  offers.0.continuing=25/2
    offers.0.margin=-1/2  offers.0.kind=dead  offers.0.cost="0"  offers.0.flips_at_win_pay="48"
    unposted=[{"state": [1], "ending": "surrender-1", "continuing": "25/8"}]
    regret={"never": "0", "always": "1/32"}  never.edge.per_stake=7/32  optimal.edge.per_stake=7/32
    schedule=null
surrender repeater-bets-plus repeating-3 --edge 15%
    schedule.edge=3/20  schedule.target=17/20  schedule.why=null  schedule.factor="1"
    schedule.endings.0.posted=null  schedule.endings.1.posted={"returned": "12", "text": "12 for 1"}
    schedule.endings.1.alone={"returned": "68/5", "text": "68 for 5"}
    schedule.endings.1.pay={"returned": "68/5", "text": "68 for 5"}
    schedule.endings.1.up_to={"returned": "68/5", "text": "68 for 5"}
    schedule.endings.1.whole={"returned": "13", "text": "13 for 1"}
    schedule.exact.edge=3/20  schedule.floors.edge=3/16  schedule.posted.edge=7/32
surrender repeater-bets-plus repeating-2 --edge 20%
    schedule.endings=[]  schedule.exact=null  schedule.floors=null  schedule.factor=null
surrender straights-and-8s straights-and-8s --edge 15%  offers=[]
surrender repeater-bets-plus repeating-2
    card.0.ending=surrender-1  card.0.advice=take  card.0.states=[[1]]  card.0.least=40/7
surrender repeater-bets-plus repeating-2 --card
    card.0.ending=surrender-1  card.0.advice=take  card.0.states=[[1]]  card.0.least=40/7
sweep repeater-bets-plus repeating-2 -o zeros=all
    rows.0.options={"zeros": "2"}  rows.1.options={"zeros": "0"}  rows.2.options={"zeros": "1"}
    rows.3.options={"zeros": "3"}  rows.0.edge=9/49  rows.3.edge=9/49  rows.0.pays={}
"""


@pytest.mark.parametrize(
    ("asked", "values"), [(row[0], row[1:]) for row in rows(DOCUMENTS)], ids=lambda part: str(part)[:60]
)
def test_the_document_of_an_answer(run, asked, values):
    code, out, err = run(*shlex.split(asked), "--json")
    assert (code, err) == (0, "") or asked.startswith("sweep")  # which says how many paytables there are
    assert list(elsewhere(json.loads(out), values)) == []


# The command line, and words that stand in what it prints, or, behind a ¬, do not.
SAID = """
ask '6x2 before 7' --explain  p(6 once) = 25/36 p(6 once) + 5/36  Outcomes that are told apart
    25/121 0.206612
ask '6 and 8 before two 7s' --explain  p(6) = 25/36 p(6) + 5/36 + 6/36 p(6, 7 once)
ask 'pass decided' --explain  p(the point 9) = 26/36 p(the point 9) + 10/36
ask 'ace before king x2' --on 'bag ace:1,king:2' --explain  p(king once; drawn: 1 of king) = 1/2
ask 'red x3 in a row within 10' --on 'double zero' --explain
    chance without  The deadline is no part of the states
ask 'all before two 7s' --explain  too large to be drawn
ask '6x2 before 7' --over stopper --explain  lost: 6/36
ask 'all of pockets' --on 'double zero' --by race --explain
    Solved exactly as a race of tallies, without states.
design repeater-bets-plus repeating-2 --edge 14%..15% --pays made=38..42 --count 1 --format md
    | no surrender |  1/7  with best play
design repeater-bets-plus repeating-2 --edge 14%..15% --pays made=38..42 --count 1 --play never --format md
    | best play |  42 for 1
design straights-and-8s straights-and-8s --edge 12%..12.001% --pays run=40..60
    No paytable lies inside the window; the nearest edges on the grid are 3217/27436
design straights-and-8s straights-and-8s --edge 12%..13% --pays run=40..60 --sd-below 4 --hit 10%..
    none of them passes the filters; the lowest standard deviation inside is 4.9359.
    Only paytables with a standard deviation below 4 and a hit frequency of at least 10%.
games --json  "game": "repeater-bets-plus"  "game": "straights-and-8s"  "game": "quebec-place-bets"
games ladders  plain  How many outs?  6 (default)  a hat changes nothing  a rack card
games examples/lucky_threes.toml
    two-threes  12 to 1  under 2 readings  Nothing is wrong  What does a twelve do?
games examples/lucky_threes.toml --max-states 10
    more than 10 states: what can come there was not looked at
games examples/death_saves.py  death-saves  Nothing is wrong  under the one reading
games examples/death_saves.py death-saves  Three successes save, three failures kill.  ¬no words
games examples/lucky_threes.toml --format csv
    lucky-threes,all-of-2-to-6,All of 2 to 6,An example,,1.000000,1,1,33,made 34 to 1
games repeater-bets-plus --format csv  1,1,,"made 40 for 1, surrender-1 6 for 1"
games repeater-bets-plus repeating-3  The wager wins when 3 has been spun 3 times before a 7.  50 for 1
    the player: after 2 hits  5, endings included  zero=loses  tables 1, 3 and 4
    What does a zero do to an open wager?
law repeater-bets-plus repeating-2 --format csv
    never,,1.000000,1,1,6.204082,304,49,31.083715,74632,2401,5.575277,,,5,14,26,38,1
    never,lost,0.979592,48,49,6.107143,171,28,30.269133,23731,784,5.501739,,,4,13,26,38,1
    never,made,0.020408,1,49,10.857143,76,7,48.081633,2356,49,6.934092,,,9,20,34,46,6
law repeater-bets-plus repeating-2  304/49  6.204082  5.575277  99.9%  made  15.7895% ███
letters repeater-bets-plus repeating-6 --letter pockets.7=s
    1406250/(s + 5)**6  to – 6.180340 s**2 + 10*s - 100  Whole numbers: 1 to 6.  at most 0
lint repeater-bets-plus horn  Nothing to question  not legal advice  comparisons were made, for
    Not compared, because: no wager pays a dealer bonus (envy);
lint repeater-bets-plus repeating-2 --least error
    No errors  Not listed, as less grave than error: 1 warning, 1 note.
lint repeater-bets-plus repeating-3 --least warning  No errors and no warnings
lint repeater-bets-plus horn --pay 'made=50 for 1'  player-edge edge -3697/1728
lint repeater-bets-plus repeating-2 --pay 'surrender-1=9 for 1'  edge, best play -2/7 (-28.5714%); edge, no
lint quebec-place-bets buy-4 --minimum 20 --chip 5  rounded up 5
lint quebec-place-bets right-4 --minimum 10 --chip 5  due 28; paid 25
lint quebec-place-bets right-6 --minimum 6  ¬not-payable
lint quebec-place-bets right-6 --minimum 3 --chip 0.5  ¬not-payable
letters repeater-bets-plus repeating-2 --letter pockets.7=s  to no end  Whole numbers: 6 and up.
letters repeater-bets-plus horn --letter pockets.7=s --max-states 30  Merged: tallies that play alike
meter craps any-seven --adds 1% --seed 3 --now 8  one play breaks even at
odds repeater-bets-plus repeating-2 -o zeros=1 -o zeros=1  9/49
odds straights-and-8s  3625/27436  how it ends
odds ladders --format md  **Edge per outlay from  ## Ladders | wager |  Up \\| down
odds repeater-bets-plus repeating-2 repeating-3  with best play
odds repeater-bets-plus repeating-2  Playing on: average return if the player declines.
odds repeater-bets-plus horn even  ¬with best play
play repeater-bets-plus repeating-2 --seed 26
    Made after 4 spins: up 39 · seed 26 Repeating 2 (Repeater Bets Plus): the round of seed 26, no surr
    starts: 0 of 2 1 11 nothing 2 4 nothing 3 2 1 of 2 surrender-1 6 for 1 5.714286 take 4 2 2 of 2, made
    It is over after 4 spins: made, which returns 40 for 1. The player is up 39.
    The wager wins when 2 has been spun twice before a 7.
play repeater-bets-plus repeating-2 --seed 26 --play optimal  the player takes surrender-1
    It is over after 3 spins: surrender-1, which returns 6 for 1. The player is up 5.
play repeater-bets-plus repeating-2 --seed 26 --max-states 3  surrender-1  ¬best play
play repeater-bets-plus citywide --pay 'surrender-5=3 for 1' --max-states 60000 --seed 1  seed 1
price repeater-bets-plus repeating-2 --edge 15%
    below 42 for 1 best play never comes to made but takes surrender-1  1/7
price repeater-bets-plus repeating-2 surrender-1 --edge 5% --play never  with no offer taken it
price repeater-bets-plus horn --edge 101%  more than 1 (100.0000%), where made pays nothing
price quebec-place-bets lay-4 --edge 1% --base per_spin
    where made pays 1 to 2 the edge per roll leaps over it, between 1/160
price repeater-bets-plus repeating-2 --edge 1/7  exact up to
price repeater-bets-plus repeating-2 --edge 1/38 --base per_spin  exact below
price repeater-bets-plus repeating-2 surrender-1 --play never --edge 9/49  Every pay gives it
price straights-and-8s straights-and-8s --edge 12%  the best paid ending that a spin
price repeater-bets-plus repeating-2 --edge -3%  -3.0000%
price repeater-bets-plus repeating-2 --edge 5% --step 5  50 for 1
price repeater-bets-plus repeating-3 surrender-1 --edge 5%  19 for 5
readings ladders up-down  ¬The ranges
readings ladders up-down --all  Up | down: range of each figure over 4 readings
    The ranges are over all 4 combinations of choices.
readings quebec-place-bets lay-4  ¬The lowest edge
readings quebec-place-bets lay-4 --all  The edge depends on commission, withdrawal.
    The lowest edge is 0.4167% under best play, in 28 of 56 readings.
readings repeater-bets-plus repeating-2 --all  house edge  ¬returned
    house after envy, best play -14.2857% envy-on-surrender=yes 14.2857% default
sensitivity quebec-place-bets buy-4  withdrawn, upward  withdrawn, downward  leaves the edge unchanged
session craps pass --bankroll 9 --bet 1/3 --rounds 9  Ruined 0%
session craps pass --bankroll 9 --rounds 1000000000  Ruined 100%
session craps pass --bankroll 9 --rounds 1000000000 --pay made=3  Ruined 0.49%
session craps pass --bankroll 9 --rounds 1000000000 --stop-loss 4
    Ruined 0.0000% · loss limit reached 100%
session craps pass --bankroll 9 --pay 'lost=1 for 1' --goal 12  Ruined 0%
session craps pass --risk 5% --pay made=3  Bankroll 6
promotion craps pass --rebate 10% --bet 1/3  Value to the player 0.0154 ·
promotion craps pass --deposit 5 --bonus 5 --rollover 3x --bet 1/3  Value to the player 4.79 ·
promotion craps pass --rebate 10%  28351/612685
what-if repeater-bets-plus repeating-2 --pay made=41 --format csv
    5.655676,,,5.797068,,,never,standard_deviation,0.141392,,
promotion craps pass --rebate 10% --format csv  craps,pass,quit_behind,2.000000,2,1,2.000000,2,1
layout craps pass=1/3  Expected gain -0.0047
layout craps field=5 place-5=5 place=6 --until roll
    One gains where the other loses  ¬maximum exposure on one roll
layout craps place-6=6 place-8=6  maximum exposure on one roll 13
session craps pass --bankroll 20 --rounds 100  Pass: bankroll 20, bet 1, 100 rounds at most
    Ruined: the player has less than 1 at the start of a round.  ruined 6.0635% 16.49
simulate craps pass --observed made=40 --observed lost=60 --rounds 100 --bias 10%  p-value
simulate ladders plain --rounds 2000
    2,000 rounds agree with the exact odds:  smallest p-value 0  Fixed before play: 4 comparisons
    A simulation supports the odds; it does not prove them.
surrender repeater-bets-plus repeating-2
    Playing on: average return if the player declines.  1 offer: 1 worth taking  40/7  2/7  leak  2/49
    42  first offer taken  18.3673%
surrender straights-and-8s straights-and-8s  nothing is on offer  This wager has nothing to surrender
surrender repeater-bets-plus horn  No surrender is offered
surrender repeater-bets-plus horn --edge 3/20
    15.0000%  times 0.992371  up to  whole numbers  19/96
surrender repeater-bets-plus repeating-2 --edge 20%  No schedule keeps an edge of 20.0000%
surrender repeater-bets-plus horn --edge 15% --only posted  prices no offer
surrender repeater-bets-plus repeating-2 --card
    Take surrender-1, and play on elsewhere Repeater Bets Plus: Repeating 2: best play
    1 surrender-1 6 for 1 take 5.714286
sweep repeater-bets-plus repeating-2 --pay made=38..42/2 --pay surrender-1=none,6
    6 paytables · edge 14.29% to 22.45% · edge under best play 14.29% to 22.45% Repeating 2: 6 paytables
    row made surrender-1 edge % best play % takes  6 42 for 1 6 for 1 1/7 14.2857% 1/7 14.2857% –
    4 40 for 1 6 for 1 9/49 18.3673% 1/7 14.2857% surrender-1
what-if repeater-bets-plus repeating-2 --pay 'made=45 for 1' --pay surrender-1=none
    9/49  4/49  -5/49  -10.2041%  no surrender  best play  no longer takes it
    edited: made, surrender-1  Repeating 2 surrender-1 6 for 1 –
surrender repeater-bets-plus horn --card  there is nothing to choose  Nothing is offered: Horn.
surrender repeater-bets-plus repeating-6 --card  Play on to the end, whatever is offered: Repeating 6.
"""


@pytest.mark.parametrize(
    ("asked", "words"), [(row[0], row[1:]) for row in rows(SAID)], ids=lambda part: str(part)[:60]
)
def test_the_words_of_an_answer(run, asked, words):
    code, out, err = run(*shlex.split(asked))
    assert (code, err) == (0, "") or asked.startswith("sweep")
    assert misfits(out, words) == []


# The command line, and words that stand in its picture.
DRAWN = """
ask '6 and 8 before two 7s'
    >nothing<  >7 once<  >6, 7<  >54.56%<  >45.44%<  >20/36<  >25/36<  >5/36<  >6/36<
ask '6x6 before 7'  >6 5 times<
ask '12x9 before 7'  >12 8 times<
ask 'red x8 in a row within 100' --on 'double zero'
    >made: 11.9%<  >lost after<  >100 spins:<  >88.1%<  >red twice in<
ask '6x3 before 7 within 20'  >lost, or after 20 rolls: 90.91%<  >6 twice<
ask 'exactly 6x1 before 7 within 3'  >after 3 rolls: made or lost, as it stands<  >lost: 74.38%<
ask 'all of 1..6' --on d6  >made<  >1, 2 (15<  >5/6<
law repeater-bets-plus repeating-2  how many spins it lasts  chance of more spins  median: 5 spins
law repeater-bets-plus uptown  how many spins it lasts  chance of more spins  median: 4 spins
layout craps field=5 place-5=5 place=6 --until roll  <?xml
meter craps any-seven --adds 1% --seed 3 --now 8  <?xml
promotion craps pass --rebate 10%  <?xml
promotion craps pass --deposit 20 --bonus 20 --rollover 10x --bets 1,5  <?xml
session craps pass --bankroll 20 --rounds 50  <?xml
simulate craps pass --observed made=40 --observed lost=60 --rounds 100 --bias 10%  observed 40
"""


@pytest.mark.parametrize(
    ("asked", "words"), [(row[0], row[1:]) for row in rows(DRAWN)], ids=lambda part: str(part)[:60]
)
def test_the_picture_of_an_answer(run, tmp_path, asked, words):
    pytest.importorskip("matplotlib")
    code, _, err = run(*shlex.split(asked), "--plot", tmp_path / "a.svg")
    assert (code, err) == (0, "")
    drawn = (tmp_path / "a.svg").read_text()
    assert [some for some in words if some not in drawn] == []


@pytest.mark.parametrize("asked", ["6x6 before 7", "12x9 before 7"])
def test_a_long_chain_is_drawn_downwards(run, tmp_path, asked):
    pytest.importorskip("matplotlib")
    assert run("ask", asked, "--plot", tmp_path / "a.svg")[0] == 0
    assert float((tmp_path / "a.svg").read_text().partition(' width="')[2].partition("pt")[0]) < 300
