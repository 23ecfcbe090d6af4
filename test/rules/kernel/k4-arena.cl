// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory is one arena: fast groups must not overwrite what slow items still read.
struct pair { char tag; float4 v; };
__kernel void fill(__global const int *in, __global int *out, int salt) {
  __local char tags[5];
  __local float4 v[16]; // not at a multiple of five
  __local int t[16];
  int lid = get_local_id(0), g = get_global_id(0);
  t[lid] = in[g] + salt; // at once: the group in front may still be reading
  v[lid] = (float4)(g, lid, salt, 1.0f);
  if (lid < 5)
    tags[lid] = (char)(g + salt);
  barrier(CLK_LOCAL_MEM_FENCE);
  int s = 0;
  for (int i = 0; i < (int)(sizeof(t) / sizeof(t[0])); i++)
    s = s * 3 + t[(i + lid) % 16];
  for (int i = 0; i < 200; i++) // the last reads come late
    s += t[(i + lid) & 15] ^ (lid == 15 ? i : 0);
  float4 w = v[15 - lid];
  out[g] = s + (int)(w.x + w.y) + tags[lid % sizeof tags] + (int)sizeof(v) + (int)sizeof(*v);
}
__kernel void wide(__global int *a, __local char *bytes, __local float4 *v, __local int *t, int n) {
  int lid = get_local_id(0), g = get_global_id(0);
  __local struct pair p[2];
  bytes[lid] = (char)a[g];
  t[n - 1 - lid] = a[g];
  v[lid] = (float4)((float)(a[g] & 255));
  if (lid < 2) {
    p[lid].tag = (char)lid;
    p[lid].v = (float4)(g);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  a[g] = t[lid] + bytes[n - 1 - lid] + (int)v[(lid + 1) % n].z + (int)p[lid & 1].v.y + p[1].tag;
}
