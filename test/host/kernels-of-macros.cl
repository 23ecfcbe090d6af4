// Kernels that macros define, with helpers beside them, names that are put together, a value of the options, a macro of
// the implementation.
#define JOIN(a, b) a##b
#define NAMED(a, b) JOIN(a, b)
#define ROUND(n, half)                                                       \
  inline int NAMED(mix, n)(int v) {                                         \
    return v * half + WEIGHT;                                               \
  }                                                                         \
  __kernel void NAMED(round_, n)(__global int *a, __global const int *b) {  \
    size_t i = get_global_id(0);                                            \
    a[i] = NAMED(mix, n)(b[i]) + (int)sizeof(#n);                           \
  }

ROUND(2, 1)
ROUND(16,
      8) __kernel void plain(__global int *a, int v) { a[get_global_id(0)] += v; }

#define REVERSE(name, T)                                      \
  __kernel void name(__global T *a, __local T *tile) {        \
    size_t i = get_local_id(0), n = get_local_size(0);        \
    tile[i] = a[get_global_id(0)];                            \
    barrier(CLK_LOCAL_MEM_FENCE);                             \
    a[get_global_id(0)] = tile[n - 1 - i] ^ (T)INT_MAX;       \
  }
REVERSE(reverse, int);
