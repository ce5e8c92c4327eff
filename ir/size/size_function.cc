#include "ir/size/size_function.h"

#include <algorithm>

#include "ir/size/expression.h"

namespace tilewright::ir {
namespace {

// Of the values that wait for others: expressions are bounded (SizeLimits), and what is
// added is added as it comes.
constexpr int kStack = 4 * (SizeLimits::kDepth + 1) + 1;

}  // namespace

SizeFunction::SizeFunction(const Size& size) {
  std::vector<Size> kept;
  AppendSize(size, &kept);
}

void SizeFunction::Append(Code code, int64_t operand) {
  instructions_.push_back({code, operand});
  if (code == Code::kKeep) return;
  depth_ += code <= Code::kKept ? 1 : -1;
  most_ = std::max(most_, depth_);
}

void SizeFunction::AppendSize(const Size& size, std::vector<Size>* kept) {
  const std::vector<SizeTerm> terms = TermsOf(size);
  if (terms.empty()) Append(Code::kNumber, 0);
  bool first_term = true;
  for (const SizeTerm& term : terms) {
    bool first = term.coefficient == 1 && !term.monomial.empty();
    if (!first) Append(Code::kNumber, term.coefficient);
    for (const SizeFactor& factor : term.monomial) {
      for (int i = 0; i < factor.power; ++i) {
        AppendAtom(factor.atom, kept);
        if (!first) Append(Code::kMultiply);
        first = false;
      }
    }
    if (!first_term) Append(Code::kAdd);
    first_term = false;
  }
}

void SizeFunction::AppendAtom(const SizeAtom& atom, std::vector<Size>* kept) {
  const OpaqueSize* const opaque = atom.opaque.get();
  if (opaque == nullptr) return Append(Code::kSymbol, atom.symbol);
  const Size size = FromAtom(atom);
  const auto before = std::find(kept->begin(), kept->end(), size);
  if (before != kept->end()) return Append(Code::kKept, before - kept->begin());
  AppendSize(opaque->operands[0], kept);
  for (size_t k = 1; k < opaque->operands.size(); ++k) {
    AppendSize(opaque->operands[k], kept);
    Append(opaque->kind == OpaqueSize::Kind::kMax ? Code::kMax : Code::kFloorDivide);
  }
  if (kept->size() == kMostKept) return;
  Append(Code::kKeep, static_cast<int64_t>(kept->size()));
  kept->push_back(size);
}

bool SizeFunction::Compute(absl::Span<const int64_t> values, int64_t* result) const {
  if (most_ > kStack) return false;
  int64_t stack[kStack], kept[kMostKept];
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
    if (now.code == Code::kKept) {
      stack[++top] = kept[now.operand];
      continue;
    }
    if (now.code == Code::kKeep) {
      kept[now.operand] = stack[top];
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
