// Kernels made in the loop, where their arguments, names or lives are not what a loop may have.
// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

static void set(cl_kernel k) {
  clSetKernelArg(k, 0, sizeof data, &data);
  clSetKernelArg(k, 1, sizeof flag, &flag);
}

#define ENQUEUE(k) clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL)

void unset(void) { // the first trip's kernel has them, the second's not
  for (int t = 0; t < 5; t++) {
    cl_kernel k = clCreateKernel(program, "step", NULL);
    if (t == 0)
      set(k);
    ENQUEUE(k); // expect PST1052: kernel 'step' is made in the loop, and launched on some way before its argument 'data'
    clReleaseKernel(k);
  }
}

void one_unset(void) {
  for (int t = 0; t < 5; t++) {
    cl_kernel k = clCreateKernel(program, "step", NULL);
    clSetKernelArg(k, 1, sizeof flag, &flag);
    ENQUEUE(k); // expect PST1052: argument 'data'
    clReleaseKernel(k);
  }
}

void named(const char *const *names) {
  for (int t = 0; t < 5; t++) {
    cl_kernel k = clCreateKernel(program, names[t], NULL); // expect PST1020: 'clCreateKernel'
    set(k);
    ENQUEUE(k);
    clReleaseKernel(k);
  }
}

void programs(cl_program *all) {
  for (int t = 0; t < 5; t++) {
    cl_kernel k = clCreateKernel(all[t], "step", NULL); // expect PST1017: 'all'
    set(k);
    ENQUEUE(k);
    clReleaseKernel(k);
  }
}

static cl_kernel kept;

void left(void) { // the program has the last one behind the loop
  for (int t = 0; t < 5; t++) { // expect PST1023: kernel handle 'kept' changes
    kept = clCreateKernel(program, "step", NULL);
    set(kept);
    ENQUEUE(kept);
  }
}

void left_sometimes(int n) {
  for (int t = 0; t < n; t++) { // expect PST1023: kernel handle 'kept' changes
    kept = clCreateKernel(program, "step", NULL);
    set(kept);
    ENQUEUE(kept);
    if (t & 1)
      clReleaseKernel(kept);
  }
}

int left_on_the_way(int n) {
  int stop = 0;
  for (int t = 0; t < n; t++) {
    kept = clCreateKernel(program, "step", NULL);
    set(kept);
    ENQUEUE(kept);
    read_flag(&stop);
    if (stop)
      return 1; // expect PST1023: kernel handle 'kept' changes
    clReleaseKernel(kept);
  }
  return 0;
}

void older(int n) { // the one of the trip before
  cl_kernel before = NULL;
  for (int t = 0; t < n; t++) {
    cl_kernel k = clCreateKernel(program, "step", NULL);
    set(k);
    ENQUEUE(t ? before : k); // expect PST1003: before
    before = k;
  }
}

void collected(void) {
  cl_kernel all[2];
  for (int t = 0; t < 5; t++) {
    for (int i = 0; i < 2; i++) {
      all[i] = clCreateKernel(program, "step", NULL); // expect PST1023: 'all[0]' changes
      set(all[i]);
    }
    ENQUEUE(all[0]);
    clReleaseKernel(all[0]);
    clReleaseKernel(all[1]);
  }
}

void released(void) {
  setup();
  for (int t = 0; t < 5; t++) {
    ENQUEUE(step);
    clReleaseKernel(step); // expect PST1022: 'clReleaseKernel'
  }
}

void after(void) {
  for (int t = 0; t < 5; t++) {
    cl_kernel k = clCreateKernel(program, "step", NULL);
    set(k);
    clReleaseKernel(k);
    ENQUEUE(k); // expect PST1006: which kernel 'k' is
  }
}

void changed(cl_program other) {
  cl_program from = program;
  for (int t = 0; t < 5; t++) {
    cl_kernel k = clCreateKernel(from, "step", NULL);
    set(k);
    ENQUEUE(k);
    clReleaseKernel(k);
    from = other; // expect PST1004: 'from'
  }
}

static cl_kernel pool[2];

void pooled(int n) {
  for (int t = 0; t < n; t++) {
    pool[t & 1] = clCreateKernel(program, "step", NULL); // expect PST1023: 'pool[0]' changes
    set(pool[t & 1]);
    ENQUEUE(pool[t & 1]);
    clReleaseKernel(pool[t & 1]);
  }
}

void retained(void) {
  for (int t = 0; t < 5; t++) {
    cl_kernel k = clCreateKernel(program, "step", NULL);
    set(k);
    ENQUEUE(k);
    clRetainKernel(k); // expect PST1008: clRetainKernel
    clReleaseKernel(k);
  }
}

int looked_at(void) { // released, but not null as it was in front of the loop
  cl_kernel k = NULL;
  for (int t = 0; t < 5; t++) { // expect PST1023: kernel handle 'k' changes
    k = clCreateKernel(program, "step", NULL);
    set(k);
    ENQUEUE(k);
    clReleaseKernel(k);
  }
  return k == NULL;
}

void emptied(cl_kernel other) { // what is not made is not replaced
  setup();
  for (int t = 0; t < 5; t++) {
    ENQUEUE(step);
    clSetKernelArg(other, 0, sizeof data, &data); // expect PST1006: which kernel 'other' is
    other = NULL;
  }
}

int emptied_and_looked_at(void) {
  cl_kernel k = step;
  for (int t = 0; t < 5; t++) { // expect PST1023: kernel handle 'k' changes
    k = clCreateKernel(program, "step", NULL);
    set(k);
    ENQUEUE(k);
    clReleaseKernel(k);
    k = NULL;
  }
  return k == NULL;
}

int looked_at_by_an_exit(int n) {
  cl_kernel k = NULL;
  int stop = 0;
  for (int t = 0; t < n; t++) { // expect PST1023: kernel handle 'k' changes
    k = clCreateKernel(program, "step", NULL);
    set(k);
    ENQUEUE(k);
    clReleaseKernel(k);
    read_flag(&stop);
    if (stop)
      return k == NULL;
  }
  return 7;
}

struct stage {
  cl_kernel k;
};

void member(struct stage *s) {
  for (int t = 0; t < 5; t++) {
    s->k = clCreateKernel(program, "step", NULL); // expect PST1023: kernel handle 's->k' changes
    set(s->k);
    ENQUEUE(s->k);
    clReleaseKernel(s->k);
  }
}
