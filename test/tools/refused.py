#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs persistify on a program none of whose loops can be moved.

    refused.py FILE... [-- tool options]

Comments of the files say what must be reported on their line (or `+N`/`-N` lines
off), in the manner of `clang -verify`:

    report(steps); // expect PST1001: call of 'report'
    // expect+1 PST1018: goto 'again'

Each must be reported once, with a text that contains the comment's, and no other
warning or error may appear. The exit code must be 1, and the output must be the
input: host files byte for byte, and nothing generated.
"""

import os
import re
import subprocess
import sys
import tempfile

EXPECT = re.compile(r"(?://|/\*) *expect([+-]\d+)? (PST\d{4}): *(.*?) *(?:\*/|$)", re.M)
REPORT = re.compile(r"^(?:(.*?):(\d+):(\d+)|persistify): (?:warning|error): (.*) \[(PST\d{4})\]$", re.M)


def included(path):
    """Files that it includes by quotes: they may have comments, too."""
    with open(path) as file:
        names = re.findall(r'^#include "(.*)"', file.read(), re.M)
    found = [os.path.join(os.path.dirname(path), name) for name in names]
    return sorted({name for name in found if os.path.exists(name)})


def main():
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    files, options = words[:cut], words[cut + 1:]
    problems = []
    wanted = []
    for path in files + [f for path in files for f in included(path)]:
        with open(path) as file:
            for number, line in enumerate(file, 1):
                for off, code, text in EXPECT.findall(line):
                    wanted.append((os.path.basename(path), number + int(off or 0), code, text))
    with tempfile.TemporaryDirectory() as out:
        command = [os.environ["PERSISTIFY_TOOL"]] + files + ["-o", out] + options
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        err = done.stderr.decode(errors="replace")
        if done.returncode != 1:
            problems.append("exit code %d, not 1" % done.returncode)
        for path, line, _, text, code in REPORT.findall(err):
            place = (os.path.basename(path), int(line or 0), code)
            match = [w for w in wanted if w[:3] == place and w[3] in text]
            if match:
                wanted.remove(match[0])
            else:
                problems.append("not expected: %s:%s: %s [%s]" % (place[0], line, text, code))
        problems += ["expected, but not reported: %s:%d: %s: %s" % w for w in wanted]
        written = {name: os.path.join(folder, name)
                   for folder, _, names in os.walk(out) for name in names}
        problems += ["generated: " + name for name in written if ".persist." in name]
        for path in files:
            copy = written.get(os.path.basename(path))
            with open(path, "rb") as one:
                if not copy or one.read() != open(copy, "rb").read():
                    problems.append("the output's %s is not the input" % os.path.basename(path))
    if problems:
        print("\n".join(problems) + "\n\n" + " ".join(command) + "\n" + err)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
