# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes pieces away from a failing program while it fails."""
import os
import shutil

from .check import BAD
from .report import write_program


class Reducer:
    def __init__(self, checker, program):
        self.checker = checker
        self.program = program
        self.tries = 0

    def verdict(self):
        self.tries += 1
        folder = os.path.join(self.checker.scratch, "try%d" % self.tries)
        try:
            return self.checker.check([self.program], folder)[self.program.seed]
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def candidates(self):
        return [n for n in self.program.nodes() if not (n.fixed or n.gone)]

    def without(self, nodes, attribute, kind):
        """Whether it still fails without these pieces; if not, they come back."""
        for node in nodes:
            setattr(node, attribute, True)
        if self.verdict().kind == kind:
            return True
        for node in nodes:
            setattr(node, attribute, False)
        return False

    def reduce(self, kind):
        size = max(1, len(self.candidates()) // 2)
        while True:
            nodes, progress = self.candidates(), False
            for at in range(0, len(nodes), size):
                some = [n for n in nodes[at:at + size] if not n.gone]
                if some and self.without(some, "gone", kind):
                    progress = True
                    print("%d tries, %d pieces left" % (self.tries, len(self.candidates())), flush=True)
            if size > 1:
                size //= 2
            elif not progress:
                break
        for node in self.candidates():
            if node.blocks and not node.opened:
                self.without([node], "opened", kind)


def reduce_program(checker, program, folder):
    reducer = Reducer(checker, program)
    try:
        first = reducer.verdict()
        print("%s: %s" % (first.kind, first.details))
        if first.kind not in BAD + ("fallback", "refused", "miscompiled"):
            print("nothing to reduce")
            return 1
        reducer.reduce(first.kind)
        last = reducer.verdict()
        write_program(program, folder)
        print("%s\n%s\n%s: %s\nwritten to %s" % (program.kernel_text(), program.host_text(), last.kind,
                                              last.details, folder))
    finally:
        shutil.rmtree(checker.scratch, ignore_errors=True)
    return 0
