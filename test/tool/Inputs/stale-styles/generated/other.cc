#include "shape.hh"
unsigned long other() { return sizeof(Shape); }
