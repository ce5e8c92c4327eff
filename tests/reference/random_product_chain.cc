// Products of products, with what lies between them.
#include <algorithm>
#include <functional>
#include <numeric>

#include "tests/reference/random_generator.h"

namespace tilewright::reference {

using enum ir::AttributeName;

namespace {

constexpr int64_t kMostMultiplies = 2000000;
constexpr size_t kMostDimensions = 5;
// Around where a sum's order has another step.
const std::vector<int64_t> kLong = {100, 128, 256, 1000, 4096, 4097, 5001, 8193};

int64_t ProductOf(const Dims& dims) {
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
}

// Takes so many of `list` from its end, where there are so many.
Dims TakeSome(Dims* list, int count) {
  const auto n = std::min(static_cast<size_t>(count), list->size());
  Dims taken(list->end() - static_cast<ptrdiff_t>(n), list->end());
  list->resize(list->size() - n);
  return taken;
}

}  // namespace

std::optional<ValueId> Generator::DotOf(ValueId x) {
  const Dims dims = type(x).dims();
  Dims left = Shuffled(Iota(type(x).rank()));
  const Dims contracted = TakeSome(&left, Once(5) ? 2 : 1);
  const Dims batch = TakeSome(&left, Once(3) ? 1 + Below(2) : 0);
  // The other side: sizes by role, dealt to dimensions in any order.
  Dims sizes;
  for (int64_t d : batch) sizes.push_back(dims[d]);
  for (int64_t d : contracted) sizes.push_back(dims[d]);
  for (int n = Once(2) ? 0 : 1 + Below(2); n > 0; --n) {
    sizes.push_back(Once(4) ? 1 : Size());
  }
  const Dims place = Shuffled(Iota(static_cast<int64_t>(sizes.size())));
  Dims other(sizes.size());
  for (size_t k = 0; k < sizes.size(); ++k) other[place[k]] = sizes[k];
  const auto free = place.size() - batch.size() - contracted.size();
  if (batch.size() + left.size() + free > kMostDimensions || IsLarge(other) ||
      ProductOf(left) * ProductOf(other) > kMostMultiplies) {
    return std::nullopt;
  }
  const auto contracts = place.begin() + static_cast<ptrdiff_t>(batch.size());
  const Dims batch_there(place.begin(), contracts);
  const Dims contracted_there(contracts,
                              contracts + static_cast<ptrdiff_t>(contracted.size()));
  const ValueId y = Moved({type(x).element, other});
  const bool first = Once(2);
  ir::Attributes at;
  at.Set(kLhsBatchingDimensions, first ? batch : batch_there);
  at.Set(kRhsBatchingDimensions, first ? batch_there : batch);
  at.Set(kLhsContractingDimensions, first ? contracted : contracted_there);
  at.Set(kRhsContractingDimensions, first ? contracted_there : contracted);
  return Append(OpKind::kDotGeneral,
                first ? std::vector<ValueId>{x, y} : std::vector<ValueId>{y, x},
                std::move(at), {{type(x).element, {}}});
}

ValueId Generator::Between(ValueId x) {
  const TensorType of = type(x);
  const std::vector<OpKind> joins = {OpKind::kMultiply, OpKind::kAdd, OpKind::kSubtract,
                                     OpKind::kMultiply};
  const std::vector<OpKind> functions = {OpKind::kTanh, OpKind::kNegate, OpKind::kAbs,
                                         OpKind::kLogistic};
  switch (Below(8)) {
    case 0: {
      ir::Attributes order;
      order.Set(kPermutation, Shuffled(Iota(of.rank())));
      return Added(OpKind::kTranspose, {x}, std::move(order));
    }
    case 1:
      return Added(OneOf(functions), {x});
    case 2: {
      // A dimension of one comes or goes.
      Dims dims = of.dims();
      std::erase_if(dims, [&](int64_t d) { return d == 1 && Once(2); });
      if (dims.size() < kMostDimensions && !Once(3)) {
        dims.insert(dims.begin() + Below(static_cast<int>(dims.size()) + 1), 1);
      }
      return Keep(builder().Reshape(x, std::move(dims)));
    }
    case 3: {
      // Rows less their sum, or times it.
      if (of.rank() == 0) return x;
      const int64_t d = Once(3) ? Below(static_cast<int>(of.rank())) : of.rank() - 1;
      Dims map = Iota(of.rank());
      map.erase(map.begin() + d);
      const OpKind by = Once(3) ? OpKind::kMaximum : OpKind::kAdd;
      const ValueId init = builder().Splat(0, ir::Scalar(of.element));
      const ValueId sum = Keep(builder().Reduce(by, x, init, {d}));
      return Added(OneOf(joins), {x, Keep(builder().Broadcast(sum, map, of.dims()))});
    }
    default:
      return Added(OneOf(joins), {x, Moved(of)});
  }
}

ir::Program Generator::MakeProducts() {
  const std::vector<ElementType> elements = {ElementType::kF32, ElementType::kF32,
                                             ElementType::kF64, ElementType::kBF16};
  types_ = {OneOf(elements)};
  // In sums of few numbers no order shows.
  std::erase(sizes_, 0);
  for (int64_t& size : sizes_) size += size < 16 && Once(2) ? 16 : 0;
  if (Once(8)) {
    most_elements_ = 40000;
    sizes_.push_back(OneOf(kLong));
  }
  const auto matrix = [&] {
    Dims dims;
    while (dims.size() < 2) dims = AnyShape(3);
    return NewArgument({types_[0], dims});
  };
  ValueId x = matrix();
  for (int products = 1 + Below(3); products > 0; --products) {
    x = DotOf(x).value_or(x);
    for (int n = Below(3); n > 0; --n) x = Between(x);
    if (type(x).rank() == 0) x = matrix();
  }
  DotOf(x);
  Return(20);
  return std::move(program_);
}

}  // namespace tilewright::reference
