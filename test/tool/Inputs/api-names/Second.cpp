// "clFinish" in a comment is nobody's
bool a(const char *N) { return N == "clReleaseEvent"; }
bool b(const char *N) { return starts(N, "clRetain"); }
bool c(const char *N) { return N == "_cl_pipe"; }
bool d(const char *N) { return N == "NDRange"; }
bool e(const char *N) { return N == "copy"; }
