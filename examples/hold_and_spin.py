"""Hold and spin: 15 cells, 6 of them filled at the start; every empty cell fills with chance 1/20 a round.

Three rounds without a hit end it, and each hit brings the three back. `By cells` is paid by how many cells
are filled. `By prizes` pays a prize for each of them, drawn from a table, with the whole law of the sum; a
full board pays the grand prize. Try `markov odds examples/hold_and_spin.py`.
"""

from fractions import Fraction

import markov as mk

board = mk.FillBoard(cells=15, chance="1/20", lives=3, filled=6)
by_cells = mk.Wager(
    "By cells",
    board,
    board.wheel(board.start),
    mk.Paytable(
        {ending: Fraction(cells, 10) for ending, cells in board.endings.items()} | {"full": Fraction(100)}
    ),
    "our own table",
)

TABLE = (("1 for 20", 70), ("1 for 10", 25), ("4 for 5", 5))  # 1/10 on average
prizes = {ending: mk.Prize(TABLE, cells) for ending, cells in board.endings.items() if ending != "full"}
drawn = mk.PrizedRule(board, prizes)
by_prizes = mk.Wager(
    "By prizes", drawn, drawn.wheel(drawn.start), drawn.pays({"full": "100 for 1"}), "our own table"
)


if __name__ == "__main__":
    print(by_cells.odds().view())
