#include "timer.h"
#include <stddef.h>
#include <sys/time.h>
struct timeval zero;
void timer_zero(void) { gettimeofday(&zero, NULL); }
double timer_get(void) {
  struct timeval now, since;
  gettimeofday(&now, NULL);
  timersub(&now, &zero, &since);
  return since.tv_sec + since.tv_usec / 1e6;
}
