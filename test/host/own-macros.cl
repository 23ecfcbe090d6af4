// They stay defined.
__kernel void smooth(__global const float *a, __global float *b, int n) {
#define at get_global_id(0)
#define half_ 0.5f
#define left a[at - 1]
#define right a[at + 1]
#define sum (left + right)
  if (at > 0 && at < n - 1)
    b[at] = half_ * sum;
}

// One has two values, and none at the end. The body of another names it.
__kernel void scale(__global float *a, __global const float *b, int n) {
#define FACTOR 0.5f
#define BY(x) ((x) * FACTOR)
  int i = get_global_id(0);
  float old = i < n ? a[i] : 0;
  old += BY(0.01f);
#undef FACTOR
#define FACTOR 2.0f
  old = BY(old * 0.49f);
#undef FACTOR
#undef BY
  if (i < n)
    a[i] = old + b[i] * 0.001f;
}

// What a copy changes stands in their bodies: ids, barriers, local memory and returns.
__kernel void tiles(__global const float *a, __global float *b, int n) {
#define lane get_local_id(0)
#define wide get_local_size(0)
#define meet barrier(CLK_LOCAL_MEM_FENCE)
#define here tile[lane]
  __local float tile[64];
  here = get_global_id(0) < n ? a[get_global_id(0)] : 0;
  meet;
  float next = tile[(lane + 1) % wide];
  meet;
  here = next * 0.5f + here * 0.5f;
  meet;
#define quit return
  if (get_global_id(0) >= n)
    quit;
  b[get_global_id(0)] = tile[wide - 1 - lane];
#undef quit
#undef here
#undef meet
}

// Under conditions.
__kernel void guarded(__global const float *a, __global float *b, int n) {
#define STEP 1
#if STEP == 1
#define NEAR(i) a[(i + 1) % n]
#else
#define NEAR(i) a[i]
#endif
  size_t i = get_global_id(0);
#undef STEP
#define STEP 2
  if (i < n)
    b[i] = NEAR(i) + STEP * 0.25f;
#undef NEAR
#undef STEP
}

#ifdef TWICE
#undef half_
#define half_ 0.25f
#endif

#ifdef BEFORE
#define WEIGHT 0.5f
__kernel void late(__global const float *a, __global float *b, int n) {
  size_t i = get_global_id(0);
  float first = i < n ? a[i] * WEIGHT : 0;
#undef WEIGHT
#define WEIGHT 0.25f
  if (i < n)
    b[i] = first + WEIGHT;
}
#endif
