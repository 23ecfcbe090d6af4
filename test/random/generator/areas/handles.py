# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How programs hold kernels, buffers and variables: structs, arrays, containers, pointers, references, classes."""
from ..pieces import piece
from ..tree import Node
from ..values import host_name


# ---- kernels

@piece("handle", 1)
def kernel_array(b, name):
    array = b.shared("kernels", lambda: b.state(b.api.kernel + " %s[4]", "kernels"))
    number = b.shared("kernel number", lambda: [0])
    number[0] += 1
    return "%s[%d]" % (array, number[0] - 1)


@piece("handle", 1)
def kernel_struct(b, name):
    def make():
        b.top("struct %s_kernels {\n  %s k0, k1, k2, k3;\n};" % (b.prefix, b.api.kernel))
        return b.state("struct %s_kernels %%s" % b.prefix, "use")
    return "%s.%s" % (b.shared("kernel struct", make), name)


@piece("handle", 0.7)
def kernel_enum(b, name):
    """An array whose index is an enumerator."""
    def make():
        b.top("enum { %s_e_k0, %s_e_k1, %s_e_k2, %s_e_k3, %s_all };" % ((b.prefix,) * 5))
        return b.state("%s %%s[%s_all]" % (b.api.kernel, b.prefix), "by_name")
    return "%s[%s_e_%s]" % (b.shared("kernel enum", make), b.prefix, name)


@piece("handle", 0.6, c=0)
def kernel_vector(b, name):
    b.include("vector")
    def make():
        v = b.state("std::vector<%s> %%s" % b.api.kernel, "kernel_list")
        b.program.before.append(Node("%s.resize(4);" % v, fixed=True))
        return v
    return "%s[%s]" % (b.shared("kernel vector", make), name[1:])


@piece("handle", 0.4, c=0)
def kernel_map(b, name):
    b.include("map", "string")
    return '%s["%s"]' % (b.shared("kernel map", lambda: b.state("std::map<std::string, %s> %%s" % b.api.kernel, "kernel_map")), name)


# ---- buffers

@piece("family", 1)
def buffer_struct(b, f):
    stem = b.state("struct { %s from, to, old; int steps; } %%s" % b.api.buffer, "b%d" % f.number)
    f.names = ["%s.%s" % (stem, n) for n in ("from", "to", "old")[:f.count]]
    f.handles = lambda: f.names
    b.swaps_of(f)


@piece("family", 0.8)
def pointers_to_buffers(b, f):
    """Two pointers say which is which, and are exchanged."""
    f.count = 2
    type_ = b.api.buffer
    f.names = [b.state(type_ + " %s", "b%d%s" % (f.number, c)) for c in "xy"]
    p, q = [b.state(type_ + " *%s", "b%d_%s" % (f.number, c)) for c in ("in", "out")]
    f.late = [Node("%s = &%s;\n%s = &%s;" % (p, f.names[0], q, f.names[1]), fixed=True)]
    f.handles = lambda: ["*" + p, "*" + q]
    f.swaps = ["{\n  %s *t = %s;\n  %s = %s;\n  %s = t;\n}" % (type_, p, p, q, q)] + (["std::swap(%s, %s);" % (p, q)] if b.cpp else [])


@piece("family", 0.8)
def swapped_in_helper(b, f):
    f.names = [b.state(b.api.buffer + " %s", "b%d%s" % (f.number, c)) for c in "xyz"[:f.count]]
    f.handles = lambda: f.names
    def make():
        name = b.own("SWAP")
        b.top("#define %s(T, a, b) \\\n  do {             \\\n    T t_ = (a);    \\\n    (a) = (b);     \\\n    (b) = t_;      \\\n  } while (0)" % name)
        return name
    f.swaps = ["%s(%s, %s, %s);" % (b.shared("SWAP", make), b.api.buffer, f.names[0], f.names[1])]


@piece("family", 0.7)
def rotated(b, f):
    """Three buffers, each of which takes the next one's place."""
    f.count = 3
    f.names = [b.state(b.api.buffer + " %s", "b%d%s" % (f.number, c)) for c in "xyz"]
    f.handles = lambda: f.names
    x, y, z = f.names
    f.swaps = ["{\n  %s t = %s;\n  %s = %s;\n  %s = %s;\n  %s = t;\n}" % (b.api.buffer, x, x, y, y, z, z)]


