#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/what-it-handles.md says the truth: what is "yes" or "guarded" there has at least
two tests that list the row's key (ROWS: in the test) and whose runs all expect the
persistent path."""

import argparse
import re
import sys
from pathlib import Path

SHOWN = 4  # programs named in a row
ROW = re.compile(r"^\| (.*\(`([\w-]+)`\)) \| (\d+|-) \| ([^|]*?) \| *([^|]*?) *\|$")

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("project", type=Path, help="the source tree")
parser.add_argument("--update", action="store_true",
                    help="write the names of such tests into the table; the rest of it is written by hand")
options = parser.parse_args()
project, update = options.project, options.update
doc = project / "docs/what-it-handles.md"


def persists(text):
    """Every run of a test goes through the persistent path."""
    for name, means in re.findall(r"DEFINE: (%\{\w+\}) = (.*)", text):
        text = text.replace("RUN: " + name, "RUN: " + means)
    runs = [line for line in re.findall(r"RUN: (.*)", text) if "%run-check" in line]
    ways_out = ("--no-persist", "--no-run", "--expect-fallback", "--mode off")
    return bool(runs) and not any(way in run for run in runs for way in ways_out)


tests = {}  # key -> names of tests that persist
transformed, waiting, listed = [], [], set()
for folder in ("programs", "styles", "trips"):
    for path in sorted(p for p in (project / "test" / folder).iterdir() if p.suffix in (".test", ".c", ".cpp")):
        text = path.read_text()
        rows = re.search(r"^(?:// |   )?ROWS: (.*?)(?: \*/)?$", text, re.M)
        name = "%s/%s" % (folder, path.stem)
        if folder == "programs":
            (transformed if persists(text) else waiting).append(name)
        if not rows:
            continue
        keys = [key.strip() for key in rows.group(1).split(",")]
        listed.update(keys)
        if persists(text):
            for key in keys:
                tests.setdefault(key, []).append(name)

problems, lines, keys = [], [], set()
for line in doc.read_text().splitlines():
    match = ROW.match(line)
    if match:
        text, key, loops, handled, named = match.groups()
        keys.add(key)
        found = tests.get(key, [])
        if update:
            named = ", ".join("`%s`" % name for name in found[:SHOWN])
            line = "| %s | %s | %s | %s |" % (text, loops, handled, named)
        names = re.findall(r"`([\w/.-]+)`", named)
        problems += ["%s: %s is no test with that row that takes the persistent path" % (key, name)
                     for name in names if name not in found]
        if re.match(r"(yes|guarded)\b", handled):
            if len(names) < 2:
                problems.append("%s: '%s', but %d programs show it" % (key, handled, len(names)))
        elif not re.match(r"refused \([^)]*\[?PST\d{4}", handled):
            problems.append("%s: '%s' is neither yes, guarded nor refused (code)" % (key, handled))
    lines.append(line)
problems += ["no row for key '%s' that a test lists" % key for key in sorted(listed - keys)]
if not keys:
    problems.append("no rows found")
if update:
    doc.write_text("\n".join(lines) + "\n")

print("programs: %d transformed, %d not" % (len(transformed), len(waiting)))
print("\n".join(problems))
sys.exit(bool(problems))
