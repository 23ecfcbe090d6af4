// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scan of block sums of block sums: the levels are sub-buffers of one buffer.
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#define CL_OK(e) \
    if (cl_int r_ = (e)) { \
        std::fprintf(stderr, "%d: %d\n", __LINE__, r_); \
        std::exit(1); \
    }

struct Scanner {
    static constexpr int WG = 8;
    cl_command_queue q;
    cl_kernel scan, add;
    std::vector<cl_mem> level;
    std::vector<int> count;
    Scanner(cl_context c, cl_command_queue q, cl_program p, int n) : q(q) {
        cl_int e;
        scan = clCreateKernel(p, "block_scan", &e);
        CL_OK(e);
        add = clCreateKernel(p, "add_base", &e);
        CL_OK(e);
        int total = 0, m = n;
        std::vector<int> start;
        while (true) {
            start.push_back(total);
            count.push_back(m);
            total += (m + 31) / 32 * 32;
            if (m == 1) break;
            m = (m + WG - 1) / WG;
        }
        cl_mem all = clCreateBuffer(c, CL_MEM_READ_WRITE, total * sizeof(int), nullptr, &e);
        CL_OK(e);
        for (size_t i = 0; i < count.size(); i++) {
            cl_buffer_region r = {start[i] * sizeof(int), (size_t)count[i] * sizeof(int)};
            level.push_back(clCreateSubBuffer(all, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &r, &e));
            CL_OK(e);
        }
    }
    void operator()() {
        const size_t local = WG;
        const int top = (int)level.size() - 1;
        for (int l = 0; l < top; l++) {
            size_t global = ((count[l] + WG - 1) / WG) * WG;
            CL_OK(clSetKernelArg(scan, 0, sizeof(cl_mem), &level[l]));
            CL_OK(clSetKernelArg(scan, 1, sizeof(cl_mem), &level[l + 1]));
            CL_OK(clSetKernelArg(scan, 2, sizeof(int), &count[l]));
            CL_OK(clSetKernelArg(scan, 3, WG * sizeof(int), nullptr));
            CL_OK(clEnqueueNDRangeKernel(q, scan, 1, nullptr, &global, &local, 0, nullptr, nullptr));
        }
        for (int l = top - 2; l >= 0; l--) {
            size_t global = ((count[l] + WG - 1) / WG) * WG;
            CL_OK(clSetKernelArg(add, 0, sizeof(cl_mem), &level[l]));
            CL_OK(clSetKernelArg(add, 1, sizeof(cl_mem), &level[l + 1]));
            CL_OK(clSetKernelArg(add, 2, sizeof(int), &count[l]));
            CL_OK(clEnqueueNDRangeKernel(q, add, 1, nullptr, &global, &local, 0, nullptr, nullptr));
        }
    }
};

int main() {
    cl_platform_id p;
    cl_device_id d;
    cl_int e;
    CL_OK(clGetPlatformIDs(1, &p, 0));
    CL_OK(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0));
    cl_context c = clCreateContext(0, 1, &d, 0, 0, &e);
    cl_command_queue q = clCreateCommandQueue(c, d, 0, &e);
    std::ifstream f("scan.cl");
    std::string s((std::istreambuf_iterator<char>(f)), std::istreambuf_iterator<char>());
    const char *t = s.c_str();
    cl_program pr = clCreateProgramWithSource(c, 1, &t, 0, &e);
    CL_OK(clBuildProgram(pr, 1, &d, "", 0, 0));
    const int n = 1000;
    std::vector<int> h(n), r(n);
    for (int i = 0; i < n; i++) h[i] = i * 13 % 17 - 5;
    Scanner sc(c, q, pr, n);
    CL_OK(clEnqueueWriteBuffer(q, sc.level[0], CL_TRUE, 0, n * 4, h.data(), 0, 0, 0));
    sc();
    CL_OK(clEnqueueReadBuffer(q, sc.level[0], CL_TRUE, 0, n * 4, r.data(), 0, 0, 0));
    int run = 0;
    bool ok = true;
    for (int i = 0; i < n; i++) {
        run += h[i];
        ok &= run == r[i];
    }
    std::printf("%d levels, total %d %s\n", (int)sc.level.size(), r[n - 1], ok ? "ok" : "BAD");
}
