# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How programs launch, and what they do about the status of a call."""
from ..pieces import piece


def inside_call(b, l):
    return b.api.launch(l.handle, l.dims, l.offset, l.size, l.local)


@piece("launch", 2)
def fire_helper(b, l):
    """A helper for one dimension, with or without a local size."""
    if l.dims != 1 or l.offset:
        return None
    def make():
        name = b.own("fire")
        b.top(b.api.fire(name))
        return name
    return "%s(%s, %s, %s);" % (b.shared("fire", make), l.handle, l.size, l.address(l.local))


@piece("launch", 1.5)
def helper_with_queue(b, l):
    """A helper that gets queue, kernel and sizes of any dimension, and gives the status."""
    def make():
        name = b.own("run")
        if b.api.buffer == "cl_mem":
            b.top("static cl_int %s(cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *offset, const size_t *global, "
                  "const size_t *local) {\n  cl_int err = clEnqueueNDRangeKernel(queue, kernel, dims, offset, global, local, 0, NULL, NULL);\n"
                  "  if (err != CL_SUCCESS)\n    fprintf(stderr, \"launch failed: %%d\\n\", (int)err);\n  return err;\n}" % name)
        else:
            b.top("static cl_int %s(cl::CommandQueue &queue, const cl::Kernel &kernel, cl::NDRange global, cl::NDRange local) {\n"
                  "  return queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);\n}" % name)
        return name
    name = b.shared("run helper", make)
    if b.api.buffer == "cl_mem":
        return b.call("%s(q, %s, %d, %s, %s, %s)" % (name, l.handle, l.dims, l.address(l.offset), l.address(l.size), l.address(l.local)))
    if l.offset:
        return None
    return b.call("%s(queue, %s, %s, %s)" % (name, l.handle, b.api.range_of(l.dims, l.size), b.api.range_of(l.dims, l.local)))


@piece("launch", 1)
def launch_macro(b, l):
    if b.api.buffer != "cl_mem":
        return None
    def make():
        name = b.own("LAUNCH")
        b.top("#define %s(k, d, o, g, l) \\\n  clEnqueueNDRangeKernel(q, (k), (d), (o), (g), (l), 0, NULL, NULL)" % name)
        return name
    return b.call("%s(%s, %d, %s, %s, %s)" % (b.shared("LAUNCH", make), l.handle, l.dims, l.address(l.offset), l.address(l.size), l.address(l.local)))


@piece("launch", 1)
def sizes_by_pointer(b, l):
    """Sizes behind a pointer to const."""
    if b.api.buffer != "cl_mem":
        return None
    p = b.fresh("sizes")
    return "const size_t *%s = %s;\n%s" % (p, l.address(l.size), b.call("clEnqueueNDRangeKernel(q, %s, %d, %s, %s, %s, 0, NULL, NULL)" % (
        l.handle, l.dims, l.address(l.offset), p, l.address(l.local))))


@piece("launch", 1)
def local_or_null(b, l):
    if b.api.buffer != "cl_mem" or not l.local or l.kernel.local:
        return None
    return b.call("clEnqueueNDRangeKernel(q, %s, %d, %s, %s, %s > 3 ? %s : NULL, 0, NULL, NULL)" % (
        l.handle, l.dims, l.address(l.offset), l.address(l.size), b.it, l.address(l.local)))


@piece("launch", 1)
def finished(b, l):
    return "%s\n%s" % (b.call(inside_call(b, l)), b.api.finish)


@piece("launch", 0.8)
def queue_alias(b, l):
    if b.api.buffer != "cl_mem":
        return None
    name = b.fresh("cq")
    return "cl_command_queue %s = q;\n%s" % (name, b.call("clEnqueueNDRangeKernel(%s, %s, %d, %s, %s, %s, 0, NULL, NULL)" % (
        name, l.handle, l.dims, l.address(l.offset), l.address(l.size), l.address(l.local))))


@piece("launch", 0.7)
def launch_twice(b, l):
    i = b.fresh("i")
    return "int %s;\nfor (%s = 0; %s < 2; %s++) {\n  %s\n}" % (i, i, i, i, b.call(inside_call(b, l)).replace("\n", "\n  "))


@piece("launch", 1)
def with_event(b, l):
    """Waited for and released."""
    e = b.fresh("ev")
    if b.api.buffer == "cl_mem":
        call = inside_call(b, l)[:-len("NULL)")] + "&%s)" % e
        return "cl_event %s = NULL;\n%s\n%s\n%s" % (e, b.call(call), b.call("clWaitForEvents(1, &%s)" % e), b.rng.choice(
            ["clReleaseEvent(%s);" % e, b.call("clReleaseEvent(%s)" % e)]))
    return "cl::Event %s;\n%s\n%s.wait();" % (e, b.call(inside_call(b, l)[:-1] + ", nullptr, &%s)" % e), e)


@piece("launch", 1, c=0)
def lambda_launch(b, l):
    f = b.fresh("launch")
    return "auto %s = [&] { return %s; };\n%s" % (f, inside_call(b, l), b.call(f + "()"))


