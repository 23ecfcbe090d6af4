// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void fw_step(__global uint *dist, __global uint *path, const unsigned int numNodes, const unsigned int pass) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  uint direct = dist[y * numNodes + x];
  uint detour = dist[y * numNodes + pass] + dist[pass * numNodes + x];
  if (detour < direct) {
    dist[y * numNodes + x] = detour;
    path[y * numNodes + x] = pass;
  }
}
