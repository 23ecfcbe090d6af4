/* What both sources share; a layout, so that objects of two versions do not fit together. */
#define NEAR 1
struct cells {
  int n;
  char pad[NEAR];
  int rounds;
};
