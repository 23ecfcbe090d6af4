#include <CL/cl.h>

void plans_start(cl_context c, cl_command_queue q);
void plans_set(int kind, size_t local);
void plans_log(int size);
int plans_logged(void);
/* Launches n items behind the events of a list, which ends with a null. Gives the event if there is a list. */
cl_event plans_run(cl_kernel k, int kind, size_t n, const cl_event *after);
