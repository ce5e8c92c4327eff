// Sizes that are computed again and again.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "ir/size/size.h"

namespace tilewright::ir {

struct SizeAtom;

// Computes what Evaluate (ir/size/facts.h) does, in some nanoseconds, without allocating
// memory and without messages.
class SizeFunction {
 public:
  // `size` is not refused.
  explicit SizeFunction(const Size& size);

  // What Evaluate gives where it is true. False where that has an error, or where a
  // number on the way does not fit 64 bits. `values` are those of the symbols, by number.
  bool Compute(absl::Span<const int64_t> values, int64_t* result) const;

 private:
  // Those up to kKept give a value; kKeep leaves it there, and notes it.
  enum class Code : uint8_t {
    kNumber,
    kSymbol,
    kKept,
    kKeep,
    kAdd,
    kMultiply,
    kFloorDivide,
    kMax
  };
  struct Instruction {
    Code code;
    int64_t operand = 0;  // the number, the symbol's, or that of what is kept
  };
  // Divisions and maxima, which come again in sums of products.
  static constexpr int kMostKept = 16;

  void Append(Code code, int64_t operand = 0);
  void AppendSize(const Size& size, std::vector<Size>* kept);
  void AppendAtom(const SizeAtom& atom, std::vector<Size>* kept);

  std::vector<Instruction> instructions_;  // postfix
  int depth_ = 0;                          // of the stack, behind them
  int most_ = 0;
};

}  // namespace tilewright::ir
