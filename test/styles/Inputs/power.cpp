// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

// Power iteration. The eigenvalue is a float that comes back; its change ends
// the loop; a last kernel uses what the loop left behind.
class PowerMethod
{
public:
    PowerMethod(unsigned n) : n(n), iterations(0), lambda(0.0f), converged(false) { init(); }
    ~PowerMethod() { release(); }
    void iterate(unsigned limit, float tolerance);
    bool check();
    void print() const { std::printf("lambda %.4f after %u iterations%s\n", lambda, iterations, converged ? "" : " (not converged)"); }
private:
    void init();
    void release();
    void runMatVec() {
        const size_t global[] = { n };
        check_(clEnqueueNDRangeKernel(queue, kMatVec, 1, NULL, global, NULL, 0, NULL, NULL));
    }
    float readBiggest() {
        float v;
        size_t one = 1;
        check_(clEnqueueNDRangeKernel(queue, kBiggest, 1, NULL, &one, NULL, 0, NULL, NULL));
        check_(clEnqueueReadBuffer(queue, bufOut, CL_TRUE, 0, sizeof(v), &v, 0, NULL, NULL));
        return v;
    }
    static void check_(cl_int rc) { if (rc) { std::fprintf(stderr, "cl %d\n", rc); std::exit(1); } }

    unsigned n, iterations;
    float lambda;
    bool converged;
    float *matrix, *vec;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kMatVec, kBiggest, kScale, kFinish;
    cl_mem bufM, bufX, bufY, bufOut, bufQ;
};

void PowerMethod::init()
{
    cl_platform_id p; cl_device_id d; cl_int rc;
    check_(clGetPlatformIDs(1, &p, NULL));
    check_(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL));
    context = clCreateContext(NULL, 1, &d, NULL, NULL, &rc); check_(rc);
    queue = clCreateCommandQueue(context, d, 0, &rc); check_(rc);
    std::string src; char line[256];
    if (FILE *f = std::fopen("power.cl", "r")) { while (std::fgets(line, sizeof line, f)) src += line; std::fclose(f); }
    const char *s = src.c_str();
    program = clCreateProgramWithSource(context, 1, &s, NULL, &rc); check_(rc);
    check_(clBuildProgram(program, 1, &d, NULL, NULL, NULL));
    kMatVec = clCreateKernel(program, "mat_vec", &rc); check_(rc);
    kBiggest = clCreateKernel(program, "biggest", &rc); check_(rc);
    kScale = clCreateKernel(program, "scale", &rc); check_(rc);
    kFinish = clCreateKernel(program, "finish", &rc); check_(rc);
    matrix = new float[n * n]; vec = new float[n];
    for (unsigned i = 0; i < n; ++i) {
        vec[i] = 1.0f;
        for (unsigned j = 0; j < n; ++j) matrix[i * n + j] = i == j ? 2.0f + (i % 4) : 1.0f / (1 + (i > j ? i - j : j - i));
    }
    bufM = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, n * n * 4, matrix, &rc); check_(rc);
    bufX = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * 4, vec, &rc); check_(rc);
    bufY = clCreateBuffer(context, CL_MEM_READ_WRITE, n * 4, NULL, &rc); check_(rc);
    bufOut = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, &rc); check_(rc);
    bufQ = clCreateBuffer(context, CL_MEM_READ_WRITE, n * 4, NULL, &rc); check_(rc);
    check_(clSetKernelArg(kMatVec, 0, sizeof(cl_mem), &bufM));
    check_(clSetKernelArg(kMatVec, 1, sizeof(cl_mem), &bufX));
    check_(clSetKernelArg(kMatVec, 2, sizeof(cl_mem), &bufY));
    check_(clSetKernelArg(kMatVec, 3, sizeof(unsigned), &n));
    check_(clSetKernelArg(kBiggest, 0, sizeof(cl_mem), &bufY));
    check_(clSetKernelArg(kBiggest, 1, sizeof(unsigned), &n));
    check_(clSetKernelArg(kBiggest, 2, sizeof(cl_mem), &bufOut));
    check_(clSetKernelArg(kScale, 0, sizeof(cl_mem), &bufY));
    check_(clSetKernelArg(kScale, 1, sizeof(cl_mem), &bufX));
}

void PowerMethod::iterate(unsigned limit, float tolerance)
{
    for (unsigned i = 0; i < limit && !converged; ++i)
    {
        runMatVec();
        float previous = lambda;
        lambda = readBiggest();
        float by = 1.0f / lambda;
        check_(clSetKernelArg(kScale, 2, sizeof(float), &by));
        const size_t global = n;
        check_(clEnqueueNDRangeKernel(queue, kScale, 1, NULL, &global, NULL, 0, NULL, NULL));
        converged = std::fabs(lambda - previous) <= tolerance;
        iterations = i + 1;
    }
    size_t quads = n / 4;
    check_(clSetKernelArg(kFinish, 0, sizeof(cl_mem), &bufX));
    check_(clSetKernelArg(kFinish, 1, sizeof(cl_mem), &bufQ));
    check_(clSetKernelArg(kFinish, 2, sizeof(float), &lambda));
    check_(clEnqueueNDRangeKernel(queue, kFinish, 1, NULL, &quads, NULL, 0, NULL, NULL));
    /* and once more with the last factor that the loop has set */
    const size_t global = n;
    check_(clEnqueueNDRangeKernel(queue, kScale, 1, NULL, &global, NULL, 0, NULL, NULL));
}

bool PowerMethod::check()
{
    float *q = new float[n], *x = new float[n], l = 0, *r = new float[n], *y = new float[n];
    clEnqueueReadBuffer(queue, bufQ, CL_TRUE, 0, n * 4, q, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, bufX, CL_TRUE, 0, n * 4, x, 0, NULL, NULL);
    for (unsigned i = 0; i < n; ++i) r[i] = 1;
    for (unsigned it = 0; it < iterations; ++it) {
        for (unsigned i = 0; i < n; ++i) { y[i] = 0; for (unsigned j = 0; j < n; ++j) y[i] += matrix[i * n + j] * r[j]; }
        l = y[0];
        for (unsigned i = 1; i < n; ++i) if (std::fabs(y[i]) > std::fabs(l)) l = y[i];
        for (unsigned i = 0; i < n; ++i) r[i] = y[i] / l;
    }
    bool good = iterations == 0 || std::fabs(l - lambda) < 1e-3f;
    for (unsigned i = 0; i < n / 4 * 4; ++i) good = good && std::fabs(q[i] - r[i] * l) < 1e-2f;
    if (iterations) for (unsigned i = 0; i < n; ++i) good = good && std::fabs(x[i] - y[i] / l) < 1e-3f;
    delete[] q; delete[] x; delete[] r; delete[] y;
    return good;
}

void PowerMethod::release()
{
    delete[] matrix; delete[] vec;
    cl_mem all[] = { bufM, bufX, bufY, bufOut, bufQ };
    for (cl_mem m : all) clReleaseMemObject(m);
}

int main(int argc, char **argv)
{
    PowerMethod pm(argc > 1 ? std::atoi(argv[1]) : 36);
    pm.iterate(argc > 2 ? std::atoi(argv[2]) : 200, 1e-4f);
    pm.print();
    bool good = pm.check();
    std::puts(good ? "ok" : "WRONG");
    return !good;
}
