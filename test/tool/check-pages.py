#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every code of Diagnostics.def has a page, every page a code, and the page says
what the table says.  usage: check-pages.py PROJECT"""

import re
import sys
from pathlib import Path

project = Path(sys.argv[1])
table = (project / "include/persistify/Diagnostics.def").read_text()
pages = project / "docs/diagnostics"
row = re.compile(
    r'^PERSISTIFY_DIAG\((\d+),\s*(\w+),\s*(\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+),\s*'
    r'((?:"(?:[^"\\]|\\.)*"\s*)+)\)', re.M)


def joined(literals):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"')


codes = {}
problems = []
for number, name, severity, text, fix in row.findall(table):
    codes["PST" + number] = (severity.lower(), joined(text), joined(fix))
if len(codes) != len(re.findall(r"^PERSISTIFY_DIAG\(", table, re.M)):
    problems.append("Diagnostics.def: a row was not understood, or a code stands twice")

index = pages / "README.md"
listed = index.read_text() if index.exists() else ""
for code, (severity, text, fix) in sorted(codes.items()):
    if code not in listed:
        problems.append("README.md does not list %s" % code)
    page = pages / (code + ".md")
    if not page.exists():
        problems.append("%s has no page" % code)
        continue
    content = page.read_text()
    if not content.startswith("# %s\n" % code):
        problems.append("%s: the title is not the code" % page.name)
    if "`%s: %s`" % (severity, text) not in content:
        problems.append("%s: the message is not the table's: `%s: %s`" % (page.name, severity, text))
    if fix and fix not in content:
        problems.append("%s: the advice is not the table's: %s" % (page.name, fix))
    if "TODO" in content: # as scripts/new-diagnostic leaves it
        problems.append("%s: something is to be filled in" % page.name)
    for heading in ("## Why", "## What to do"):
        if heading not in content:
            problems.append("%s: no section '%s'" % (page.name, heading))
    if severity == "warning" and "internal error" not in text:  # no change of a program cures those
        for heading in ("Before:", "After:"):
            if heading not in content:
                problems.append("%s: no '%s' code" % (page.name, heading))
for page in sorted(pages.glob("PST*.md")):
    if page.stem not in codes:
        problems.append("%s: no such code" % page.name)

print("\n".join(problems))
sys.exit(bool(problems))
