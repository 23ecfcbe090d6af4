#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks pages of scripts/bench-page: docs/pocl.md against one that was made just now.

    check-page.py PAGE NEW

Both must have the same tables with the same rows, find no more groups than are resident, and no weak
outcome with the fence that the runtime relies on. NEW may have fewer forms of the barrier. PAGE is of a quiet machine: there the usual form found two
groups or more in all of 50 launches.
"""
import sys


def read(path):
    """A table for each heading: its rows as dictionaries."""
    tables, rows, columns = {}, None, None
    with open(path) as file:
        for line in file:
            if line.startswith("## "):
                rows = tables.setdefault(line[3:].strip(), [])
                columns = None
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not line.startswith("|") or cells[0] == "---":
                continue
            if columns is None:
                columns = cells
            else:
                rows.append(dict(zip(columns, cells)))
    return tables


def keys(table):
    """What a row is about, without what was measured. The most work-items and bytes are the device's."""
    return [(row.get("form"), row.get("pairs"), row.get("work-items") == "1", row.get("local bytes") == "16",
             row.get("test"), row.get("weak outcome")) for row in table]


bad = []
pages = [(path, read(path)) for path in sys.argv[1:]]
(_, old), (_, new) = pages
if list(old) != ["Recall", "Without a known number", "Barriers", "Weak memory"] or list(new) != list(old):
    bad.append("tables: %s and %s" % (list(old), list(new)))
FORMS = ["`%s`" % name for name in "auto counter striped xf sense signflip tree treesense".split()]
if [row["form"] for row in old["Barriers"]] != FORMS:
    bad.append("Barriers: other forms")
for path, tables in pages:
    forms = [row["form"] for row in tables["Barriers"]]
    if not forms or not set(forms) <= set(FORMS):
        bad.append("%s: barriers of %s" % (path, forms))
    for row in tables["Barriers"]:
        if len(row) < 2 or not all(float(cell.split()[0]) > 0 for name, cell in row.items() if name != "form"):
            bad.append("%s: %s" % (path, row))
for name in old:
    if name == "Barriers":
        continue
    if not old[name] or keys(old[name]) != keys(new.get(name, [])):
        bad.append("%s: other rows" % name)
for path, tables in pages:
    for row in tables["Recall"] + tables["Without a known number"]:
        if not 1 <= int(row["least"]) <= float(row["found, mean"]) <= int(row["most"]) <= int(row["bound"]):
            bad.append("%s: %s" % (path, row))
    for row in tables["Weak memory"]:
        weak, runs = row["device"].split(" of ")
        if float(weak) or not int(runs):
            bad.append("%s: %s" % (path, row))
for row in old["Recall"]:
    if row["form"] == "word" and (int(row["least"]) < 2 or row["launches"] != "50"):
        bad.append("not 50 of 50: %s" % row)
for line in bad:
    print("FAILED:", line)
sys.exit(bool(bad))
