# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forms of kernels beyond the core's: local memory, barriers in loops, atomics, pointers, structs, ids, odd sizes."""
from ..kernels import BARRIER
from ..pieces import piece
from ..tree import Kernel, Node, Param


def in_out(k, type_, reads_others=True):
    return [Param(k.qualifiers(type_, "in", False), "buffer", type_, reads_others=reads_others),
            Param("__global %s *out" % type_, "buffer", type_), Param("int n", "size", "int")]


@piece("kernel", 2)
def strided(k, name):
    """Each item takes every so many elements."""
    type_ = k.family()
    e = k.expressions([("i", "int"), ("in[i]", type_), ("get_global_size(0)", "ulong")])
    loop = k.rng.choice(["for (int i = get_global_id(0); i < n; i += get_global_size(0)) {",
                         "for (size_t i = get_global_id(0) - get_global_offset(0); i < (size_t)n; i += get_global_size(0)) {"])
    return Kernel(name, in_out(k, type_, False), [Node(loop, [Node("out[i] = %s;" % e.of(type_))], "}", fixed=True)])


@piece("kernel", 1.5)
def pointers(k, name):
    """Pointers into the buffers, moved and compared."""
    type_ = k.family()
    e = k.expressions([("i", "int"), ("*p", type_)])
    return Kernel(name, in_out(k, type_), [
        Node("int i = get_global_id(0);", fixed=True), Node("if (i >= n)\n  return;", fixed=True),
        Node("__global const %s *p = in + i, *end = in + n;" % type_, fixed=True), Node("__global %s *to = &out[i];" % type_, fixed=True),
        Node("if (p + 1 < end)\n  ++p;"), Node("*to = %s;" % e.of(type_)), Node("if (p != in && p[-1] > 3)\n  to[0] = *p;")])


@piece("kernel", 1.5)
def helper_gets_buffers(k, name):
    """A helper that gets pointers and the index, and asks for ids itself."""
    type_ = k.family()
    e = k.expressions([("i", "int"), ("a[i]", type_)])
    helper = "%svoid %s_do(__global const %s *a, __global %s *b, int i) {\n  if (get_global_size(0) > 1 && i > 2)\n    b[i] = %s;\n  else\n    b[i] = a[i];\n}\n" % (
        k.rng.choice(["", "static ", "inline static "]), name, type_, type_, e.of(type_))
    return Kernel(name, in_out(k, type_, False), [Node("int i = get_global_id(0);", fixed=True), Node("if (i < n)\n  %s_do(in, out, i);" % name)], before=helper)


@piece("kernel", 1.2)
def struct_argument(k, name):
    """A struct by value."""
    type_ = k.family()
    struct = "%s_par" % k.prefix
    host = "struct %s { int scale; float f; int limit; };" % struct
    if not getattr(k, "struct_made", False):
        k.struct_made = True
        k.program.top.append(Node(host, fixed=True))
        k.top.append(host + "\n")
    e = k.expressions([("i", "int"), ("in[i]", type_), ("par.scale", "int"), ("par.limit", "int"), ("par.f", "float")])
    return Kernel(name, in_out(k, type_, False) + [Param("struct %s par" % struct, "struct", "struct " + struct, init="%d, 1.5f, %d" % (
        k.rng.randint(0, 9), k.rng.randint(0, 99)))], [Node(k.index(), fixed=True)] + k.guard([Node("out[i] = %s;" % e.of(type_))]))


@piece("kernel", 1)
def constant_argument(k, name):
    type_ = k.family()
    e = k.expressions([("i", "int"), ("in[i]", type_)])
    params = [Param("__constant %s *in" % type_, "buffer", type_, reads_others=True), Param("__global %s *out" % type_, "buffer", type_), Param("int n", "size", "int")]
    return Kernel(name, params, [Node(k.index(), fixed=True)] + k.guard([Node("out[i] = %s;" % e.of(type_))]))


