#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the tables that scripts/bench-runtime left in a folder (on a CPU device).

    check-tables.py FOLDER
"""
import csv
import os
import shutil
import sys

folder = sys.argv[1]
bad = []


def table(name):
    with open(os.path.join(folder, name + ".csv"), newline="") as file:
        rows = list(csv.DictReader(file))
    if not rows:
        bad.append("%s: empty" % name)
    for row in rows:
        if None in row or None in row.values():
            bad.append("%s: columns of %s" % (name, row))
        if int(row.get("wrong", 0)) or row.get("ended", "ok") != "ok":
            bad.append("%s: %s" % (name, row))
    return rows


def expect(condition, text):
    if not condition:
        bad.append(text)


recall = table("recall")
units = int(recall[0]["units"])
several = 2 if units > 1 else 1
expect({(r["discovery"], r["wg"] == "1", r["local_bytes"] == "16") for r in recall}
       == {(d, w, l) for d in ("word", "ticket", "spin") for w in (True, False) for l in (True, False)}, "recall: rows")
for row in recall:
    expect(int(row["bound"]) >= several, "recall: the bound of %s" % row)
    expect(int(row["most"]) <= int(row["launched"]), "recall: more found than launched, %s" % row)
    if row["discovery"] != "spin":
        expect(int(row["most"]) >= several, "recall: not even once two groups, %s" % row)
    expect(float(row["least"]) <= float(row["mean"]) <= float(row["most"]), "recall: mean of %s" % row)

delay = table("delay")
expect({(r["discovery"], int(r["linger"])) for r in delay}
       == {("word", -1)} | {(d, l) for d in ("ticket", "spin") for l in (0, 10, 100, 1000, 100000, 1000000)}, "delay: rows")
for row in recall + delay:
    expect(int(row["most"]) <= int(row["bound"]), "more found than are resident, %s" % row)
expect({(r["discovery"], r["local_bytes"] == "16") for r in table("sizes")}
       == {(d, l) for d in ("word", "stripes", "lobe", "ticket", "spin") for l in (True, False)}, "sizes: rows")

for name, unit in (("barriers", "ns"), ("contention", "ns"), ("lobe", "ns"), ("loops", "us")):
    for row in table(name):
        expect(int(row["runs"]) == 5 and 0 <= float(row["p10_" + unit]) <= float(row["p90_" + unit]), "%s: spread of %s" % (name, row))

forms = {"auto", "counter", "striped", "xf", "sense", "signflip", "tree", "treesense"}
expect(any(int(r["found"]) >= several for r in table("barriers")), "barriers: none of two groups")
payload = table("payload")
expect({r["barrier"] for r in payload} == forms, "payload: forms")
for row in payload:
    needs = {"same group": 1, "slave to slave": 3}.get(row["pair"], 2)
    expect((int(row["checks"]) > 0) == (int(row["groups"]) >= needs), "payload: checks of %s" % row)
expect(any(int(r["groups"]) >= several for r in payload), "payload: none of two groups")

atomics = {r["barrier"]: r for r in table("atomics")}
expect(set(atomics) == forms - {"auto"}, "atomics: forms")
expect(float(atomics["counter"]["atomics"]) == int(atomics["counter"]["groups"]), "atomics: a counter takes one a group")
expect({int(r["accesses"]) for r in table("contention")} == {10, 1000}, "contention: rows")
expect({(r["kind"], r["size"]) for r in table("semaphores")}
       == {(k, s) for k in ("spin", "exp", "priority") for s in ("1", "10", "120")}, "semaphores: rows")
expect({r["discovery"] for r in table("lobe")} == {"word", "lobe"}, "lobe: rows")
expect({(r["how"], r["kernels"]) for r in table("loops")}
       == {(h, k) for h in ("host loop", "persistent auto", "persistent xf") for k in "13"}, "loops: rows")

tests = ("sb", "lb", "mp", "coRR", "dlb-mp", "dlb-lb", "cas-sl", "exch-sl")
expect([(r["test"], r["fence"]) for r in table("litmus")]
       == [(t, f) for t in tests for f in ("none", "mem_fence", "device")], "litmus: rows")

plots = ("barriers", "discovery-time", "contention", "accesses", "semaphores", "recall", "loops")
if shutil.which("gnuplot"):
    for name in plots:
        path = os.path.join(folder, name + ".svg")
        expect(os.path.exists(path) and os.path.getsize(path) > 3000, "plots: no %s.svg" % name)

for line in bad:
    print("FAILED:", line)
sys.exit(bool(bad))
