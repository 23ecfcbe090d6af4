# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""read-files.py PROGRAM FOLDER: gives small files to the graph readers."""

import os
import subprocess
import sys

HEAD = "%%MatrixMarket matrix coordinate "
GOOD = [
    ("a.gr", "directed", "c roads\np sp 3 4\na 1 2 7\na 2 1 9\na 2 3 5\na 2 3 4\n",
     "3 vertices|0 -> 1: 7|1 -> 0: 9|1 -> 2: 4"),
    ("a.gr", "", "p sp 3 2\r\na 1 2 7\r\na 3 3 1\r\n", "3 vertices|0 -> 1: 7|1 -> 0: 7"),
    ("empty.gr", "directed", "p sp 0 0\n", "0 vertices"),
    ("a.graph", "directed", "% three\n3 2 001\n2 5\n1 5 3 6\n2 6\n",
     "3 vertices|0 -> 1: 5|1 -> 0: 5|1 -> 2: 6|2 -> 1: 6"),
    ("b.graph", "directed", "4 1 111 2\n1 10 20\n0 1 2 3 9\n0 1 2 2 9\n0 0 0\n",
     "4 vertices|1 -> 2: 9|2 -> 1: 9"),
    ("c.graph", "directed", "3 0\n\n\n\n", "3 vertices"),
    ("a.mtx", "directed", HEAD + "integer general\n% no lengths\n\n3 3 3\n1 2 4\n3 1 6\n2 2 -1\n",
     "3 vertices|0 -> 1: 4|2 -> 0: 6"),
    ("b.mtx", "directed", HEAD + "integer symmetric\n2 2 1\n2 1 8\n", "2 vertices|0 -> 1: 8|1 -> 0: 8"),
    ("c.mtx", "directed", HEAD + "real symmetric\n2 2 2\n1 1 2.5\n2 1 -1e3\n", "2 vertices|0 -> 1: *|1 -> 0: *"),
    ("d.mtx", "directed", HEAD + "Pattern General\n2 2 1\n1 2\n", "2 vertices|0 -> 1: *"),
]
BAD = [
    ("missing.gr", None, "cannot be read"),
    ("name.txt", "1 2\n", "the name ends in none of .gr .graph .mtx"),
    ("a.gr", "", ":1: no line 'p'"),
    ("b.gr", "c\na 1 2 3\n", ":2: an arc before the line 'p'"),
    ("c.gr", "p sp 2 1\np sp 2 1\n", ":2: a second line 'p'"),
    ("d.gr", "p max 2 1\n", ":1: no problem 'sp' (shortest paths)"),
    ("e.gr", "p sp 2 1\na 1 3 1\n", ":2: vertex 3 is not within 1..2"),
    ("f.gr", "p sp 2 1\na 0 1 1\n", ":2: vertex 0 is not within 1..2"),
    ("g.gr", "p sp 2 1\na 1 2 x\n", ":2: length 'x' is no whole number"),
    ("h.gr", "p sp 2 1\na 1 2 -4\n", ":2: length -4 is not within 0..2147483647"),
    ("i.gr", "p sp 2 1\na 1 2 2147483648\n", ":2: length 2147483648 is not within"),
    ("j.gr", "p sp 2 1\na 1 2\n", ":2: length is missing"),
    ("k.gr", "p sp 2 1\na 1 2 3 4\n", ":2: '4' was not expected here"),
    ("l.gr", "p sp 2 2\na 1 2 3\n", ":3: 1 arcs, not the 2 of the line 'p'"),
    ("m.gr", "p sp 2 1\na 1 2 3\na 2 1 3\n", ":3: more arcs than the 1 of the line 'p'"),
    ("n.gr", "p sp 2 1\nx 1 2 3\n", ":2: line of kind 'x', not c, p or a"),
    ("o.gr", "p sp 99999999999999999999 1\n", ":1: number of vertices '99999999999999999999' is no"),
    ("a.graph", "% nothing\n", ":2: the file is empty"),
    ("b.graph", "2 1\n2\n", ":3: no line for vertex 2 of 2"),
    ("c.graph", "2 1\n2\n1\n2\n", ":4: more lines than vertices"),
    ("d.graph", "2 1\n3\n1\n", ":2: neighbour 3 is not within 1..2"),
    ("e.graph", "2 1\n1\n1\n", ":2: vertex 1 is its own neighbour"),
    ("f.graph", "3 1\n2\n1 3\n2\n", ":3: more than the 1 edges of the first line"),
    ("g.graph", "3 2\n2\n1\n\n", ":5: 2 neighbours, not two for each of the 2 edges"),
    ("h.graph", "3 1\n2 3\n\n\n", "the edge between 1 and 2 is not the same from both ends"),
    ("i.graph", "2 1 1\n2 5\n1 6\n", "the edge between 1 and 2 is not the same from both ends"),
    ("j.graph", "2 1 2\n2\n1\n", ":1: format 2 is not made of 0 and 1"),
    ("k.graph", "2 1 1\n2\n1 5\n", ":2: length is missing"),
    ("l.graph", "two 1\n", ":1: number of vertices 'two' is no whole number"),
    ("a.mtx", "3 3 1\n1 2\n", ":1: no first line"),
    ("b.mtx", "%%MatrixMarket matrix array real general\n2 2\n", ":1: not a 'matrix coordinate'"),
    ("c.mtx", HEAD + "complex general\n2 2 1\n1 1 1 0\n", ":1: entries 'complex', not real"),
    ("d.mtx", HEAD + "real hermitian\n2 2 1\n", ":1: symmetry 'hermitian', not general"),
    ("e.mtx", HEAD + "real general\n2 3 1\n1 1 1\n", ":2: a graph needs a square matrix, not 2 x 3"),
    ("f.mtx", HEAD + "real general\n2 2 2\n1 1 1\n", ":4: 1 entries, not 2"),
    ("g.mtx", HEAD + "real general\n2 2 1\n1 1 1\n1 2 1\n", ":4: more entries than 1"),
    ("h.mtx", HEAD + "real general\n2 2 1\n1 1\n", ":3: value '' is no number"),
    ("i.mtx", HEAD + "real symmetric\n2 2 1\n1 2 1\n", ":3: an entry above the diagonal"),
    ("j.mtx", HEAD + "pattern general\n2 2 1\n1 2 1\n", ":3: '1' was not expected here"),
    ("k.mtx", HEAD + "integer general\n2 2 1\n1 2 1.5\n", ":3: value '1.5' is no whole number"),
    ("l.mtx", HEAD + "real general\n", ":2: the line of sizes is missing"),
]


