#include "ir/default_attributes.h"

#include <string>

namespace tilewright::ir {

using enum AttributeName;

void AddDefaultAttributes(const Program& program, Operation* operation) {
  using enum OpKind;
  Attributes& a = operation->attributes;
  const auto rank_of = [&](size_t i) -> size_t {
    return i < operation->operands.size()
               ? static_cast<size_t>(program.type(operation->operands[i]).rank())
               : 0;
  };
  const auto fill = [&a](AttributeName name, size_t size, int64_t value) {
    if (!a.Has(name)) a.Set(name, Dims(size, value));
  };
  const auto number = [&a](AttributeName name, int64_t value) {
    if (!a.Has(name)) a.Set(name, value);
  };
  const auto flag = [&a](AttributeName name) {
    if (!a.Has(name)) a.Set(name, false);
  };
  switch (operation->kind) {
    case kCompare: {
      if (a.Has(kCompareType) || operation->operands.empty()) return;
      const ElementType element = program.type(operation->operands[0]).element;
      const bool real = IsFloat(element) || IsComplex(element);
      a.Set(kCompareType, std::string(real                ? "FLOAT"
                                      : IsSigned(element) ? "SIGNED"
                                                          : "UNSIGNED"));
      return;
    }
    case kReduceWindow: {
      if (a.Has(kDimension)) return flag(kIsReverse);
      const size_t rank = a.Ints(kWindowDimensions).size();
      fill(kWindowStrides, rank, 1);
      fill(kBaseDilations, rank, 1);
      fill(kWindowDilations, rank, 1);
      fill(kPadding, 2 * rank, 0);
      return;
    }
    case kSelectAndScatter:
      fill(kWindowDimensions, rank_of(0), 1);
      fill(kWindowStrides, rank_of(0), 1);
      fill(kPadding, 2 * rank_of(0), 0);
      return;
    case kConvolution:
    case kDynamicConv: {
      const size_t spatial = rank_of(0) >= 2 ? rank_of(0) - 2 : 0;
      fill(kWindowStrides, spatial, 1);
      if (operation->kind == kConvolution) fill(kPadding, 2 * spatial, 0);
      fill(kLhsDilation, spatial, 1);
      fill(kRhsDilation, spatial, 1);
      fill(kWindowReversal, spatial, 0);
      if (a.Ints(kPrecision).empty()) a.Set(kPrecision, Dims{0, 0});
      return;
    }
    case kDotGeneral:
    case kRaggedDot:
      if (a.Ints(kPrecision).empty()) a.Set(kPrecision, Dims{0, 0});
      return;
    case kGather:
    case kDynamicGather:
      flag(kIndicesAreSorted);
      return;
    case kScatter:
      flag(kIndicesAreSorted);
      flag(kUniqueIndices);
      return;
    case kScan:
      flag(kIsReverse);
      return;
    case kSort: {
      const int64_t rank = static_cast<int64_t>(rank_of(0));
      number(kDimension, -1);
      flag(kIsStable);
      const int64_t dimension = a.Int(kDimension);
      if (dimension < 0 && dimension >= -rank) a.Set(kDimension, dimension + rank);
      return;
    }
    case kCholesky:
      flag(kLower);
      return;
    case kCustomCall:
      flag(kHasSideEffect);
      number(kApiVersion, 1);
      return;
    default:
      return;
  }
}

}  // namespace tilewright::ir
