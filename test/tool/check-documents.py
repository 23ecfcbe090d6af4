#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every option that --help shows is in the man page, both completions and the page on
the command line; shells and man accept these as far as they are installed.

usage: check-documents.py TOOL MAN BASH ZSH COMMAND-LINE.md"""

import re
import shutil
import subprocess
import sys

tool, man, bash, zsh, page = sys.argv[1:]
problems = []


def output(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout.decode(errors="replace")


options = re.findall(r"^  (-[\w-]+)", output([tool, "--help"])[1], re.M)
options = [o if len(o) == 2 else "-" + o if not o.startswith("--") else o for o in options]
options = [o for o in options if o != "--help-list"]  # hidden, but for --help itself
if len(options) < 25:
    problems.append("--help shows only %s" % options)
texts = {name: open(name).read() for name in (man, bash, zsh, page)}
for option in options:
    if "\\fB" + option.replace("-", "\\-") + "\\fR" not in texts[man]:
        problems.append("the man page lacks " + option)
    if not re.search(r"(?<![\w-])%s(?![\w-])" % option, texts[bash]):
        problems.append("the bash completion lacks " + option)
    if not re.search(r"'\*%s[=\[]" % option, texts[zsh]):
        problems.append("the zsh completion lacks " + option)
    if not option.startswith("--help") and not re.search(r"`%s(?![\w-])" % option, texts[page]):
        problems.append("docs/command-line.md lacks " + option)

# The values of an option, and files.
script = """source %s
COMP_WORDS=(persistify --report = ''); COMP_CWORD=3; _persistify; echo "${COMPREPLY[@]}"
COMP_WORDS=(persistify --exp); COMP_CWORD=1; _persistify; echo "${COMPREPLY[@]}"
""" % bash
code, text = output(["bash", "-c", script])
if text.split("\n")[:2] != ["text json sarif html", "--export-fixes --explain"]:
    problems.append("bash completes: " + text)
checks = [("zsh", ["zsh", "-n", zsh]), ("mandoc", ["mandoc", "-Tlint", "-Wwarning", man]),
          ("man", ["man", "--warnings", "-l", man])]
for name, command in checks:
    if shutil.which(name):
        code, text = output(command)
        if code or "warning" in text.lower() and name == "man" and "warning:" in text:
            problems.append("%s: %s" % (" ".join(command), text[:500]))
print("\n".join(problems))
sys.exit(bool(problems))