@piece("kernel", 1.5)
def scan(k, name):
    """An inclusive sum over a group, with barriers in a loop."""
    type_ = k.family(integer=True)
    step = k.rng.choice(["for (uint d = 1; d < get_local_size(0); d <<= 1) {", "for (int d = 1; d < (int)get_local_size(0); d *= 2) {"])
    return Kernel(name, in_out(k, type_), [
        Node("__local uint sum[64];", fixed=True), Node("int i = get_global_id(0), l = get_local_id(0);", fixed=True),
        Node("sum[l] = i < n ? (uint)in[i] & 0xff : 0;", fixed=True), Node(BARRIER, fixed=True),
        Node(step + "\n  uint t = l >= (int)d ? sum[l - d] : 0;\n  %s\n  sum[l] += t;\n  %s\n}" % (BARRIER, BARRIER)),
        Node("if (i < n)\n  out[i] = (%s)(sum[l] & 0x7f);" % type_)], local=[2, 4, 8, 16, 32])


@piece("kernel", 1.2)
def double_buffered(k, name):
    """Two halves of local memory, exchanged by pointers in a loop of barriers."""
    type_ = k.family(integer=True)
    return Kernel(name, in_out(k, type_), [
        Node("__local %s tile[2][32];" % type_, fixed=True), Node("int i = get_global_id(0), l = get_local_id(0), m = get_local_size(0);", fixed=True),
        Node("tile[0][l] = i < n ? in[i] : (%s)1;" % type_, fixed=True), Node(BARRIER, fixed=True),
        Node("int cur = 0;", fixed=True),
        Node("for (int r = 0; r < %d; ++r) {\n  tile[1 - cur][l] = (%s)((tile[cur][(l + 1) %% m] & 0x3f) + 1);\n  %s\n  cur = 1 - cur;\n}" % (
            k.rng.randint(1, 4), type_, BARRIER)),
        Node("if (i < n)\n  out[i] = tile[cur][l];")], local=[4, 8, 16, 3, 32])


@piece("kernel", 1)
def barrier_in_helper(k, name):
    type_ = k.family(integer=True)
    helper = "%s %s_turn(__local %s *t, int l, int m) {\n  %s\n  %s v = t[(l + 1) %% m];\n  %s\n  return v;\n}\n" % (
        type_, name, type_, BARRIER, type_, BARRIER)
    return Kernel(name, in_out(k, type_), [
        Node("__local %s t[64];" % type_, fixed=True), Node("int i = get_global_id(0), l = get_local_id(0);", fixed=True),
        Node("t[l] = i < n ? in[i] : (%s)2;" % type_, fixed=True),
        Node("%s v = %s_turn(t, l, get_local_size(0));" % (type_, name), fixed=True),
        Node("t[l] = v;\nv = %s_turn(t, l, get_local_size(0));" % name), Node("if (i < n)\n  out[i] = v;")], before=helper, local=[4, 8, 16, 64])


@piece("kernel", 1)
def barrier_under_condition(k, name):
    """A condition that is the same for all items of a group."""
    type_ = k.family(integer=True)
    cond = k.rng.choice(["n > 3", "get_num_groups(0) > 1", "get_group_id(0) % 2 == 0", "get_local_size(0) == 8"])
    return Kernel(name, in_out(k, type_), [
        Node("__local %s t[64];" % type_, fixed=True), Node("int i = get_global_id(0), l = get_local_id(0);", fixed=True),
        Node("t[l] = (%s)(l & 0x3f);" % type_, fixed=True), Node(BARRIER, fixed=True),
        Node("if (%s) {\n  %s v = t[get_local_size(0) - 1 - l];\n  %s\n  t[l] = v;\n  %s\n}" % (cond, type_, BARRIER, BARRIER)),
        Node("if (i < n)\n  out[i] = (%s)((in[i] & 0x3f) + (t[l] & 0x3f));" % type_)], local=[4, 8, 16])


@piece("kernel", 1)
def local_atomics(k, name):
    """A histogram in local memory, added to the counters."""
    type_ = k.family(integer=True)
    params = [Param(k.qualifiers(type_, "in", False), "buffer", type_), Param("__global uint *c", "count", "uint"), Param("int n", "size", "int")]
    return Kernel(name, params, [
        Node("__local uint bins[4];", fixed=True), Node("int i = get_global_id(0), l = get_local_id(0);", fixed=True),
        Node("for (int j = l; j < 4; j += get_local_size(0))\n  bins[j] = 0;", fixed=True), Node(BARRIER, fixed=True),
        Node("if (i < n)\n  %s" % k.rng.choice(["atomic_inc(&bins[in[i] & 3]);", "atomic_add(bins + (in[i] & 3), 2);", "atomic_max(&bins[1], (uint)in[i] & 0xff);"])),
        Node(BARRIER, fixed=True),
        Node("for (int j = l; j < 4; j += get_local_size(0))\n  atomic_add(c + j, bins[j]);")], local=[4, 8, 16, 5])


