# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs as trees of statements, so that a reducer can take pieces away.

Every piece may be removed on its own and leaves a well-defined program, unless
it is `fixed`: loops carry their own bound, arguments have a first value before
the loop, and what belongs together (both halves of a swap) is one piece.
"""


class Node:
    """Text with blocks between its parts: parts[0], block 0, parts[1], ..."""

    def __init__(self, *parts, fixed=False):
        self.parts = [p for p in parts if isinstance(p, str)]
        self.blocks = [p for p in parts if isinstance(p, list)]
        self.fixed = fixed
        self.gone = False
        self.opened = False   # only what is inside is left

    def render(self, depth):
        if self.opened:
            return [line for block in self.blocks for line in render(block, depth)]
        pad = "  " * depth
        out = [pad + line for line in self.parts[0].split("\n")]
        for block, part in zip(self.blocks, self.parts[1:]):
            out += render(block, depth + 1)
            out += [pad + line for line in part.split("\n") if line]
        return out


def render(block, depth):
    lines = []
    for node in block:
        if not node.gone:
            lines += node.render(depth)
    return lines


def all_nodes(block):
    """Every piece, outer ones first."""
    for node in block:
        yield node
        for inner in node.blocks:
            yield from all_nodes(inner)


class Kernel:
    """An OpenCL kernel with what the host must know to launch it."""

    def __init__(self, name, params, body, dims=1, local=None, before="", attribute=""):
        self.name = name
        self.params = params        # Param
        self.body = body            # Nodes
        self.dims = dims
        self.local = local          # local sizes it may be launched with; None: any, also NULL
        self.before = before        # helper functions and tables
        self.attribute = attribute

    def render(self):
        head = "%s__kernel %svoid %s(%s) {" % (self.before, self.attribute, self.name,
                                              ", ".join(p.declaration for p in self.params))
        return [head] + render(self.body, 1) + ["}", ""]


class Param:
    def __init__(self, declaration, kind, type_, reads_others=False):
        self.declaration = declaration
        self.kind = kind              # "buffer", "flag", "count", "size" (at most N), "scalar", "local"
        self.type = type_
        self.reads_others = reads_others  # reads cells that other items own


class Program:
    def __init__(self, seed, cpp, header):
        self.seed = seed
        self.header = header
        self.cpp = cpp
        self.includes = set()  # of the standard library
        self.kernels = []
        self.helpers = []      # Nodes at file scope
        self.before = []       # Nodes before the loop
        self.body = []         # the loop
        self.after = []        # Nodes behind it

    def kernel_text(self):
        return "\n".join(line for kernel in self.kernels for line in kernel.render()) + "\n"

    def nodes(self):
        for kernel in self.kernels:
            yield from all_nodes(kernel.body)
        for part in (self.helpers, self.before, self.body, self.after):
            yield from all_nodes(part)

    def host_text(self):
        """The function run_SEED and what it needs."""
        name = "run_%d" % self.seed
        lines = render(self.helpers, 0)
        lines += ["static int %s(void) {" % name] + render(self.before, 1) + \
            render(self.body, 1) + render(self.after, 1) + ["  return 0;", "}", ""]
        return "\n".join(lines) + "\n"
