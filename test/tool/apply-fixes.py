#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Applies the replacements of a file of --export-fixes to the files they name, with
clang-apply-replacements where that is installed, else as it would.

usage: apply-fixes.py FOLDER-WITH-YAML"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

folder = Path(sys.argv[1])
for name in ("clang-apply-replacements-19", "clang-apply-replacements"):
    if shutil.which(name):
        sys.exit(subprocess.run([name, str(folder)]).returncode)

edits = {}
for yaml in folder.glob("*.yaml"):
    text = yaml.read_text()
    assert re.match(r"---\nMainSourceFile: ", text) and text.endswith("...\n"), text
    form = re.compile(r"  - FilePath: +(\S+)\n    Offset: +(\d+)\n    Length: +(\d+)\n"
                      r"    ReplacementText: +(\"(?:[^\"\\]|\\.)*\"|'[^']*')\n")
    found = form.findall(text)
    assert len(found) == text.count("FilePath:"), text
    for path, offset, length, value in found:
        value = json.loads(value) if value[0] == '"' else value[1:-1]
        edits.setdefault(path.strip("'\""), []).append((int(offset), int(length), value))
for path, replacements in edits.items():
    content = Path(path).read_bytes()
    for offset, length, value in sorted(replacements, reverse=True):
        content = content[:offset] + value.encode() + content[offset + length:]
    Path(path).write_bytes(content)
