#ifndef TIMER_H
#define TIMER_H
void timer_zero(void);
double timer_get(void);
#endif
