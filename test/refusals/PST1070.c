/* Names of the runtime's header that the program has itself. Members and labels are no matter.
   RUN: %refused %S/Inputs/step.cl %s
   RUN: env PERSISTIFY_FAULT=runtime-names not %refused %S/Inputs/step.cl %s
*/
#include "Inputs/host.h"

static int persistify_run = 3;

void loop(int n) {
  for (int i = 0; i < n; i++) // expect PST1070: the program has 'persistify_run' (PST1070.c:7), a name of persistify's runtime
    launch();
  persistify_run++;
}
