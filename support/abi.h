/* The contract between generated kernels and the runtime.
 *
 * Version 2. Kernels are position-independent functions of type
 * tw_kernel_v2. A kernel reads and writes only the buffers and the scratch it
 * is handed, keeps no state, and may be called from many threads at once with
 * disjoint ranges of grid steps. Names that an object may import are listed in
 * TW_ABI_IMPORTS; any other import is refused by the loader.
 */
#ifndef TILEWRIGHT_SUPPORT_ABI_H_
#define TILEWRIGHT_SUPPORT_ABI_H_

#include <stdint.h>

#define TW_ABI_VERSION 2

/* buffers: one pointer per kernel parameter, in order, each aligned to
 *          TW_BUFFER_ALIGNMENT unless the parameter is a view.
 * scratch: private memory of the calling thread, aligned to
 *          TW_BUFFER_ALIGNMENT, of at least the size that the kernel's entry
 *          records; its content is undefined on entry, unless `resumes`.
 * begin, end: the range of grid steps to run; of several threads each runs its share
 *          in about TW_CALLS_PER_SHARE calls.
 * resumes: not 0 where the scratch is as the last call of the same launch left it,
 *          which ended at `begin`.
 */
typedef void (*tw_kernel_v2)(void* const* buffers, void* scratch, int64_t begin,
                             int64_t end, int64_t resumes);

#define TW_BUFFER_ALIGNMENT 64
#define TW_CALLS_PER_SHARE 4

/* A kernel with checks has one more buffer, its last: a report, which is zero on
 * entry. It keeps the first check that failed, in TW_REPORT_WORDS numbers of 64
 * bits: the check, the ref that it is about, the statement, and of two statements
 * the other (numbers from 1 in the order of the program's text; 0: none), four
 * figures (see below), and two points: rank and indices, as many as there is room
 * for. The first is the grid point. The words after these are the kernel's own.
 */
#define TW_REPORT_WORDS 32
#define TW_REPORT_REF 1
#define TW_REPORT_STATEMENT 2
#define TW_REPORT_OTHER_STATEMENT 3
#define TW_REPORT_FIGURES 4
#define TW_REPORT_POINT 8
#define TW_REPORT_OTHER_POINT 20
#define TW_REPORT_MOST_INDICES 11
enum tw_check {
  TW_CHECK_NONE,
  TW_CHECK_WINDOW,    /* figures: dimension, first element, block, array's size */
  TW_CHECK_UNWRITTEN, /* read and not written since its grid step began */
  TW_CHECK_NO_COPY,   /* awaited, not started. figures: bytes, on their way, slot */
  /* A copy, which the other statement started. figures: bytes, slot */
  TW_CHECK_NOT_AWAITED,
  TW_CHECK_PART,       /* figures: dimension, first element, size, ref's size */
  TW_CHECK_SLOT,       /* no such semaphore. figures: slot, semaphores */
  TW_CHECK_OTHER_COPY, /* awaited, not started with these operands. figures: slot */
  /* Of a copy on its way, which the other statement started. figures: tw_in_flight */
  TW_CHECK_IN_FLIGHT,
  TW_CHECK_MANY_COPIES, /* more on their way than are kept. figures: most */
  /* figures: element. The other point wrote it, too; -1: a sequential index. */
  TW_CHECK_TWO_WRITERS,
  TW_CHECK_NOT_STORED,        /* an output's block; the other point is its number */
  TW_CHECK_NO_SIGNAL,         /* figures: waited for, signalled, slot */
  TW_CHECK_NOT_WAITED_FOR,    /* signals that are left. figures: amount, slot */
  TW_CHECK_ELEMENT_NOT_STORED /* of an output; the other point is its index */
};
enum tw_in_flight {
  TW_READ_TARGET,  /* is read, and the copy writes it */
  TW_WRITE_TARGET, /* is written, and the copy writes it */
  TW_WRITE_SOURCE, /* is written, and the copy reads it */
  TW_MOVE_WINDOW   /* the window moves */
};

/* X(name) */
#define TW_ABI_IMPORTS(X) \
  X(memcpy)               \
  X(memmove)              \
  X(memset)

#endif /* TILEWRIGHT_SUPPORT_ABI_H_ */
