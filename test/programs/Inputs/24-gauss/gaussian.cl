// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct latLong { float lat; float lng; } LatLong;

__kernel void Fan1(__global float *m_dev, __global float *a_dev, __global float *b_dev, const int size, const int t)
{
    int globalId = get_global_id(0);
    if (globalId < size - 1 - t)
        *(m_dev + size * (globalId + t + 1) + t) = *(a_dev + size * (globalId + t + 1) + t) / *(a_dev + size * t + t);
}

__kernel void Fan2(__global float *m_dev, __global float *a_dev, __global float *b_dev, const int size, const int t)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < size - 1 - t && y < size - t) {
        a_dev[size * (x + 1 + t) + (y + t)] -= m_dev[size * (x + 1 + t) + t] * a_dev[size * t + (y + t)];
        if (y == 0)
            b_dev[x + 1 + t] -= m_dev[size * (x + 1 + t) + (y + t)] * b_dev[t];
    }
}
