"""Two wagers on a die, played safe or bold: 1 to 4 wins a little, or a 6 much."""

import markov as mk


def step(state, shown):
    if state == "safe":
        return mk.End("little" if shown <= 4 else "lost")
    return mk.End("much" if shown == 6 else "lost")


def die(name, much):
    actions = {"play safe": "safe", "be bold": "bold"}
    rule = mk.PlainRule("start", step, actions=lambda state: actions if state == "start" else None)
    pays = mk.Paytable({"little": "1.2 for 1", "much": much, "lost": "nothing"})
    return mk.Wager(name, rule, mk.dice(1), pays, "here")


game = mk.Game("Bold", "here", (), lambda _: [die("Small", "4 for 1"), die("Great", "5 for 1")])
