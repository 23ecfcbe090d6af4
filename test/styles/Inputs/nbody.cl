// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void integrate_bodies(__global const float4 *restrict pos, __global float4 *restrict vel,
                               __global float4 *restrict newPos, unsigned int count, float dt, float eps2,
                               __local float4 *cache) {
  unsigned int me = get_global_id(0), lid = get_local_id(0), width = get_local_size(0);
  float4 p = pos[min(me, count - 1)];
  float3 acc = (float3)(0.0f, 0.0f, 0.0f);
  for (unsigned int tile = 0; tile < count; tile += width) {
    cache[lid] = tile + lid < count ? pos[tile + lid] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    unsigned int most = min(width, count - tile);
    for (unsigned int j = 0; j < most; ++j) {
      float3 d = cache[j].xyz - p.xyz;
      float inv = rsqrt(dot(d, d) + eps2);
      acc += d * (cache[j].w * inv * inv * inv);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (me < count) {
    float4 v = vel[me];
    v.xyz += acc * dt;
    p.xyz += v.xyz * dt;
    vel[me] = v;
    newPos[me] = p;
  }
}
