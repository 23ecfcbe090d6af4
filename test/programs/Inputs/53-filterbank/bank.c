/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Filters in the order of a score; the song ends when four partial energies fall below a limit. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include "taps.h"

#define LEN(a) (sizeof(a) / sizeof *(a))
#define BAIL_OUT(what) do { fprintf(stderr, "bank: %s (%d)\n", what, (int)rc); rc = rc ? rc : 1; goto done; } while (0)

static const int score[] = { 0, 2, 0, 1, 0, 0, 2, 0 };
static const int taps[] = { 2, 5, 3, 7, 1, 4, 11, 2 };

static cl_int play(cl_command_queue queue, cl_kernel k, const cl_mem *in, const cl_mem *out, int n, const int *tap, size_t local)
{
	size_t global = (n + local - 1) / local * local;
	cl_int rc = clSetKernelArg(k, 0, sizeof(cl_mem), in);
	rc |= clSetKernelArg(k, 1, sizeof(cl_mem), out);
	rc |= clSetKernelArg(k, 2, sizeof n, &n);
	rc |= clSetKernelArg(k, 3, sizeof *tap, tap);
	return rc ? rc : clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL);
}

static void on_host(int which, const int *in, int *out, int n, int tap)
{
	int i;
	for (i = 0; i < n; i++) {
		int l = in[(i + n - 1) % n], r = in[(i + 1) % n], v, base = i / SHUFFLE * SHUFFLE;
		switch (which) {
		case 0: v = (l + tap * in[i] + r) / (tap + 2); break;
		case 1:
			v = (tap * in[i] - l - r) / (tap - 2 > 1 ? tap - 2 : 1);
			v = v > LIMIT ? LIMIT : v < -LIMIT ? -LIMIT : v;
			break;
		default:
			v = base + (i - base + tap) % SHUFFLE;
			v = v < n ? in[v] : in[i];
		}
		out[i] = v;
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 310, i, bar = 0, bars, wrong = 0;
	int *now = malloc(n * sizeof *now), *next = malloc(n * sizeof *next), *got = malloc(n * sizeof *got);
	cl_int rc = CL_SUCCESS;
	cl_platform_id platform;
	cl_device_id device;
	cl_mem wave[2] = { NULL, NULL }, part = NULL;
	cl_kernel filter[3] = { NULL, NULL, NULL }, energies = NULL;
	cl_command_queue queue = NULL;
	cl_context context = NULL;
	cl_program program = NULL;
	cl_long energy[PARTS], total, limit = 4000L * n;
	char text[4000] = "";
	const char *source = text;
	FILE *f = fopen("bank.cl", "r");

	for (i = 0; i < n; i++) now[i] = (i * 7919) % 601 - 300;
	if (!f || !fread(text, 1, sizeof text - 1, f)) return 1;
	fclose(f);
	if ((rc = clGetPlatformIDs(1, &platform, NULL))) BAIL_OUT("platform");
	if ((rc = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))) BAIL_OUT("device");
	if (!(context = clCreateContext(NULL, 1, &device, NULL, NULL, &rc))) BAIL_OUT("context");
	if (!(queue = clCreateCommandQueue(context, device, 0, &rc))) BAIL_OUT("queue");
	if (!(program = clCreateProgramWithSource(context, 1, &source, NULL, &rc))) BAIL_OUT("source");
	if ((rc = clBuildProgram(program, 1, &device, "-I.", NULL, NULL))) BAIL_OUT("build");
	if (!(filter[0] = clCreateKernel(program, "smooth", &rc))) BAIL_OUT("smooth");
	if (!(filter[1] = clCreateKernel(program, "sharpen", &rc))) BAIL_OUT("sharpen");
	if (!(filter[2] = clCreateKernel(program, "jumble", &rc))) BAIL_OUT("jumble");
	if (!(energies = clCreateKernel(program, "energies", &rc))) BAIL_OUT("energies");
	if (!(wave[0] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n * sizeof *now, now, &rc))) BAIL_OUT("wave");
	if (!(wave[1] = clCreateBuffer(context, CL_MEM_READ_WRITE, n * sizeof *now, NULL, &rc))) BAIL_OUT("wave");
	if (!(part = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof energy, NULL, &rc))) BAIL_OUT("part");

	total = limit + 1;
	while (total > limit && bar < 200) {
		const int *tap = &taps[bar % LEN(taps)];
		const cl_mem *in = &wave[bar & 1], *out = &wave[(bar & 1) ^ 1];
		size_t sum_local = GROUP, sum_global = GROUP * PARTS;
		switch (score[bar % LEN(score)]) {
		case 0: rc = play(queue, filter[0], in, out, n, tap, 16); break;
		case 1: rc = play(queue, filter[1], in, out, n, tap, 16); break;
		default: rc = play(queue, filter[2], in, out, n, tap, SHUFFLE); break;
		}
		if (rc) BAIL_OUT("filter");
		rc = clSetKernelArg(energies, 0, sizeof(cl_mem), &wave[(bar & 1) ^ 1]);
		rc |= clSetKernelArg(energies, 1, sizeof n, &n);
		rc |= clSetKernelArg(energies, 2, sizeof part, &part);
		if (rc) BAIL_OUT("arguments");
		if ((rc = clEnqueueNDRangeKernel(queue, energies, 1, NULL, &sum_global, &sum_local, 0, NULL, NULL))) BAIL_OUT("energies");
		if ((rc = clEnqueueReadBuffer(queue, part, CL_TRUE, 0, sizeof energy, energy, 0, NULL, NULL))) BAIL_OUT("read");
		for (total = 0, i = 0; i < PARTS; i++)
			total += energy[i];
		bar++;
	}
	if ((rc = clEnqueueReadBuffer(queue, wave[bar & 1], CL_TRUE, 0, n * sizeof *got, got, 0, NULL, NULL))) BAIL_OUT("result");
	for (bars = 0, total = limit + 1; total > limit && bars < 200; bars++) {
		int *t = now;
		on_host(score[bars % LEN(score)], now, next, n, taps[bars % LEN(taps)]);
		now = next;
		next = t;
		for (total = 0, i = 0; i < n; i++) total += (cl_long)now[i] * now[i];
	}
	for (i = 0; i < n; i++) wrong += now[i] != got[i];
	printf("%d bars, energy %ld, %s\n", bar, (long)total, wrong || bars != bar ? "OUT OF TUNE" : "in tune");
	rc = wrong || bars != bar;
done:
	if (part) clReleaseMemObject(part);
	for (i = 0; i < 2; i++) if (wave[i]) clReleaseMemObject(wave[i]);
	for (i = 0; i < 3; i++) if (filter[i]) clReleaseKernel(filter[i]);
	if (energies) clReleaseKernel(energies);
	if (program) clReleaseProgram(program);
	if (queue) clReleaseCommandQueue(queue);
	if (context) clReleaseContext(context);
	return rc;
}
