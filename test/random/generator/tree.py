# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs as trees of statements, so that a reducer can take pieces away.

Every node may be removed on its own and leaves a well-defined program, or one that does not compile (a
declaration that is still used), unless it is `fixed`: loops carry their own bound, arguments have a first value
before the loop, and what belongs together (both halves of a swap) is one node.
"""
import re


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
    """Every node, outer ones first."""
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
        head = "%s%s %svoid %s(%s) {" % (self.before, "__kernel", self.attribute, self.name,
                                        ", ".join(p.declaration for p in self.params))
        return [head] + render(self.body, 1) + ["}", ""]


class Param:
    def __init__(self, declaration, kind, type_, reads_others=False, init=""):
        self.declaration = declaration
        self.kind = kind              # "buffer", "flag", "count", "size" (at most N), "scalar", "local", "struct"
        self.type = type_
        self.reads_others = reads_others  # reads cells that other items own
        self.init = init              # of a struct, on the host


class Program:
    """A host program and its kernels.

    mode: where its variables live: "local" (of one function), "file" (at file scope), "class" (members, the
    program is methods), "struct" (of a struct that functions get a pointer to)."""

    def __init__(self, seed, cpp, standard, header, mode):
        self.seed = seed
        self.prefix = "p%d" % seed
        self.cpp = cpp
        self.standard = standard
        self.header = header
        self.mode = mode
        self.alone = False     # it may end by itself, so it does not share a process
        self.kernel_flags = ""
        self.split = False     # the functions that use its variables are in the other file
        self.embedded = False  # its kernels are a literal of the host file
        self.includes = set()  # of the standard library
        self.kernels = []
        self.top = []          # Nodes at file scope: types, constants, functions of values
        self.state = []        # variables
        self.methods = []      # functions that use the variables
        self.before = []       # Nodes before the loop
        self.body = []         # the loop
        self.after = []        # Nodes after it
        self.other = []        # Nodes of the other host file
        self.shared = []       # Nodes of the header that both files include
        self.pieces = set()    # names of what it is made of

    def kernel_text(self):
        return "\n".join(line for kernel in self.kernels for line in kernel.render()) + "\n"

    def blocks(self):
        return (self.top, self.state, self.methods, self.before, self.body, self.after, self.other, self.shared)

    def nodes(self):
        for kernel in self.kernels:
            yield from all_nodes(kernel.body)
        for part in self.blocks():
            yield from all_nodes(part)

    def source_literal(self):
        lines = self.kernel_text().split("\n")
        if self.cpp:
            return ["static const char *%s_source = R\"CL(" % self.prefix] + lines + [")CL\";"]
        return ["static const char *%s_source =" % self.prefix] + \
            ['  "%s\\n"' % l.replace("\\", "\\\\").replace('"', '\\"') for l in lines] + ["  ;"]

    def host_text(self):
        """The function run_SEED and what it needs."""
        run = "%sint run_%d(void) {" % ('extern "C" ' if self.cpp else "", self.seed)
        inside = render(self.before, 1) + render(self.body, 1) + render(self.after, 1) + ["  return 0;"]
        lines = (self.source_literal() if self.embedded else []) + ([] if self.split else render(self.top, 0))
        app = "%s_app" % self.prefix
        if self.mode == "class":
            lines += ["struct %s {" % app] + render(self.state, 1) + render(self.methods, 1) + \
                ["  int run() {"] + ["  " + l for l in inside] + ["  }", "};", run,
                                                                  "  static %s app;" % app, "  return app.run();", "}"]
        elif self.mode == "struct":
            lines += ["struct %s {" % app] + render(self.state, 1) + ["};"] + render(self.methods, 0) + \
                [run, "  static struct %s state;" % app, "  struct %s *s = &state;" % app] + inside + ["}"]
        elif self.split:
            lines += [re.sub("^static ", "", l) for l in render(self.state, 0)] + [run] + inside + ["}"]
        else:
            lines += render(self.state, 0) + render(self.methods, 0) + [run] + inside + ["}"]
        return "\n".join(lines + [""]) + "\n"

    def settle(self):
        """Whether the variables can be declared in the header."""
        texts = [n.parts[0] for n in self.state + self.top]
        if any(re.search(r"\b(struct|union) \{.*\} \w|^static const |^enum \{|_gv\d|\binline\b", t) for t in texts):
            self.split = False

    def declared(self):
        """The variables and functions that both files know, as the header has them."""
        lines = []
        for node in self.state:
            if not node.gone:
                lines.append("extern " + re.sub(r" = .*", ";", node.parts[0].replace("static ", "", 1)))
        for node in self.methods:
            head = node.parts[0].split("\n")[0]
            if not node.gone and re.match(r"static .*\) \{$", head):
                lines.append(head[len("static "):-2] + ";")
        return lines

    def other_text(self):
        methods = [re.sub(r"^static (.*\) \{)$", r"\1", line) for line in render(self.methods, 0)] if self.split else []
        return "\n".join(render(self.other, 0) + methods + [""])

    def shared_text(self):
        declared = render(self.top, 0) + self.declared() if self.split else []
        return "\n".join(render(self.shared, 0) + declared + [""])
