// RUN: %refused %S/Inputs/step.cl %s
// OpenCL's functions are pointers that a loader of the library sets, under names of the program's own: no loop without a word.
#define CL_NO_PROTOTYPES
#include <CL/cl.h>

typedef cl_int (*launch_function)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint,
                                  const cl_event *, cl_event *);
extern launch_function loaded_launch;
#define LAUNCH loaded_launch

static cl_command_queue queue;
static cl_kernel step;

void direct(int n) {
  size_t items = 64;
  for (int i = 0; i < n; i++)
    LAUNCH(queue, step, 1, NULL, &items, NULL, 0, NULL, NULL); // expect PST1001: call of 'LAUNCH' inside the loop: it is not seen which function it calls
}

static void once(void) {
  size_t items = 64;
  LAUNCH(queue, step, 1, NULL, &items, NULL, 0, NULL, NULL); // expect PST1001: call of 'LAUNCH' inside the loop: it is not seen which function it calls
}

void called(int n) {
  while (n--)
    once();
}

/* Each of its arguments may be there, but not both. */
extern cl_int (*finish)(cl_command_queue);
void waits(int n) {
  while (n--)
    finish(queue);
}
