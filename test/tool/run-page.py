#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does what a page of the documentation says, as a reader would who types its commands.

usage: run-page.py PAGE --build BUILD --folder FOLDER [--show]

The blocks "```sh" of a page are commands, typed into one shell in a new folder, in their order; a block "```text" behind one is what they
print, both streams together: each of its lines has to come, in any order, as the streams do; "..." stands for anything. Behind a comment
"<!-- fails -->" the commands have to fail; "<!-- needs PROGRAM -->" leaves them out where it is not installed. Nothing else is put in, but:
  * `scripts/setup --install FOLDER` installs what was built in BUILD;
  * $HOME is FOLDER, where the commands begin in a folder that has `persistify`, the sources."""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent


def blocks(text):
    """(commands, expected lines or None, whether they fail) of a page; without those that need a program that is not there."""
    found = []
    pattern = re.compile(r"(?:<!-- (fails|needs \w+) -->\n\n?)?^```(\w+)\n(.*?)^```$", re.M | re.S)
    for match in pattern.finditer(text):
        needs = (match.group(1) or "").partition("needs ")[2]
        if match.group(2) == "sh":
            found.append([match.group(3) if not needs or shutil.which(needs) else None, None, match.group(1) == "fails"])
        elif match.group(2) == "text" and found:
            found[-1][1] = match.group(3).rstrip("\n").split("\n")
    return [block for block in found if block[0] is not None]


def missing(expected, output):
    """The first expected line that does not come; None if all do."""
    lines = output.split("\n")
    for line in expected:
        if line.strip() == "...":
            continue
        pattern = re.compile(".*".join(re.escape(" ".join(part.split())) for part in line.split("...")))
        if not any(pattern.search(" ".join(there.split())) for there in lines):
            return line
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page", type=Path)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    home = options.folder.resolve()
    (home / "src").mkdir(parents=True)
    (home / "src" / "persistify").symlink_to(PROJECT)
    environment = {name: value for name, value in os.environ.items() if not re.match(r"PERSISTIFY|CMAKE_|CC$|CXX$", name)}
    environment.update(HOME=str(home), PERSISTIFY_CACHE_DIR=str(home / "cache"), PERSISTIFY_QUIET="0")
    # Building the tool is what the tests have done before: only the installation of it is done here.
    install = "cmake --install %s --prefix \\1 >/dev/null" % shlex.quote(str(options.build.resolve()))
    script = "set -e\ncd %s\n" % shlex.quote(str(home / "src"))
    parts = blocks(options.page.read_text())
    for number, (commands, _, fails) in enumerate(parts):
        commands = re.sub(r"\bscripts/setup --install (\"[^\"]*\"|\S+)", install, commands, flags=re.M)
        mark = "echo; echo '=== %d'\n" % number
        script += mark + ("if (set -e\n%s); then echo 'did not fail'; exit 9; fi\n" % commands if fails else commands)
    script += "echo; echo '=== end'\n"
    done = subprocess.run(["bash", "-c", script], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = done.stdout.decode(errors="replace")
    if options.show:
        print(text)
    pieces = re.split(r"^=== (?:\d+|end)\n", text, flags=re.M)[1:]
    if done.returncode or len(pieces) != len(parts) + 1:
        at = max(len(pieces) - 1, 0)
        print("%s: exit code %d in\n%s\n%s" % (options.page.name, done.returncode, parts[min(at, len(parts) - 1)][0], "\n".join(text.split("\n")[-30:])))
        return 1
    problems = 0
    for (commands, expected, _), output in zip(parts, pieces):
        line = missing(expected or [], output)
        if line is not None:
            problems += 1
            print("%s: these commands do not print\n  %s\n%s\nbut\n%s" % (options.page.name, line, commands, output))
    if not parts:
        sys.exit("%s: no commands" % options.page)
    print("%s: %d blocks of commands, %d with output" % (options.page.name, len(parts), sum(1 for _, e, _ in parts if e)))
    return problems > 0


sys.exit(main())
