/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
** The sieve of Eratosthenes. The next prime is read back from a moving place
** of a table, and decides the size of the next launch.
*/
#include <stdio.h>
#include <stdlib.h>
#include <CL/cl.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

static void usage(const char *me) { fprintf(stderr, "usage: %s [LIMIT]\n", me); exit(64); }

int main(int argc, char *argv[])
{
    cl_uint limit = 5000, prime = 2, slot = 0, i, j;
    size_t work, one = 1;
    cl_int e;
    if (argc > 2) usage(argv[0]);
    if (argc == 2) limit = (cl_uint)strtoul(argv[1], NULL, 0);
    unsigned char *mine = calloc(limit + 2, 1), *theirs = calloc(limit + 2, 1);
    char *code = calloc(1, 2048);
    FILE *f = fopen("sieve.cl", "rt");
    if (!f || !fread(code, 1, 2047, f)) usage(argv[0]);
    fclose(f);
    cl_platform_id platform; clGetPlatformIDs(1, &platform, NULL);
    cl_device_id device; clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
    cl_command_queue cmds = clCreateCommandQueue(context, device, 0, &e);
    cl_program prg = clCreateProgramWithSource(context, 1, (const char **)&code, NULL, &e);
    e = clBuildProgram(prg, 0, NULL, NULL, NULL, NULL);
    if (e) return 1;
    cl_kernel strike = clCreateKernel(prg, "strike", &e);
    cl_kernel next = clCreateKernel(prg, "next_prime", &e);
    cl_mem comp = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, limit + 2, mine, &e);
    cl_mem table = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096 * sizeof(cl_uint), NULL, &e);
    e  = clSetKernelArg(strike, 0, sizeof comp, &comp);
    e |= clSetKernelArg(strike, 2, sizeof limit, &limit);
    e |= clSetKernelArg(next, 0, sizeof comp, &comp);
    e |= clSetKernelArg(next, 2, sizeof limit, &limit);
    e |= clSetKernelArg(next, 3, sizeof table, &table);
    if (e != CL_SUCCESS) return 1;
    while ((cl_ulong)prime * prime <= limit) {
        work = MAX(1u, CEIL_DIV(limit - prime * prime + 1, prime));
        clSetKernelArg(strike, 1, sizeof prime, &prime);
        e = clEnqueueNDRangeKernel(cmds, strike, 1, NULL, &work, NULL, 0, NULL, NULL);
        if (e != CL_SUCCESS) break;
        clSetKernelArg(next, 1, sizeof prime, &prime);
        clSetKernelArg(next, 4, sizeof slot, &slot);
        e = clEnqueueNDRangeKernel(cmds, next, 1, NULL, &one, &one, 0, NULL, NULL);
        if (e != CL_SUCCESS) break;
        e = clEnqueueReadBuffer(cmds, table, CL_TRUE, slot * sizeof prime, sizeof prime, &prime, 0, NULL, NULL);
        if (e != CL_SUCCESS) break;
        slot++;
    }
    if (e != CL_SUCCESS) { fprintf(stderr, "error %d\n", e); return 1; }
    clEnqueueReadBuffer(cmds, comp, CL_TRUE, 0, limit + 1, mine, 0, NULL, NULL);
    cl_uint expected = 0, count = 0, bad = 0;
    for (i = 2; i <= limit; i++) {
        if (!theirs[i]) {
            if ((cl_ulong)i * i <= limit) expected++;
            for (j = i; (cl_ulong)i * j <= limit; j++) theirs[i * j] = 1;
            count++;
        }
        bad += mine[i] != theirs[i];
    }
    printf("%u primes up to %u, %u passes, next %u, %u bad\n", count, limit, slot, prime, bad);
    return bad || slot != expected;
}
