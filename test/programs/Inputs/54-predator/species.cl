// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prey and predators on a ring of patches; fixed point, 16 fractional bits.
typedef struct { int prey, hunters; } patch;

static int mul(int a, int b) { return (int)(((long)a * b) >> 16); }

__kernel void live(__global const patch *now, __global patch *next, const int rate)
{
    const size_t i = get_global_id(0), n = get_global_size(0);
    const patch p = now[i], l = now[(i + n - 1) % n], r = now[(i + 1) % n];
    const int meet = mul(p.prey, p.hunters) >> 3;
    next[i].prey = clamp(p.prey + mul(p.prey, rate) - meet + ((l.prey + r.prey - 2 * p.prey) >> 4), 64, 1 << 22);
    next[i].hunters = clamp(p.hunters - (p.hunters >> 4) + (meet >> 1) + ((l.hunters + r.hunters - 2 * p.hunters) >> 5), 16, 1 << 22);
}

__kernel void census(__global const patch *now, __global uint *count)
{
    const size_t i = get_global_id(0);
    atomic_add(&count[0], (uint)now[i].prey >> 8);
    atomic_add(&count[1], (uint)now[i].hunters >> 8);
    if (now[i].hunters > now[i].prey)
        atomic_inc(&count[2]);
}
