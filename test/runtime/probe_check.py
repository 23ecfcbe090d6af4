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

done = subprocess.run(probe + ["--json", "--quick", "--device", device], stdout=subprocess.PIPE)
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
    bad += ["weak outcome in spite of fences: %s" % row for row in found["litmus"]
            if row["fence"] == "device" and row["weak"]]
    bad += ["section %s" % name for name in ("facts", "sanity", "backends", "progress", "discovery", "barriers", "soak")
            if not found.get(name)]
for line in bad:
    print("FAILED:", line)
sys.exit(bool(bad))
