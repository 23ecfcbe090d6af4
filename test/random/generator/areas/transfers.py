# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transfers beyond the plain ones: sub-buffers, rectangles, maps, scratch buffers, failing calls."""
from ..pieces import piece
from ..tree import Node
from ..values import host_name


def c_api(b):
    return b.api.buffer == "cl_mem"


@piece("statement", 1.5)
def offset_read(b):
    """A read whose place is computed."""
    ints = [v for v in b.variables if any(f.type == v[1] for f in b.families)]
    if not ints:
        return None
    name, type_ = b.rng.choice(ints)
    family = b.rng.choice([f for f in b.families if f.type == type_])
    size = b.sized(type_)
    return Node(b.call(b.api.read(b.rng.choice(family.handles()), "CL_TRUE", "%s * %s" % (b.expr.small(b.count), size), size, name)))


@piece("statement", 1)
def read_pair(b):
    """Two counters at once, to an array."""
    ints = b.int_variables()
    if not ints:
        return None
    a, name = b.fresh("two"), b.rng.choice(ints)[0]
    text = b.api.read(b.counts, "CL_TRUE", "0", "sizeof(%s)" % a, "@").replace("&@", a)
    return Node("{\n  cl_int %s[2];\n  %s\n  %s = (%s[0] ^ %s[1]) & 0xfff;\n}" % (a, b.call(text).replace("\n", "\n  "), name, a, a))


@piece("statement", 1.5)
def reset_counts(b):
    """The counters go back to zero."""
    z = b.fresh("zero")
    return Node("{\n  %scl_uint %s[4] = {0, 0, 0, 0};\n  %s\n}" % (b.rng.choice(["", "const ", "static "]), z, b.call(b.api.write(
        b.counts, "0", "sizeof(%s)" % z, "@").replace("&@", z)).replace("\n", "\n  ")))


@piece("statement", 1)
def fill_pattern(b):
    """A pattern of several bytes."""
    if not c_api(b) or b.count < 16:
        return None
    _, handle, _ = b.some_buffer()
    p = b.fresh("pattern")
    return Node("{\n  cl_uchar %s[4] = {1, 2, 3, 4};\n  %s\n}" % (p, b.call(
        "clEnqueueFillBuffer(q, %s, %s, sizeof(%s), 4, 8, 0, NULL, NULL)" % (handle, p, p)).replace("\n", "\n  ")))


@piece("statement", 1, refused="PST1008")
def mapped(b):
    if not c_api(b):
        return None
    ints = b.int_variables()
    if not ints:
        return None
    p, name = b.fresh("map"), b.rng.choice(ints)[0]
    return Node("{\n  cl_uint *%s = (cl_uint *)clEnqueueMapBuffer(q, %s, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, NULL);\n  %s = *%s & 0xfff;\n"
                "  clEnqueueUnmapMemObject(q, %s, %s, 0, NULL, NULL);\n}" % (p, b.counts, name, p, b.counts, p))


@piece("statement", 0.7, refused="PST1008")
def rectangle(b):
    if not c_api(b):
        return None
    r = b.fresh("rect")
    return Node("{\n  size_t o[3] = {0, 0, 0}, r[3] = {4, 2, 1};\n  cl_uint %s[2] = {0, 0};\n  %s\n  (void)%s;\n}" % (r, b.call(
        "clEnqueueReadBufferRect(q, %s, CL_TRUE, o, o, r, 8, 0, 4, 0, %s, 0, NULL, NULL)" % (b.counts, r)).replace("\n", "\n  "), r))


@piece("statement", 0.7)
def migrated(b):
    if not c_api(b):
        return None
    m = b.fresh("m")
    _, handle, _ = b.some_buffer()
    return Node("{\n  cl_mem %s = %s;\n  clEnqueueMigrateMemObjects(q, 1, &%s, 0, 0, NULL, NULL);\n}" % (m, handle, m))


@piece("statement", 1)
def scratch_buffer(b):
    """A buffer that a trip makes, writes, copies from and releases."""
    if not c_api(b):
        return None
    family = b.rng.choice(b.families)
    size, s = b.sized(family.type), b.fresh("scratch")
    source, target = b.rng.sample(family.handles(), 2)
    return Node("{\n  cl_mem %s = clCreateBuffer(context, CL_MEM_READ_WRITE, %d * %s, NULL, NULL);\n  %s\n  %s\n  clReleaseMemObject(%s);\n}" % (
        s, b.count, size, b.call(b.api.copy(source, s, "0", "0", "%d * %s" % (b.count, size))).replace("\n", "\n  "),
        b.call(b.api.copy(s, target, "0", "0", "%d * %s" % (b.count, size))).replace("\n", "\n  "), s))


