# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What lit.cfg.py gives to lit's worker processes."""

import os
import re
import resource

import lit.formats

# Tests that run something on a device say so.
ON_DEVICE = re.compile(r"%run-check|%run-app|%env_|%vars_|REQUIRES:.*\b(device|native|pocl|oclgrind|rusticl|gpu)\b")


def text_of(test):
    with open(test.getSourcePath(), errors="replace") as file:
        return file.read()


class ShellTest(lit.formats.ShTest):
    """Every .test, .c and .cpp file outside Inputs/ is a test, and must hold a RUN
    line. A .cl file, and one in a folder of unit tests (with a CMakeLists.txt), is
    a test only if it holds a RUN line. `on_device` chooses those that run something on a device, or the others."""

    def __init__(self, execute_external, on_device=None):
        super().__init__(execute_external)
        self.on_device = on_device

    def getTestsForPath(self, suite, path_in_suite, *args):
        for test in super().getTestsForPath(suite, path_in_suite, *args):
            path = test.getSourcePath()
            unit = os.path.exists(os.path.join(os.path.dirname(path), "CMakeLists.txt"))
            text = text_of(test)
            if self.on_device is not None and bool(ON_DEVICE.search(text)) != self.on_device:
                continue
            if not (unit or path.endswith(".cl")) or "RUN:" in text:
                yield test

    def execute(self, test, lit_config):
        """Runs it, and tells what it cost where TEST_COSTS names a file: one test at a time runs in a process of lit's."""
        used = seconds()
        done = super().execute(test, lit_config)
        if os.environ.get("TEST_COSTS"):
            with open(os.environ["TEST_COSTS"], "a") as file:
                file.write("%.2f %s\n" % (seconds() - used, "/".join(test.path_in_suite)))
        return done


def seconds():
    """Processor time of all that ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
