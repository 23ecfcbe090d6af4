# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a host program spells OpenCL: the C API, or the classes of CL/opencl.hpp."""


class CApi:
    header = "random_program.h"
    buffer, kernel, program = "cl_mem", "cl_kernel", "cl_program"
    finish, flush = "clFinish(q);", "clFlush(q);"

    def make_kernel(self, program, name):
        return 'clCreateKernel(%s, "%s", NULL)' % (program, name)

    def make_buffer(self, text):
        return text

    def set_arg(self, kernel, index, size, variable):
        return "clSetKernelArg(%s, %d, %s, &%s)" % (kernel, index, size, variable)

    def set_local(self, kernel, index, size):
        return "clSetKernelArg(%s, %d, %s, NULL);" % (kernel, index, size)

    def launch(self, kernel, dims, offset, size, local):
        """Sizes are names of arrays, or of variables if there is one dimension; None: NULL."""
        names = [("&" if dims == 1 else "") + n if n else "NULL" for n in (offset, size, local)]
        return "clEnqueueNDRangeKernel(q, %s, %d, %s, 0, NULL, NULL)" % (kernel, dims, ", ".join(names))

    def read(self, buffer, blocking, offset, size, variable):
        return "clEnqueueReadBuffer(q, %s, %s, %s, %s, &%s, 0, NULL, NULL)" % (buffer, blocking, offset, size,
                                                                             variable)

    def write(self, buffer, offset, size, variable):
        return "clEnqueueWriteBuffer(q, %s, CL_TRUE, %s, %s, &%s, 0, NULL, NULL)" % (buffer, offset, size, variable)

    def fill(self, buffer, variable, offset, size):
        return "clEnqueueFillBuffer(q, %s, &%s, sizeof %s, %s, %s, 0, NULL, NULL)" % (
            buffer, variable, variable, offset, size)

    def copy(self, source, target, offset, to, size):
        return "clEnqueueCopyBuffer(q, %s, %s, %s, %s, %s, 0, NULL, NULL)" % (source, target, offset, to, size)

    def fire(self, name):
        """A helper that launches over one dimension, with or without a local size."""
        return ("static void %s(cl_kernel k, size_t g, const size_t *l) {\n"
                "  clEnqueueNDRangeKernel(q, k, 1, NULL, &g, l, 0, NULL, NULL);\n}" % name)

    def handle(self, buffer):
        return buffer

    def releases(self, buffers, kernels, program):
        return ["clReleaseMemObject(%s);" % b for b in buffers] + \
            ["clReleaseKernel(%s);" % k for k in kernels] + ["clReleaseProgram(%s);" % program]


class CppApi(CApi):
    header = "random_program.hpp"
    buffer, kernel, program = "cl::Buffer", "cl::Kernel", "cl::Program"
    finish, flush = "queue.finish();", "queue.flush();"

    def make_kernel(self, program, name):
        return 'cl::Kernel(%s, "%s")' % (program, name)

    def make_buffer(self, text):
        return "cl::Buffer(%s)" % text

    def set_arg(self, kernel, index, size, variable):
        return "%s.setArg(%d, %s)" % (kernel, index, variable)

    def set_local(self, kernel, index, size):
        return "%s.setArg(%d, cl::Local(%s));" % (kernel, index, size)

    def range_of(self, dims, name):
        if not name:
            return "cl::NullRange"
        return "cl::NDRange(%s)" % (name if dims == 1 else ", ".join("%s[%d]" % (name, d) for d in range(dims)))

    def launch(self, kernel, dims, offset, size, local):
        return "queue.enqueueNDRangeKernel(%s, %s)" % (kernel, ", ".join(self.range_of(dims, n) for n in (offset, size, local)))

    def read(self, buffer, blocking, offset, size, variable):
        return "queue.enqueueReadBuffer(%s, %s, %s, %s, &%s)" % (buffer, blocking, offset, size, variable)

    def write(self, buffer, offset, size, variable):
        return "queue.enqueueWriteBuffer(%s, CL_TRUE, %s, %s, &%s)" % (buffer, offset, size, variable)

    def fill(self, buffer, variable, offset, size):
        return "queue.enqueueFillBuffer(%s, %s, %s, %s)" % (buffer, variable, offset, size)

    def copy(self, source, target, offset, to, size):
        return "queue.enqueueCopyBuffer(%s, %s, %s, %s, %s)" % (source, target, offset, to, size)

    def fire(self, name):
        return ("static void %s(cl::Kernel &k, size_t g, const size_t *l) {\n"
                "  queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(g), l ? cl::NDRange(*l) : cl::NullRange);\n}"
                % name)

    def handle(self, buffer):
        return buffer + "()"

    def releases(self, buffers, kernels, program):
        return []
