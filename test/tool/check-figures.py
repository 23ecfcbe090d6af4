#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers that pages quote from docs/results.md stand there.  usage: check-figures.py PROJECT"""

import re
import sys
from pathlib import Path

project = Path(sys.argv[1])
results = (project / "docs/results.md").read_text()
problems = []


def need(where, text, *patterns):
    """Each pattern has the numbers that `text` says, in a line of the results."""
    if text not in (project / where).read_text():
        problems.append("%s does not say '%s': check the list here" % (where, text))
    for pattern in patterns:
        if not re.search(pattern, results):
            problems.append("%s says '%s'; docs/results.md has no '%s'" % (where, text, pattern))


def row(name, *cells):
    return r"(?m)^(?=\| %s \|)" % re.escape(name) + "".join(r"(?=.*\| %s \|)" % re.escape(cell) for cell in cells)


need("README.md", "| 1.89 | 1.86 | 0.24 | 4.44 |", r"(?m)^\| large, against host, 21 rows \| 1\.89 \| 1\.86 \| 0\.24 \| 4\.44 \|")
need("README.md", "| 2.69 | 2.98 | 0.25 | 7.86 |", r"(?m)^\| small, against host, 19 rows \| 2\.69 \| 2\.98 \| 0\.25 \| 7\.86 \|")
need("README.md", "1.03 times", r"(?m)^\| auto, against the faster of the two, 40 rows \| 1\.03 \|")
need("docs/worth-it.md", "3.2 us as a persistent kernel and 26.1 us", r"takes 3\.2 us, the host loop 26\.1")
need("docs/worth-it.md", "1.89 times as fast", r"large, against host, 21 rows \| 1\.89 ")
need("docs/worth-it.md", "some 36 us: 7.86", row("color grid:100x100 --keys id", "200", "7.86"))
need("docs/worth-it.md", "1001 trips: 4.40", row("mis grid:1000x1000 --keys id", "1001", "4.40"))
need("docs/worth-it.md", "18 us: 0.24", row("reduce numbers:16777216", "4", "0.24"))
need("docs/worth-it.md", "`dmr points:250000`: 1.05", row("dmr points:250000", "1.05"))
need("docs/worth-it.md", "1.03 times as slow", r"40 rows \| 1\.03 \|")
need("docs/comparison.md", "| 26.1 |", r"host loop 26\.1")
need("docs/comparison.md", "| 3.2 |", r"takes 3\.2 us")
need("docs/comparison.md", "| 3.6 |", r"`grid\.sync\(\)` 3\.6")
need("docs/comparison.md", "| 7.3 |", r"conditional\s+node 7\.3")
need("docs/comparison.md", "factor of 2.19", r"large, against hand, 10 rows \| 2\.19 ")
need("docs/comparison.md", "(1.18 to 3.64)", r"large, against hand, 10 rows .*\| 1\.18 \| 3\.64 \|")
need("docs/comparison.md", "0.94, 0.94, 0.83 and 1.00", row("bfs_single road:264000", "0.94"), row("sssp_single road:1200000", "0.94"),
     row("mst_single grid:1024x1024", "0.83"), row("dmr_single points:250000", "1.00"))
print("\n".join(problems))
sys.exit(bool(problems))
