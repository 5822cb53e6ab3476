"""Big work in parts: plans of it (``plan``), how they are run (``run``), and the blocks and files of what is counted.

``soko.Plan``, ``soko.plan``, ``soko.equity_plan``, ``soko.playout_plan`` and ``soko.merge`` are here, in ``plan``.
"""