@piece("family", 0.7)
def index_in_variables(b, f):
    """Two indices that are exchanged."""
    f.count = 2
    stem = b.state("%s %%s[2]" % b.api.buffer, "b%d" % f.number)
    now, then = b.state("int %s", "b%d_now" % f.number, "0"), b.state("int %s", "b%d_next" % f.number, "1")
    f.names = ["%s[%d]" % (stem, i) for i in range(2)]
    f.handles = lambda: ["%s[%s]" % (stem, now), "%s[%s]" % (stem, then)]
    f.swaps = ["{\n  int t = %s;\n  %s = %s;\n  %s = t;\n}" % (now, now, then, then), "%s = 1 - %s;\n%s = 1 - %s;" % (now, now, then, then)]


@piece("family", 0.8, c=0)
def buffers_in_container(b, f):
    kind = b.rng.choice(["array", "vector"])
    b.include(kind, "algorithm")
    type_ = b.api.buffer
    stem = b.state("std::array<%s, %d> %%s" % (type_, f.count) if kind == "array" else "std::vector<%s> %%s" % type_, "b%d" % f.number)
    if kind == "vector":
        b.program.before.append(Node("%s.resize(%d);" % (stem, f.count), fixed=True))
    f.names = ["%s[%d]" % (stem, i) for i in range(f.count)]
    f.handles = lambda: f.names
    b.swaps_of(f)


@piece("family", 0.7, c=0)
def buffer_pair(b, f):
    b.include("utility")
    f.count = 2
    stem = b.state("std::pair<%s, %s> %%s" % (b.api.buffer, b.api.buffer), "b%d" % f.number)
    f.names = [stem + ".first", stem + ".second"]
    f.handles = lambda: f.names
    f.swaps = ["std::swap(%s, %s);" % tuple(f.names)]


@piece("family", 0.8, c=0)
def ping_pong_class(b, f):
    """A class that has two buffers and knows which is the current one."""
    f.count = 2
    type_ = b.api.buffer
    def make():
        name = b.own("PingPong")
        b.top("class %s {\n  int cur_ = 0;\n\npublic:\n  %s buf[2];\n  %s &front() { return buf[cur_]; }\n  %s &back() { return buf[1 - cur_]; }\n"
              "  void flip() { cur_ = 1 - cur_; }\n};" % (name, type_, type_, type_))
        return name
    stem = b.state(b.shared("PingPong", make) + " %s", "b%d" % f.number)
    f.names = ["%s.buf[%d]" % (stem, i) for i in range(2)]
    f.handles = lambda: [stem + ".front()", stem + ".back()"]
    f.swaps = [stem + ".flip();"]


@piece("family", 0.6, c=0)
def references_to_buffers(b, f):
    """Handles by references, in a function of its own only."""
    if b.mode != "local":
        return plain(b, f)
    f.names = [b.state(b.api.buffer + " %s", "b%d%s" % (f.number, c)) for c in "xyz"[:f.count]]
    refs = ["b%d_ref%s" % (f.number, c) for c in "xyz"[:f.count]]
    f.late = [Node("auto &%s = %s;" % (r, n), fixed=True) for r, n in zip(refs, f.names)]
    f.handles = lambda: refs
    f.swaps = ["std::swap(%s, %s);" % (refs[0], refs[1])]
    b.include("utility")


def plain(b, f):
    f.names = [b.state(b.api.buffer + " %s", "b%d%s" % (f.number, c)) for c in "xyz"[:f.count]]
    f.handles = lambda: f.names
    b.swaps_of(f)


# ---- variables

@piece("variable", 1)
def in_struct(b, name, type_, init):
    text = b.state("struct { %s x; char pad; } %%s" % host_name(b.rng, type_), name)
    b.program.before.append(Node("%s.x = %s;" % (text, init), fixed=True))
    return text + ".x"


