// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void flux(global const float3 *cell, global float3 *next, float dt, int width)
{
    int x = get_global_id(0), y = get_global_id(1), height = get_global_size(1);
    int l = (x + width - 1) % width, r = (x + 1) % width, u = (y + height - 1) % height, d = (y + 1) % height;
    float3 c = cell[y * width + x], L = cell[y * width + l], R = cell[y * width + r], U = cell[u * width + x], D = cell[d * width + x];
    float3 mean = 0.25f * (L + R + U + D);
    float dh = 0.5f * ((R.y - L.y) + (D.z - U.z));
    next[y * width + x] = (float3)(mean.x - dt * dh, mean.y - dt * 0.5f * 9.81f * (R.x - L.x), mean.z - dt * 0.5f * 9.81f * (D.x - U.x)) + 0.0f * c;
}

kernel void deepest(global const float3 *cell, int count, global float *out, local float *part)
{
    int l = get_local_id(0), n = get_local_size(0);
    float best = 0.0f;
    for (int i = l; i < count; i += n) best = fmax(best, fabs(cell[i].x));
    part[l] = best;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (n /= 2; n > 0; n /= 2) {
        if (l < n) part[l] = fmax(part[l], part[l + n]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) *out = part[0];
}
