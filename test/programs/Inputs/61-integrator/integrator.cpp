// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runge and Kutta: stages from a table of coefficients, arguments by a parameter pack.
#include <CL/cl.h>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

static void check(cl_int e) {
    if (e == CL_SUCCESS) return;
    std::fprintf(stderr, "OpenCL error %d\n", e);
    std::abort();
}

struct Device {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_int e;
    explicit Device(const char *file) {
        cl_platform_id p;
        cl_device_id d;
        check(clGetPlatformIDs(1, &p, nullptr));
        check(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr));
        context = clCreateContext(nullptr, 1, &d, nullptr, nullptr, &e);
        queue = clCreateCommandQueue(context, d, 0, &e);
        std::ifstream in(file);
        std::string s{std::istreambuf_iterator<char>(in), {}};
        const char *text = s.c_str();
        program = clCreateProgramWithSource(context, 1, &text, nullptr, &e);
        check(clBuildProgram(program, 1, &d, "", nullptr, nullptr));
    }
    cl_kernel kernel(const char *name) { return clCreateKernel(program, name, &e); }
    cl_mem buffer(size_t bytes, const void *init = nullptr) {
        return clCreateBuffer(context, CL_MEM_READ_WRITE | (init ? CL_MEM_COPY_HOST_PTR : 0), bytes, (void *)init, &e);
    }
};

struct Tableau {
    double c, a, b;
};

static constexpr std::array<Tableau, 4> rk4{
    {{0.0, 0.0, 1.0 / 6}, {0.5, 0.5, 1.0 / 3}, {0.5, 0.5, 1.0 / 3}, {1.0, 1.0, 1.0 / 6}}};

struct Integrator {
    Device &d;
    cl_kernel rhs, axpy, acc;
    cl_mem y, k, tmp, sum;
    size_t n;
    double t = 0;
    template <class... T> void call(cl_kernel kern, const T &...a) {
        cl_uint i = 0;
        (check(clSetKernelArg(kern, i++, sizeof(T), &a)), ...);
        check(clEnqueueNDRangeKernel(d.queue, kern, 1, nullptr, &n, nullptr, 0, nullptr, nullptr));
    }
    void step(double h) {
        int s = 0;
        for (const auto &[c, a, b] : rk4) {
            const double ts = t + c * h, ah = a * h;
            const int first = s++ == 0;
            if (first) call(rhs, y, k, ts, (int)n);
            else {
                call(axpy, y, k, tmp, ah);
                call(rhs, tmp, k, ts, (int)n);
            }
            call(acc, sum, k, b, first);
        }
        call(axpy, y, sum, tmp, h);
        std::swap(y, tmp);
        t += h;
    }
    void run(double end, double h) {
        while (t < end - 1e-12) step(std::fmin(h, end - t));
    }
};

int main() {
    const int n = 32;
    Device d("rk.cl");
    std::vector<double> y(n), got(n);
    for (int i = 0; i < n; i++) y[i] = std::cos(0.3 * i);
    Integrator in{d, d.kernel("rhs"), d.kernel("axpy3"), d.kernel("accum"), d.buffer(n * 8, y.data()),
                  d.buffer(n * 8), d.buffer(n * 8), d.buffer(n * 8), n};
    in.run(1.0, 0.03);
    check(clEnqueueReadBuffer(d.queue, in.y, CL_TRUE, 0, n * 8, got.data(), 0, nullptr, nullptr));
    double t = 0;
    std::vector<double> k(n), m(n), s(n);
    while (t < 1.0 - 1e-12) {
        double h = std::fmin(0.03, 1.0 - t);
        std::vector<double> st = y;
        for (int q = 0; q < 4; q++) {
            if (q)
                for (int i = 0; i < n; i++) st[i] = y[i] + rk4[q].a * h * k[i];
            for (int i = 0; i < n; i++) m[i] = st[(i + 1) % n] - 0.5 * st[i] + std::sin(t + rk4[q].c * h + i);
            k = m;
            for (int i = 0; i < n; i++) s[i] = (q ? s[i] : 0) + rk4[q].b * k[i];
        }
        for (int i = 0; i < n; i++) y[i] += h * s[i];
        t += h;
    }
    double bad = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        bad = std::fmax(bad, std::fabs(y[i] - got[i]));
        sum += got[i];
    }
    printf("t %.3f sum %.6f %s\n", in.t, sum, bad < 1e-9 ? "ok" : "BAD");
}
