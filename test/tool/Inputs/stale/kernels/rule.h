#define RULE(x) ((x) * 3 % 1001)
