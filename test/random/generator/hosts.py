# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random host programs around random kernels."""
import random

from .api import CApi, CppApi
from .kernels import KernelMaker
from .tree import Node, Program
from .values import Expressions, INTEGERS, FLOATS, host_name, is_float

# What may be added to the features that every program draws from.
#   rejected   calls that OpenCL refuses; the original loop must then run
#   cppapi     the C++ API of CL/opencl.hpp in half of the C++ programs
#   stdlib     std::array and std::vector of handles in C++ programs
FEATURES = ("rejected", "cppapi", "stdlib")


CHUNK = 20    # so many seeds that follow each other have language, API and schedule in common: they are one host file


class Family:
    """Buffers of one type and size, whose handles the program permutes."""

    def __init__(self, rng, names, number, type_, counter, buffer, container):
        self.type = type_
        self.style = rng.choice(["plain", "plain", "plain", "array", "struct", "parity", "entries"])
        self.stem = "%sb%d" % (names, number)
        self.counter = counter     # of the outer loop
        self.buffer = buffer       # type of a handle
        self.container = container
        count = 2 if self.style in ("array", "parity") else rng.choice([2, 2, 3])
        if self.style == "plain":
            self.names = ["%s%s" % (self.stem, c) for c in "xyz"[:count]]
        elif self.style == "struct":
            self.names = ["%s.%s" % (self.stem, c) for c in ("from", "to", "old")[:count]]
        else:
            self.names = ["%s[%d]" % (self.stem, i) for i in range(count)]
        self.count = count

    def declaration(self):
        if self.style == "plain":
            return ["%s %s;" % (self.buffer, ", ".join(self.names))]
        if self.style == "struct":
            return ["struct { %s from, to, old; int steps; } %s;" % (self.buffer, self.stem)]
        form = {"": "{0} {1}[{2}];", "array": "std::array<{0}, {2}> {1};", "vector": "std::vector<{0}> {1}({2});"}
        return [form[self.container].format(self.buffer, self.stem, self.count)] + \
            (["int %s_cur = 0;" % self.stem] if self.style == "array" else [])

    def handles(self, rng, number):
        """Expressions of `number` different buffers."""
        if self.style == "array":
            now = "%s[%s_cur]" % (self.stem, self.stem)
            other = rng.choice(["%s[1 - %s_cur]", "%s[%s_cur ^ 1]", "%s[!%s_cur]"]) % (self.stem, self.stem)
            both = [now, other]
        elif self.style == "parity":
            both = ["%s[%s & 1]" % (self.stem, self.counter), "%s[(%s + 1) & 1]" % (self.stem, self.counter)]
        else:
            both = list(self.names)
        rng.shuffle(both)
        return both[:number]

    def swap(self, rng, cpp):
        """A statement that permutes the handles, or None."""
        a, b = self.handles(rng, 2)
        if self.style == "array":
            return rng.choice(["%s_cur = 1 - %s_cur;", "%s_cur ^= 1;", "%s_cur = !%s_cur;"]).replace("%s", self.stem)
        if self.style == "parity":
            return None
        forms = ["{\n  %s t = %s;\n  %s = %s;\n  %s = t;\n}" % (self.buffer, a, a, b, b),
                 "swap_handles(&%s, &%s);" % (a, b)]
        if cpp:
            forms += ["std::swap(%s, %s);" % (a, b)] * 2 + ["swap_references(%s, %s);" % (a, b)]
        return rng.choice(forms)


