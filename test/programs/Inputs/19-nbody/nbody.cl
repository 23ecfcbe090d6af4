// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void forces(global const float4 *restrict pos, global float4 *restrict acc, int n, float eps2, local float4 *tile)
{
  int i = get_global_id(0), l = get_local_id(0), L = get_local_size(0);
  float4 a = (float4)(0.0f), p = i < n ? pos[i] : (float4)(0.0f);
  for (int base = 0; base < n; base += L) {
    tile[l] = base + l < n ? pos[base + l] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < L; j++) {
      float4 r = tile[j] - p;
      float d2 = r.x * r.x + r.y * r.y + r.z * r.z + eps2;
      float inv = 1.0f / sqrt(d2);
      float f = tile[j].w * inv * inv * inv;
      a.xyz += f * r.xyz;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) acc[i] = a;
}

kernel void drift(global float4 *pos, global float4 *vel, global const float4 *acc, float dt)
{
  int i = get_global_id(0);
  vel[i].xyz += dt * acc[i].xyz;
  pos[i].xyz += dt * vel[i].xyz;
}
