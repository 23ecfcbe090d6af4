static int total = 1;
static int other = 1000;
int left(int by) { return total += by; }
int more(int by) { return other += by; }
// From here on the name means another variable.
#define total other
