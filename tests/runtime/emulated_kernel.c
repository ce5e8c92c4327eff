/* Runs one kernel (support/abi.h) on memory that it reads from standard input, and writes
 * that memory to standard output. Linked with the kernel's object and nothing else, for
 * Linux on aarch64. tests/runtime/emulated_kernel.h is the other side.
 */
#include <stddef.h>
#include <stdint.h>

enum { kRead = 63, kWrite = 64, kExit = 93, kMap = 222 };

static int64_t Call(int64_t number, int64_t a, int64_t b, int64_t c) {
  register int64_t x8 __asm__("x8") = number;
  register int64_t x0 __asm__("x0") = a;
  register int64_t x1 __asm__("x1") = b;
  register int64_t x2 __asm__("x2") = c;
  register int64_t x3 __asm__("x3") = 0x22; /* of mmap: private, anonymous */
  register int64_t x4 __asm__("x4") = -1;
  register int64_t x5 __asm__("x5") = 0;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
}

static void Move(int64_t call, int64_t file, void* memory, int64_t bytes) {
  char* at = (char*)memory;
  while (bytes > 0) {
    const int64_t moved = Call(call, file, (int64_t)at, bytes);
    if (moved <= 0) Call(kExit, 3, 0, 0);
    at += moved;
    bytes -= moved;
  }
}

static char* Pages(int64_t bytes) {
  const int64_t pages = Call(kMap, 0, bytes + 4096, /* read, write */ 3);
  if (pages < 0 && pages > -4096) Call(kExit, 4, 0, 0);
  return (char*)pages;
}

/* What kernels import. */
void* memcpy(void* to, const void* from, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) ((volatile char*)to)[i] = ((const char*)from)[i];
  return to;
}
void* memmove(void* to, const void* from, size_t bytes) {
  if ((char*)to <= (const char*)from) return memcpy(to, from, bytes);
  for (size_t i = bytes; i-- > 0;) ((volatile char*)to)[i] = ((const char*)from)[i];
  return to;
}
void* memset(void* to, int value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) ((volatile char*)to)[i] = (char)value;
  return to;
}

/* With 0 for whether it resumes what a former call left. */
extern void tw_kernel(void* const* buffers, void* scratch, int64_t begin, int64_t end,
                      int64_t resumes);

void _start(void) {
  struct {
    int64_t control, scratch_bytes, steps, ranges, buffers;
  } head;
  Move(kRead, 0, &head, sizeof(head));
  /* Of ranges: their bytes, and how far they are beyond a multiple of 64. */
  int64_t* const sizes = (int64_t*)Pages(16 * head.ranges);
  char** const ranges = (char**)Pages(8 * head.ranges);
  /* Of buffers: their range, and where they begin in it. */
  int64_t* const places = (int64_t*)Pages(16 * head.buffers);
  void** const buffers = (void**)Pages(8 * head.buffers);
  Move(kRead, 0, sizes, 16 * head.ranges);
  Move(kRead, 0, places, 16 * head.buffers);
  for (int64_t i = 0; i < head.ranges; ++i) {
    ranges[i] = Pages(sizes[2 * i] + 64) + sizes[2 * i + 1];
    Move(kRead, 0, ranges[i], sizes[2 * i]);
  }
  for (int64_t i = 0; i < head.buffers; ++i) {
    buffers[i] = ranges[places[2 * i]] + places[2 * i + 1];
  }
  void* const scratch = Pages(head.scratch_bytes);
  __asm__ volatile("msr fpcr, %0" : : "r"(head.control));
  tw_kernel(buffers, scratch, 0, head.steps, 0);
  for (int64_t i = 0; i < head.ranges; ++i) Move(kWrite, 1, ranges[i], sizes[2 * i]);
  Call(kExit, 0, 0, 0);
}
