#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every diagnostic is provoked by a test, and the environment variables of the
runtime are those of docs/contract.md.  usage: check-docs.py PROJECT"""

import re
import sys
from pathlib import Path

# Internal errors: a program that provoked one would be a bug to be mended.
UNTESTED = {
    "PST2021": "internal check of generated phases",
    "PST9006": "internal error",
}

project = Path(sys.argv[1])
problems = []

rows = re.findall(r"^PERSISTIFY_DIAG\((\d+),\s*(\w+)",
                  (project / "include/persistify/Diagnostics.def").read_text(), re.M)
tested = set()
for path in (project / "test").rglob("*"):
    if path.suffix not in (".test", ".c", ".cpp", ".cl") or path.parent.name == "run-check":
        continue
    text = path.read_text(errors="replace")
    tested.update(re.findall(r"PST\d{4}", text))
    tested.update("PST" + number for number, name in rows if "Diag::" + name in text)
for number, name in rows:
    code = "PST" + number
    if code in UNTESTED:
        continue
    if code not in tested:
        problems.append("%s (%s) has no test" % (code, name))

known = set()
for path in (project / "runtime").rglob("*.[ch]"):
    known.update(re.findall(r'(?:getenv|number|decimal|one_of|on_or_off|read_at|read_costs|read_no_opt)\("(PERSISTIFY\w*)"', path.read_text()))
listed = set(re.findall(r"^\| `(PERSISTIFY\w*)` \|", (project / "docs/contract.md").read_text(), re.M))
problems += ["docs/contract.md does not list %s" % name for name in sorted(known - listed)]
problems += ["docs/contract.md lists %s, which the runtime does not read" % name
             for name in sorted(listed - known)]

print("\n".join(problems))
sys.exit(bool(problems))
