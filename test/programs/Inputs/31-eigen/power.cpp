// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Power iteration; errors are returned through the C++ wrapper, not thrown.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#define RETURN_IF(e) if ((e) != CL_SUCCESS) { std::fprintf(stderr, "%s:%d: %d\n", __FILE__, __LINE__, int(e)); return 2; }

int main(int argc, char **argv)
{
    const cl_uint n = argc > 1 ? std::atoi(argv[1]) : 60;
    std::vector<double> a(n * n), x(n, 1.0 / std::sqrt(double(n)));
    for (cl_uint i = 0; i < n; ++i)
        for (cl_uint j = 0; j < n; ++j) a[i * n + j] = i == j ? 3.0 + i * 0.1 : 1.0 / (1 + (i > j ? i - j : j - i));
    cl_int err;
    cl::Context context(CL_DEVICE_TYPE_ALL, nullptr, nullptr, nullptr, &err);
    RETURN_IF(err);
    std::vector<cl::Device> devices = context.getInfo<CL_CONTEXT_DEVICES>();
    cl::CommandQueue queue(context, devices[0], 0, &err);
    RETURN_IF(err);
    std::ifstream file("power.cl");
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    cl::Program program(context, text, false, &err);
    RETURN_IF(err);
    RETURN_IF(program.build(devices));
    cl::Kernel matvec(program, "matvec", &err), squares(program, "squares", &err), scale(program, "scale", &err);
    RETURN_IF(err);
    cl::Buffer dA(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, a.size() * sizeof(double), a.data(), &err);
    cl::Buffer dX(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, x.size() * sizeof(double), x.data(), &err);
    cl::Buffer dY(context, CL_MEM_READ_WRITE, x.size() * sizeof(double), nullptr, &err);
    cl::Buffer dS(context, CL_MEM_READ_WRITE, sizeof(double), nullptr, &err);
    RETURN_IF(err);
    RETURN_IF(matvec.setArg(0, dA));
    RETURN_IF(matvec.setArg(1, dX));
    RETURN_IF(matvec.setArg(2, dY));
    RETURN_IF(matvec.setArg(3, n));
    RETURN_IF(squares.setArg(0, dY));
    RETURN_IF(squares.setArg(1, dS));
    RETURN_IF(squares.setArg(2, n));
    RETURN_IF(scale.setArg(0, dX));
    RETURN_IF(scale.setArg(1, dY));
    double lambda = 0, last = -1, sum = 0;
    int it = 0;
    do {
        last = lambda;
        RETURN_IF(queue.enqueueNDRangeKernel(matvec, cl::NullRange, cl::NDRange(n)));
        RETURN_IF(queue.enqueueNDRangeKernel(squares, cl::NullRange, cl::NDRange(32), cl::NDRange(32)));
        RETURN_IF(queue.enqueueReadBuffer(dS, CL_TRUE, 0, sizeof sum, &sum));
        lambda = std::sqrt(sum);
        RETURN_IF(scale.setArg(2, 1.0 / lambda));
        RETURN_IF(queue.enqueueNDRangeKernel(scale, cl::NullRange, cl::NDRange(n)));
        ++it;
    } while (std::fabs(lambda - last) > 1e-9 * lambda && it < 2000);
    RETURN_IF(queue.enqueueReadBuffer(dX, CL_TRUE, 0, n * sizeof(double), x.data()));
    double worst = 0;
    for (cl_uint i = 0; i < n; ++i) {
        double s = 0;
        for (cl_uint j = 0; j < n; ++j) s += a[i * n + j] * x[j];
        worst = std::fmax(worst, std::fabs(s - lambda * x[i]));
    }
    std::printf("lambda %.5f, %s\n", lambda, worst < 1e-2 ? "ok" : "no eigenvector");
    return worst < 1e-2 ? 0 : 1;
}