@piece("statement", 1)
def made_kernel(b):
    """A kernel that is made for each launch."""
    if not c_api(b) or b.mode == "class":
        return None
    from .core import launching
    candidates = [k for k in b.kernels if k.dims == 1 and not k.local and all(p.kind in ("buffer", "size", "scalar", "flag", "count") for p in k.params)]
    if not candidates:
        return None
    kernel = b.rng.choice(candidates)
    program = b.shared("kept program", lambda: b.state("cl_program %s", "kept_program"))
    b.shared("kept program set", lambda: b.program.before.append(Node("%s = program;" % program, fixed=True)) or True)
    k, g = b.fresh("made"), b.fresh("g")
    saved = b.handles[kernel.name]
    b.handles[kernel.name] = k
    first = b.first_arguments(kernel).parts[0]
    b.handles[kernel.name] = saved
    return launching("{\n  cl_kernel %s = clCreateKernel(%s, \"%s\", NULL);\n  size_t %s = %d;\n  %s\n  %s\n  clReleaseKernel(%s);\n}" % (
        k, program, kernel.name, g, b.count, first.replace("\n", "\n  "),
        b.call(b.api.launch(k, 1, None, g, None)).replace("\n", "\n  "), k))


@piece("statement", 0.8)
def failing_call(b):
    """A call that OpenCL refuses, on some trips."""
    if not c_api(b):
        return None
    s = b.fresh("bad")
    type_, handle, count = b.some_buffer()
    call = b.rng.choice(["clEnqueueReadBuffer(q, %s, CL_TRUE, %d * %s + %s, sizeof(cl_uint), &%s_word, 0, NULL, NULL)" % (
        handle, count, b.sized(type_), b.expr.small(3), s)])
    return Node("if (%s == 99) {\n  cl_uint %s_word = 0;\n  cl_int %s = %s;\n  printf(\" %%d\", (int)%s);\n}" % (b.it, s, s, call, s))


@piece("statement", 0.5)
def failing_argument(b):
    """An argument that the kernel does not have: the status is printed."""
    if not c_api(b):
        return None
    return Node("if (%s == 99)\n  printf(\" %%d\", (int)clSetKernelArg(%s, 40, 4, &%s));" % (
        b.it, b.handles[b.kernels[0].name], b.it)) if b.rng.random() < 0.5 else None


@piece("before", 1.5)
def sub_buffer(b):
    """The counters are part of another buffer."""
    if not c_api(b):
        return []
    parent, region = b.fresh("parent"), b.fresh("region")
    set_again = [b.set_arg(k, i, "cl_mem", b.counts) for k in b.kernels for i, p in enumerate(k.params) if p.kind == "count"]
    return [Node("{\n  cl_buffer_region %s = {4096, 16};\n  cl_mem %s = buffer_of(4, 2048, 'z', 0);\n  clReleaseMemObject(%s);\n"
                 "  %s = clCreateSubBuffer(%s, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &%s, NULL);\n  clReleaseMemObject(%s);\n}\n%s" % (
                     region, parent, b.counts, b.counts, parent, region, parent, "\n".join(set_again)), fixed=True)]


@piece("before", 1)
def flags_of_buffers(b):
    """The counters with other flags."""
    if not c_api(b):
        return []
    flags = b.rng.choice(["CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR", "CL_MEM_COPY_HOST_PTR", "CL_MEM_USE_HOST_PTR"])
    cells = b.own("cells")
    b.top("static cl_uint %s[1024] __attribute__((aligned(4096)));" % cells)
    set_again = [b.set_arg(k, i, "cl_mem", b.counts) for k in b.kernels for i, p in enumerate(k.params) if p.kind == "count"]
    return [Node("clReleaseMemObject(%s);\n%s = clCreateBuffer(context, %s, 16, %s, NULL);\n%s" % (
        b.counts, b.counts, flags, cells, "\n".join(set_again)), fixed=True)]


@piece("before", 1)
def mapped_before(b):
    """The host fills a buffer that it maps."""
    if not c_api(b):
        return []
    type_, handle, count = b.rng.choice([(f.type, f.names[0], b.count) for f in b.families])
    host, p = host_name(b.rng, type_), b.fresh("map")
    return [Node("{\n  %s *%s = (%s *)clEnqueueMapBuffer(q, %s, CL_TRUE, CL_MAP_WRITE, 0, %d * sizeof(%s), 0, NULL, NULL, NULL);\n  %s[0] = 3;\n"
                 "  clEnqueueUnmapMemObject(q, %s, %s, 0, NULL, NULL);\n}" % (host, p, host, handle, count, host, p, handle, p))]
