# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of two host files and a header: helpers, variables, launches and the loop itself in the other file."""
from ..pieces import piece
from ..tree import Node
from ..values import host_name
from .values_c import called, inner


def far(b, key, result, name, parameters, lines):
    """A function that is declared in the header and defined in the other file."""
    def make():
        b.program.shared.append(Node("%s %s(%s);" % (result, name, parameters), fixed=True))
        b.program.other.append(Node("%s %s(%s) {\n  %s\n}" % (result, name, parameters, lines.replace("\n", "\n  ")), fixed=True))
        return name
    return b.shared(key, make)


@piece("value", 1.5)
def far_function(b, e, depth):
    if b.files < 2:
        return None
    return called(b, e, depth, far(b, "far", "int", b.prefix + "_far", "int x, int y", b.rng.choice([
        "return (int)(%s & 0xffff);" % inner(b).integer(), "int r = 0;\nwhile (x > 0 && r < 20) {\n  x /= 2;\n  r += y & 3;\n}\nreturn r;"])))


@piece("value", 1)
def header_function(b, e, depth):
    if b.files < 2:
        return None
    def make():
        name = b.own("inl")
        b.program.shared.append(Node("static %sint %s(int x, int y) {\n  return x %% 7 + y %% 5;\n}" % ("inline " if b.cpp or b.standard > 89 else "", name), fixed=True))
        return name
    return called(b, e, depth, b.shared("header function", make))


@piece("value", 0.7)
def header_constant(b, e, depth):
    if b.files < 2:
        return None
    def make():
        name = b.own("HDR")
        b.program.shared.append(Node(b.rng.choice(["#define %s 17", "static const int %s = 21;", "enum { %s = 9 };"]) % name, fixed=True))
        return name
    return b.shared("header constant", make)


@piece("variable", 2)
def far_variable(b, name, type_, init):
    if b.files < 2:
        return None
    host, text = host_name(b.rng, type_), "%s_far_%s" % (b.prefix, name)
    b.program.shared.append(Node("extern %s %s;" % (host, text), fixed=True))
    b.program.other.append(Node("%s %s = %s;" % (host, text, init), fixed=True))
    return text


@piece("launch", 2)
def far_launch(b, l):
    if b.files < 2 or b.api.buffer != "cl_mem":
        return None
    name = far(b, "far launch", "cl_int", b.prefix + "_far_run", "cl_kernel k, cl_uint dims, const size_t *g, const size_t *l",
               "return clEnqueueNDRangeKernel(q, k, dims, NULL, g, l, 0, NULL, NULL);")
    return None if l.offset else b.call("%s(%s, %d, %s, %s)" % (name, l.handle, l.dims, l.address(l.size), l.address(l.local)))


@piece("check", 1.5)
def far_check(b, call):
    if b.files < 2 or b.rejects:
        return None
    name = far(b, "far check", "void", b.prefix + "_far_check", "cl_int err, const char *file, int line",
               "if (err != CL_SUCCESS) {\n  fprintf(stderr, \"%s:%d: %d\\n\", file, line, (int)err);\n  exit(1);\n}")
    return "%s(%s, __FILE__, __LINE__);" % (name, call)


@piece("statement", 1)
def far_print(b):
    if b.files < 2:
        return None
    b.include("cstdio" if b.cpp else "stdio.h")
    name = far(b, "far print", "void", b.prefix + "_far_print", "const char *what, long x", "printf(\"%s: %ld\\n\", what, x);")
    return Node('%s("value", (long)(%s & 0xffff));' % (name, b.expr.integer(1)))


@piece("place", 5)
def loop_in_other_file(b):
    """All that the loop uses is external, and the function with the loop stands in the other file."""
    if b.files < 2 or b.mode != "file":
        return None
    b.leave = "return"
    b.program.split = True

    def put(loop):
        return [Node(b.method(loop, stem="solve") + ";", fixed=True)]
    return put
