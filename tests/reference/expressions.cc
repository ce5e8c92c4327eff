// Expressions: which element of which operand.
#include <algorithm>
#include <variant>

#include "absl/strings/str_cat.h"
#include "support/overloaded.h"
#include "tests/reference/machine.h"
#include "tile/arrange.h"

namespace tilewright::reference {

using tile::Expr;

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
bool IsPlain(const Expr& e) {
  return e.Is<tile::Constant>() || e.Is<tile::Iota>() || e.Is<tile::Load>() ||
         e.Is<tile::ResultOf>() || e.Is<tile::Counter>() || e.Is<tile::Parameter>();
}

ScalarOp OpOf(const tile::Scalar& scalar) {
  if (const auto* compare = std::get_if<tile::Comparison>(&scalar.parameters)) {
    return {scalar.op, compare->direction, compare->order};
  }
  if (const auto* to = std::get_if<tile::Precision>(&scalar.parameters)) {
    return {scalar.op, to->exponent_bits, to->mantissa_bits};
  }
  return {scalar.op};
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
  if (IsPlain(e)) return Compute(e, index);
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
  const auto first = [&](int64_t at) { return ValueAt(e.operands[0], at); };
  const auto from = [&]() -> const Dims& { return type(e.operands[0]).dims(); };
  return std::visit(
      Overloaded{
          [&](const tile::Constant& constant) { return FromLiteral(constant.literal); },
          [&](const tile::Iota& iota) {
            const int64_t number = Unflatten(index, e.type.dims())[iota.dimension];
            return Convert({ElementType::kI64, FromInteger(ElementType::kI64, number)},
                           e.type.element, program_.numerics);
          },
          [&](const tile::Load& load) { return Read(load.ref, index); },
          [&](const tile::Scalar& scalar) { return Elementwise(e, scalar, index); },
          [&](const tile::Broadcast& broadcast) {
            const Dims own = Unflatten(index, e.type.dims());
            Dims at(from().size());
            for (size_t d = 0; d < at.size(); ++d) {
              at[d] = from()[d] == 1 ? 0 : own[broadcast.dimensions[d]];
            }
            return first(Flatten(at, from()));
          },
          [&](const tile::Reshape&) { return first(index); },
          [&](const tile::Transpose& transpose) {
            const Dims own = Unflatten(index, e.type.dims());
            Dims at(own.size());
            for (size_t d = 0; d < own.size(); ++d) at[transpose.permutation[d]] = own[d];
            return first(Flatten(at, from()));
          },
          [&](const tile::Slice& slice) {
            Dims at = Unflatten(index, e.type.dims());
            for (size_t d = 0; d < at.size(); ++d) {
              at[d] = slice.start[d] + at[d] * slice.stride[d];
            }
            return first(Flatten(at, from()));
          },
          [&](const tile::Reverse& reverse) {
            Dims at = Unflatten(index, e.type.dims());
            for (int64_t d : reverse.dimensions) at[d] = e.type.dims()[d] - 1 - at[d];
            return first(Flatten(at, e.type.dims()));
          },
          [&](const tile::Pad& pad) { return Pad(e, pad, index); },
          [&](const tile::Concatenate& x) { return Concatenate(e, x.dimension, index); },
          [&](const tile::DynamicSlice&) { return DynamicSlice(e, index); },
          [&](const tile::DynamicUpdateSlice&) { return DynamicUpdateSlice(e, index); },
          [&](const tile::Gather& gather) { return Gather(e, gather, index); },
          [&](const tile::WindowOf& windows) { return Window(e, windows, index); },
          [&](const tile::ResultOf& result) { return Result(result); },
          [&](const tile::Counter& counter) {
            return FromInteger(ElementType::kI32, counters_[counter.number]);
          },
          [&](const tile::Parameter& parameter) {
            if (parameters_ != nullptr) return (*parameters_)[parameter.number];
            Fail(absl::InternalError("a parameter outside of regions"));
            return kUnknown;
          },
      },
      e.node);
}

Element Machine::Scalar(const ScalarOp& op, absl::Span<const Operand> operands,
                        ElementType type) {
  const absl::StatusOr<Element> result =
      reference::Apply(op, operands, type, program_.numerics);
  if (result.ok()) return *result;
  Fail(result.status());
  return kUnknown;
}

Element Machine::Elementwise(const Expr& e, const tile::Scalar& scalar, int64_t index) {
  Operand operands[3];
  for (size_t i = 0; i < e.operands.size(); ++i) {
    const ir::TensorType& from = type(e.operands[i]);
    operands[i] = {from.element, ValueAt(e.operands[i], from.rank() == 0 ? 0 : index)};
  }
  return Scalar(OpOf(scalar), absl::MakeConstSpan(operands, e.operands.size()),
                e.type.element);
}

Element Machine::Pad(const Expr& e, const tile::Pad& pad, int64_t index) {
  const Dims& from = type(e.operands[0]).dims();
  Dims at = Unflatten(index, e.type.dims());
  for (size_t d = 0; d < at.size(); ++d) {
    const int64_t step = pad.interior[d] + 1;
    const int64_t x = at[d] - pad.low[d];
    if (x < 0 || x % step != 0 || x / step >= from[d]) return ScalarAt(e.operands[1]);
    at[d] = x / step;
  }
  return ValueAt(e.operands[0], Flatten(at, from));
}

Element Machine::Concatenate(const Expr& e, int64_t d, int64_t index) {
  Dims at = Unflatten(index, e.type.dims());
  for (ExprId part : e.operands) {
    const Dims& from = type(part).dims();
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
  const Dims& from = type(e.operands[0]).dims();
  Dims at = Unflatten(index, e.type.dims());
  for (size_t d = 0; d < at.size(); ++d) {
    int64_t start = 0;
    if (!Clamped(e.operands[1 + d], 0, from[d] - e.type.dims()[d], &start))
      return kUnknown;
    at[d] += start;
  }
  return ValueAt(e.operands[0], Flatten(at, from));
}

Element Machine::DynamicUpdateSlice(const Expr& e, int64_t index) {
  const Dims& part = type(e.operands[1]).dims();
  Dims at = Unflatten(index, e.type.dims());
  bool inside = true;
  for (size_t d = 0; d < at.size(); ++d) {
    int64_t start = 0;
    if (!Clamped(e.operands[2 + d], 0, e.type.dims()[d] - part[d], &start))
      return kUnknown;
    at[d] -= start;
    inside = inside && at[d] >= 0 && at[d] < part[d];
  }
  return inside ? ValueAt(e.operands[1], Flatten(at, part))
                : ValueAt(e.operands[0], index);
}

Element Machine::Gather(const Expr& e, const tile::Gather& g, int64_t index) {
  const Dims& from = type(e.operands[0]).dims();
  const Dims& indices = type(e.operands[1]).dims();
  const ir::Shape sizes =
      tile::SliceSizes(g, static_cast<int>(from.size()), e.type.shape);
  const Dims own = Unflatten(index, e.type.dims());
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
                 from[d] - sizes.numbers()[d], &at[d])) {
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

Element Machine::Window(const Expr& e, const tile::WindowOf& windows, int64_t index) {
  const auto& [stride, dilation, low, base_dilation] = windows;
  const Dims& from = type(e.operands[0]).dims();
  const Dims own = Unflatten(index, e.type.dims());
  Dims at(from.size());
  for (size_t d = 0; d < from.size(); ++d) {
    const int64_t x = own[d] * stride[d] + own[from.size() + d] * dilation[d] - low[d];
    const int64_t step = base_dilation[d];
    if (x < 0 || x % step != 0 || x / step >= from[d]) return ScalarAt(e.operands[1]);
    at[d] = x / step;
  }
  return ValueAt(e.operands[0], Flatten(at, from));
}

Element Machine::Result(const tile::ResultOf& result) {
  const auto found = results_.find(result.id);
  const auto number = static_cast<size_t>(result.number);
  if (found != results_.end() && number < found->second.size()) {
    return found->second[number];
  }
  Fail(absl::InternalError(
      absl::StrCat("result ", result.id, ".", number, " is read before it is there")));
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
