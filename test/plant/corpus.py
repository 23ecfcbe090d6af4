# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs that errors are planted into: those of tests with `RUN: %run-check`, with all runs that the
tests make of them. Runs share a program where persistify reads the same text with the same options."""

import re
import shlex
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test" / "tools"))
import runcheck  # noqa: E402

FOLDERS = ("programs", "host", "opt", "styles", "examples", "entry", "built", "rules", "later", "meet", "files", "wrapper")
# Of these runs some other check is the subject, or another device.
LEFT_OUT = ("--no-persist", "--no-run", "--device")


def run_lines(path):
    """The commands of a lit test, continued lines joined."""
    command = ""
    for line in path.read_text(errors="replace").splitlines():
        found = re.search(r"RUN:\s*(.*?)\s*(?:\*/)?$", line)
        if found:
            command += found.group(1)
            if command.endswith("\\"):
                command = command[:-1]
                continue
            yield command
        command = ""


def parsed(command, test):
    """The words of a %run-check command, or None if it is no plain one."""
    if not command.startswith("%run-check ") or re.search(r"[|;]|&&|2>|%t\b", command):
        return None
    for name, value in [("%run-check", ""), ("%S", str(test.parent)), ("%s", str(test)), ("%examples", str(ROOT / "examples")),
                        ("%integration", str(ROOT / "integration"))]:
        command = command.replace(name, value)
    words = shlex.split(command)
    if "%" in "".join(words) or any(word.split("=")[0] in LEFT_OUT for word in words):
        return None
    return words


class Program:
    """What persistify makes one output of, and the runs of it."""

    def __init__(self, options):
        self.files = options.kernels + options.hosts
        self.runs = []

    @property
    def name(self):
        return str(Path(self.files[-1]).relative_to(ROOT))

    def expects_fallback(self, words):
        """Whether one of the runs has a guard that must fail; for a reason with these words, if any are given."""
        return any(run.expect_fallback is not None and (words is True or words in run.expect_fallback) for run in self.runs)


def key(options):
    return (tuple(options.kernels + options.hosts), tuple(options.host_flag), options.cl_version,
            options.kernel_flags, tuple(options.tool_flag))


def programs(only=None):
    """All programs, in a steady order; those whose test has a name that matches `only`."""
    found = {}
    for folder in FOLDERS:
        for test in sorted((ROOT / "test" / folder).rglob("*")):
            if test.suffix not in (".test", ".c", ".cpp") or "Inputs" in test.parts:
                continue
            if only and not re.search(only, str(test.relative_to(ROOT))):
                continue
            text = test.read_text(errors="replace")
            if "%run-check" not in text or re.search(r"REQUIRES:.*(long|gpu|pocl|oclgrind)", text):
                continue
            for command in run_lines(test):
                words = parsed(command, test)
                if words is None:
                    continue
                options = runcheck.arguments(words)
                found.setdefault(key(options), Program(options)).runs.append(options)
    return list(found.values())
