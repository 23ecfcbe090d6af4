#ifndef WORK_H
#define WORK_H
void work_start(int items);
void work_step(int by);
int work_twice(int by);
int work_sum(void);
#endif
