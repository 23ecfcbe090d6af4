#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does what a page of the documentation says, as a reader would who types its commands.

usage: run-page.py PAGE --folder FOLDER (--build BUILD | --package FILE.deb | --prefix PREFIX | --installed [PREFIX])
                   [--sections] [--site PAGE.html] [--show]

The blocks "```sh" of a page are commands, typed into one shell in a new folder, in their order; a block "```text" behind one is what they
print, both streams together: each of its lines has to come, in any order, as the streams do; "..." stands for anything. Behind a comment
"<!-- fails -->" the commands have to fail; "<!-- needs PROGRAM -->" leaves them out where it is not installed; "<!-- or -->": they are
typed in place of the block in front with --package and --installed, else not at all. Nothing else is put in, but:
  * `scripts/setup --install FOLDER` installs what was built in BUILD, or copies PREFIX;
  * `sudo apt install ./persistify_*.deb` unpacks FILE.deb, and puts it in front of PATH; with --installed nothing is left to do, but for
    PREFIX/bin in PATH;
  * $HOME is FOLDER, where the commands begin in a folder that has `persistify`, the sources (only with --build).
--sections: the first section with commands prepares the others, of which each begins where it ended, knows nothing of the others,
and is tried if they fail; a line tells of each. --site: the commands of this page of the site are the same."""

import argparse
import html
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

MARK = "=== "


class Block:
    def __init__(self, section, commands, fails):
        self.section, self.commands, self.fails, self.expected, self.output = section, commands, fails, None, None


def blocks(text, other):
    """The blocks of commands that are to be typed; `other`: those behind "or"."""
    found = []
    section = ""
    pattern = re.compile(r"^## ([^\n]*)$|(?:<!-- (fails|or|needs \w+) -->\n\n?)?^```(\w+)\n(.*?)^```$", re.M | re.S)
    for match in pattern.finditer(text):
        heading, mark, language, body = match.groups()
        mark = mark or ""
        if heading:
            section = heading
        elif language == "sh":
            needs = mark.partition("needs ")[2]
            left_out = needs and not shutil.which(needs) or mark == "or" and not other
            if mark == "or" and other:
                found.pop()
            found.append(Block(section, None if left_out else body, mark == "fails"))
        elif language == "text" and found:
            found[-1].expected = body.rstrip("\n").split("\n")
    return [block for block in found if block.commands is not None]


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


def substitutes(options):
    """(pattern, what is typed for it) of the commands that install."""
    setup = r"^scripts/setup --install (\"[^\"]*\"|\S+)"
    apt = r"^sudo apt install \./persistify_\S+"
    if options.package:
        package = shlex.quote(str(options.package.resolve()))
        return [(apt, 'dpkg-deb -x %s "$HOME/root"\nexport PATH="$HOME/root/usr/bin:$PATH"' % package)]
    if options.prefix:
        return [(setup, r"cp -r %s \1" % shlex.quote(str(options.prefix.resolve())))]
    if options.installed:
        return [(apt, "true")]
    # Building the tool is what the tests have done before: only the installation of it is done here.
    return [(setup, r"cmake --install %s --prefix \1 >/dev/null" % shlex.quote(str(options.build.resolve())))]


def typed(block, number, options):
    commands = block.commands
    for pattern, replacement in substitutes(options):
        commands = re.sub(pattern, replacement, commands, flags=re.M)
    if block.fails:
        commands = "if (set -e\n%s); then echo 'did not fail'; exit 9; fi\n" % commands
    return "echo; echo '%s%d'\n%s" % (MARK, number, commands)


def script_of(parts, start, options):
    script = "set -e\ncd %s\n" % shlex.quote(str(start))
    open_section = None
    for number, block in enumerate(parts):
        alone = options.sections and block.section != parts[0].section
        if open_section and block.section != open_section:
            script += ")\nset -e\n"
            open_section = None
        if alone and not open_section:
            script += "set +e\n(set -e\n"
            open_section = block.section
        script += typed(block, number, options)
        # By this it is known that the block came to its end.
        script += "echo; echo '%send %d'\n" % (MARK, number)
    return script + (")\n" if open_section else "")


def run(parts, home, options):
    """Leaves the outputs in `parts`, and returns the numbers of those that came to their end."""
    (home / "src" / "persistify").parent.mkdir(parents=True)
    if options.build:
        (home / "src" / "persistify").symlink_to(Path(__file__).resolve().parent.parent.parent)
    else:
        (home / "src" / "persistify").mkdir()
    environment = {name: value for name, value in os.environ.items() if not re.match(r"PERSISTIFY|CMAKE_|XDG_|CC$|CXX$", name)}
    environment.update(HOME=str(home), PERSISTIFY_CACHE_DIR=str(home / "cache"), PERSISTIFY_QUIET="0")
    if options.installed:
        environment["PATH"] = "%s/bin:%s" % (options.installed.resolve(), environment["PATH"])
    done = subprocess.run(["bash", "-c", script_of(parts, home / "src", options)], env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = done.stdout.decode(errors="replace")
    if options.show:
        print(text)
    ended = set()
    at = None
    for piece in re.split(r"^(%s(?:end )?\d+\n)" % MARK, text, flags=re.M)[1:]:
        head = re.match(r"%s(end )?(\d+)\n$" % MARK, piece)
        if head and head.group(1):
            ended.add(int(head.group(2)))
            at = None
        elif head:
            at = int(head.group(2))
        elif at is not None:
            parts[at].output = piece
    if done.returncode and len(ended) == len(parts):
        ended.discard(len(parts) - 1)
    return ended, done.returncode


def same_as_site(parts_of_text, site):
    """Whether the site's page has the same commands, in the same order."""
    found = [html.unescape(code) for code in re.findall(r'<pre[^>]*class="sh"><code>(.*?)</code></pre>', site.read_text(), re.S)]
    wanted = [body.rstrip("\n") for body in re.findall(r"^```sh\n(.*?)^```$", parts_of_text, re.M | re.S)]
    if found == wanted:
        return True
    print("%s: other commands than the page's source:\n%s" % (site, [c for c in found + wanted if (c in found) != (c in wanted)]))
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page", type=Path)
    parser.add_argument("--folder", type=Path, required=True)
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--build", type=Path)
    way.add_argument("--package", type=Path)
    way.add_argument("--prefix", type=Path)
    way.add_argument("--installed", nargs="?", const="/usr", type=Path)
    parser.add_argument("--sections", action="store_true")
    parser.add_argument("--site", type=Path)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    name = options.page.name
    text = options.page.read_text()
    parts = blocks(text, options.package or options.installed)
    if not parts:
        sys.exit("%s: no commands" % options.page)
    good = not options.site or same_as_site(text, options.site)
    ended, code = run(parts, options.folder.resolve(), options)
    bad = []
    for number, block in enumerate(parts):
        if number not in ended:
            if block.section in bad:
                continue
            bad.append(block.section)
            print("%s: exit code %d in\n%s\n%s" % (name, code, block.commands, "\n".join((block.output or "not reached").split("\n")[-30:])))
            if not options.sections:
                break
        else:
            line = missing(block.expected or [], block.output)
            if line is not None:
                bad.append(block.section)
                print("%s: these commands do not print\n  %s\n%s\nbut\n%s" % (name, line, block.commands, block.output))
    if options.sections:
        for section in dict.fromkeys(block.section for block in parts):
            print("%s: %s: %s" % (name, section, "FAILED" if section in bad else "passed"))
    if not bad:
        print("%s: %d blocks of commands, %d with output" % (name, len(parts), sum(1 for block in parts if block.expected)))
    return bool(bad) or not good


sys.exit(main())
