#include "ir/size/size_function.h"

#include <algorithm>

#include "ir/size/expression.h"

namespace tilewright::ir {
namespace {

// Of the values that wait for others: expressions are bounded (SizeLimits), and what is
// added is added as it comes.
constexpr int kStack = 4 * (SizeLimits::kDepth + 1) + 1;

}  // namespace

SizeFunction::SizeFunction(const Size& size) { AppendSize(size); }

void SizeFunction::Append(Code code, int64_t operand) {
  instructions_.push_back({code, operand});
  depth_ += code <= Code::kSymbol ? 1 : -1;
  most_ = std::max(most_, depth_);
}

void SizeFunction::AppendSize(const Size& size) {
  bool first = true;
  for (const SizeTerm& term : TermsOf(size)) {
    Append(Code::kNumber, term.coefficient);
    for (const SizeFactor& factor : term.monomial) {
      for (int i = 0; i < factor.power; ++i) {
        const OpaqueSize* const opaque = factor.atom.opaque.get();
        if (opaque == nullptr) {
          Append(Code::kSymbol, factor.atom.symbol);
        } else {
          AppendSize(opaque->operands[0]);
          for (size_t k = 1; k < opaque->operands.size(); ++k) {
            AppendSize(opaque->operands[k]);
            Append(opaque->kind == OpaqueSize::Kind::kMax ? Code::kMax
                                                          : Code::kFloorDivide);
          }
        }
        Append(Code::kMultiply);
      }
    }
    if (!first) Append(Code::kAdd);
    first = false;
  }
  if (first) Append(Code::kNumber, 0);
}

bool SizeFunction::Compute(absl::Span<const int64_t> values, int64_t* result) const {
  if (most_ > kStack) return false;
  int64_t stack[kStack];
  int top = -1;
  for (const Instruction& now : instructions_) {
    if (now.code == Code::kNumber) {
      stack[++top] = now.operand;
      continue;
    }
    if (now.code == Code::kSymbol) {
      if (static_cast<uint64_t>(now.operand) >= values.size()) return false;
      stack[++top] = values[now.operand];
      continue;
    }
    const int64_t b = stack[top--];
    int64_t& a = stack[top];
    switch (now.code) {
      case Code::kAdd:
        if (__builtin_add_overflow(a, b, &a)) return false;
        break;
      case Code::kMultiply:
        if (__builtin_mul_overflow(a, b, &a)) return false;
        break;
      case Code::kFloorDivide:
        if (b <= 0) return false;
        a = a / b - static_cast<int64_t>(a % b < 0);
        break;
      default:
        a = std::max(a, b);
    }
  }
  *result = stack[top];
  return true;
}

}  // namespace tilewright::ir
