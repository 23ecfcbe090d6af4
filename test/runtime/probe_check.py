#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""persistify-probe --json on one device: is it JSON, and does it say what is known?

    probe_check.py PROBE DEVICE fit|unfit [TEXT]

PROBE may be a command line. TEXT must be part of the verdict's reason. Exit code 77: no such device.
"""
import json
import shlex
import subprocess
import sys

probe, (device, wanted) = shlex.split(sys.argv[1]), sys.argv[2:4]
listed = json.loads(subprocess.run(probe + ["--list", "--json"], stdout=subprocess.PIPE).stdout or "{}")
names = [d["device"] + d["platform"] + d["type"] for d in listed.get("devices", [])]
if not any(device in name for name in names):
    print("skipped: no device", device, "among", names)
    sys.exit(77)

done = subprocess.run(probe + ["--json", "--all", "--quick", "--device", device], stdout=subprocess.PIPE)
print(done.stdout.decode())
found = json.loads(done.stdout)
verdict = found["verdict"]
bad = []
if (verdict["model"] == "unfit") != (wanted == "unfit") or (done.returncode == 1) != (wanted == "unfit"):
    bad.append("verdict %s, exit code %d" % (verdict["model"], done.returncode))
if len(sys.argv) > 4 and sys.argv[4] not in verdict["reason"]:
    bad.append("reason '%s'" % verdict["reason"])
if wanted == "fit":
    tests = {row["test"] for row in found["litmus"]}
    if tests != {"sb", "lb", "mp", "coRR", "dlb-mp", "dlb-lb", "cas-sl", "exch-sl"}:
        bad.append("litmus tests %s" % tests)
    bad += ["per 100,000: %s" % row for row in found["litmus"]
            if abs(row["per_100000"] * row["instances"] - row["weak"] * 1e5) > 0.01 * row["instances"]]
    bad += ["weak outcome in spite of fences: %s" % row for row in found["litmus"]
            if row["fence"] == "device" and row["weak"]]
    bad += ["section %s" % name for name in ("facts", "sanity", "backends", "progress", "discovery", "barriers", "launches", "soak")
            if not found.get(name)]
    # Every test in every placement; what needs more than OBE may fail.
    rows = found.get("progress", [])
    seen = {(row["test"] + " " + row.get("lock", row.get("waits_for", row.get("discovery", ""))), row["placement"])
            for row in rows}
    paired = ["obe ", "mutex spin", "mutex ticket"] + ["producer-consumer " + way for way in ("lower", "higher", "both")]
    wanted_rows = {(test, placement) for test in paired for placement in ("plain", "round-robin", "chunked")}
    wanted_rows |= {("barrier " + form, "plain") for form in ("word", "stripes", "lobe", "ticket", "spin")}
    if seen != wanted_rows:
        bad.append("progress tests %s" % sorted(seen ^ wanted_rows))
    bad += ["progress: %s" % row for row in rows if row["needs"] == "OBE" and not row["passed"]]
    bad += ["progress: %s" % row for row in rows if row["test"] == "mutex" and row["groups_done"] != row["groups"]]
    if not any(row.get("pairs_met") for row in rows):
        bad.append("progress: no two groups met")
    bad += ["sanity: no %s_of_size_zero" % what for what in ("launch", "copy", "fill", "read", "write")
            if what + "_of_size_zero" not in found["sanity"][0]]
    soak = found["soak"][0]
    if soak["launches"] < 1 or soak["fewest_groups"] < 2:
        bad.append("soak %s" % soak)
for line in bad:
    print("FAILED:", line)
sys.exit(bool(bad))
