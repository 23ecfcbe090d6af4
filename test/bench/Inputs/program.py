#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program as persistify-bench sees it, with times that are known and faults by choice.

    program.py FAULT [ARGUMENT...]"""

import os
import signal
import sys
import time

mode, fault = os.environ["PERSISTIFY"], sys.argv[1]
off = mode == "off"
print("result 42")


def append(name, text, how="a"):
    with open(name, how) as file:
        file.write(text)


def stats(region, line, persistent=1, entries=1, **more):
    values = dict(region=region, file="a<b>.c", line=line, entries=entries, persistent=0 if off else persistent,
                  fallback=entries - (0 if off else persistent), groups=2, wg=os.environ.get("PERSISTIFY_WG", 64))
    values.update(more)
    sys.stderr.write("persistify: stats: " + " ".join("%s=%s" % pair for pair in values.items()) + "\n")


if fault == "differ":
    print("mode", mode)
elif fault == "clock":
    print("time %d ns" % time.monotonic_ns())
elif fault == "clocks":  # two times, a number alone, and a result of its own in each mode
    print("time (all): %d.5 ns, 3 trips" % time.monotonic_ns())
    print("took", time.monotonic_ns())
    print("mode", mode)
    if len(sys.argv) > 2:
        print("took", sys.argv[2])
        print(time.monotonic_ns())
elif fault == "code":
    sys.exit(stats("r", 1) or 3 * (not off))
elif fault == "fails":
    sys.exit(stats("r", 1) or 3)
elif fault == "crash" and not off:
    os.kill(os.getpid(), signal.SIGSEGV)
elif fault == "hang" and mode == "on":
    time.sleep(60)
elif fault == "hangs":
    time.sleep(60)
elif fault == "file" and mode != "auto":
    append("out.txt", "42\n", "w")
elif fault == "append":
    append("out.txt", "more\n")
elif fault == "stdin":
    print(sys.stdin.read())

if fault == "silent":
    sys.exit(0)
sys.stderr.write("no end of line yet: ")
if fault == "fallback":
    stats("r", 1, persistent=0, region_ms=10, build_ms=0, last_reason="no_<script>alert(1)</script>_&c")
elif fault == "partly":
    stats("r", 1, entries=2, region_ms=10, build_ms=0, last_reason="busy")
elif fault == "two":
    stats("r", 1, region_ms=10 if off else 4, build_ms=100)
    stats("r", 1, region_ms=10 if off else 4, build_ms=100)  # of a second process
    stats("q", 7, region_ms=20 if off else 2, build_ms=50)
elif fault == "untimed":
    stats("r", 1, region_ms=10, build_ms="none")
    stats("q", 7)
else:
    stats("r", 1, region_ms=10 if off else 4, build_ms=0 if off else 100, device="A_<fast>_device")
