# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws one host program: what its pieces share, and the order in which they are put together."""
import contextlib
import random

from . import areas  # noqa: F401  (fills the table)
from .api import CApi, CppApi
from .kernels import KernelMaker
from .pieces import Palette
from .tree import Node, Program
from .values import Expressions, INTEGERS, host_name, is_float

CHUNK = 40    # so many seeds that follow each other have language, standard and API in common: they are one build
CHOICE = {    # pieces of a kind that one program draws from, beside those of the core
    "statement": (2, 7), "value": (2, 6), "group": (0, 2), "check": (0, 1), "launch": (0, 2), "kvalue": (1, 4),
    "kstatement": (1, 3)}


class Chunk:
    """What the programs of a chunk have in common."""

    def __init__(self, seed):
        rng = random.Random("chunk %d" % (seed // CHUNK))
        self.cpp = rng.random() < 0.55
        self.standard = rng.choice([11, 14, 17, 17, 20]) if self.cpp else rng.choice([89, 89, 99, 11, 11])
        self.classes = self.cpp and rng.random() < 0.4
        self.files = 2 if rng.random() < 0.4 else 1

    def flag(self):
        return "-std=gnu++%02d" % self.standard if self.cpp else "-std=gnu%02d" % self.standard


def chunks(first, last):
    """The seeds from `first` to `last` - 1, those of a chunk together."""
    return [range(max(first, number * CHUNK), min(last, (number + 1) * CHUNK))
            for number in range(first // CHUNK, (last + CHUNK - 1) // CHUNK)]


class Family:
    """Buffers of one type and size, whose handles the program permutes."""

    def __init__(self, number, type_, count):
        self.number = number
        self.type = type_
        self.count = count       # of handles
        self.names = []          # where the handles are put before the loop
        self.handles = None      # () -> expressions of all handles, in the loop
        self.swaps = []          # statements that permute them
        self.late = []           # nodes after the buffers were made


class Launch:
    def __init__(self, kernel, handle, dims, offset, size, local):
        self.kernel = kernel
        self.handle = handle     # expression of the kernel object
        self.dims = dims
        self.offset = offset     # names of arrays, or of variables if there is one dimension; None: NULL
        self.size = size
        self.local = local

    def address(self, name):
        return ("&" if self.dims == 1 else "") + name if name else "NULL"


class Maker:
    def __init__(self, seed, only=(), without=()):
        self.rng = rng = random.Random(seed)
        chunk = Chunk(seed)
        self.cpp, self.standard, self.files = chunk.cpp, chunk.standard, chunk.files
        self.api = CppApi() if chunk.classes else CApi()
        self.palette = Palette(rng, self.cpp, self.standard, only, without)
        for kind, (low, high) in CHOICE.items():
            self.palette.some(kind, rng.randint(low, high))
        mode = rng.choice(["local", "local", "local", "file", "file"] + (["class", "class"] if self.cpp else ["struct"]))
        self.program = Program(seed, self.cpp, self.standard, self.api.header, mode)
        self.mode = mode
        self.prefix = self.program.prefix
        self.made = 0
        self.once = {}
        self.depth = 0
        self.in_loop = True        # break and continue are allowed here
        self.leave = ""            # statement with which the loop is left from here; "": there is none
        self.helpers_see_state = mode != "local"
        self.rejects = rng.random() < 0.04
        self.count = rng.choice([1, 7, 16, 33, 64, 100, 129, 250])
        self.variables = []        # (text, type): the program's state, of numbers
        self.expr = Expressions(rng, [], self)
        self.families = []
        self.kernels = []
        self.handles = {}
        self.ending = []           # nodes that run at the end, before the digests

    # ---- names and places

    def fresh(self, stem):
        self.made += 1
        return "%s%d" % (stem, self.made)

    def own(self, stem):
        """A new name at file scope."""
        return "%s_%s" % (self.prefix, self.fresh(stem))

    def include(self, *names):
        self.program.includes.update(names)

    def top(self, text, fixed=False):
        """Something at file scope that does not use the program's variables."""
        self.program.top.append(Node(text, fixed=fixed))

    def shared(self, key, make):
        """What the first call made."""
        if key not in self.once:
            self.once[key] = make()
        return self.once[key]

    def bare(self, name):
        return "%s_%s" % (self.prefix, name) if self.mode == "file" else name

    def access(self, name):
        return "s->" + name if self.mode == "struct" else self.bare(name)

    def state(self, declaration, name, init=None, fixed=True):
        """A variable of the program: `declaration` has %s for its name. Gives how it is named."""
        text = declaration % self.bare(name)
        first = Node("%s = %s;" % (self.access(name), init), fixed=fixed) if init is not None else None
        if self.mode == "file":
            text = "static " + text
        if self.mode in ("local", "file") and init is not None and "[" not in declaration:
            text, first = "%s = %s" % (text, init), None
        if self.mode == "local":
            self.program.before.insert(self.shared("declared", lambda: [0])[0], Node(text + ";", fixed=fixed))
            self.once["declared"][0] += 1
        else:
            self.program.state.append(Node(text + ";", fixed=fixed))
        if first:
            self.program.before.append(first)
        return self.access(name)

    def method(self, nodes, result="void", stem="part", parameters="", arguments="", keep=True, qualifier=""):
        """A function that sees the program's variables. Gives the call. Not in mode local."""
        name = self.fresh(stem) if self.mode == "class" else self.own(stem)
        first = "struct %s_app *s" % self.prefix if self.mode == "struct" else ""
        inside = ", ".join(filter(None, [first, parameters])) or ("" if self.cpp else "void")
        head = "" if self.mode == "class" else "static "
        self.program.methods.append(Node("%s%s%s %s(%s) {" % (qualifier, head, result, name, inside), nodes, "}",
                                         fixed=keep))
        return "%s(%s)" % (name, ", ".join(filter(None, ["s" if first else "", arguments])))

    @contextlib.contextmanager
    def inside(self, in_loop=None, leave=None, values=None):
        """A nested place: what may be left from there, and which values are seen."""
        saved = self.in_loop, self.leave, self.expr.values
        self.in_loop = self.in_loop if in_loop is None else in_loop
        self.leave = self.leave if leave is None else leave
        self.expr.values = list(self.expr.values if values is None else values)
        self.depth += 1
        try:
            yield
        finally:
            self.in_loop, self.leave, self.expr.values = saved
            self.depth -= 1

    def all_state(self):
        return self.variables + [(self.it, "int")]

    def value(self, name, type_="int"):
        """From here to the end of the block there is a value of this name."""
        self.expr.values.append((name, type_))

    def expression_of(self, parameters):
        """Expressions over the parameters of a function, such as [("x", "int")]."""
        return Expressions(self.rng, parameters, None)

    # ---- statements

    def call(self, text):
        """An OpenCL call with what the program does about its status."""
        return self.palette.draw("check", self, text) or text + ";"

    def clamp(self, low, high):
        return "clamp_to((int)(%s & 0xffff) %% %d, %d, %d)" % (self.expr.integer(1), high + 3, low, high)

    def int_variables(self):
        return [v for v in self.variables if not is_float(v[1])]

    def condition(self):
        return self.rng.choice([self.expr.integer(1), "%s > %s" % (self.expr.integer(1), self.expr.literal()),
                                "%s && %s" % (self.expr.integer(1), self.expr.integer(1))])

    def statement(self):
        made = self.palette.draw("statement", self)
        return made if isinstance(made, list) else [made]

    def block(self, low=1, high=3):
        """Statements in a scope of their own."""
        with self.inside():
            return self.statements(low, high)

    def statements(self, low, high):
        nodes = [n for _ in range(self.rng.randint(low, high)) for n in self.statement()]
        return nodes

    def group(self):
        """Some statements, wrapped."""
        return self.palette.draw("group", self)

    # ---- OpenCL

    def sized(self, type_):
        return "sizeof(%s)" % host_name(self.rng, type_)

    def set_arg(self, kernel, index, type_, value):
        size = self.rng.choice(["sizeof(%s)" % type_, "sizeof(%s)" % value if type_ == "cl_mem" else "sizeof(%s)" % type_])
        return self.call(self.api.set_arg(self.handles[kernel.name], index, size, value))

    def set_handles(self, kernel):
        """All buffers of a kernel at once: they stay different."""
        lines = []
        for family in self.families:
            wanted = [i for i, p in enumerate(kernel.params) if p.kind == "buffer" and p.type == family.type]
            if wanted:
                handles = list(family.handles())
                self.rng.shuffle(handles)
                # The most that a kernel takes of one type is two.
                for index, handle in zip(wanted, handles):
                    lines.append(self.set_arg(kernel, index, "cl_mem", handle))
        return "\n".join(lines)

    def set_scalar(self, kernel, index, value):
        type_ = kernel.params[index].type
        name, host = self.fresh("t"), host_name(self.rng, type_)
        return "{\n  %s %s = (%s)(%s);\n  %s\n}" % (host, name, host, value,
                                                 self.set_arg(kernel, index, host, name).replace("\n", "\n  "))

    def set_local(self, kernel, local):
        items = local if isinstance(local, int) else local[0] * local[1]
        return [self.api.set_local(self.handles[kernel.name], i, "%d * %s" % (items, self.sized(p.type)))
                for i, p in enumerate(kernel.params) if p.kind == "local"]

    def first_arguments(self, kernel):
        """Every argument has a value before the loop."""
        lines = [self.set_handles(kernel)]
        for index, param in enumerate(kernel.params):
            if param.kind == "size":
                lines.append(self.set_scalar(kernel, index, str(self.count)))
            elif param.kind == "scalar":
                lines.append(self.set_scalar(kernel, index, str(self.rng.randint(0, 9))))
            elif param.kind == "flag":
                lines.append(self.set_arg(kernel, index, "cl_mem", self.flags[param.type]))
            elif param.kind == "count":
                lines.append(self.set_arg(kernel, index, "cl_mem", self.counts))
            elif param.kind == "struct":
                name = self.fresh("t")
                lines.append("{\n  %s %s = {%s};\n  %s\n}" % (param.type, name, param.init, self.set_arg(
                    kernel, index, param.type, name).replace("\n", "\n  ")))
            elif param.kind == "local":
                biggest = max(kernel.local, key=lambda l: l if isinstance(l, int) else l[0] * l[1])
                lines += self.set_local(kernel, biggest)
        return Node("\n".join(l for l in lines if l), fixed=True)

    def enqueue(self, kernel, allow_reject=True):
        """One launch; sizes are constants or computed."""
        rng = self.rng
        size_name = self.fresh("g")
        offset = local = chosen = None
        before = []
        if kernel.dims == 1:
            size = rng.choice([str(self.count), str(self.count), self.clamp(1, self.count + 5),
                               str(self.count + rng.randint(0, 70))])
            if kernel.local:
                chosen = rng.choice(kernel.local)
            elif rng.random() < 0.4:
                chosen = rng.choice([1, 2, 4, 5, 16, 64])
            reject = allow_reject and self.rejects and rng.random() < 0.3
            if reject and not chosen:
                size = self.clamp(0, 3)
            if chosen:
                local = self.fresh("l")
                before.append("size_t %s = %d;" % (local, chosen))
                if not reject:
                    size = "(size_t)((%s + %d) / %d * %d)" % (size, chosen - 1, chosen, chosen)
            before.append("size_t %s = %s;" % (size_name, size))
            if rng.random() < 0.1 and not kernel.local:
                offset = self.fresh("o")
                before.append("size_t %s = %s;" % (offset, self.clamp(0, 4)))
        else:
            if kernel.dims == 2 and kernel.local:
                chosen = rng.choice(kernel.local)
                sizes = [chosen[0] * rng.randint(1, 3), chosen[1] * rng.randint(1, 3)]
            elif kernel.dims == 2:
                sizes = [rng.choice([3, 5, 8, 16, 17]), "(size_t)" + self.clamp(1, 20) if rng.random() < 0.4
                         else rng.randint(1, 20)]
            else:
                sizes = [rng.randint(1, 5), rng.randint(1, 4), rng.randint(1, 5)]
                if rng.random() < 0.4:
                    chosen = (1, 2, 1)
                    sizes[1] *= 2
            before.append("size_t %s[%d] = {%s};" % (size_name, kernel.dims, ", ".join(map(str, sizes))))
            if chosen:
                local = self.fresh("l")
                before.append("size_t %s[%d] = {%s};" % (local, kernel.dims, ", ".join(map(str, chosen))))
            if kernel.dims == 3 and rng.random() < 0.3:
                offset = self.fresh("o")
                before.append("size_t %s[3] = {0, 1, 0};" % offset)
        launch = Launch(kernel, self.handles[kernel.name], kernel.dims, offset, size_name, local)
        text = self.palette.draw("launch", self, launch)
        return "{\n  %s\n}" % "\n".join(before + [text]).replace("\n", "\n  ")

    def swaps_of(self, family):
        """The ways to exchange two of a family's handles."""
        first, second = self.rng.sample(family.names, 2)
        type_ = self.api.buffer
        family.swaps = ["{\n  %s t = %s;\n  %s = %s;\n  %s = t;\n}" % (type_, first, first, second, second),
                        "swap_handles(&%s, &%s);" % (first, second)]
        if self.cpp:
            family.swaps += ["std::swap(%s, %s);" % (first, second)] * 2 + ["swap_references(%s, %s);" % (first, second)]

    def flag_types(self):
        return sorted({p.type for k in self.kernels for p in k.params if p.kind == "flag"})

    def some_buffer(self):
        """(type, handle, elements) of some buffer that the loop uses."""
        family = self.rng.choice(self.families)
        return family.type, self.rng.choice(family.handles()), self.count

    # ---- the whole

    def build_program(self):
        program, name, flags = self.program, self.prefix + "_source", self.program.kernel_flags
        if program.embedded:
            text = "clCreateProgramWithSource(context, 1, &%s, NULL, NULL)" % name
            built = "clBuildProgram(built, 1, &device, \"%s\", NULL, NULL)" % flags
            lines = ["cl_program built = %s;" % text, "CHECK(%s);" % built] + \
                (["%s program(built);" % self.api.program] if self.api.program != "cl_program" else [])
            return [Node("\n".join(lines) if len(lines) > 2 else "\n".join(lines).replace("built", "program"), fixed=True)]
        text = 'program_of("%s.cl", "%s")' % (self.prefix, flags)
        return [Node("%s program(%s);" % (self.api.program, text) if self.cpp else "cl_program program = %s;" % text, fixed=True)]

    def make_buffers(self):
        rng, program = self.rng, self.program
        number = 0
        digests = []
        for family in self.families:
            self.palette.draw("family", self, family)
            for name in family.names:
                number += 1
                size = self.sized(family.type)
                kind = {"float": "f", "double": "d"}.get(family.type, "i")
                program.before.append(Node("%s = %s;" % (name, self.api.make_buffer(
                    "buffer_of(%s, %d, '%s', %d)" % (size, self.count, kind, number))), fixed=True))
                digests.append((name, self.count, size))
            for node in family.late:
                program.before.append(node)
        self.flags = {}
        for type_ in self.flag_types():
            self.flags[type_] = self.state(self.api.buffer + " %s", "flag_" + type_)
            digests.append((self.flags[type_], 4, self.sized(type_)))
        self.counts = self.state(self.api.buffer + " %s", "counts")
        digests.append((self.counts, 4, "sizeof(cl_uint)"))
        for name, _, size in digests[-1 - len(self.flags):]:
            program.before.append(Node("%s = %s;" % (name, self.api.make_buffer("buffer_of(%s, 4, 'z', 0)" % size)),
                                       fixed=True))
        return digests

    def make_loop(self):
        rng = self.rng
        place = self.palette.draw("place", self)
        body = []
        while not any(self.launches(n) for n in body):
            with self.inside():
                body = self.statements(2, 6)
        loop = self.palette.draw("loop", self, body, rng.choice([1, 2, 3, 5, 6, 8, 12]))
        self.program.body = place(loop)

    def launches(self, node):
        return hasattr(node, "launches") or any(self.launches(n) for block in node.blocks for n in block)

    def make(self):
        rng, program, prefix = self.rng, self.program, self.prefix
        first = rng.choice(["int", "int", "uint"])
        others = rng.sample([t for t in sorted(INTEGERS) + ["float", "float", "double"] if t != first], rng.randint(0, 2))
        types = list(dict.fromkeys([first] + others))
        maker = KernelMaker(self, types)
        self.kernels = program.kernels = [maker.make() for _ in range(rng.randint(1, 4))]
        self.it = self.state("int %s", "it", "0")
        for number in range(rng.randint(2, 5)):
            type_ = rng.choice(sorted(INTEGERS) + ["int", "int", "float", "double"])
            self.variables.append((self.palette.draw("variable", self, "v%d" % number, type_, str(rng.randint(0, 100))), type_))
        self.expr.values = self.all_state()
        program.embedded = rng.random() < 0.25
        program.before += self.build_program()
        for kernel in self.kernels:
            self.handles[kernel.name] = name = self.palette.draw("handle", self, kernel.name[len(prefix) + 1:])
            program.before.append(Node("%s = %s;" % (name, self.api.make_kernel("program", kernel.name)), fixed=True))
        self.families = [Family(i, t, rng.choice([2, 2, 3])) for i, t in enumerate(types)]
        digests = self.make_buffers()
        program.before += [self.first_arguments(k) for k in self.kernels]
        if rng.random() < 0.5:
            program.before += self.palette.draw("before", self) or []
        self.make_loop()
        self.make_end(digests)
        program.settle()
        program.pieces = self.palette.used
        return program

    def make_end(self, digests):
        rng, program = self.rng, self.program
        after = program.after
        if rng.random() < 0.5:
            after += self.palette.draw("after", self) or []
        if rng.random() < 0.6:
            # Arguments are part of the result: launch with what is set.
            after.append(Node("/* with the arguments that the loop left */"))
            after.append(Node(self.enqueue(rng.choice(self.kernels), allow_reject=False)))
        after += self.ending
        for name, count, size in digests:
            after.append(Node("digest(%s, %d * %s);" % (self.api.handle(name), count, size)))
        for name, type_ in self.all_state():
            after.append(Node("%s(\"%s\", (%s)%s);" % (
                ("real", name, "double", name) if is_float(type_) else ("value", name, "long long", name))))
        after += [Node(line, fixed=True) for line in self.api.releases(
            [name for name, _, _ in digests], list(self.handles.values()), "program")]


def generate(seed, only=(), without=()):
    return Maker(seed, only, without).make()
