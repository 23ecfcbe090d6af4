#define IMPORTED 5
