// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define IX(x, y, z) (((z) * ny + (y)) * nx + (x))
__kernel void heat3d(__global const float *restrict in, __global float *restrict out, int nx, int ny, int nz, float k)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    const float c = in[IX(x, y, z)];
    const float w = x > 0 ? in[IX(x - 1, y, z)] : c, e = x < nx - 1 ? in[IX(x + 1, y, z)] : c;
    const float s = y > 0 ? in[IX(x, y - 1, z)] : c, n = y < ny - 1 ? in[IX(x, y + 1, z)] : c;
    const float b = z > 0 ? in[IX(x, y, z - 1)] : c, t = z < nz - 1 ? in[IX(x, y, z + 1)] : c;
    out[IX(x, y, z)] = c + k * (w + e + s + n + b + t - 6.0f * c);
}
