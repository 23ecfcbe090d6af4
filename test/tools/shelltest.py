# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What lit.cfg.py gives to lit's worker processes."""

import os

import lit.formats


def text_of(test):
    with open(test.getSourcePath(), errors="replace") as file:
        return file.read()


class ShellTest(lit.formats.ShTest):
    """Every .test, .c and .cpp file outside Inputs/ is a test, and must hold a RUN
    line. A .cl file, and one in a folder of unit tests (with a CMakeLists.txt), is
    a test only if it holds a RUN line."""

    def getTestsForPath(self, suite, path_in_suite, *args):
        for test in super().getTestsForPath(suite, path_in_suite, *args):
            path = test.getSourcePath()
            unit = os.path.exists(os.path.join(os.path.dirname(path), "CMakeLists.txt"))
            if not (unit or path.endswith(".cl")) or "RUN:" in text_of(test):
                yield test
