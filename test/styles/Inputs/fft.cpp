// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

typedef std::complex<float> cf;

static cl_context g_ctx;
static cl_command_queue g_q;
static cl_kernel g_fft;

// Returns the buffer that holds the spectrum.
static cl_mem transform(cl_mem in, cl_mem out, int n)
{
    cl_mem a = in, b = out;
    const size_t half = n >> 1;
    for (int p = 1; p <= (n >> 1); p <<= 1)
    {
        cl_int st = 0;
        st |= clSetKernelArg(g_fft, 0, sizeof(a), &a);
        st |= clSetKernelArg(g_fft, 1, sizeof(b), &b);
        st |= clSetKernelArg(g_fft, 2, sizeof(p), &p);
        st |= clEnqueueNDRangeKernel(g_q, g_fft, 1, 0, &half, 0, 0, 0, 0);
        assert(st == CL_SUCCESS);
        cl_mem c = a; a = b; b = c;
    }
    return a;
}

int main(int argc, char **argv)
{
    int logn = argc > 1 ? atoi(argv[1]) : 8, n = 1 << logn, rc = 0;
    cl_platform_id p; cl_device_id d;
    clGetPlatformIDs(1, &p, 0); clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0);
    g_ctx = clCreateContext(0, 1, &d, 0, 0, 0);
    g_q = clCreateCommandQueue(g_ctx, d, 0, 0);
    std::ostringstream os; os << std::ifstream("fft.cl").rdbuf();
    std::string s = os.str(); const char *cs = s.c_str();
    cl_program pr = clCreateProgramWithSource(g_ctx, 1, &cs, 0, 0);
    rc = clBuildProgram(pr, 0, 0, "-cl-std=CL1.2", 0, 0); assert(!rc);
    g_fft = clCreateKernel(pr, "fftRadix2Kernel", 0);
    std::vector<cf> x(n), X(n);
    for (int i = 0; i < n; ++i) x[i] = cf(std::sin(i * 0.3f) + (i % 3), (i % 5) * 0.5f);
    cl_mem m1 = clCreateBuffer(g_ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(cf), &x[0], 0);
    cl_mem m2 = clCreateBuffer(g_ctx, CL_MEM_READ_WRITE, n * sizeof(cf), 0, 0);
    for (int rep = 0; rep < 3; ++rep) {
        clEnqueueWriteBuffer(g_q, m1, CL_TRUE, 0, n * sizeof(cf), &x[0], 0, 0, 0);
        cl_mem r = transform(m1, m2, n);
        clEnqueueReadBuffer(g_q, r, CL_TRUE, 0, n * sizeof(cf), &X[0], 0, 0, 0);
    }
    double worst = 0;
    for (int k = 0; k < n; ++k) {
        std::complex<double> s = 0;
        for (int i = 0; i < n; ++i) s += std::complex<double>(x[i]) * std::polar(1.0, -2 * M_PI * i * k / n);
        worst = std::max(worst, std::abs(s - std::complex<double>(X[k])));
    }
    printf("fft %d: %s\n", n, worst < 1e-2 * logn + 1e-3 ? "ok" : "WRONG");
    return worst < 1e-2 * logn + 1e-3 ? 0 : 1;
}
