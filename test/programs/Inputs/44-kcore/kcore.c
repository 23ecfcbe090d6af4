/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* K-core decomposition, as a mapped counter: the host looks at the number of removed vertices through
   clEnqueueMapBuffer. 1-D work is launched as {n, 1}. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK_STATUS(status, message)                                   \
    if (status != CL_SUCCESS) {                                         \
        printf("%s\n", message);                                        \
        return 1;                                                       \
    }

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 400;
    int *row = malloc((n + 1) * sizeof(int)), *col = malloc(n * 16 * sizeof(int)), *degree = malloc(n * sizeof(int)), *core = malloc(n * sizeof(int));
    unsigned char *adj = calloc(n, n);
    unsigned s = 77;
    int v, u, m = 0, k, kept, want_core = 0, wrong = 0;
    for (v = 0; v < n; v++)
        for (k = 0; k < 1 + v % 5; k++) {
            s = s * 1103515245u + 12345u;
            u = (int)((s >> 8) % (unsigned)(v < n / 4 ? n / 4 : n));
            if (u != v) adj[v * n + u] = adj[u * n + v] = 1;
        }
    col = realloc(col, (size_t)n * n * sizeof(int));
    for (v = 0; v < n; v++) {
        row[v] = m;
        for (u = 0; u < n; u++) if (adj[v * n + u]) col[m++] = u;
        degree[v] = m - row[v];
        core[v] = -1;
    }
    row[n] = m;

    cl_int status;
    cl_platform_id platform;
    cl_device_id device;
    status = clGetPlatformIDs(1, &platform, NULL);
    CHECK_STATUS(status, "clGetPlatformIDs failed");
    status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    CHECK_STATUS(status, "clGetDeviceIDs failed");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    CHECK_STATUS(status, "clCreateContext failed");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    CHECK_STATUS(status, "clCreateCommandQueue failed");
    char text[2048]; memset(text, 0, sizeof text);
    FILE *f = fopen("kcore.cl", "r");
    if (!f || !fread(text, 1, sizeof text - 1, f)) return 1;
    fclose(f);
    const char *ptr = text;
    cl_program program = clCreateProgramWithSource(context, 1, &ptr, NULL, &status);
    CHECK_STATUS(status, "clCreateProgramWithSource failed");
    status = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    CHECK_STATUS(status, "clBuildProgram failed");
    cl_kernel peel = clCreateKernel(program, "peel", &status);
    CHECK_STATUS(status, "clCreateKernel failed");
    cl_mem d_row = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, (n + 1) * sizeof(int), row, &status);
    cl_mem d_col = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, (m + 1) * sizeof(int), col, &status);
    cl_mem d_degree = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n * sizeof(int), degree, &status);
    cl_mem d_core = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n * sizeof(int), core, &status);
    cl_mem d_removed = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL, &status);
    CHECK_STATUS(status, "clCreateBuffer failed");
    status = clSetKernelArg(peel, 0, sizeof(cl_mem), &d_row);
    status |= clSetKernelArg(peel, 1, sizeof(cl_mem), &d_col);
    status |= clSetKernelArg(peel, 2, sizeof(cl_mem), &d_degree);
    status |= clSetKernelArg(peel, 3, sizeof(cl_mem), &d_core);
    status |= clSetKernelArg(peel, 4, sizeof(int), &n);
    status |= clSetKernelArg(peel, 6, sizeof(cl_mem), &d_removed);
    CHECK_STATUS(status, "clSetKernelArg failed");

    size_t globalThreads[2] = { (size_t)n, 1 };
    int left = n, core_number = 0, weight = 0;
    while (left > 0) {
        cl_uint *mapped, zero = 0;
        int removed;
        do {
            status = clEnqueueWriteBuffer(queue, d_removed, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
            CHECK_STATUS(status, "clEnqueueWriteBuffer failed");
            status = clSetKernelArg(peel, 5, sizeof(int), &core_number);
            CHECK_STATUS(status, "clSetKernelArg failed");
            status = clEnqueueNDRangeKernel(queue, peel, 2, NULL, globalThreads, NULL, 0, NULL, NULL);
            CHECK_STATUS(status, "clEnqueueNDRangeKernel failed");
            mapped = clEnqueueMapBuffer(queue, d_removed, CL_TRUE, CL_MAP_READ, 0, sizeof(cl_uint), 0, NULL, NULL, &status);
            CHECK_STATUS(status, "clEnqueueMapBuffer failed");
            removed = (int)*mapped;
            status = clEnqueueUnmapMemObject(queue, d_removed, mapped, 0, NULL, NULL);
            CHECK_STATUS(status, "clEnqueueUnmapMemObject failed");
            left -= removed;
            weight += removed * core_number;
        } while (removed > 0 && left > 0);
        core_number++;
    }
    int *got = malloc(n * sizeof(int));
    status = clEnqueueReadBuffer(queue, d_core, CL_TRUE, 0, n * sizeof(int), got, 0, NULL, NULL);
    CHECK_STATUS(status, "clEnqueueReadBuffer failed");
    for (k = 0, kept = n; kept > 0; k++) {
        int again = 1;
        while (again) {
            again = 0;
            for (v = 0; v < n; v++)
                if (core[v] < 0 && degree[v] <= k) {
                    core[v] = k;
                    want_core = k;
                    kept--;
                    again = 1;
                    for (u = row[v]; u < row[v + 1]; u++) degree[col[u]]--;
                }
        }
    }
    for (v = 0; v < n; v++) {
        wrong += core[v] != got[v];
        weight -= core[v];
    }
    printf("deepest core %d, host %d, %d wrong, %d over\n", core_number - 1, want_core, wrong, weight);
    return wrong || weight || core_number - 1 != want_core;
}
