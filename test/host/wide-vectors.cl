typedef struct {
  float16 row;
  int n;
} Row;

__kernel void weigh(__global float *out, float16 m, int n) { out[get_global_id(0)] += m.s0 + m.s7 * 2 + m.sf * 3 + n; }

__kernel void sum(__global float *out, char c, double16 d, short s, long8 l) {
  out[get_global_id(0)] += c + (float)d.s1 + (float)d.sf * 2 + s + (float)l.s7;
}

__kernel void rows(__global float *out, Row r, uchar3 c) { out[get_global_id(0)] += r.row.s3 + r.row.sc + r.n + c.z; }
