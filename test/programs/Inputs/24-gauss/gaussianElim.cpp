// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clutils.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

void ForwardSub(float *a, float *b, float *m, int size, int timing)
{
    cl_program gaussianElim_program = cl_compileProgram("gaussian.cl");
    cl_int status = 0;
    cl_kernel fan1_kernel = clCreateKernel(gaussianElim_program, "Fan1", &status);
    cl_errChk(status, "Error Creating Fan1 kernel", true);
    cl_kernel fan2_kernel = clCreateKernel(gaussianElim_program, "Fan2", &status);
    cl_errChk(status, "Error Creating Fan2 kernel", true);

    cl_mem a_dev, b_dev, m_dev;
    cl_int error = 0;
    a_dev = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * size * size, NULL, &error);
    b_dev = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * size, NULL, &error);
    m_dev = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * size * size, NULL, &error);

    cl_event writeEvent, kernelEvent, readEvent;
    double writeTime = 0, readTime = 0, kernelTime = 0;
    error = clEnqueueWriteBuffer(command_queue, a_dev, 1, 0, sizeof(float) * size * size, a, 0, NULL, &writeEvent);
    cl_errChk(error, "ERROR copying a", true);
    if (timing) writeTime += eventTime(writeEvent, command_queue);
    clReleaseEvent(writeEvent);
    error = clEnqueueWriteBuffer(command_queue, b_dev, 1, 0, sizeof(float) * size, b, 0, NULL, NULL);
    error = clEnqueueWriteBuffer(command_queue, m_dev, 1, 0, sizeof(float) * size * size, m, 0, NULL, NULL);
    cl_errChk(error, "ERROR copying", true);

    size_t globalWorksizeFan1[1], globalWorksizeFan2[2];
    globalWorksizeFan1[0] = size;
    globalWorksizeFan2[0] = size;
    globalWorksizeFan2[1] = size;

    for (int t = 0; t < (size - 1); t++) {
        cl_int argchk;
        argchk = clSetKernelArg(fan1_kernel, 0, sizeof(cl_mem), (void *)&m_dev);
        argchk |= clSetKernelArg(fan1_kernel, 1, sizeof(cl_mem), (void *)&a_dev);
        argchk |= clSetKernelArg(fan1_kernel, 2, sizeof(cl_mem), (void *)&b_dev);
        argchk |= clSetKernelArg(fan1_kernel, 3, sizeof(int), (void *)&size);
        argchk |= clSetKernelArg(fan1_kernel, 4, sizeof(int), (void *)&t);
        cl_errChk(argchk, "ERROR in Setting Fan1 kernel args", true);
        error = clEnqueueNDRangeKernel(command_queue, fan1_kernel, 1, 0, globalWorksizeFan1, NULL, 0, NULL, &kernelEvent);
        cl_errChk(error, "ERROR in Executing Fan1 Kernel", true);
        if (timing) {
            kernelTime += eventTime(kernelEvent, command_queue);
        }
        clReleaseEvent(kernelEvent);

        argchk = clSetKernelArg(fan2_kernel, 0, sizeof(cl_mem), (void *)&m_dev);
        argchk |= clSetKernelArg(fan2_kernel, 1, sizeof(cl_mem), (void *)&a_dev);
        argchk |= clSetKernelArg(fan2_kernel, 2, sizeof(cl_mem), (void *)&b_dev);
        argchk |= clSetKernelArg(fan2_kernel, 3, sizeof(int), (void *)&size);
        argchk |= clSetKernelArg(fan2_kernel, 4, sizeof(int), (void *)&t);
        cl_errChk(argchk, "ERROR in Setting Fan2 kernel args", true);
        error = clEnqueueNDRangeKernel(command_queue, fan2_kernel, 2, 0, globalWorksizeFan2, NULL, 0, NULL, &kernelEvent);
        cl_errChk(error, "ERROR in Executing Fan1 Kernel", true);
        if (timing) {
            kernelTime += eventTime(kernelEvent, command_queue);
        }
        clReleaseEvent(kernelEvent);
    }
    error = clEnqueueReadBuffer(command_queue, a_dev, 1, 0, sizeof(float) * size * size, a, 0, NULL, &readEvent);
    cl_errChk(error, "ERROR with clEnqueueReadBuffer", true);
    if (timing) readTime += eventTime(readEvent, command_queue);
    clReleaseEvent(readEvent);
    error = clEnqueueReadBuffer(command_queue, b_dev, 1, 0, sizeof(float) * size, b, 0, NULL, NULL);
    cl_errChk(error, "ERROR with clEnqueueReadBuffer", true);
    printf("kernels %stimed\n", kernelTime > 0 ? "" : "not ");
    if (timing)
        fprintf(stderr, "write %g s, kernels %g s, read %g s\n", writeTime, kernelTime, readTime);
}

int main(int argc, char *argv[])
{
    int size = argc > 1 ? atoi(argv[1]) : 40, timing = argc > 2;
    std::vector<float> a(size * size), b(size), m(size * size, 0.0f), x(size);
    for (int i = 0; i < size; i++) {
        b[i] = 1.0f + i % 3;
        for (int j = 0; j < size; j++)
            a[i * size + j] = 10.0f * std::exp(-0.05f * std::abs(i - j));
    }
    std::vector<float> a0(a), b0(b);
    cl_init();
    ForwardSub(a.data(), b.data(), m.data(), size, timing);
    for (int i = size - 1; i >= 0; i--) {
        double s = b[i];
        for (int j = i + 1; j < size; j++)
            s -= a[i * size + j] * x[j];
        x[i] = s / a[i * size + i];
    }
    double worst = 0;
    for (int i = 0; i < size; i++) {
        double s = -b0[i];
        for (int j = 0; j < size; j++)
            s += double(a0[i * size + j]) * x[j];
        worst = std::fmax(worst, std::fabs(s));
    }
    printf("size %d: %s\n", size, worst < 1e-2 ? "solved" : "NOT SOLVED");
    return worst < 1e-2 ? 0 : 1;
}