@piece("launch", 0.8, c=0)
def template_launch(b, l):
    if b.api.buffer != "cl_mem":
        return None
    def make():
        name = b.own("launch")
        b.top("template <int Dims> static inline cl_int %s(cl_kernel k, const size_t (&global)[Dims], const size_t *local = nullptr) {\n"
              "  return clEnqueueNDRangeKernel(q, k, Dims, nullptr, global, local, 0, nullptr, nullptr);\n}" % name)
        return name
    if l.dims == 1 or l.offset:
        return None
    return b.call("%s(%s, %s%s)" % (b.shared("template launch", make), l.handle, l.size, ", " + l.local if l.local else ""))


@piece("launch", 0.8, c=0)
def launcher_object(b, l):
    """An object that knows queue and kernel."""
    if b.api.buffer != "cl_mem" or l.dims != 1 or l.offset:
        return None
    def make():
        name = b.own("Launcher")
        b.top("class %s {\n  cl_command_queue queue_;\n  cl_kernel kernel_;\n\npublic:\n  %s(cl_command_queue queue, cl_kernel kernel) : queue_(queue), kernel_(kernel) {}\n"
              "  cl_int operator()(size_t global, size_t local = 0) const {\n    return clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &global, local ? &local : nullptr, 0, nullptr, nullptr);\n  }\n};" % (name, name))
        return name
    return b.call("%s(q, %s)(%s%s)" % (b.shared("Launcher", make), l.handle, l.size, ", " + l.local if l.local else ""))


# ---- the status of a call

@piece("check", 1.5)
def tested_in_if(b, call):
    if b.rejects:
        return None
    return b.rng.choice(['if (%s != CL_SUCCESS) {\n  fprintf(stderr, "error\\n");\n  exit(7);\n}', "if (%s)\n  exit(7);",
                         'if (%s != CL_SUCCESS)\n  puts("failed");']) % call


@piece("check", 1)
def err_in_condition(b, call):
    if b.rejects:
        return None
    name = b.shared("status", lambda: b.state("cl_int %s", "status", "CL_SUCCESS"))
    return "if ((%s = %s) != CL_SUCCESS)\n  exit(7);" % (name, call)


@piece("check", 1.5)
def check_function(b, call):
    if b.rejects:
        return None
    def make():
        name = b.own("check")
        b.top("static void %s(cl_int err, const char *what) {\n  if (err != CL_SUCCESS) {\n    fprintf(stderr, \"%%s: error %%d\\n\", what, (int)err);\n"
              "    exit(1);\n  }\n}" % name)
        return name
    return '%s(%s, "%s");' % (b.shared("check function", make), call, b.rng.choice(["call", "set", "launch"]))


@piece("check", 1)
def names_of_errors(b, call):
    """Errors are told by their names."""
    if b.rejects:
        return None
    def make():
        name = b.own("ok")
        b.top("static const char *%s_name(cl_int err) {\n  switch (err) {\n  case CL_INVALID_VALUE:\n    return \"CL_INVALID_VALUE\";\n"
              "  case CL_OUT_OF_RESOURCES:\n    return \"CL_OUT_OF_RESOURCES\";\n  default:\n    return \"unknown\";\n  }\n}\n"
              "#define %s(call)                                                     \\\n  do {                                                               \\\n"
              "    cl_int err_ = (call);                                            \\\n    if (err_ != CL_SUCCESS) {                                        \\\n"
              "      fprintf(stderr, \"%%s:%%d: %%s\\n\", __FILE__, __LINE__, %s_name(err_)); \\\n      exit(1);                                                       \\\n"
              "    }                                                                \\\n  } while (0)" % (name, name, name))
        return name
    return "%s(%s);" % (b.shared("ok macro", make), call)


@piece("check", 0.7)
def summed_status(b, call):
    name = b.shared("status", lambda: b.state("cl_int %s", "status", "CL_SUCCESS"))
    return "%s |= %s;" % (name, call)


@piece("check", 0.5)
def asserted(b, call):
    if b.rejects:
        return None
    b.include("cassert" if b.cpp else "assert.h")
    name = b.shared("status", lambda: b.state("cl_int %s", "status", "CL_SUCCESS"))
    return "%s = %s;\nassert(%s == CL_SUCCESS);" % (name, call, name)


@piece("check", 0.7)
def ignored(b, call):
    return "(void)%s;" % call


@piece("check", 1, c=0)
def thrown(b, call):
    if b.rejects:
        return None
    b.include("stdexcept", "string")
    def make():
        name = b.own("must")
        b.top("static void %s(cl_int err) {\n  if (err != CL_SUCCESS)\n    throw std::runtime_error(\"OpenCL error \" + std::to_string(err));\n}" % name)
        return name
    return "%s(%s);" % (b.shared("must", make), call)


@piece("check", 0.6, c=0)
def exception_class(b, call):
    if b.rejects:
        return None
    b.include("stdexcept")
    def make():
        name = b.own("Error")
        b.top("struct %s : std::exception {\n  cl_int code;\n  explicit %s(cl_int c) : code(c) {}\n"
              "  const char *what() const noexcept override { return \"OpenCL\"; }\n};" % (name, name))
        return name
    return "if (cl_int e = %s)\n  throw %s(e);" % (call, b.shared("Error class", make))
