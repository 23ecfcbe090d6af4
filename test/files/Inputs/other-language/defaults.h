#pragma once
/* What it gives depends on the file that reads it. */
inline int given(int n = NUMBER) { return n; }
struct numbers {
  int n = NUMBER;
};