def ask(program, folder, name, text, *options):
    path = os.path.join(folder, name)
    if text is not None:
        with open(path, "w", newline="") as file:
            file.write(text)
    done = subprocess.run([program, path, *options], stdout=subprocess.PIPE, timeout=60)
    return done.returncode, done.stdout.decode(), path


def main():
    program, folder = sys.argv[1], os.path.join(sys.argv[2], "graph-files")
    os.makedirs(folder, exist_ok=True)
    wrong = 0
    for name, directed, text, wanted in GOOD:
        code, out, _ = ask(program, folder, name, text, directed)
        lines, parts = out.splitlines(), wanted.split("|")
        # A generated length is a positive number.
        same = len(lines) == len(parts) and all(
            line == part or (part.endswith("*") and line.startswith(part[:-1]) and int(line.split(": ")[1]) > 0)
            for line, part in zip(lines, parts))
        if code != 0 or not same:
            wrong += 1
            print("%s: exit %d, wanted %s, got\n%s" % (name, code, wanted, out))
    for name, text, wanted in BAD:
        code, out, path = ask(program, folder, name, text, "directed")
        if code != 2 or not out.startswith(path) or wanted not in out or out.count("\n") != 1:
            wrong += 1
            print("%s: exit %d, wanted '%s', got\n%s" % (name, code, wanted, out))
    print("%d files, %d wrong" % (len(GOOD) + len(BAD), wrong))
    return 1 if wrong else 0


sys.exit(main())
