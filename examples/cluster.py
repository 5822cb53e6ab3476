"""A Dask run: a plan counted by a cluster, with a checkpoint, and stopped half-way.

Two processes of this machine stand for the cluster; on a real one, give `Client` its address. Needs the extra
`cluster`.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from dask.distributed import Client, LocalCluster

import soko


def main() -> None:
    """Count 20 million deals on workers in two sittings, and compare with a count on this machine's threads."""
    plan = soko.plan(soko.games.soko(), players=6, n=20_000_000, rng=7)
    print(plan)
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0")
    with TemporaryDirectory() as folder, cluster, Client(cluster) as client:
        file = Path(folder) / "run.json"
        for part in plan.stream(executor=client.get_executor(), checkpoint=file):
            if part.n > 0:
                break
        print(f"stopped with a part in the file: {soko.Tally.load(file).n > 0}")
        tally = plan.run(executor=client.get_executor(), checkpoint=file)
    print(tally)
    print(f"the same as on one machine: {tally == plan.run()}")


if __name__ == "__main__":
    main()
