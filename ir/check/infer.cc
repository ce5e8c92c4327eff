#include "ir/check/infer.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_join.h"
#include "ir/size/prove.h"
#include "ir/size/text.h"

namespace tilewright::ir {

Types OpView::TypesOf(const std::vector<ValueId>& values) const {
  Types types;
  types.reserve(values.size());
  for (ValueId value : values) types.push_back(program_.type(value));
  return types;
}

absl::StatusOr<Types> OpView::Declared(size_t count) const {
  if (declared_.size() != count) {
    return Error("needs ", count, " written result types, has ", declared_.size());
  }
  return Types(declared_.begin(), declared_.end());
}

absl::StatusOr<TensorType> OpView::DeclaredOne() const {
  TW_ASSIGN_OR_RETURN(Types types, Declared(1));
  if (types[0].has_dynamic_size()) {
    return Error("result type ", Text(types[0]), " has an unknown size");
  }
  return std::move(types[0]);
}

bool OpView::Equal(const Size& a, const Size& b) const {
  return a == b || ProveEqual(a, b, program_.symbols) == Proof::kYes;
}

bool OpView::Equal(const Shape& a, const Shape& b) const {
  if (a == b) return true;
  bool equal = a.rank() == b.rank();
  for (int d = 0; equal && d < a.rank(); ++d) equal = Equal(a[d], b[d]);
  return equal;
}

bool OpView::Equal(const TensorType& a, const TensorType& b) const {
  return a.element == b.element && Equal(a.shape, b.shape);
}

bool OpView::AtLeast(const Size& a, const Size& b) const {
  if (a.is_number() && b.is_number()) return a.number() >= b.number();
  return ProveAtLeast(a, b, program_.symbols) == Proof::kYes;
}

std::string OpView::Text(const Size& size) const {
  return size.is_number() ? absl::StrCat(size.number())
                          : NamedText(size, program_.symbols);
}

std::string OpView::Text(const Shape& shape) const {
  return absl::StrJoin(shape.sizes(), ", ", [this](std::string* out, const Size& size) {
    absl::StrAppend(out, Text(size));
  });
}

bool Contains(const Dims& list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

absl::Status CheckDimensions(const OpView& op, AttributeName name, int64_t rank,
                             bool sorted) {
  const Dims& list = op.ints(name);
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] < 0 || list[i] >= rank) {
      return op.Error(Name(name), " names dimension ", list[i],
                      ", which a tensor of rank ", rank, " does not have");
    }
    for (size_t j = 0; j < i; ++j) {
      if (list[j] == list[i]) {
        return op.Error(Name(name), " names dimension ", list[i], " twice");
      }
    }
    if (sorted && i > 0 && list[i] < list[i - 1]) {
      return op.Error(Name(name), " must be sorted, is [", Join(list), "]");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckIndex(const OpView& op, AttributeName name, int64_t bound) {
  const int64_t value = op.attributes().Int(name);
  if (value < 0 || value >= bound) {
    return op.Error(Name(name), " must be at least 0 and below ", bound, ", is ", value);
  }
  return absl::OkStatus();
}

namespace {

absl::Status CheckEntries(const OpView& op, AttributeName name, int64_t length,
                          int64_t low, int64_t high, bool open) {
  if (!op.attributes().Has(name)) return absl::OkStatus();
  const Dims& list = op.ints(name);
  if (static_cast<int64_t>(list.size()) != length) {
    return op.Error(Name(name), " must have ", length, " entries, has ", list.size());
  }
  for (size_t i = 0; i < list.size(); ++i) {
    const int d = static_cast<int>(i);
    const bool followed = open && list[i] == kFromResult;
    if (followed && (op.IsOpen(d) || !op.operand(0).shape[d].is_number())) continue;
    if (list[i] < low || list[i] > high) {
      return op.Error(Name(name), " holds ", list[i], ", allowed is ", low, " to ", high);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckList(const OpView& op, AttributeName name, int64_t length, int64_t low,
                       int64_t high) {
  return CheckEntries(op, name, length, low, high, /*open=*/false);
}

absl::Status CheckOpenList(const OpView& op, AttributeName name, int64_t length,
                           int64_t low, int64_t high) {
  return CheckEntries(op, name, length, low, high, /*open=*/true);
}

absl::StatusOr<int64_t> WindowedSize(const OpView& op, int64_t size,
                                     const Window& window) {
  const auto dilated = [](int64_t n, int64_t dilation) {
    return n == 0 ? __int128{0} : (__int128{n} - 1) * dilation + 1;
  };
  const __int128 base =
      __int128{window.low} + dilated(size, window.base_dilation) + window.high;
  const __int128 reach = dilated(window.size, window.window_dilation);
  if (base < 0) {
    return op.Error("padding ", window.low, " and ", window.high,
                    " removes more than the size ", size);
  }
  if (base > kMaxTensorBytes || reach > kMaxTensorBytes) {
    return op.Error("a dilated and padded dimension of size ", size, " with window ",
                    window.size, " is beyond the largest size");
  }
  if (base == 0 || reach > base) return 0;
  return static_cast<int64_t>((base - reach) / window.stride + 1);
}

bool IsPromotable(ElementType from, ElementType to) {
  const bool same_class =
      Info(from).type_class == Info(to).type_class || (IsInteger(from) && IsInteger(to));
  return same_class && Info(from).bits <= Info(to).bits;
}

absl::Status CheckPredicateRegion(const OpView& op, int index, const Types& arguments) {
  const Types actual = op.RegionArguments(index);
  if (actual.size() != arguments.size()) {
    return op.Error("region ", index, " must take ", arguments.size(),
                    " arguments, takes ", actual.size());
  }
  for (size_t i = 0; i < actual.size(); ++i) {
    if (!op.Equal(actual[i], arguments[i])) {
      return op.Error("argument ", i, " of region ", index, " must be ",
                      op.Text(arguments[i]), ", is ", op.Text(actual[i]));
    }
  }
  const Types results = op.RegionResults(index);
  if (results.size() != 1 || results[0] != Scalar(ElementType::kI1)) {
    return op.Error("region ", index, " must yield one tensor<i1>");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<ElementType>> CheckReducer(
    const OpView& op, int index, absl::Span<const ElementType> inputs,
    absl::Span<const TensorType> inits) {
  const size_t n = inputs.size();
  const Types arguments = op.RegionArguments(index);
  const Types results = op.RegionResults(index);
  if (arguments.size() != 2 * n || results.size() != n) {
    return op.Error("its computation must take ", 2 * n, " arguments and yield ", n,
                    " values, takes ", arguments.size(), " and yields ", results.size());
  }
  std::vector<ElementType> elements;
  for (size_t i = 0; i < n; ++i) {
    const TensorType& result = results[i];
    if (result.rank() != 0) {
      return op.Error("its computation must yield scalars, yields ", op.Text(result));
    }
    if (arguments[i] != result || arguments[n + i] != result) {
      return op.Error("arguments ", i, " and ", n + i,
                      " of its computation must have the type that it yields, ",
                      op.Text(result), "; they are ", op.Text(arguments[i]), " and ",
                      op.Text(arguments[n + i]));
    }
    if (!IsPromotable(inputs[i], result.element)) {
      return op.Error("its computation on ", op.Text(result),
                      " cannot take elements of type ", Name(inputs[i]));
    }
    if (i < inits.size() &&
        (inits[i].rank() != 0 || !IsPromotable(inits[i].element, result.element))) {
      return op.Error("starting value ", i, " of type ", op.Text(inits[i]),
                      " does not fit a computation on ", op.Text(result));
    }
    elements.push_back(result.element);
  }
  return elements;
}

}  // namespace tilewright::ir
