#include "state.h"
#include <stdio.h>

int main(void)
{
    State s = {{0}, NULL, NULL, NULL};
    printf("slots %d, %s\n", SLOTS, steps(&s, 5) == (int)sizeof s ? "same" : "DIFFERENT");
    return 0;
}
