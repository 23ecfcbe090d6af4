/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Breadth first search, level by level; everything that fails goes to "fail". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <CL/cl.h>

#define TRY(expr) do { err = (expr); if (err != CL_SUCCESS) { where = __LINE__; goto fail; } } while (0)

typedef struct {
	int starting;
	int no_of_edges;
} Node;

static char *slurp(const char *name, size_t *len)
{
	FILE *fp = fopen(name, "rb");
	char *text;

	if (!fp)
		return NULL;
	fseek(fp, 0, SEEK_END);
	*len = ftell(fp);
	rewind(fp);
	text = malloc(*len + 1);
	*len = fread(text, 1, *len, fp);
	text[*len] = '\0';
	fclose(fp);
	return text;
}

static void reference(const Node *nodes, const int *edges, int *cost, int n)
{
	int *queue = malloc(sizeof(int) * n), head = 0, tail = 0, i;

	for (i = 0; i < n; i++)
		cost[i] = -1;
	cost[0] = 0;
	queue[tail++] = 0;
	while (head < tail) {
		int u = queue[head++];
		for (i = nodes[u].starting; i < nodes[u].starting + nodes[u].no_of_edges; i++)
			if (cost[edges[i]] < 0) {
				cost[edges[i]] = cost[u] + 1;
				queue[tail++] = edges[i];
			}
	}
	free(queue);
}

int main(int argc, char *argv[])
{
	int n = argc > 1 ? atoi(argv[1]) : 3000, i, levels = 0, where = 0, bad = 0, deepest = 0;
	cl_int err = CL_SUCCESS;
	cl_platform_id platform = 0;
	cl_device_id device = 0;
	cl_context context = 0;
	cl_command_queue q = 0;
	cl_program program = 0;
	cl_kernel k1 = 0, k2 = 0;
	cl_mem d_nodes = 0, d_edges = 0, d_mask = 0, d_upd = 0, d_vis = 0, d_cost = 0, d_over = 0;
	size_t len = 0, work[1], local[1] = { 64 };
	char *text = slurp("bfs_kernels.cl", &len), h_over;
	Node *nodes = malloc(n * sizeof(Node));
	int *edges = malloc(n * 3 * sizeof(int)), *cost = malloc(n * sizeof(int)), *want = malloc(n * sizeof(int));
	char *mask = calloc(n, 1), *zero = calloc(n, 1);
	unsigned seed = 7;

	for (i = 0; i < n; i++) {
		int j;
		nodes[i].starting = 3 * i;
		nodes[i].no_of_edges = 3;
		for (j = 0; j < 3; j++) {
			seed = seed * 1103515245u + 12345u;
			edges[3 * i + j] = (int)((i + 1 + (seed >> 16) % 40) % n);
		}
		cost[i] = -1;
	}
	cost[0] = 0;
	mask[0] = 1;

	TRY(clGetPlatformIDs(1, &platform, NULL));
	TRY(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
	TRY(err);
	q = clCreateCommandQueue(context, device, 0, &err);
	TRY(err);
	program = clCreateProgramWithSource(context, 1, (const char **)&text, &len, &err);
	TRY(err);
	TRY(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
	k1 = clCreateKernel(program, "expand", &err);
	TRY(err);
	k2 = clCreateKernel(program, "commit", &err);
	TRY(err);
	d_nodes = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, n * sizeof(Node), nodes, &err);
	TRY(err);
	d_edges = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 3 * n * sizeof(int), edges, &err);
	TRY(err);
	d_mask = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n, mask, &err);
	TRY(err);
	d_upd = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n, zero, &err);
	TRY(err);
	d_vis = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n, mask, &err);
	TRY(err);
	d_cost = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n * sizeof(int), cost, &err);
	TRY(err);
	d_over = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(char), NULL, &err);
	TRY(err);

	work[0] = (n + local[0] - 1) / local[0] * local[0];
	do {
		h_over = 0;
		TRY(clEnqueueWriteBuffer(q, d_over, CL_TRUE, 0, sizeof(char), &h_over, 0, NULL, NULL));
		TRY(clSetKernelArg(k1, 0, sizeof(cl_mem), &d_nodes));
		TRY(clSetKernelArg(k1, 1, sizeof(cl_mem), &d_edges));
		TRY(clSetKernelArg(k1, 2, sizeof(cl_mem), &d_mask));
		TRY(clSetKernelArg(k1, 3, sizeof(cl_mem), &d_upd));
		TRY(clSetKernelArg(k1, 4, sizeof(cl_mem), &d_vis));
		TRY(clSetKernelArg(k1, 5, sizeof(cl_mem), &d_cost));
		TRY(clSetKernelArg(k1, 6, sizeof(int), &n));
		TRY(clEnqueueNDRangeKernel(q, k1, 1, NULL, work, local, 0, NULL, NULL));
		TRY(clFinish(q));
		TRY(clSetKernelArg(k2, 0, sizeof(cl_mem), &d_mask));
		TRY(clSetKernelArg(k2, 1, sizeof(cl_mem), &d_upd));
		TRY(clSetKernelArg(k2, 2, sizeof(cl_mem), &d_vis));
		TRY(clSetKernelArg(k2, 3, sizeof(cl_mem), &d_over));
		TRY(clSetKernelArg(k2, 4, sizeof(int), &n));
		TRY(clEnqueueNDRangeKernel(q, k2, 1, NULL, work, local, 0, NULL, NULL));
		TRY(clFinish(q));
		TRY(clEnqueueReadBuffer(q, d_over, CL_TRUE, 0, sizeof(char), &h_over, 0, NULL, NULL));
		levels++;
	} while (h_over);

	TRY(clEnqueueReadBuffer(q, d_cost, CL_TRUE, 0, n * sizeof(int), cost, 0, NULL, NULL));
	reference(nodes, edges, want, n);
	for (i = 0; i < n; i++) {
		bad += cost[i] != want[i];
		if (cost[i] > deepest)
			deepest = cost[i];
	}
	printf("levels %d deepest %d wrong %d\n", levels, deepest, bad);
	goto out;
fail:
	fprintf(stderr, "bfs.c:%d: OpenCL error %d\n", where, err);
	bad = 1;
out:
	if (d_over) clReleaseMemObject(d_over);
	if (d_cost) clReleaseMemObject(d_cost);
	if (d_vis) clReleaseMemObject(d_vis);
	if (d_upd) clReleaseMemObject(d_upd);
	if (d_mask) clReleaseMemObject(d_mask);
	if (d_edges) clReleaseMemObject(d_edges);
	if (d_nodes) clReleaseMemObject(d_nodes);
	if (k2) clReleaseKernel(k2);
	if (k1) clReleaseKernel(k1);
	if (program) clReleaseProgram(program);
	if (q) clReleaseCommandQueue(q);
	if (context) clReleaseContext(context);
	free(text); free(nodes); free(edges); free(cost); free(want); free(mask); free(zero);
	return bad != 0;
}
