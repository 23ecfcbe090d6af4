int gain(int v) {
#ifdef FAST
  return v + 100;
#else
  return v + 1;
#endif
}