class HostMaker:
    def __init__(self, seed, features=()):
        self.rng = rng = random.Random(seed)
        self.features = features
        common = random.Random("chunk %d" % (seed // CHUNK))
        self.cpp = common.random() < 0.5
        self.api = CppApi() if "cppapi" in features and self.cpp and common.random() < 0.5 else CApi()
        container = rng.choice(["array", "vector"]) if "stdlib" in features and self.cpp else ""
        self.program = Program(seed, self.cpp, self.api.header)
        self.prefix = "p%d" % seed
        self.count = rng.choice([1, 7, 16, 33, 64, 100, 129, 250])
        # Everything at file scope, or everything in one function.
        if container:
            self.program.includes.add(container)
        self.globals = rng.random() < 0.4
        self.names = self.prefix + "_" if self.globals else ""
        self.it = self.names + "it"
        self.families = [Family(rng, self.names, i, t, self.it, self.api.buffer, container) for i, t in enumerate(
            [rng.choice(["int", "int", "uint"])] +
            rng.sample(sorted(INTEGERS) + ["float", "float", "double"], rng.randint(0, 2)))]
        maker = KernelMaker(rng, self.prefix, self.count, [f.type for f in self.families])
        self.kernels = self.program.kernels = [maker.make() for _ in range(rng.randint(1, 4))]
        self.variables = [("%sv%d" % (self.names, i), rng.choice(sorted(INTEGERS) + ["int", "int", "float", "double"]))
                          for i in range(rng.randint(2, 5))]
        self.values = self.variables + [(self.it, "int")]
        self.expr = Expressions(rng, self.values)
        self.expr.calls = ["%s_h%d" % (self.prefix, i) for i in range(2)]
        self.made = 0
        self.rejects = "rejected" in features and rng.random() < 0.15
        self.checks = rng.choice(["", "", "macro", "status"])
        self.exit = "return %s + 1" % self.it if self.globals else "goto done"
        self.fire = rng.random() < 0.4       # launches through a helper
        self.size_helpers = rng.random() < 0.5

    # ---- small pieces

    def fresh(self, stem):
        self.made += 1
        return "%s%d" % (stem, self.made)

    def call(self, text):
        """An OpenCL call with what the program does about its status."""
        if self.checks == "macro" and not self.rejects:
            return "CHECK(%s);" % text
        if self.checks == "status":
            return "%sstatus = %s;" % (self.names, text) if self.rng.random() < 0.5 or self.rejects else \
                "%sstatus = %s;\nif (%sstatus != CL_SUCCESS)\n  exit(7);" % (self.names, text, self.names)
        return text + ";"

    def clamp(self, low, high):
        text = self.expr.integer(1)
        return "clamp_to((int)(%s & 0xffff) %% %d, %d, %d)" % (text, high + 3, low, high)

    def kernel(self, kernel):
        return self.names + kernel.name[len(self.prefix) + 1:]

    def flag_buffer(self, type_):
        return "%sflag_%s" % (self.names, type_)

    # ---- OpenCL

    def set_handles(self, kernel):
        """All buffers of a kernel at once: they stay different."""
        used = {}
        lines = []
        for family in self.families:
            wanted = [i for i, p in enumerate(kernel.params) if p.kind == "buffer" and p.type == family.type]
            if wanted:
                used.setdefault(family.type, (family, wanted))
        for family, wanted in used.values():
            # The most that a kernel takes of one type is two.
            for index, handle in zip(wanted, family.handles(self.rng, len(wanted))):
                lines.append(self.set_arg(kernel, index, "cl_mem", handle))
        return "\n".join(lines)

    def set_arg(self, kernel, index, type_, value):
        size = self.rng.choice(["sizeof(%s)" % type_, "sizeof %s" % value if type_ == "cl_mem" else
                                "sizeof(%s)" % type_])
        return self.call(self.api.set_arg(self.kernel(kernel), index, size, value))

    def set_scalar(self, kernel, index, value):
        type_ = kernel.params[index].type
        name = self.fresh("t")
        host = host_name(self.rng, type_)
        return "{\n  %s %s = (%s)%s;\n  %s\n}" % (host, name, host, "(%s)" % value,
                                               self.set_arg(kernel, index, host, name).replace("\n", "\n  "))

    def local_bytes(self, kernel, local):
        items = local if isinstance(local, int) else local[0] * local[1]
        return [self.api.set_local(self.kernel(kernel), i, "%d * sizeof(%s)" % (items, host_name(self.rng, p.type)))
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
                lines.append(self.set_arg(kernel, index, "cl_mem", self.flag_buffer(param.type)))
            elif param.kind == "count":
                lines.append(self.set_arg(kernel, index, "cl_mem", self.names + "counts"))
            elif param.kind == "local":
                biggest = max(kernel.local, key=lambda l: l if isinstance(l, int) else l[0] * l[1])
                lines += self.local_bytes(kernel, biggest)
        return Node("\n".join(lines), fixed=True)

    def enqueue(self, kernel):
        """One launch; sizes are constants or computed."""
        rng = self.rng
        g = self.fresh("g")
        offset, local = None, None
        before = []
        if kernel.dims == 1:
            size = rng.choice([str(self.count), str(self.count), self.clamp(1, self.count + 5),
                               str(self.count + rng.randint(0, 70))])
            chosen = None
            if kernel.local:
                chosen = rng.choice(kernel.local)
            elif rng.random() < 0.4:
                chosen = rng.choice([1, 2, 4, 5, 16, 64])
            reject = self.rejects and rng.random() < 0.3
            if reject and not chosen:
                size = self.clamp(0, 3)
            if chosen and kernel.name and (rng.random() < 0.9 or kernel.local):
                local = self.fresh("l")
                before.append("size_t %s = %d;" % (local, chosen))
                if not reject:
                    size = "(size_t)((%s + %d) / %d * %d)" % (size, chosen - 1, chosen, chosen)
            before.append("size_t %s = %s;" % (g, size))
            if rng.random() < 0.1 and not kernel.local:
                o = self.fresh("o")
                before.append("size_t %s = %s;" % (o, self.clamp(0, 4)))
                offset = o
            if self.fire and not offset and self.checks != "status":
                return "{\n  %s\n  %s_fire(%s, %s, %s);\n}" % (
                    "\n  ".join(before), self.prefix, self.kernel(kernel), g, "&" + local if local else "NULL")
        else:
            if kernel.dims == 2:
                if kernel.local:
                    chosen = rng.choice(kernel.local)
                    sizes = [chosen[0] * rng.randint(1, 3), chosen[1] * rng.randint(1, 3)]
                else:
                    sizes = [rng.choice([3, 5, 8, 16, 17]), "(size_t)" + self.clamp(1, 20) if rng.random() < 0.4
                             else rng.randint(1, 20)]
                    chosen = None
            else:
                sizes = [rng.randint(1, 5), rng.randint(1, 4), rng.randint(1, 5)]
                chosen = None
                if rng.random() < 0.4:
                    chosen = (1, 2, 1)
                    sizes[1] *= 2
            before.append("size_t %s[%d] = {%s};" % (g, kernel.dims, ", ".join("%s" % s for s in sizes)))
            if chosen:
                local = self.fresh("l")
                before.append("size_t %s[%d] = {%s};" % (local, kernel.dims, ", ".join(map(str, chosen))))
            if kernel.dims == 3 and rng.random() < 0.3:
                offset = self.fresh("o")
                before.append("size_t %s[3] = {0, 1, 0};" % offset)
        call = self.call(self.api.launch(self.kernel(kernel), kernel.dims, offset, g, local))
        return "{\n  %s\n  %s\n}" % ("\n  ".join(before), call.replace("\n", "\n  "))

    def launch(self):
        """Arguments, some of them, and the launch."""
        rng = self.rng
        kernel = rng.choice(self.kernels)
        nodes = []
        if rng.random() < 0.8:
            nodes.append(Node(self.set_handles(kernel)))
        for index, param in enumerate(kernel.params):
            if param.kind == "size" and rng.random() < 0.5:
                nodes.append(Node(self.set_scalar(kernel, index, self.clamp(0, self.count))))
            if param.kind == "scalar" and rng.random() < 0.6:
                nodes.append(Node(self.set_scalar(kernel, index, self.expr.of(param.type))))
        nodes = [n for n in nodes if n.parts[0]]
        nodes.append(Node(self.enqueue(kernel)))
        return nodes

    def read_back(self):
        """A scalar from some buffer to a variable of its type."""
        rng = self.rng
        choices = []
        for name, type_ in self.variables:
            for family in self.families:
                if family.type == type_:
                    choices.append((name, type_, family.handles(rng, 1)[0], rng.randrange(self.count)))
            if type_ in self.flag_types():
                choices.append((name, type_, self.flag_buffer(type_), 0))
            if type_ in ("int", "uint"):
                choices.append((name, type_, self.names + "counts", rng.randrange(4)))
        if not choices:
            return []
        name, type_, handle, at = rng.choice(choices)
        blocking = rng.choice(["CL_TRUE", "CL_TRUE", "CL_FALSE"])
        size = host_name(rng, type_)
        text = self.call(self.api.read(handle, blocking, "%d * sizeof(%s)" % (at, size) if at else "0",
                                       "sizeof(%s)" % size, name))
        if blocking == "CL_FALSE":
            text += "\n" + self.api.finish
        return [Node(text)]

    def write(self):
        rng = self.rng
        family = rng.choice(self.families)
        choices = [(family.type, family.handles(rng, 1)[0], rng.randrange(self.count))]
        choices += [(t, self.flag_buffer(t), 0) for t in self.flag_types()] * 2
        type_, handle, at = rng.choice(choices)
        host, t = host_name(rng, type_), self.fresh("w")
        return [Node("{\n  %s %s = (%s)(%s);\n  %s\n}" % (
            host, t, host, self.expr.of(type_) if rng.random() < 0.5 else "0",
            self.call(self.api.write(handle, "%d * sizeof %s" % (at, t), "sizeof " + t, t)).replace("\n", "\n  ")))]

    def fill(self):
        rng = self.rng
        family = rng.choice(self.families)
        host, t = host_name(rng, family.type), self.fresh("w")
        at = rng.randrange(self.count)
        return [Node("{\n  %s %s = %d;\n  %s\n}" % (
            host, t, rng.randint(0, 9),
            self.call(self.api.fill(family.handles(rng, 1)[0], t, "%d * sizeof %s" % (at, t), "%s * sizeof %s" % (
                rng.choice([str(self.count - at), self.clamp(1, self.count - at)]), t)))
            .replace("\n", "\n  ")))]

    def copy(self):
        rng = self.rng
        family = rng.choice(self.families)
        a, b = family.handles(rng, 2)
        host = host_name(rng, family.type)
        at, to = rng.randrange(self.count), rng.randrange(self.count)
        room = self.count - max(at, to)
        size = rng.choice([str(room), self.clamp(1, room)])
        if self.rejects and rng.random() < 0.3:
            size = self.clamp(0, self.count + 1)
        return [Node(self.call(self.api.copy(a, b, *["%s * sizeof(%s)" % (x, host) for x in (at, to, size)])))]

    def flag_types(self):
        return sorted({p.type for k in self.kernels for p in k.params if p.kind == "flag"})

    # ---- host code

    def assign(self):
        rng = self.rng
        name, type_ = rng.choice(self.variables)
        if is_float(type_):
            return Node("%s = %s;" % (name, self.expr.real()))
        return Node(rng.choice([
            "%s = %s;" % (name, self.expr.integer()), "%s = %s;" % (name, self.expr.integer()),
            "%s++;" % name if INTEGERS[type_][1] < 32 or not INTEGERS[type_][2] else "%s = (%s & 0xffff) + 1;" % (name, name),
            "%s ^= %s & 0xff;" % (name, self.expr.integer(1)),
            "%s = %s > 5 ? %s : %s;" % (name, name, self.expr.literal(), self.expr.integer(1)),
            "%s = %s_h%d((int)(%s & 0xffff), %s);" % (name, self.prefix, rng.randrange(2), name, self.clamp(0, 50))]))

    def condition(self):
        return self.rng.choice([self.expr.integer(1), "%s > %s" % (self.expr.integer(1), self.expr.literal()),
                                "%s && %s" % (self.expr.integer(1), self.expr.integer(1))])

    def statement(self, depth, in_loop):
        rng = self.rng
        roll = rng.random()
        if roll < 0.30:
            return self.launch()
        if roll < 0.42:
            return [self.assign()]
        if roll < 0.52:
            swap = rng.choice(self.families).swap(rng, self.cpp)
            return [Node(swap)] if swap else self.launch()
        if roll < 0.60:
            return self.read_back() or [self.assign()]
        if roll < 0.65:
            return self.write()
        if roll < 0.68:
            return self.fill()
        if roll < 0.72:
            return self.copy()
        if roll < 0.74:
            return [Node(rng.choice([self.api.finish, self.api.flush]))]
        if depth >= 2:
            return [self.assign()]
        if roll < 0.84:
            parts = ["if (%s) {" % self.condition(), self.block(depth + 1, in_loop)]
            if rng.random() < 0.4:
                parts += ["} else {", self.block(depth + 1, in_loop)]
            return [Node(*parts, "}")]
        if roll < 0.93:
            return [self.inner_loop(depth)]
        if roll < 0.96:
            a, b = rng.sample(range(5), 2)
            return [Node("switch (%s) {\ncase %d:" % (self.expr.small(5), a), self.block(depth + 1, in_loop),
                         rng.choice(["  break;\n", ""]) + "case %d:" % b, self.block(depth + 1, in_loop),
                         "  break;\ndefault:", [self.assign()], "}")]
        if in_loop:
            return [Node("if (%s)\n  %s;" % (self.condition(), rng.choice(["break", "continue", self.exit])))]
        return [self.assign()]

    def block(self, depth, in_loop):
        return [n for _ in range(self.rng.randint(1, 3)) for n in self.statement(depth, in_loop)]

    def inner_loop(self, depth):
        rng = self.rng
        j = self.fresh("j")
        body = self.block(depth + 1, True)
        bound = rng.choice([str(rng.randint(1, 4)), self.expr.small(5)])
        form = rng.randrange(4)
        if form == 0:
            return Node("for (int %s = 0; %s < %s; %s++) {" % (j, j, bound, j), body, "}")
        if form == 1:
            return Node("for (int %s = 16; %s > 1; %s >>= 1) {" % (j, j, j), body, "}")
        if form == 2:
            return Node("{", [Node("int %s = %s;" % (j, bound), fixed=True),
                              Node("while (%s-- > 0 && %s) {" % (j, self.condition()), body, "}")], "}")
        return Node("{", [Node("int %s = %s;" % (j, bound), fixed=True),
                          Node("do {", body, "} while (--%s > 0 && %s);" % (j, self.condition()))], "}")

    def outer_loop(self):
        rng = self.rng
        trips = rng.choice([1, 2, 3, 5, 6, 8, 12])
        body = []
        while not any("enqueueNDRange" in n.parts[0] or "EnqueueNDRange" in n.parts[0] or "_fire" in n.parts[0] for n in body):
            body = [n for _ in range(rng.randint(2, 6)) for n in self.statement(0, True)]
        ints = [v for v in self.variables if not is_float(v[1])]
        go = "%s != 77" % rng.choice(ints)[0] if ints else "1"
        it = self.it
        form = rng.randrange(7)
        if form == 0:
            return [Node("for (%s = 0; %s < %d; ++%s) {" % (it, it, trips, it), body, "}")]
        if form == 1:
            return [Node("while (%s++ < %d) {" % (it, trips), body, "}")]
        if form == 2:
            return [Node("do {", body, "} while (++%s < %d && %s);" % (it, trips, go))]
        if form == 3:
            return [Node("for (%s = %d; %s > 0 && %s; %s -= 2) {" % (it, 2 * trips, it, go, it), body, "}")]
        if form == 4:
            return [Node("for (%s = %d; %s > 1; %s /= 2) {" % (it, 1 << min(trips, 7), it, it), body, "}")]
        if form == 5:
            return [Node("while (true) {" if self.cpp else "for (;;) {",
                         [Node("if (%s >= %d)\n  break;\n%s++;" % (it, trips, it), fixed=True)] + body, "}")]
        return [Node("for (; %s < %d && (%s); %s++) {" % (it, trips, go, it), body, "}")]

    # ---- the whole

    def make(self):
        rng, program, prefix = self.rng, self.program, self.prefix
        expr = Expressions(rng, [("x", "int"), ("y", "int")])
        program.helpers = [
            Node("static int %s_h0(int x, int y) {\n  return (int)(%s & 0xffff);\n}" % (prefix, expr.integer()), fixed=True),
            Node("static int %s_h1(int x, int y) {\n  int r = 0;\n  for (int i = 0; i < 5; i++) {\n"
                 "    if ((x >> i) & 1)\n      continue;\n    r += y & 0x3f;\n    if (r > 90)\n      return r - i;\n  }\n"
                 "  return r;\n}" % prefix, fixed=True)]
        if self.fire:
            program.helpers.append(Node(self.api.fire(prefix + "_fire"), fixed=True))
        declared = ["%s %s;" % (self.api.kernel, self.kernel(k)) for k in self.kernels] + \
            ["cl_int %sstatus = CL_SUCCESS;" % self.names]
        before = ["%s program(program_of(\"%s.cl\"));" % (self.api.program, prefix)] \
            if self.cpp else ["cl_program program = program_of(\"%s.cl\");" % prefix]
        before += ["%s = %s;" % (self.kernel(k), self.api.make_kernel("program", k.name)) for k in self.kernels]
        handles = []
        for family in self.families:
            declared += family.declaration()
            for name in family.names:
                size = "sizeof(%s)" % host_name(rng, family.type)
                before.append("%s = %s;" % (name, self.api.make_buffer("buffer_of(%s, %d, '%s', %d)" % (
                    size, self.count, "f" if family.type == "float" else
                    "d" if family.type == "double" else "i", len(handles) + 1))))
                handles.append((name, self.count, size))
        for name, size in [(self.flag_buffer(t), "sizeof(%s)" % host_name(rng, t))
                           for t in self.flag_types()] + [(self.names + "counts", "sizeof(cl_uint)")]:
            declared.append("%s %s;" % (self.api.buffer, name))
            before.append("%s = %s;" % (name, self.api.make_buffer("buffer_of(%s, 4, 'z', 0)" % size)))
            handles.append((name, 4, size))
        declared += ["%s %s = %d;" % (host_name(rng, t), n, rng.randint(0, 100)) for n, t in self.variables]
        declared.append("int %s = 0;" % self.it)
        program.before = [Node(line, fixed=True) for line in before]
        if self.globals:
            program.helpers = [Node("static " + line, fixed=True) for line in declared] + program.helpers
        else:
            program.before = [Node(line, fixed=True) for line in declared] + program.before
        program.before += [self.first_arguments(k) for k in self.kernels]
        program.body = self.outer_loop()
        if self.globals:
            program.helpers.append(Node("static int %s_solve(void) {" % prefix, program.body, "  return 0;\n}",
                                        fixed=True))
            program.body = [Node("printf(\" %%d\", %s_solve());" % prefix, fixed=True)]
        elif "goto done" in program.host_text():
            program.body.append(Node("done:;", fixed=True))
        after = []
        if rng.random() < 0.6:
            # Arguments are part of the result: launch with what is set.
            kernel = rng.choice(self.kernels)
            after.append(Node("/* with the arguments that the loop left */"))
            rejects, self.rejects = self.rejects, False
            after.append(Node(self.enqueue(kernel)))
            self.rejects = rejects
        for name, count, size in handles:
            after.append(Node("digest(%s, %d * %s);" % (self.api.handle(name), count, size)))
        for name, type_ in self.variables + [(self.it, "int")]:
            after.append(Node("%s(\"%s\", (%s)%s);" % (
                ("real", name, "double", name) if is_float(type_) else ("value", name, "long long", name))))
        after += [Node(line, fixed=True) for line in self.api.releases(
            [name for name, _, _ in handles], [self.kernel(k) for k in self.kernels], "program")]
        after.append(Node("(void)%sstatus;" % self.names, fixed=True))
        program.after = after
        return program


def generate(seed, features=()):
    return HostMaker(seed, features).make()
