# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of the applications of integration/: what persistify makes of each,
and what each is run on (test/tools/run-apps, test/integration)."""

import os


class App:
    """`transformed`: loops that persistify transforms; `taken`: how many of their
    regions run in the cases of `tests` (a loop may be inside another one's nest).
    `today`: the code with which all loops are refused until the tool can do them;
    the two numbers are what is wanted then."""

    def __init__(self, name, transformed, taken, tests, host=".cpp", today=None, outside=(),
                 inputs="graph", empty=True, extra="", loose=False, without=(), devices=None,
                 unordered=(), tolerance=None, barriers=()):
        self.name = name
        self.host = name + host
        self.transformed = transformed
        self.taken = taken
        self.tests = tests
        self.today = today
        self.outside = outside  # kernels launched outside the loop, in each repetition
        self.inputs = inputs    # graph, keys (a graph with keys), or the cases of OTHER
        self.empty = empty      # whether it runs on a graph without vertices
        self.extra = extra      # arguments of all runs
        self.loose = loose      # each run gives another result, which only its own checks judge
        self.without = without  # shapes that it does not take
        self.devices = devices  # those that run all of the original's groups at the same time; None: any
        # In runs with one of these arguments ("": all runs) the order of atomics decides what is in
        # a buffer: PERSISTIFY=verify may end undecided, elsewhere only with "passed".
        self.unordered = unordered
        self.barriers = list(barriers)  # in each region, with all optimisations (docs/results.md)
        self.tolerance = tolerance  # (argument of the runs, PERSISTIFY_VERIFY_TOL): sums in any order


# Where single kernels with a barrier between their groups do not hang.
RESIDENT = ("pocl", "native", "gpu")

# Sizes of the tests: seconds on two cores, two groups or more. {inputs} is the folder of the
# tests' files.
APPS = [
    App("mis", 1, 1, ["--graph irregular:40x30 --seed 3 --repeat 2"], barriers=[2], inputs="keys"),
    App("color", 1, 1, ["--graph rmat:8 --keys few --repeat 2"], barriers=[2], inputs="keys"),
    App("color_maxmin", 1, 1, ["--graph rmat:8 --keys few --wg 32"], barriers=[2], inputs="keys"),
    App("sssp", 1, 1, ["--graph road:1500 --shuffle --repeat 2", "--file {inputs}/roads.gr --wg 16"], barriers=[2],
        outside=["init_distance"]),
    App("sssp_ell", 1, 1, ["--graph road:600 --wg 32 --repeat 2"], barriers=[2], empty=False),
    App("sssp_worklist", 1, 1, ["--graph road:600 --repeat 2"], barriers=[1], empty=False, unordered=[""]),
    App("bfs", 2, 2, ["--graph rmat:8 --wg 32", "--graph road:600 --form worklist --wg 32"], barriers=[1, 1],
        empty=False, unordered=["worklist"]),
    App("bfs_single", 1, 1, ["--graph road:600 --wg 16 --repeat 2"], barriers=[1], empty=False, devices=RESIDENT),
    App("sssp_single", 1, 1, ["--graph road:600 --wg 32 --repeat 2"], barriers=[1], empty=False, loose=True, devices=RESIDENT,
        unordered=[""]),
    App("mst_single", 1, 1, ["--graph irregular:20x20 --wg 32 --repeat 2"], barriers=[1], empty=False, devices=RESIDENT),
    App("dmr_single", 1, 1, ["--graph points:100 --wg 16 --repeat 2"], barriers=[1], inputs="points", loose=True, devices=RESIDENT,
        unordered=[""]),
    App("bc", 3, 1, ["--graph arcs:60x200 --wg 16 --repeat 2"], barriers=[4, 1, 1], empty=False, extra="--sources 12",
        without=["grid:60x60", "road:3000"]), # too many shortest paths for an int
    App("pagerank", 2, 2, ["--graph rmat:8 --wg 32", "--graph rmat:8 --form push --wg 32"], barriers=[2, 2],
        empty=False, tolerance=("push", "1e-5")),
    App("mst", 1, 1, ["--graph irregular:20x20 --wg 32"], barriers=[5], outside=["init"], empty=False),
    App("fw", 2, 2, ["--graph matrix:48", "--graph matrix:32 --form blocked"], barriers=[1, 3], host=".c",
        inputs="matrix"),
    App("reduce", 1, 1, ["--graph numbers:100000"], barriers=[1], host=".c", inputs="numbers"),
    App("dmr", 1, 1, ["--graph points:100 --wg 16"], barriers=[6], inputs="points", loose=True, unordered=[""]),
]

# (arguments, whether so small that one group may do all the work)
SMALL = [
    ("--graph empty", True),
    ("--graph single", True),
    ("--graph path:2", True),
    ("--graph star:9 --wg 4", True),
    ("--graph grid:8x8 --wg 16", True),
    ("--graph rmat:5 --wg 8", True),
]
SHAPES = [
    ("--graph path:300 --shuffle", False),
    ("--graph star:400", False),
    ("--graph isolated:300", False),
    ("--graph grid:60x60", False),
    ("--graph irregular:50x40 --wg 64", False),
    ("--graph road:3000", False),
    ("--graph road:3000 --shuffle --repeat 3", False),
    ("--graph random:1000x8 --wg 32", False),
    ("--graph rmat:10", False),
]
KEYS = [
    ("--graph complete:40 --keys equal --wg 8", True),
    ("--graph grid:17x23 --keys few", False),
    ("--graph path:200 --keys id --wg 16", True),
]
OTHER = {
    "matrix": [("--graph matrix:%d --form %s" % (n, form), n < 32)
               for n in (16, 64, 96) for form in ("plain", "blocked")],
    "numbers": [("--graph numbers:%d --wg %d" % (n, wg), n < 1000)
                for n in (1, 100, 1000000) for wg in (32, 128)],
    "points": [("--graph points:%d --wg %d --seed %d" % (n, wg, n), n < 100)
               for n in (1, 5, 30, 1000) for wg in (8, 64)],
}
LONG = [("--graph %s --seed %d --wg %d" % (shape, seed, wg), False)
        for shape in ("grid:200x200", "irregular:150x150", "road:40000", "random:20000x4",
                      "rmat:13")
        for seed in (1, 2, 3) for wg in (32, 128, 256)]


def cases(app, device, long_run):
    if app.inputs in OTHER:
        return OTHER[app.inputs]
    small = SMALL if app.empty else SMALL[1:]
    if device == "oclgrind":
        return small
    if device == "rusticl":
        return small + SHAPES[3:4]
    chosen = small + SHAPES + (KEYS if app.inputs == "keys" else [])
    if (long_run or device == "gpu") and app.name != "bc":
        chosen = chosen + LONG
    return [case for case in chosen if not any(shape in case[0] for shape in app.without)]


def problems(project):
    """What the table, the folders and the tests have not in common."""
    # hand: kernels to compare with, which the tool has no part in.
    folders = {name for name in os.listdir(os.path.join(project, "integration"))
               if os.path.isfile(os.path.join(project, "integration", name, name + ".cl"))} - {"hand"}
    rows = {app.name for app in APPS}
    for name in sorted(folders ^ rows):
        yield "%s: %s" % (name, "no row in the table" if name in folders else "no folder")
    for name in sorted(rows & folders):
        test = os.path.join(project, "test", "integration", name + ".test")
        if not os.path.isfile(test) or "%run-app " + name not in open(test).read():
            yield "%s: no test" % name
