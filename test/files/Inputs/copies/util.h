/* Each file that includes this has variables of its own. */
#ifndef UTIL_H
#define UTIL_H
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static int verbose;
static int steps_taken = 3, limit = 100;
static const char *label = "none";
static double scale[2] = {1, 2};

#define SAY(...) do { if (verbose) printf(__VA_ARGS__); } while (0)

/* comes to the variable of whoever includes it */
static inline int count(void) { return ++steps_taken; }

void ocl_open(const char *file, int talk);
void ocl_step(int v);
int ocl_first(void);
int ocl_counted(void);
void ocl_close(void);
#endif
