/* No guard: each file of the program reads it once. */
#include <CL/cl.h>

struct box {
  cl_command_queue q;
  cl_kernel add;
  cl_mem cells;
  int n;
};

enum kind { PLAIN = 1, ODD = 3 };

void box_make(struct box *b, cl_command_queue q, cl_kernel add, cl_mem cells);
void box_step(struct box *b, int by, enum kind kind);
