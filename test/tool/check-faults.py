# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the faults that the sources can plant to the tests that notice them.

usage: check-faults.py PROJECT

Each planted("NAME") in lib/ and tool/ needs a RUN line with PERSISTIFY_FAULT=NAME that expects a
failure (`not`), or a line "NOTICES: NAME" in a test whose own script plants it. test/faults.md has a
row for each, and no two for one: a test might notice the other class."""

import pathlib
import re
import sys

# Of tests that make something fail; they are no defences.
EVENTS = {"in-reading", "in-planning", "in-writing", "in-kernels", "bad-text", "crash", "deep", "endless", "runaway",
          "killed-while-writing"}

project = pathlib.Path(sys.argv[1])
planted = {}
for folder in ("lib", "tool"):
    for path in sorted((project / folder).rglob("*")):
        if path.suffix in (".cpp", ".h"):
            for name in re.findall(r'\bplanted\("([\w-]+)"\)', path.read_text()):
                planted.setdefault(name, path.relative_to(project))
noticed = set()
for path in sorted((project / "test").rglob("*")):
    if path.is_file() and path.suffix in (".test", ".c", ".cpp", ".cl"):
        for line in path.read_text(errors="replace").splitlines():
            if "RUN:" in line and "not " in line:
                noticed.update(re.findall(r"(?:PERSISTIFY_FAULT|%\{fault\})=([\w-]+)", line))
            noticed.update(re.findall(r"NOTICES: ([\w-]+)", line))
bad = 0
for name, path in sorted(planted.items()):
    if name not in noticed:
        print("%s: no test fails with PERSISTIFY_FAULT=%s" % (path, name))
        bad = 1
for name in sorted(noticed - set(planted)):
    print("a test plants '%s', which no source knows" % name)
    bad = 1
# The table names a fault for each class, and a test that has it.
rows = re.findall(r"^\|[^|]+\| `([\w-]+)` \| ([\w./-]+) \|$", (project / "test/faults.md").read_text(), re.M)
for name, test in rows:
    path = project / "test" / test
    if name not in planted or not path.is_file() or name not in path.read_text():
        print("faults.md: %s does not plant '%s'" % (test, name))
        bad = 1
for name in sorted({name for name, _ in rows if [other for other, _ in rows].count(name) > 1}):
    print("faults.md: two classes have the fault '%s'" % name)
    bad = 1
for name in sorted(set(noticed) - {name for name, _ in rows} - EVENTS):
    print("faults.md: no row for '%s'" % name)
    bad = 1
if not planted:
    print("no faults found")
    bad = 1
sys.exit(bad)
