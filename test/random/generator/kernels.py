# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels without races.

An item writes cells that it alone owns; cells of others are read only from
buffers that the kernel does not write. All items of a kernel store the same
value to a flag. Counters take atomics whose order does not matter.
"""
from .pieces import piece
from .tree import Kernel, Node, Param
from .values import Expressions, INTEGERS, is_float

BARRIER = "barrier(CLK_LOCAL_MEM_FENCE);"


class KernelMaker:
    def __init__(self, b, families):
        self.rng = b.rng
        self.palette = b.palette
        self.prefix = b.prefix
        self.count = b.count        # elements of every buffer of a family
        self.families = families    # type of each family of buffers
        self.program = b.program
        self.made = self.names = 0

    def make(self):
        name = "%s_k%d" % (self.prefix, self.made)
        self.made += 1
        self.top = []               # what stands before the kernel
        kernel = self.palette.draw("kernel", self, name)
        kernel.before = "".join(self.top) + kernel.before
        return kernel

    def fresh(self, stem):
        """A new name at file scope of the kernels."""
        self.names += 1
        return "%s_%s%d" % (self.prefix, stem, self.names)

    def expressions(self, values):
        return Expressions(self.rng, values, self, "kvalue", device=True)

    # ---- pieces

    def family(self, integer=False):
        types = [t for t in self.families if not (integer and is_float(t))]
        return self.rng.choice(types)

    def index(self):
        """Declarations of the item's index i."""
        return self.rng.choice(["int i = get_global_id(0);", "int i = (int)get_global_id(0);",
                                "size_t i = get_global_id(0);", "uint i = get_global_id(0);"])

    def guard(self, body):
        """The body, for items below n only."""
        if self.rng.random() < 0.5:
            return [Node("if (i >= n)\n  return;", fixed=True)] + body
        return [Node("if (i < n) {", body, "}", fixed=True)]

    def helper(self, name):
        """A function of two integers, as text, and its name."""
        rng = self.rng
        function = name + "_f"
        expr = self.expressions([("x", "int"), ("y", "int")])
        inside = rng.choice([
            "return (int)(%s & 0xfff);" % expr.integer(),
            "if (x > y)\n    return (x - y) & 0xff;\n  return (int)(%s & 0xff);" % expr.integer(1),
            "int r = 0;\n  for (int j = 0; j < (y & 7); ++j) {\n    if ((x >> j) & 1)\n      continue;\n"
            "    r += j * 3 + x %% 5;\n  }\n  return r;".replace("%%", "%"),
            "switch (x & 3) {\n  case 0: return y & 0xff;\n  case 1: y += 3;\n  default: return y & 0x7f;\n  }",
        ])
        return "int %s(int x, int y) {\n  %s\n}\n" % (function, inside), function

    def values(self, extra, local=False):
        """Named values of a kernel: the ids that mean the same in every form of launch."""
        values = [("i", "int"), ("get_global_size(0)", "ulong"), ("get_global_offset(0)", "ulong"),
                  ("get_work_dim()", "uint")] + extra
        if local:
            values += [("get_local_id(0)", "ulong"), ("get_group_id(0)", "ulong"),
                       ("get_local_size(0)", "ulong"), ("get_num_groups(0)", "ulong")]
        return values

    def compute(self, expr, variable, type_):
        """Statements that change a private variable."""
        rng = self.rng
        out = []
        for _ in range(rng.randint(0, 3)):
            if rng.random() < 0.4:
                made = self.palette.draw("kstatement", self, expr, variable, type_)
                if made:
                    out += made
                    continue
            value = expr.of(type_)
            form = rng.randrange(6)
            if form == 0:
                out.append(Node("if (%s) {" % expr.integer(), [Node("%s = %s;" % (variable, value))], "}"))
            elif form == 1:
                out.append(Node("for (int j = 0; j < %s; ++j) {" % expr.small(6),
                                [Node("%s = %s;" % (variable, value)),
                                 Node("if (%s)\n  break;" % expr.integer(1))], "}"))
            elif form == 2:
                out.append(Node("int w = %s;\nwhile (w-- > 0) {" % expr.small(5),
                                [Node("%s = %s;" % (variable, value))], "}"))
                out[-1] = Node("{", [out[-1]], "}")
            elif form == 3:
                out.append(Node("switch (%s) {\ncase 0:" % expr.small(4),
                                [Node("%s = %s;" % (variable, value))], "  break;\ncase 2:",
                                [Node("%s = %s;" % (variable, expr.of(type_)))], "default:;\n}"))
            elif form == 4 and not is_float(type_):
                out.append(Node("%s ^= (%s)%s;" % (variable, type_, expr.integer())))
            else:
                out.append(Node("%s = %s;" % (variable, value)))
        return out

    def qualifiers(self, type_, name, written):
        rng = self.rng
        const = "" if written else rng.choice(["const ", "const ", ""])
        restrict = rng.choice(["", "", "restrict "]) if not written else ""
        return "__global %s%s *%s%s" % (const, type_, restrict, name)

    def scalar(self):
        type_ = self.rng.choice(sorted(INTEGERS) + ["float", "int", "int"])
        return Param("%s s" % type_, "scalar", type_)

    # ---- forms

    def mapping(self, name, read, extra_params=(), extra_body=()):
        """out[i] from cells of in."""
        rng = self.rng
        type_in, type_out = self.family(), self.family()
        scalar = self.scalar()
        before, function = self.helper(name) if rng.random() < 0.5 else ("", None)
        table = ""
        extra = []
        if rng.random() < 0.2:
            table = "__constant int %s_t[4] = {3, 1, 4, 15};\n" % name
            extra = [("%s_t[i & 3]" % name, "int")]
        params = [Param(self.qualifiers(type_in, "in", False), "buffer", type_in, reads_others=True),
                  Param("__global %s *out" % type_out, "buffer", type_out),
                  Param("int n", "size", "int"), scalar] + list(extra_params)
        expr = self.expressions(self.values([("x", type_in), ("s", scalar.type)] + extra))
        if function:
            expr.calls.append(function)
        body = [Node(self.index(), fixed=True)]
        inner = [Node("%s x = %s;" % (type_in, read(type_in)), fixed=True),
                 Node("%s r = %s;" % (type_out, expr.of(type_out)), fixed=True)]
        inner += self.compute(expr, "r", type_out)
        inner += list(extra_body)
        inner.append(Node("out[i] = r;"))
        return Kernel(name, params, body + self.guard(inner), before=table + before)

    @piece("kernel", 4, area="core")
    def map(self, name):
        a, b = self.rng.choice([(1, 0), (1, 0), (1, 5), (3, 1), (7, 2)])
        cell = "in[i]" if (a, b) == (1, 0) else "in[(%d * (uint)i + %d) %% %d]" % (a, b, self.count)
        return self.mapping(name, lambda type_: cell)

    @piece("kernel", 3, area="core")
    def stencil(self, name):
        return self.mapping(name, lambda type_: self.rng.choice(
            ["(i > 0 ? in[i - 1] : in[i]) + (i + 1 < %d ? in[i + 1] : in[i])",
             "in[i] + in[(i + %d - 1) %% %d]" % (self.count, self.count),
             "(i < %d - 1 ? in[i + 1] : in[0])"]).replace("%d", str(self.count))
            if is_float(type_) else self.rng.choice(
                ["((uint)in[(i + 1) %% %d] + (uint)in[i]) & 0x7f",
                 "(i > 0 ? in[i - 1] : in[%d - 1])"]).replace("%%", "%").replace("%d", str(self.count)))

    @piece("kernel", 3, area="core")
    def in_place(self, name):
        rng = self.rng
        type_ = self.family()
        scalar = self.scalar()
        expr = self.expressions(self.values([("data[i]", type_), ("s", scalar.type)]))
        body = [Node("data[i] = %s;" % expr.of(type_))]
        if rng.random() < 0.4:
            body.append(Node("if (%s)\n  data[i] = %s;" % (expr.integer(), expr.of(type_))))
        params = [Param("__global %s *data" % type_, "buffer", type_), Param("int n", "size", "int"), scalar]
        return Kernel(name, params, [Node(self.index(), fixed=True)] + self.guard(body))

    @piece("kernel", 3, area="core")
    def flag(self, name):
        rng = self.rng
        type_ = self.family()
        flag = rng.choice(["int", "int", "uint", "uchar", "char", "short", "float"])
        scalar = self.scalar()
        expr = self.expressions([("i", "int"), ("x", type_), ("s", scalar.type)])
        params = [Param(self.qualifiers(type_, "in", False), "buffer", type_),
                  Param("__global %s *flag" % flag, "flag", flag), Param("int n", "size", "int"), scalar]
        value = rng.choice(["1", "1", "1", "2"])
        body = [Node("%s x = in[i];" % type_, fixed=True),
                Node("if (%s)\n  *flag = %s;" % (expr.integer(), value))]
        return Kernel(name, params, [Node(self.index(), fixed=True)] + self.guard(body))

    @piece("kernel", 3, area="core")
    def counter(self, name):
        rng = self.rng
        type_ = self.family()
        count = rng.choice(["int", "uint"])
        expr = self.expressions(self.values([("in[i]", type_)]))
        params = [Param(self.qualifiers(type_, "in", False), "buffer", type_),
                  Param("__global %s *%s" % (count, "c"), "count", count), Param("int n", "size", "int")]
        value = "(%s)(%s & 0xff)" % (count, expr.integer())
        operation = rng.choice(["atomic_add(c, %s)", "atomic_max(c + 1, %s)", "atomic_or(&c[2], %s)",
                                "atomic_xor(c + 3, %s)", "atomic_inc(c)", "atomic_sub(c, %s)",
                                "atomic_add(c + (i & 3), %s)"])
        operation = operation % value if "%s" in operation else operation
        body = [Node("if (%s)\n  %s;" % (expr.integer(1), operation))]
        return Kernel(name, params, [Node(self.index(), fixed=True)] + self.guard(body))

    @piece("kernel", 2, area="core")
    def two_d(self, name):
        rng = self.rng
        width = min(rng.choice([3, 5, 8, 16]), self.count)
        height = max(1, self.count // width)
        type_in, type_out = self.family(), self.family()
        params = [Param(self.qualifiers(type_in, "in", False), "buffer", type_in, reads_others=True),
                  Param("__global %s *out" % type_out, "buffer", type_out), Param("int n", "size", "int")]
        expr = self.expressions([("x", "int"), ("y", "int"), ("v", type_in), ("n", "int"),
                                 ("get_global_size(1)", "ulong"), ("get_work_dim()", "uint")])
        body = [Node("int x = get_global_id(0), y = get_global_id(1);", fixed=True),
                Node("if (x >= %d || y >= %d)\n  return;" % (width, height), fixed=True),
                Node("%s v = in[x * %d %% %d + y];" % (type_in, height, max(1, self.count - height + 1)),
                     fixed=True),
                Node("out[y * %d + x] = %s;" % (width, expr.of(type_out)))]
        return Kernel(name, params, body, dims=2)

    @piece("kernel", 1, area="core")
    def three_d(self, name):
        type_out = self.family()
        params = [Param("__global %s *out" % type_out, "buffer", type_out), Param("int n", "size", "int")]
        expr = self.expressions([("x", "int"), ("y", "int"), ("z", "int"), ("out[i]", type_out),
                                      ("get_global_offset(1)", "ulong"), ("get_global_size(2)", "ulong")])
        body = [Node("int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);", fixed=True),
                Node("int i = (z * 4 + y) * 4 + x;", fixed=True),
                Node("if (x >= 4 || y >= 4 || i >= n)\n  return;", fixed=True),
                Node("out[i] = %s;" % expr.of(type_out))]
        return Kernel(name, params, body, dims=3)

    def local_array(self, type_, size):
        """A tile: (declaration, parameter or None)."""
        if self.rng.random() < 0.4:
            return None, Param("__local %s *tile" % type_, "local", type_)
        return Node("__local %s tile[%d];" % (type_, size), fixed=True), None

    @piece("kernel", 2, area="core")
    def tile(self, name):
        rng = self.rng
        type_ = self.family(integer=True)
        tile, param = self.local_array(type_, 64)
        expr = self.expressions(self.values([("v", type_), ("in[i]", type_)][:1], local=True))
        params = [Param(self.qualifiers(type_, "in", False), "buffer", type_, reads_others=True),
                  Param("__global %s *out" % type_, "buffer", type_), Param("int n", "size", "int")]
        attribute = ""
        sizes = [4, 8, 16, 3, 32]
        if rng.random() < 0.25:
            sizes = [rng.choice(sizes)]
            attribute = "__attribute__((reqd_work_group_size(%d, 1, 1))) " % sizes[0]
        if param:
            params.append(param)
        body = [tile] if tile else []
        body += [Node("int i = get_global_id(0), l = get_local_id(0), m = get_local_size(0);", fixed=True),
                 Node("tile[l] = i < n ? in[i] : (%s)l;" % type_, fixed=True), Node(BARRIER, fixed=True),
                 Node("%s v = tile[(l + 1) %% m];" % type_, fixed=True)]
        if rng.random() < 0.5:
            body.append(Node("for (int r = 0; r < %d; ++r) {\n  %s\n  tile[l] = (%s)((v & 0x3f) + (tile[l] & 0x3f));\n"
                             "  %s\n  v = tile[(l + r) %% m];\n}" % (rng.randint(1, 4), BARRIER, type_, BARRIER)))
        if rng.random() < 0.3:
            body.append(Node("if (get_group_id(0) > 2 && n > 3)\n  return;"))
        body.append(Node("if (i < n)\n  out[i] = %s;" % expr.integer()))
        return Kernel(name, params, body, local=sizes, attribute=attribute)

    @piece("kernel", 2, area="core")
    def tree(self, name):
        type_ = self.family(integer=True)
        tile, param = self.local_array("uint", 64)
        params = [Param(self.qualifiers(type_, "in", False), "buffer", type_, reads_others=True),
                  Param("__global %s *out" % type_, "buffer", type_), Param("int n", "size", "int")]
        if param:
            params.append(param)
        step = self.rng.choice(["for (int d = get_local_size(0) / 2; d > 0; d >>= 1) {\n",
                                "for (uint d = get_local_size(0) / 2; d > 0; d /= 2) {\n"])
        body = [tile] if tile else []
        body += [Node("int i = get_global_id(0), l = get_local_id(0);", fixed=True),
                 Node("tile[l] = i < n ? (uint)in[i] : 0;", fixed=True), Node(BARRIER, fixed=True),
                 Node(step + "  if (l < d)\n    tile[l] %s tile[l + d];\n  %s\n}" %
                      (self.rng.choice(["+=", "^=", "+="]), BARRIER)),
                 Node("if (l == 0 && get_group_id(0) < %d)\n  out[get_group_id(0)] = (%s)(tile[0] & 0x7f);"
                      % (self.count, type_))]
        return Kernel(name, params, body, local=[2, 4, 8, 16, 32])

    @piece("kernel", 1, area="core")
    def tile_2d(self, name):
        type_ = self.family(integer=True)
        params = [Param(self.qualifiers(type_, "in", False), "buffer", type_, reads_others=True),
                  Param("__global %s *out" % type_, "buffer", type_), Param("int n", "size", "int")]
        body = [Node("__local %s tile[4][5];" % type_, fixed=True),
                Node("int x = get_global_id(0), y = get_global_id(1), i = y * 8 + x;", fixed=True),
                Node("int a = get_local_id(0), b = get_local_id(1);", fixed=True),
                Node("tile[b][a] = i < n ? in[i] : (%s)(a + b);" % type_, fixed=True),
                Node(BARRIER, fixed=True),
                Node("if (x < 8 && i < n)\n  out[i] = (%s)((tile[a][b] & 0x3f) + (uint)get_group_id(1));" % type_)]
        return Kernel(name, params, body, dims=2, local=[(4, 4), (2, 2)])

    @piece("kernel", 1, area="core")
    def task(self, name):
        """One item goes through everything."""
        type_ = self.family(integer=True)
        params = [Param(self.qualifiers(type_, "in", False), "buffer", type_, reads_others=True),
                  Param("__global %s *out" % type_, "buffer", type_), Param("int n", "size", "int")]
        body = [Node("if (get_global_id(0) != 0)\n  return;", fixed=True), Node("uint sum = 1;", fixed=True),
                Node("for (int j = 0; j < n; ++j) {", [
                    Node("if (in[j] == 7)\n  continue;"), Node("sum = sum * 3 + (uint)in[j];"),
                    Node("if (sum %% 1000 == 999)\n  break;".replace("%%", "%"))], "}"),
                Node("out[%s] = (%s)(sum & 0x7f);" % (self.rng.choice(["0", "n / 2", "n - (n > 0)"]), type_))]
        return Kernel(name, params, body)

    @piece("kernel", 1, area="core")
    def vector(self, name):
        """Vector types in private memory and through vload."""
        rng = self.rng
        type_ = self.family(integer=True)
        width = rng.choice([2, 4])
        params = [Param("__global %s *data" % type_, "buffer", type_), Param("int n", "size", "int")]
        body = [Node("int i = get_global_id(0);", fixed=True),
                Node("if (i * %d + %d > n)\n  return;" % (width, width), fixed=True),
                Node("%s%d v = vload%d(i, data);" % (type_, width, width), fixed=True),
                Node("v = (v >> (%s%d)1) + (%s%d)(%d);" % (type_, width, type_, width, rng.randint(0, 9))),
                Node("v.x = v.y;"), Node("vstore%d(v, i, data);" % width)]
        return Kernel(name, params, body)
