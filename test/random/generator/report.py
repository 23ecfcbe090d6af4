# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the programs of many seeds and counts what came of them."""
import concurrent.futures
import os
import re
import shutil
import time
from collections import Counter

from .batch import Batch
from .check import BAD
from .maker import chunks, generate

SHOWN = BAD + ("miscompiled",)
KINDS = ("persistent", "fallback", "unused", "refused", "miscompiled", "unstable", "wrong")


def write_program(program, folder):
    os.makedirs(folder, exist_ok=True)
    Batch([program], folder).write()


def short(verdict):
    """What is counted under a verdict."""
    code = re.search(r"\[(PST\d+)\]", verdict.details)
    return code.group(1) if code else re.sub(r"\d+", "N", verdict.details)[:100]


class Report:
    def __init__(self, options):
        self.options = options
        self.counts = Counter()
        self.details = {}
        self.pieces = {}      # name -> Counter of verdicts, and of persistent ones with trips for the host
        self.hosts = Counter()    # of programs with trips for the host

    def add(self, program, verdict):
        self.counts[verdict.kind] += 1
        self.details.setdefault(verdict.kind, Counter())[short(verdict)] += 1
        self.hosts[verdict.kind] += verdict.hosts
        for name in program.pieces:
            seen = self.pieces.setdefault(name, Counter())
            seen[verdict.kind] += 1
            seen["hosts"] += verdict.hosts and verdict.kind == "persistent"
        shown = verdict.kind in SHOWN or any(r in short(verdict) for r in self.options.show_reason)
        if shown or self.options.verbose:
            print("seed %d: %s: %s" % (program.seed, verdict.kind, verdict.details), flush=True)
        if shown and self.options.keep:
            write_program(program, os.path.join(self.options.keep, str(program.seed)))

    def table_of_pieces(self):
        print("%-32s %10s %8s %10s %8s %8s %6s" % ("piece", "persistent", "PST3017", "fallback", "unused", "refused", "wrong"))
        for name, seen in sorted(self.pieces.items(), key=lambda item: (
                item[1]["persistent"] / sum(item[1][k] for k in KINDS), item[0])):
            print("%-32s %10d %8d %10d %8d %8d %6d" % (name, seen["persistent"], seen["hosts"], seen["fallback"], seen["unused"],
                                                     seen["refused"], sum(seen[k] for k in SHOWN)))

    def end(self, checker, began):
        """The tables, and the exit code."""
        if self.options.pieces:
            self.table_of_pieces()
        for kind in ("fallback", "refused"):
            for reason, number in self.details.get(kind, Counter()).most_common():
                print("%5d %s: %s" % (number, kind, reason))
        total = sum(self.counts.values())
        done = total - self.counts["refused"]
        percent = 100.0 * done / max(total, 1)
        used = os.times()
        if self.hosts.total():
            print("%d with trips for the host (PST3017), of which persistent: %d" % (self.hosts.total(), self.hosts["persistent"]))
        print("%d seconds (%.2f s of processor time for each program); %s" % (
            time.time() - began, sum(used[:4]) / max(total, 1),
            ", ".join("%s %d" % (what, seconds) for what, seconds in checker.seconds.most_common())))
        print("%d programs, %d transformed (%.0f %%): %s" % (total, done, percent, ", ".join(
            "%d %s" % (self.counts[k], k) for k in KINDS)))
        return 1 if any(self.counts[k] for k in BAD) or percent < self.options.least else 0


def run_all(checker, options, only, without):
    report = Report(options)
    began = time.time()

    def work(seeds):
        if options.minutes and time.time() - began > 60 * options.minutes:
            return [], {}
        programs = [generate(s, only, without) for s in seeds]
        folder = os.path.join(checker.scratch, str(programs[0].seed))
        try:
            return programs, checker.check(programs, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    try:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for done in concurrent.futures.as_completed([pool.submit(work, c) for c in chunks(options.first, options.last)]):
                programs, verdicts = done.result()
                for program in programs:
                    report.add(program, verdicts[program.seed])
    finally:
        shutil.rmtree(checker.scratch, ignore_errors=True)
    return report.end(checker, began)
