// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct {
	int starting;
	int no_of_edges;
} Node;

__kernel void expand(__global const Node *nodes, __global const int *edges,
                     __global char *mask, __global char *updating,
                     __global char *visited, __global int *cost, int n)
{
	int tid = get_global_id(0);
	if (tid < n && mask[tid]) {
		mask[tid] = false;
		for (int i = nodes[tid].starting;
		     i < nodes[tid].starting + nodes[tid].no_of_edges; i++) {
			int id = edges[i];
			if (!visited[id]) {
				cost[id] = cost[tid] + 1;
				updating[id] = true;
			}
		}
	}
}

__kernel void commit(__global char *mask, __global char *updating,
                     __global char *visited, __global char *over, int n)
{
	int tid = get_global_id(0);
	if (tid < n && updating[tid]) {
		mask[tid] = true;
		visited[tid] = true;
		*over = true;
		updating[tid] = false;
	}
}
