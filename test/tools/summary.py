# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds up what scripts/test ran and prints "N passed, N failed, N skipped".

    summary.py RESULTS CTEST_STATUS APPS_STATUS LIT_STATUS

A stage that ended with an error but left no failing test counts as one failure.
"""

import json
import os
import re
import sys
import xml.etree.ElementTree


def ctest(folder):
    suite = xml.etree.ElementTree.parse(os.path.join(folder, "ctest.xml")).getroot()
    total, failed = int(suite.get("tests", 0)), int(suite.get("failures", 0))
    skipped = int(suite.get("skipped", 0)) + int(suite.get("disabled", 0))
    return total - failed - skipped, failed, skipped


def apps(folder):
    with open(os.path.join(folder, "apps.txt")) as file:
        last = file.read().rstrip().splitlines()[-1]
    match = re.fullmatch(r"(\d+) passed, (\d+) failed, (\d+) skipped", last)
    return tuple(int(number) for number in match.groups())


def lit(folder):
    codes = []
    for name in ("lit.json", "lit-host.json", "lit-pocl.json"):
        path = os.path.join(folder, name)
        if name == "lit.json" or os.path.exists(path):
            with open(path) as file:
                codes += [test["code"] for test in json.load(file)["tests"]]
    codes = [code for code in codes if code != "EXCLUDED"]  # by a filter
    skipped = sum(code in ("UNSUPPORTED", "SKIPPED") for code in codes)
    passed = sum(code in ("PASS", "XFAIL", "FLAKYPASS") for code in codes)
    return passed, len(codes) - passed - skipped, skipped


def dearest(folder, most=12):
    """The tests of lit that took most processor time, by what shelltest.py wrote."""
    costs = {}
    try:
        with open(os.path.join(folder, "costs.txt")) as file:
            for line in file:
                seconds, name = line.split()
                costs[name] = costs.get(name, 0) + float(seconds)
    except (OSError, ValueError):
        return
    print("lit: %.0f s of processor time; most of it by" % sum(costs.values()))
    for name in sorted(costs, key=costs.get, reverse=True)[:most]:
        print("%8.1f s  %s" % (costs[name], name))


def main():
    folder = sys.argv[1]
    dearest(folder)
    totals = [0, 0, 0]
    for stage, read, status in zip(("ctest", "applications", "lit"), (ctest, apps, lit),
                                   sys.argv[2:5]):
        try:
            numbers = list(read(folder))
        except (OSError, ValueError, KeyError, IndexError, AttributeError,
                xml.etree.ElementTree.ParseError):
            numbers = [0, 0, 0]
            if stage != "ctest" or status != "0":
                numbers[1] = 1
                print("%s left no results (exit code %s)" % (stage, status))
        if status != "0" and numbers[1] == 0:
            numbers[1] = 1
            print("%s ended with exit code %s" % (stage, status))
        totals = [a + b for a, b in zip(totals, numbers)]
    print("%d passed, %d failed, %d skipped" % tuple(totals))
    return 1 if totals[1] else 0


if __name__ == "__main__":
    sys.exit(main())