@piece("kernel", 1)
def atomic_result(k, name):
    """The last item to come is found by a counter; what it does depends on no order."""
    type_ = k.family(integer=True)
    params = [Param(k.qualifiers(type_, "in", False), "buffer", type_), Param("__global uint *c", "count", "uint"), Param("int n", "size", "int")]
    return Kernel(name, params, [
        Node(k.index(), fixed=True), Node("if (i >= n)\n  return;", fixed=True),
        Node(k.rng.choice(["atomic_or(c, 1u << (in[i] & 31));", "atomic_min(c + 1, (uint)in[i] & 0xff);", "atomic_and(c + 2, ~(1u << (in[i] & 7)));",
                           "atom_add(c, (uint)in[i] & 7);", "atomic_cmpxchg(c + 3, 0u, 5u);", "uint old = c[2], seen;\ndo {\n  seen = old;\n  old = atomic_cmpxchg(c + 2, seen, seen + (in[i] & 3));\n} while (old != seen);",
                           "atomic_dec(c + 1);"]))])


@piece("kernel", 1)
def two_outputs(k, name):
    """Two buffers that it writes, of one type or of two."""
    types = k.families
    one, two = types[0], types[-1]
    e = k.expressions([("i", "int"), ("s", "int")])
    params = [Param("__global %s *restrict first" % one, "buffer", one), Param("__global %s *restrict second" % two, "buffer", two),
              Param("int n", "size", "int"), Param("int s", "scalar", "int")]
    return Kernel(name, params, [Node(k.index(), fixed=True)] + k.guard([Node("first[i] = %s;" % e.of(one)), Node("second[i] = %s;" % e.of(two))]))


@piece("kernel", 1)
def all_ids(k, name):
    """What each id is, as data: only with a local size."""
    type_ = k.family(integer=True)
    e = k.expressions(k.values([], local=True))
    return Kernel(name, in_out(k, type_), [Node("int i = get_global_id(0);", fixed=True), Node("if (i < n)\n  out[i] = (%s)(%s);" % (type_, e.integer()))],
                  local=[1, 2, 5, 8, 33])


@piece("kernel", 0.8)
def required_size(k, name):
    type_ = k.family()
    size = k.rng.choice([1, 4, 8, 16])
    e = k.expressions([("i", "int"), ("in[i]", type_), ("get_local_id(0)", "ulong"), ("get_group_id(0)", "ulong")])
    return Kernel(name, in_out(k, type_, False), [Node("int i = get_global_id(0);", fixed=True), Node("if (i < n)\n  out[i] = %s;" % e.of(type_))], local=[size],
                  attribute="__attribute__((reqd_work_group_size(%d, 1, 1))) " % size)


@piece("kernel", 0.7)
def hints(k, name):
    type_ = k.family()
    e = k.expressions([("i", "int"), ("in[i]", type_)])
    return Kernel(name, in_out(k, type_, False), [Node("int i = get_global_id(0);", fixed=True), Node("if (i < n)\n  out[i] = %s;" % e.of(type_))],
                  attribute=k.rng.choice(["__attribute__((vec_type_hint(int4))) ", "__attribute__((work_group_size_hint(8, 1, 1))) "]))


@piece("kernel", 1)
def vector_buffer(k, name):
    """The buffers as arrays of vectors."""
    type_ = k.family(integer=True)
    return Kernel(name, in_out(k, type_, False), [
        Node("int i = get_global_id(0);", fixed=True), Node("if (i * 4 + 4 > n)\n  return;", fixed=True),
        Node("__global const %s4 *from = (__global const %s4 *)in;" % (type_, type_), fixed=True),
        Node("%s4 v = from[i];" % type_, fixed=True), Node(k.rng.choice(["v = v.wzyx;", "v.lo = v.hi;", "v.s02 = v.s13;", "v = v ^ (%s4)(3);" % type_, "v += v.yxwz & (%s4)(7);" % type_])),
        Node("((__global %s4 *)out)[i] = v;" % type_)])


