#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds docs/integration.md to the tool: its problem matcher finds what the JSON report has, its hook passes and fails as it should,
and its files for CI run the script that the page defines.

usage: check-integration.py PAGE TOOL EXAMPLE FOLDER"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

page, tool, example, folder = Path(sys.argv[1]).read_text(), sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
shutil.copytree(example, folder)
problems = []
environment = dict(os.environ, PATH=os.path.dirname(tool) + os.pathsep + os.environ["PATH"])
blocks = re.findall(r"^```(\w+)\n(.*?)^```$", page, re.M | re.S)
host = folder / "bfs.c"
good = host.read_text()
bad = good.replace("    depth++;", "    depth++; getchar();")
if bad == good:
    problems.append("bfs.c is another one")


def run(command):
    return subprocess.run(shlex.split(command), cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True)


# The problem matcher, on what the task's command prints.
tasks = json.loads(next(text for kind, text in blocks if kind == "json"))["tasks"]
task = tasks[0]
matcher = task["problemMatcher"]["pattern"]
host.write_text(bad)
text = run(task["command"].replace("${file}", str(host))).stderr
found = []
for line in text.split("\n"):
    match = re.search(matcher["regexp"], line)
    if match:
        found.append({name: match.group(matcher[name]) for name in ("file", "line", "column", "severity", "message", "code")})
report = json.loads(run("persistify --dry-run --report=json %s" % host).stdout)
diagnostics = [d for d in report["diagnostics"] + [d for loop in report["loops"] for d in loop["diagnostics"]] if d["place"]]
if not any(d["code"] == "PST1021" for d in diagnostics):
    problems.append("the loop was not refused: %s" % report)
for d in diagnostics:
    same = [f for f in found if f["code"] == d["code"] and int(f["line"]) == d["place"]["line"] and int(f["column"]) == d["place"]["column"]
            and f["message"] == d["message"] and f["severity"] == d["severity"] and Path(f["file"]).name == "bfs.c"]
    if len(same) != 1:
        problems.append("the matcher finds %s, not\n  %s" % (found, d))
for f in found:
    if not (folder / f["file"]).exists():
        problems.append("no file of the name %r" % f["file"])
if not any(f["severity"] == "note" and not f["code"] for f in found):
    problems.append("no cure among %s" % found)
summary = [line for line in text.split("\n") if line.startswith("persistify:")]
if not summary or any(re.search(matcher["regexp"], line) for line in summary):
    problems.append("the summary: %s" % summary)
run(tasks[1]["command"].replace("${file}", str(host)))
if "<html" not in (folder / "report.html").read_text():
    problems.append("no report.html")

# The hook of pre-commit: a file with a loop that is refused, one without, and one that has no OpenCL.
hook = next(text for kind, text in blocks if kind == "yaml" and "hooks:" in text)
entry = re.search(r"^ *entry: (.*)$", hook, re.M).group(1)
pattern = re.search(r"^ *files: (.*)$", hook, re.M).group(1)
(folder / "plain.c").write_text("int plain(void) { return 0; }\n")
for name, code in (("bfs.c", 1), ("plain.c", 0)):
    done = run("%s %s" % (entry, name))
    if done.returncode != code or not re.search(pattern, name):
        problems.append("%s %s: exit code %d\n%s" % (entry, name, done.returncode, done.stderr))
host.write_text(bad.replace("  do {", "#pragma persistify skip\n  do {"))
if run(entry + " bfs.c").returncode != 0:
    problems.append("the pragma does not help: " + run(entry + " bfs.c").stderr)
host.write_text(good)
if run(entry + " bfs.c").returncode != 0 or re.search(pattern, "bfs.cl"):
    problems.append("a good loop does not pass, or kernels are given as hosts")

# Files of CI call the script, and take the files that it writes.
script = next(text for kind, text in blocks if kind == "sh" and "ci/persistify.sh" in text)
written = set(re.findall(r"--(?:report-file|json|html) (\S+)", script))
files = [text for kind, text in blocks if kind == "yaml" and "hooks:" not in text]
if len(files) != 2:
    problems.append("%d files of CI" % len(files))
for text in files:
    if "sh ci/persistify.sh" not in text:
        problems.append("the script is not called in\n" + text)
    named = re.findall(r"[\w-]+\.(?:sarif|html|json)\b", re.sub(r"uses:.*", "", text))
    if not named or not set(named) <= written:
        problems.append("%s are not all of %s" % (named, written))
    if "\t" in text or any((len(line) - len(line.lstrip())) % 2 for line in text.split("\n")):
        problems.append("indentation of\n" + text)
print("\n".join(problems))
sys.exit(bool(problems))
