// Sizes that are computed again and again.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "ir/size/size.h"

namespace tilewright::ir {

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
  enum class Code : uint8_t { kNumber, kSymbol, kAdd, kMultiply, kFloorDivide, kMax };
  struct Instruction {
    Code code;
    int64_t operand = 0;  // the number, or the symbol's
  };

  void Append(Code code, int64_t operand = 0);
  void AppendSize(const Size& size);

  std::vector<Instruction> instructions_;  // postfix
  int depth_ = 0;                          // of the stack, behind them
  int most_ = 0;
};

}  // namespace tilewright::ir
