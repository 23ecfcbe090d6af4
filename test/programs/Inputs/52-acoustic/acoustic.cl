// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define AT(X, Y, Z) ((X) + (nx) * ((Y) + (ny) * (Z)))

__kernel __attribute__((reqd_work_group_size(8, 4, 2)))
void pressure(__global float4 *u, __global const float4 *unused, int nx, int ny, int nz, float k)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x >= nx || y >= ny || z >= nz) return;
    float4 c = u[AT(x, y, z)];
    float d = 0.0f;
    if (x + 1 < nx) d += u[AT(x + 1, y, z)].x; 
    d -= c.x;
    if (y + 1 < ny) d += u[AT(x, y + 1, z)].y;
    d -= c.y;
    if (z + 1 < nz) d += u[AT(x, y, z + 1)].z;
    d -= c.z;
    u[AT(x, y, z)].w = c.w - k * d;
}

__kernel __attribute__((reqd_work_group_size(8, 4, 2)))
void velocity(__global float4 *u, int nx, int ny, int nz, float k)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x >= nx || y >= ny || z >= nz) return;
    float p = u[AT(x, y, z)].w;
    u[AT(x, y, z)].x -= k * (p - (x ? u[AT(x - 1, y, z)].w : 0.0f));
    u[AT(x, y, z)].y -= k * (p - (y ? u[AT(x, y - 1, z)].w : 0.0f));
    u[AT(x, y, z)].z -= k * (p - (z ? u[AT(x, y, z - 1)].w : 0.0f));
}