@piece("kernel", 0.8)
def task_of_one(k, name):
    """Launched over all, but one item works: odd loops over the whole."""
    type_ = k.family(integer=True)
    return Kernel(name, in_out(k, type_), [
        Node("if (get_global_id(0) > get_global_offset(0))\n  return;", fixed=True),
        Node("int best = 0, j = 0;", fixed=True),
        Node("while (j < n) {\n  if (in[j] > in[best])\n    best = j;\n  j++;\n}"),
        Node("for (j = n - 1; j >= 0; j -= 2)\n  out[j] = (%s)(best + j & 0x7f);" % type_)])


@piece("kernel", 0.8)
def calls_kernel(k, name):
    """A kernel that calls another one."""
    type_ = k.family()
    e = k.expressions([("i", "int"), ("in[i]", type_)])
    inner = "__kernel void %s_inner(__global const %s *in, __global %s *out, int n) {\n  int i = get_global_id(0);\n  if (i < n)\n    out[i] = %s;\n}\n" % (
        name, type_, type_, e.of(type_))
    return Kernel(name, in_out(k, type_, False), [Node("if (n > 2)\n  %s_inner(in, out, n);" % name)], before=inner)


@piece("kernel", 0.8)
def no_guard(k, name):
    """The index is folded into the buffer; several items store the same."""
    type_ = k.family(integer=True)
    return Kernel(name, in_out(k, type_), [Node("out[get_global_id(0) %% %d] = (%s)(get_global_id(0) %% %d + (n & 7));" % (k.count, type_, k.count))])


@piece("kernel", 0.7)
def async_copy(k, name):
    type_ = k.family(integer=True)
    return Kernel(name, in_out(k, type_), [
        Node("__local %s t[4];" % type_, fixed=True), Node("int g = get_group_id(0), l = get_local_id(0);", fixed=True),
        Node("if ((g + 1) * 4 > n)\n  return;", fixed=True),
        Node("event_t e = async_work_group_copy(t, in + g * 4, 4, 0);\nwait_group_events(1, &e);", fixed=True),
        Node("out[g * 4 + l] = t[3 - l];")], local=[4])


@piece("kernel", 0.8, refused="PST2003")
def printing(k, name):
    type_ = k.family()
    return Kernel(name, in_out(k, type_, False), [Node("int i = get_global_id(0);", fixed=True),
                                                 Node("if (i < n)\n  out[i] = in[i];"), Node("if (i == 0)\n  printf(\"k %d\\n\", n);")])


@piece("kernel", 0.5, refused="PST2015")
def recursive(k, name):
    type_ = k.family()
    return Kernel(name, in_out(k, type_, False), [Node("int i = get_global_id(0);", fixed=True), Node("if (i < n)\n  out[i] = %s_f(3);" % name)],
                  before="int %s_f(int x) { return x < 1 ? 1 : %s_f(x - 1) + 1; }\n" % (name, name))


@piece("kernel", 0.6, refused="PST2020")
def backward_goto(k, name):
    type_ = k.family()
    return Kernel(name, in_out(k, type_, False), [Node("int i = get_global_id(0), j = 0;", fixed=True),
                                                 Node("again:\nj++;\nif (j < 3)\n  goto again;\nif (i < n)\n  out[i] = j;")])


@piece("kernel", 1)
def stencil_2d(k, name):
    width = min(k.rng.choice([4, 5, 8, 10]), k.count)
    height = max(1, k.count // width)
    type_ = k.family(integer=True)
    return Kernel(name, in_out(k, type_), [
        Node("int x = get_global_id(0), y = get_global_id(1);", fixed=True),
        Node("if (x >= %d || y >= %d)\n  return;" % (width, height), fixed=True),
        Node("int up = max(y - 1, 0), left = max(x - 1, 0), at = mad24(y, %d, x);" % width, fixed=True),
        Node("out[at] = (%s)(((int)in[up * %d + x] & 0x3f) + ((int)in[y * %d + left] & 0x1f));" % (type_, width, width))], dims=2)
