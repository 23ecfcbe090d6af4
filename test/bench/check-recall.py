#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Discovery on a CPU finds all groups that are resident, and never more.

    check-recall.py PERSISTIFY-MICROBENCH

Ten launches of each kind with the usual form. A busy machine may keep a group from coming in time, and then they
are made again, up to five times; more than the bound are wrong at any time.
"""
import csv
import os
import subprocess
import sys
import tempfile

for attempt in range(5):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], "--csv", folder, "--runs", "10", "--discoveries", "word", "recall"], check=True)
        with open(os.path.join(folder, "recall.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
    if not rows:
        sys.exit("FAILED: no rows")
    for row in rows:
        if int(row["most"]) > int(row["bound"]):
            sys.exit("FAILED: more found than are resident: %s" % row)
    several = 2 if int(rows[0]["units"]) > 1 else 1
    if all(int(row["least"]) >= several and row["least"] == row["bound"] and row["runs"] == "10" for row in rows):
        sys.exit(0)
sys.exit("FAILED: not all of the resident groups found in ten launches of a kind")
