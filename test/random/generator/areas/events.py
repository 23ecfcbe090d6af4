# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Events, waits, queues and other calls that order commands or ask about them."""
from ..pieces import piece
from ..tree import Node
from .core import launching


def c_api(b):
    return b.api.buffer == "cl_mem"


def one_dimensional(b):
    """(kernel handle, statements that declare g and l, text of sizes) of a launch over one dimension."""
    kernels = [k for k in b.kernels if k.dims == 1]
    if not kernels:
        return None
    kernel = b.rng.choice(kernels)
    g, l = b.fresh("g"), b.fresh("l")
    if kernel.local:
        chosen = b.rng.choice(kernel.local)
        lines = ["size_t %s = %d, %s = %d;" % (g, (b.count + chosen - 1) // chosen * chosen, l, chosen)]
        return b.handles[kernel.name], lines, "&%s, &%s" % (g, l)
    return b.handles[kernel.name], ["size_t %s = %d;" % (g, b.count)], "&%s, NULL" % g


def launch_text(handle, sizes, waits="0, NULL", event="NULL"):
    return "clEnqueueNDRangeKernel(q, %s, 1, NULL, %s, %s, %s)" % (handle, sizes, waits, event)


@piece("statement", 2)
def chain(b):
    """A command waits for the one before it."""
    found = one_dimensional(b)
    if not c_api(b) or not found:
        return None
    handle, lines, sizes = found
    type_, buffer, _ = b.some_buffer()
    e = b.fresh("ev")
    lines.insert(0, "cl_event %s[2] = {NULL, NULL};" % e)
    host = "long long word%s = 0;" % e
    lines.insert(1, host)
    lines.append(b.call(launch_text(handle, sizes, event="&%s[0]" % e)))
    lines.append(b.call("clEnqueueReadBuffer(q, %s, CL_TRUE, 0, %s, &word%s, 1, &%s[0], &%s[1])" % (buffer, b.sized(type_), e, e, e)))
    lines.append("clReleaseEvent(%s[0]);\nclReleaseEvent(%s[1]);\n(void)word%s;" % (e, e, e))
    return launching("{\n  %s\n}" % "\n".join(lines).replace("\n", "\n  "))


@piece("statement", 1)
def kept_event(b):
    """An event of the program, of the last launch of a kind."""
    found = one_dimensional(b)
    if not c_api(b) or not found:
        return None
    handle, lines, sizes = found
    e = b.shared("kept", lambda: b.state("cl_event %s", "last_event", "NULL"))
    b.shared("kept end", lambda: b.ending.append(Node("if (%s) {\n  clWaitForEvents(1, &%s);\n  clReleaseEvent(%s);\n  %s = NULL;\n}" % (
        e, e, e, e), fixed=True)) or True)
    lines.append("if (%s)\n  clReleaseEvent(%s);" % (e, e))
    lines.append(b.call(launch_text(handle, sizes, event="&" + e)))
    return launching("{\n  %s\n}" % "\n".join(lines).replace("\n", "\n  "))


@piece("statement", 1)
def barrier_or_marker(b):
    if not c_api(b):
        return Node(b.rng.choice(["queue.enqueueBarrierWithWaitList();", "queue.enqueueMarkerWithWaitList();"]))
    return Node(b.call(b.rng.choice(["clEnqueueBarrierWithWaitList(q, 0, NULL, NULL)", "clEnqueueMarkerWithWaitList(q, 0, NULL, NULL)"])))


@piece("statement", 1.5)
def event_of_read(b):
    """A read that does not block, waited for by its event."""
    if not c_api(b):
        return None
    families = [f for f in b.families if any(v[1] == f.type for v in b.variables)]
    if not families:
        return None
    family = b.rng.choice(families)
    name = b.rng.choice([v[0] for v in b.variables if v[1] == family.type])
    e = b.fresh("ev")
    return Node("{\n  cl_event %s = NULL;\n  %s\n  %s\n  clReleaseEvent(%s);\n}" % (
        e, b.call("clEnqueueReadBuffer(q, %s, CL_FALSE, 0, %s, &%s, 0, NULL, &%s)" % (b.rng.choice(family.handles()), b.sized(family.type), name, e)
                  ).replace("\n", "\n  "), b.call("clWaitForEvents(1, &%s)" % e).replace("\n", "\n  "), e))


@piece("statement", 0.6, refused="PST1013")
def event_status(b):
    found = one_dimensional(b)
    if not c_api(b) or not found:
        return None
    handle, lines, sizes = found
    e = b.fresh("ev")
    lines = ["cl_event %s = NULL;" % e, "cl_int state = 0;"] + lines + [
        b.call(launch_text(handle, sizes, event="&" + e)), "clFinish(q);",
        "clGetEventInfo(%s, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);" % e,
        'printf(" state %%d", (int)state);\nclReleaseEvent(%s);' % e]
    return launching("{\n  %s\n}" % "\n".join(lines).replace("\n", "\n  "))


@piece("statement", 0.6, refused="PST1008")
def user_event(b):
    if not c_api(b):
        return None
    e = b.fresh("ue")
    return Node("{\n  cl_event %s = clCreateUserEvent(context, NULL);\n  clSetUserEventStatus(%s, CL_COMPLETE);\n  clReleaseEvent(%s);\n}" % (e, e, e))


@piece("statement", 0.6, refused="PST1015")
def second_queue(b):
    """Another queue, waited for before and after."""
    found = one_dimensional(b)
    if not c_api(b) or not found:
        return None
    handle, lines, sizes = found
    def make():
        name = b.state("cl_command_queue %s", "side_queue")
        b.program.before.append(Node("%s = clCreateCommandQueue(context, device, 0, NULL);" % name, fixed=True))
        return name
    q = b.shared("side queue", make)
    lines += ["clFinish(q);", b.call(launch_text(handle, sizes).replace("(q,", "(%s," % q)), "clFinish(%s);" % q]
    return launching("{\n  %s\n}" % "\n".join(lines).replace("\n", "\n  "))


@piece("before", 1)
def own_queue(b):
    """A queue of the program, in order, with or without profiling: not used in the loop."""
    if not c_api(b):
        return []
    return [Node("{\n  cl_command_queue other = clCreateCommandQueue(context, device, %s, NULL);\n  clFinish(other);\n  clReleaseCommandQueue(other);\n}" %
                 b.rng.choice(["0", "CL_QUEUE_PROFILING_ENABLE"]))]


@piece("before", 1)
def questions(b):
    """What programs ask before they begin."""
    kernel = b.handles[b.rng.choice(b.kernels).name]
    if not c_api(b):
        return [Node("(void)%s.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(cl::Device(device));" % kernel)]
    return [Node("{\n  size_t most = 0;\n  cl_uint units = 0;\n  clGetKernelWorkGroupInfo(%s, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL);\n"
                 "  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);\n  if (most == 0 || units == 0)\n    exit(6);\n}" % kernel)]


@piece("before", 1)
def warm_up(b):
    """Launches before the loop."""
    return [Node(b.enqueue(b.rng.choice(b.kernels), allow_reject=False)), Node(b.api.finish)]


@piece("before", 0.7)
def second_context(b):
    """A context, queue and buffer that have nothing to do with the loop."""
    if not c_api(b):
        return []
    return [Node("{\n  cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);\n  cl_mem scratch = clCreateBuffer(other, CL_MEM_READ_ONLY, 64, NULL, NULL);\n"
                 "  clReleaseMemObject(scratch);\n  clReleaseContext(other);\n}")]


@piece("before", 0.7)
def callbacks(b):
    """A function that the implementation calls when an event ends: before the loop."""
    if not c_api(b):
        return []
    name = b.own("ended")
    b.top("static int %s_count;\nstatic void CL_CALLBACK %s(cl_event event, cl_int status, void *data) {\n  (void)event;\n  (void)data;\n"
          "  if (status == CL_COMPLETE)\n    %s_count++;\n}" % (name, name, name))
    return [Node("{\n  cl_event e;\n  cl_uint zero = 0;\n  clEnqueueFillBuffer(q, %s, &zero, sizeof zero, 0, 4, 0, NULL, &e);\n"
                 "  clSetEventCallback(e, CL_COMPLETE, %s, NULL);\n  clWaitForEvents(1, &e);\n  clReleaseEvent(e);\n}" % (b.counts, name))]


@piece("before", 0.7)
def retained(b):
    """One more reference to a kernel and a buffer."""
    if not c_api(b):
        return []
    kernel = b.handles[b.rng.choice(b.kernels).name]
    return [Node("clRetainKernel(%s);\nclRetainMemObject(%s);\nclReleaseMemObject(%s);\nclReleaseKernel(%s);" % (kernel, b.counts, b.counts, kernel))]


@piece("after", 1)
def argument_info(b):
    """What can be asked of a kernel after the loop."""
    if not c_api(b):
        return []
    kernel = b.handles[b.rng.choice(b.kernels).name]
    return [Node("{\n  cl_uint args = 0;\n  clGetKernelInfo(%s, CL_KERNEL_NUM_ARGS, sizeof args, &args, NULL);\n  printf(\" %%u args\", args);\n}" % kernel)]


@piece("after", 1)
def another_loop(b):
    """A second loop that launches."""
    i = b.fresh("i")
    kernel = b.rng.choice(b.kernels)
    with b.inside(in_loop=True, leave="", values=b.all_state() + [(i, "int")]):
        body = [Node(b.enqueue(kernel, allow_reject=False))]
    return [Node("{\n  int %s;\n  for (%s = 0; %s < 3; %s++) {" % (i, i, i, i), body, "  }\n}")]


@piece("after", 1)
def printed_result(b):
    return [Node('printf(" result %%d", (int)(%s & 0xffff));' % b.expr.integer(1))]