@piece("variable", 1)
def in_array(b, name, type_, init):
    text = b.state("%s %%s[2]" % host_name(b.rng, type_), name)
    b.program.before.append(Node("%s[0] = %s;\n%s[1] = 0;" % (text, init, text), fixed=True))
    return "%s[%d]" % (text, 0)


@piece("variable", 1)
def static_variable(b, name, type_, init):
    """Of the function, or of the file."""
    if b.mode == "local":
        return b.state("static %s %%s" % host_name(b.rng, type_), name, init)
    n = "%s_s%s" % (b.prefix, name)
    b.top("static %s %s = %s;" % (host_name(b.rng, type_), n, init), fixed=True)
    return n


@piece("variable", 0.8)
def global_variable(b, name, type_, init):
    """With external linkage."""
    n = "%s_g%s" % (b.prefix, name)
    b.top("%s %s = %s;" % (host_name(b.rng, type_), n, init), fixed=True)
    return n


@piece("variable", 0.8)
def by_pointer(b, name, type_, init):
    host = host_name(b.rng, type_)
    cell = b.state(host + " %s", name + "_cell", init)
    p = b.state(host + " *%s", name)
    b.program.before.append(Node("%s = &%s;" % (p, cell), fixed=True))
    return "(*%s)" % p


@piece("variable", 0.5)
def on_the_heap(b, name, type_, init):
    host = host_name(b.rng, type_)
    p = b.state(host + " *%s", name)
    b.program.before.append(Node("%s = (%s *)malloc(sizeof(%s));\n*%s = %s;" % (p, host, host, p, init), fixed=True))
    return "(*%s)" % p


@piece("variable", 0.3, refused="PST1005")
def in_union(b, name, type_, init):
    text = b.state("union { %s x; char bytes[8]; } %%s" % host_name(b.rng, type_), name)
    b.program.before.append(Node("%s.x = %s;" % (text, init), fixed=True))
    return text + ".x"


@piece("variable", 0.4, refused="PST1003", cpp=0)
def volatile_variable(b, name, type_, init):
    return b.state("volatile %s %%s" % host_name(b.rng, type_), name, init)


@piece("variable", 0.7, c=0)
def by_reference(b, name, type_, init):
    if b.mode != "local":
        return None
    b.state(host_name(b.rng, type_) + " %s", name + "_cell", init)
    b.program.before.append(Node("auto &%s = %s_cell;" % (name, name), fixed=True))
    return name


@piece("variable", 0.6, c=0)
def in_std_array(b, name, type_, init):
    b.include("array")
    text = b.state("std::array<%s, 2> %%s" % host_name(b.rng, type_), name)
    b.program.before.append(Node("%s.fill(%s);" % (text, init), fixed=True))
    return text + "[1]"


@piece("variable", 0.6, c=0)
def in_vector(b, name, type_, init):
    b.include("vector")
    text = b.state("std::vector<%s> %%s" % host_name(b.rng, type_), name)
    b.program.before.append(Node("%s.assign(2, %s);" % (text, init), fixed=True))
    return text + "[0]"


@piece("variable", 0.5, c=0)
def in_class(b, name, type_, init):
    """A member of an object of a class of the program."""
    host = host_name(b.rng, type_)
    n = b.own("Holder")
    b.top("struct %s_base {\n  %s x = 0;\n};\nstruct %s : %s_base {\n  int other = 1;\n};" % (n, host, n, n))
    text = b.state(n + " %s", name)
    b.program.before.append(Node("%s.x = %s;" % (text, init), fixed=True))
    return text + ".x"


@piece("variable", 0.5, c=0)
def inline_variable(b, name, type_, init):
    if b.standard < 17:
        return None
    n = "%s_i%s" % (b.prefix, name)
    b.top("namespace {\ninline %s %s = %s;\n}" % (host_name(b.rng, type_), n, init), fixed=True)
    return n


@piece("variable", 0.3)
def thread_variable(b, name, type_, init):
    n = "%s_t%s" % (b.prefix, name)
    b.top("static %s %s %s = %s;" % ("thread_local" if b.cpp else "__thread", host_name(b.rng, type_), n, init), fixed=True)
    return n
