# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that are transformed here and run on another machine, which has compilers, Python and a device only."""
import concurrent.futures
import glob
import json
import os
import shutil
import subprocess
import time

from .batch import Batch
from .check import Checker, Translation, Verdict
from .maker import chunks, generate
from .report import Report

HERE = os.path.dirname(os.path.abspath(__file__))
LIST = "programs.json"


def pack(checker, options, only, without):
    """Writes programs, what the tool made of them, the runtime's sources and this generator."""
    folder = options.pack
    os.makedirs(folder, exist_ok=True)
    if os.listdir(folder):
        print("random-programs: %s is not empty" % folder)
        return 2
    tests = os.path.join(HERE, "..", "..")
    for name in ("random", "tools"):
        shutil.copytree(os.path.join(tests, name), os.path.join(folder, "test", name), ignore=shutil.ignore_patterns("__pycache__", "*.test"))
    for headers in ("/usr/include/CL", "/usr/local/include/CL"):
        if os.path.isdir(headers):
            shutil.copytree(headers, os.path.join(folder, "include", "CL"))
            break
    listed = []
    for seeds in chunks(options.first, options.last):
        batch = Batch([generate(s, only, without) for s in seeds], os.path.join(folder, "chunk%d" % seeds[0]))
        os.makedirs(batch.folder)
        batch.write()
        made, why = checker.translate(batch, ["--embed-runtime"])
        if not made:
            print("left out: %d to %d: %s" % (seeds[0], seeds[-1], why))
            continue
        runtime = os.path.join(batch.folder, "out", "persistify")
        if os.path.isdir(runtime):
            shutil.rmtree(os.path.join(folder, "persistify"), ignore_errors=True)
            shutil.move(runtime, os.path.join(folder, "persistify"))
        listed.append({"folder": os.path.basename(batch.folder), "seeds": list(seeds), "cpp": batch.cpp, "standard": batch.standard,
                       "hosts": batch.hosts, "alone": sorted(batch.alone()), "taken": sorted(made.taken),
                       "codes": {s: texts for s, texts in made.codes.items() if s is not None},
                       "lines": [[f, s, *at] for (f, s), at in batch.lines.items()],
                       "pieces": {p.seed: sorted(p.pieces) for p in batch.programs}})
    with open(os.path.join(folder, LIST), "w") as file:
        json.dump(listed, file)
    print("%d programs in %s; there: python3 %s/test/random/random-programs --run %s --device gpu" % (
        sum(len(b["seeds"]) for b in listed), folder, folder, folder))
    return 0


class Packed:
    """A batch that was written elsewhere."""

    def __init__(self, at, entry):
        self.folder = os.path.join(at, entry["folder"])
        self.cpp, self.standard, self.hosts = entry["cpp"], entry["standard"], entry["hosts"]
        self.first = entry["seeds"][0]
        self.lines = {(f, s): (a, z) for f, s, a, z in entry["lines"]}
        self.alone = lambda: set(entry["alone"])

    seed_at = Batch.seed_at


class Listed:
    """What the report wants to know of a program."""

    def __init__(self, seed, pieces):
        self.seed = seed
        self.pieces = pieces


def compiled_runtime(at):
    """Flags with which programs of the folder are built: headers, the runtime, the machine's OpenCL."""
    include = ["-I" + at, "-I" + os.path.join(at, "include")]
    objects = []
    for source in sorted(glob.glob(os.path.join(at, "persistify", "*.c"))):
        objects.append(source[:-2] + ".o")
        subprocess.run(["gcc", "-std=gnu11", "-O2", "-w"] + include + ["-c", source, "-o", objects[-1]], check=True)
    known = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True).stdout.split()
    library = [w for w in known if "libOpenCL.so" in w and w.startswith("/")]
    return include + objects + (library[:1] or ["-lOpenCL"]) + ["-lpthread", "-ldl"]


def run_packed(options):
    """Builds and runs what `pack` wrote."""
    at = os.path.abspath(options.run)
    with open(os.path.join(at, LIST)) as file:
        listed = json.load(file)
    checker = Checker(None, options.patience, options.device, options.verbose, compiled_runtime(at))
    report, began = Report(options), time.time()

    def work(entry):
        if options.minutes and time.time() - began > 60 * options.minutes:
            return entry, None
        made = Translation(set(entry["taken"]), {int(s): texts for s, texts in entry["codes"].items()})
        return entry, checker.judge(Packed(at, entry), entry["seeds"], made) or {}

    try:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for done in concurrent.futures.as_completed([pool.submit(work, entry) for entry in listed]):
                entry, verdicts = done.result()
                if verdicts is None:
                    continue
                for seed in entry["seeds"]:
                    program = Listed(seed, entry["pieces"][str(seed)])
                    report.add(program, verdicts.get(seed) or Verdict("unstable", "the whole batch failed"))
    finally:
        shutil.rmtree(checker.scratch, ignore_errors=True)
    return report.end(checker, began)
