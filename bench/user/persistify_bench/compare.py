# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Do all modes give the same? Exit code, standard output, files."""

import hashlib
import os
import re
import shutil

from .measure import ended


class OutputFile:
    """A file that the program writes.

    Each run begins with the file as it was before all runs (so programs that append, or
    that change their input, do the same each time), and with a time of long ago: what an
    earlier run has left cannot pass for this run's output.
    """

    LONG_AGO = (0, 0)

    def __init__(self, path, name, copy):
        self.path, self.name, self.copy = path, name, None
        if os.path.lexists(path) and not os.path.isfile(path):
            raise OSError("--output %s: not a file" % name)
        if os.path.isfile(path):
            self.copy = copy
            shutil.copyfile(path, copy)
            status = os.stat(path)
            self.times = (status.st_atime_ns, status.st_mtime_ns)

    def before_run(self):
        if self.copy:
            shutil.copyfile(self.copy, self.path)
            os.utime(self.path, ns=self.LONG_AGO)
        elif os.path.lexists(self.path):
            os.unlink(self.path)

    def written(self):
        return os.path.isfile(self.path) and (not self.copy or os.stat(self.path).st_mtime_ns != 0)

    def state(self):
        if not self.written():
            return "not written"
        digest = hashlib.sha256()
        with open(self.path, "rb") as file:
            for block in iter(lambda: file.read(1 << 20), b""):
                digest.update(block)
        return digest.hexdigest()

    def after_all(self):
        if self.copy and os.path.isfile(self.path) and not self.written():
            os.utime(self.path, ns=self.times)


class Comparison:
    """Compares each run with the first one, which is of the first configuration."""

    def __init__(self, ignore, files):
        self.ignore, self.files = ignore, files
        self.reference = None
        self.differences = {}  # configuration: text of the first one
        self.variants = []  # of each line of the first configuration, where all its runs have as many

    def before_run(self):
        for file in self.files:
            file.before_run()

    def lines(self, run):
        return [line for line in run.stdout.split("\n") if not any(regex.search(line) for regex in self.ignore)]

    def after_run(self, configuration, run):
        this = (run.exit_code, self.lines(run), [file.state() for file in self.files])
        if self.reference is None:
            self.reference = configuration, this
            self.variants = [[line] for line in this[1]]
            return
        if configuration is self.reference[0]:
            same = len(this[1]) == len(self.variants)
            self.variants = [old + [line] for old, line in zip(self.variants, this[1])] if same else []
        if configuration in self.differences:
            return
        text = self.difference(this)
        if text:
            where = "from run to run" if configuration is self.reference[0] else "from '%s'" % self.reference[0].name
            self.differences[configuration] = "%s: differs %s: %s" % (configuration.name, where, text)

    def difference(self, this):
        code, lines, files = self.reference[1]
        if this[0] != code:
            return "%s instead of %s" % (ended(this[0]), ended(code))
        if this[1] != lines:
            for a, b in zip(lines + [None], this[1] + [None]):
                if a != b:
                    return "stdout: %s instead of %s" % (self.show(b), self.show(a))
        for file, a, b in zip(self.files, files, this[2]):
            if a != b:
                return "file %s%s" % (file.name, ": not written" if b == "not written" else "")
        return None

    def proposals(self):
        """Regular expressions for the lines that change between runs of the original loops alone, such as times. What
        only differs from mode to mode is none of it, nor what other lines would fit, or has no text of its own."""
        if self.reference is None or self.reference[0].name != "off":
            return []
        steady = [lines[0] for lines in self.variants if len(set(lines)) == 1]
        found = []
        for lines in self.variants:
            if len(set(lines)) == 1:
                continue
            front = os.path.commonprefix(lines)
            behind = os.path.commonprefix([line[len(front):][::-1] for line in lines])[::-1]
            # Not a part of a number or word: the next run has another one.
            front, behind = re.sub(r"[\w.+-]*$", "", front), re.sub(r"^[\w.+-]*", "", behind)
            regex = ("^%s.*%s$" % (re.escape(front), re.escape(behind))).replace("\\ ", " ")
            regex = regex[:-3] if regex.endswith(".*$") else regex
            if (re.search(r"\w\w", front + " " + behind) and regex not in found
                    and not any(re.search(regex, line) for line in steady)):
                found.append(regex)
        return found

    @staticmethod
    def show(line):
        if line is None:
            return "the end"
        return repr(line if len(line) <= 60 else line[:57] + "...")

    def unwritten(self):
        """Files that no run wrote: a name that is wrong compares nothing."""
        if self.reference is None:
            return []
        return [file.name for file, state in zip(self.files, self.reference[1][2]) if state == "not written"]
