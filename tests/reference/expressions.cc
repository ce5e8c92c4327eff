// Expressions: which element of which operand.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tests/reference/machine.h"

namespace tilewright::reference {

using tile::Expr;
using tile::ExprKind;

namespace {

bool Contains(const Dims& list, int64_t d) {
  return std::find(list.begin(), list.end(), d) != list.end();
}

Element FromLiteral(const ir::Literal& literal) {
  const ElementType type = literal.type().element;
  const absl::Span<const uint8_t> bytes = literal.element(0);
  const size_t part = ir::StorageBytes(ir::RealPart(type));
  Element x;
  std::copy_n(bytes.data(), part, reinterpret_cast<uint8_t*>(&x.re));
  if (ir::IsComplex(type)) {
    std::copy_n(bytes.data() + part, part, reinterpret_cast<uint8_t*>(&x.im));
  }
  return x;
}

// What is the same wherever it is evaluated, or evaluated as fast as remembered.
bool IsPlain(ExprKind kind) {
  return kind == ExprKind::kConstant || kind == ExprKind::kIota ||
         kind == ExprKind::kLoad || kind == ExprKind::kResult ||
         kind == ExprKind::kCounter || kind == ExprKind::kParameter;
}

}  // namespace

Dims Unflatten(int64_t flat, const Dims& dims) {
  Dims index(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    index[d] = flat % dims[d];
    flat /= dims[d];
  }
  return index;
}

int64_t Flatten(const Dims& index, const Dims& dims) {
  int64_t flat = 0;
  for (size_t d = 0; d < dims.size(); ++d) flat = flat * dims[d] + index[d];
  return flat;
}

int64_t Elements(const Dims& dims) {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

Element Machine::ValueAt(ExprId id, int64_t index) {
  const Expr& e = expr(id);
  if (IsPlain(e.kind)) return Compute(e, index);
  std::vector<Cell>& cells = cells_[id];
  if (cells.empty()) cells.resize(e.type.num_elements());
  const uint64_t since = std::max(on_state_[id] ? state_changed_ : 1,
                                  on_parameters_[id] ? parameters_changed_ : 1);
  if (cells[index].time < since) {
    const Element value = Compute(e, index);
    cells[index] = {value, time_};
  }
  return cells[index].value;
}

Element Machine::Compute(const Expr& e, int64_t index) {
  switch (e.kind) {
    case ExprKind::kConstant:
      return FromLiteral(e.literal);
    case ExprKind::kIota: {
      const int64_t number = Unflatten(index, e.type.dims)[e.a[0]];
      return Convert({ElementType::kI64, FromInteger(ElementType::kI64, number)},
                     e.type.element, program_.numerics);
    }
    case ExprKind::kLoad:
      return Read(e.ref, index);
    case ExprKind::kScalar:
      return Elementwise(e, index);
    case ExprKind::kBroadcast: {
      const Dims& from = type(e.operands[0]).dims;
      const Dims own = Unflatten(index, e.type.dims);
      Dims at(from.size());
      for (size_t d = 0; d < from.size(); ++d) at[d] = from[d] == 1 ? 0 : own[e.a[d]];
      return ValueAt(e.operands[0], Flatten(at, from));
    }
    case ExprKind::kReshape:
      return ValueAt(e.operands[0], index);
    case ExprKind::kTranspose: {
      const Dims own = Unflatten(index, e.type.dims);
      Dims at(own.size());
      for (size_t d = 0; d < own.size(); ++d) at[e.a[d]] = own[d];
      return ValueAt(e.operands[0], Flatten(at, type(e.operands[0]).dims));
    }
    case ExprKind::kSlice: {
      Dims at = Unflatten(index, e.type.dims);
      for (size_t d = 0; d < at.size(); ++d) at[d] = e.a[d] + at[d] * e.b[d];
      return ValueAt(e.operands[0], Flatten(at, type(e.operands[0]).dims));
    }
    case ExprKind::kReverse: {
      Dims at = Unflatten(index, e.type.dims);
      for (int64_t d : e.a) at[d] = e.type.dims[d] - 1 - at[d];
      return ValueAt(e.operands[0], Flatten(at, e.type.dims));
    }
    case ExprKind::kPad:
      return Pad(e, index);
    case ExprKind::kConcatenate:
      return Concatenate(e, index);
    case ExprKind::kDynamicSlice:
      return DynamicSlice(e, index);
    case ExprKind::kDynamicUpdateSlice:
      return DynamicUpdateSlice(e, index);
    case ExprKind::kGather:
      return Gather(e, index);
    case ExprKind::kWindow:
      return Window(e, index);
    case ExprKind::kResult:
      return Result(e);
    case ExprKind::kCounter:
      return FromInteger(ElementType::kI32, counters_[e.a[0]]);
    case ExprKind::kParameter:
      if (parameters_ != nullptr) return (*parameters_)[e.a[0]];
      Fail(absl::InternalError("a parameter outside of regions"));
      return kUnknown;
  }
  return kUnknown;
}

Element Machine::Scalar(const ScalarOp& op, absl::Span<const Operand> operands,
                        ElementType type) {
  const absl::StatusOr<Element> result =
      reference::Apply(op, operands, type, program_.numerics);
  if (result.ok()) return *result;
  Fail(result.status());
  return kUnknown;
}

Element Machine::Elementwise(const Expr& e, int64_t index) {
  Operand operands[3];
  for (size_t i = 0; i < e.operands.size(); ++i) {
    const ir::TensorType& from = type(e.operands[i]);
    operands[i] = {from.element, ValueAt(e.operands[i], from.rank() == 0 ? 0 : index)};
  }
  const ScalarOp op = {e.op, e.a.empty() ? 0 : e.a[0], e.b.empty() ? 0 : e.b[0]};
  return Scalar(op, absl::MakeConstSpan(operands, e.operands.size()), e.type.element);
}

Element Machine::Pad(const Expr& e, int64_t index) {
  const Dims& from = type(e.operands[0]).dims;
  Dims at = Unflatten(index, e.type.dims);
  for (size_t d = 0; d < at.size(); ++d) {
    const int64_t step = e.b[d] + 1;
    const int64_t x = at[d] - e.a[d];
    if (x < 0 || x % step != 0 || x / step >= from[d]) return ScalarAt(e.operands[1]);
    at[d] = x / step;
  }
  return ValueAt(e.operands[0], Flatten(at, from));
}

Element Machine::Concatenate(const Expr& e, int64_t index) {
  const int64_t d = e.a[0];
  Dims at = Unflatten(index, e.type.dims);
  for (ExprId part : e.operands) {
    const Dims& from = type(part).dims;
    if (at[d] < from[d]) return ValueAt(part, Flatten(at, from));
    at[d] -= from[d];
  }
  Fail(absl::InternalError("an element behind the last part of a concatenation"));
  return kUnknown;
}

bool Machine::Clamped(ExprId id, int64_t at, int64_t limit, int64_t* index) {
  const Element x = ValueAt(id, at);
  if (!IsExact(x)) return false;
  const int64_t value = IntegerOf(type(id).element, x);
  const bool huge = ir::IsUnsigned(type(id).element) && value < 0;  // of 64 bits
  *index = huge ? limit : std::clamp<int64_t>(value, 0, limit);
  return true;
}

Element Machine::DynamicSlice(const Expr& e, int64_t index) {
  const Dims& from = type(e.operands[0]).dims;
  Dims at = Unflatten(index, e.type.dims);
  for (size_t d = 0; d < at.size(); ++d) {
    int64_t start = 0;
    if (!Clamped(e.operands[1 + d], 0, from[d] - e.type.dims[d], &start)) return kUnknown;
    at[d] += start;
  }
  return ValueAt(e.operands[0], Flatten(at, from));
}

Element Machine::DynamicUpdateSlice(const Expr& e, int64_t index) {
  const Dims& part = type(e.operands[1]).dims;
  Dims at = Unflatten(index, e.type.dims);
  bool inside = true;
  for (size_t d = 0; d < at.size(); ++d) {
    int64_t start = 0;
    if (!Clamped(e.operands[2 + d], 0, e.type.dims[d] - part[d], &start)) return kUnknown;
    at[d] -= start;
    inside = inside && at[d] >= 0 && at[d] < part[d];
  }
  return inside ? ValueAt(e.operands[1], Flatten(at, part))
                : ValueAt(e.operands[0], index);
}

Element Machine::Gather(const Expr& e, int64_t index) {
  const tile::GatherDims& g = e.gather[0];
  const Dims& from = type(e.operands[0]).dims;
  const Dims& indices = type(e.operands[1]).dims;
  const Dims own = Unflatten(index, e.type.dims);
  Dims batch, offset;
  for (size_t d = 0; d < own.size(); ++d) {
    (Contains(g.offset_dims, static_cast<int64_t>(d)) ? offset : batch).push_back(own[d]);
  }
  const auto rank = static_cast<int64_t>(indices.size());
  // Where component `c` of this element's index vector is.
  const auto place_of = [&](int64_t c) {
    Dims at;
    size_t next = 0;
    for (int64_t d = 0; d < rank; ++d) {
      at.push_back(d == g.index_vector_dim ? c : batch[next++]);
    }
    return Flatten(at, indices);
  };
  Dims at(from.size(), 0);
  for (size_t c = 0; c < g.start_index_map.size(); ++c) {
    const int64_t d = g.start_index_map[c];
    if (!Clamped(e.operands[1], place_of(static_cast<int64_t>(c)),
                 from[d] - g.slice_sizes[d], &at[d])) {
      return kUnknown;
    }
  }
  for (size_t i = 0; i < g.operand_batching_dims.size(); ++i) {
    const int64_t d = g.start_indices_batching_dims[i];
    at[g.operand_batching_dims[i]] = batch[d - (d > g.index_vector_dim ? 1 : 0)];
  }
  size_t next = 0;
  for (size_t k = 0; k < from.size(); ++k) {
    const auto d = static_cast<int64_t>(k);
    if (Contains(g.collapsed_slice_dims, d) || Contains(g.operand_batching_dims, d)) {
      continue;
    }
    at[k] += offset[next++];
  }
  return ValueAt(e.operands[0], Flatten(at, from));
}

Element Machine::Window(const Expr& e, int64_t index) {
  const Dims& from = type(e.operands[0]).dims;
  const Dims own = Unflatten(index, e.type.dims);
  Dims at(from.size());
  for (size_t d = 0; d < from.size(); ++d) {
    const int64_t x = own[d] * e.a[d] + own[from.size() + d] * e.b[d] - e.c[d];
    if (x < 0 || x % e.d[d] != 0 || x / e.d[d] >= from[d]) return ScalarAt(e.operands[1]);
    at[d] = x / e.d[d];
  }
  return ValueAt(e.operands[0], Flatten(at, from));
}

Element Machine::Result(const Expr& e) {
  const auto found = results_.find(static_cast<int>(e.a[0]));
  const auto number = static_cast<size_t>(e.a[1]);
  if (found != results_.end() && number < found->second.size()) {
    return found->second[number];
  }
  Fail(absl::InternalError(
      absl::StrCat("result ", e.a[0], ".", e.a[1], " is read before it is there")));
  return kUnknown;
}

std::vector<Element> Machine::Apply(const tile::Region& region,
                                    std::vector<Element> arguments) {
  const std::vector<Element>* const outer = std::exchange(parameters_, &arguments);
  parameters_changed_ = ++time_;
  std::vector<Element> results;
  for (ExprId result : region.results) results.push_back(ScalarAt(result));
  parameters_ = outer;
  parameters_changed_ = ++time_;
  return results;
}

}  // namespace tilewright::reference
