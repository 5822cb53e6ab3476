"""Equilibria of spots through the linear program of soko.reference.sequences, solved by scipy's HiGHS."""

from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from soko.reference.sequences import Entry, SequenceForm
from soko.reference.solve import Strategy, Tree

# The least that HiGHS takes.
_TOLERANCE = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


class Equilibrium(NamedTuple):
    """What both players gain, and how they play."""

    value: tuple[float, float]
    strategies: tuple[Strategy, Strategy]


def equilibrium(tree: Tree, player: int = 0) -> Equilibrium:
    """Return the solution of one player's program: his plan, and the opponent's from the dual numbers."""
    form = SequenceForm(tree)
    program = form.program(player)
    free = len(program.cost) - program.positive
    solved: Any = linprog(
        program.cost,
        A_ub=_matrix(program.upper, len(program.upper_bounds), len(program.cost)),
        b_ub=program.upper_bounds,
        A_eq=_matrix(program.equal, len(program.equal_bounds), len(program.cost)),
        b_eq=program.equal_bounds,
        bounds=[(0, None)] * program.positive + [(None, None)] * free,
        method="highs",
        options=_TOLERANCE,
    )
    assert solved.success, solved.message
    plans = {player: solved.x.tolist(), 1 - player: (-solved.ineqlin.marginals).tolist()}
    mine, theirs = -float(solved.fun), tree.pot + float(solved.fun)
    return Equilibrium(
        (theirs, mine) if player else (mine, theirs), (form.strategy(0, plans[0]), form.strategy(1, plans[1]))
    )


def _matrix(entries: list[Entry], rows: int, columns: int) -> csr_matrix:
    """Return a sparse matrix; numbers at the same place add up."""
    row, column, number = zip(*entries, strict=True)
    return csr_matrix((np.array(number), (row, column)), shape=(rows, columns))
