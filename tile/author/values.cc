// Values of a kernel that is being written: pure expressions, checked by ir's
// rules.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "absl/numeric/bits.h"
#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ir/check/verify.h"
#include "ir/float_bits.h"
#include "tile/author/author.h"
#include "tile/compare.h"
#include "tile/work/op_cost.h"

namespace tilewright::tile {

using ir::AttributeName;
using ir::Dims;
using ir::ElementType;
using ir::OpKind;
using ir::TensorType;

namespace {

// Bounds of the code of one kernel, and of how deep its emission recurses.
constexpr int kMaxDepth = 1000;
constexpr size_t kMaxExprs = 1 << 16;

// With as many bits as a double has, of which the last is set where some are lost: what
// is rounded again, to at least two bits less, is rounded once.
double RoundedToOdd(absl::int128 value) {
  constexpr int kBits = 53;
  absl::uint128 magnitude(value < 0 ? -value : value);
  const int bits = 64 - absl::countl_zero(absl::Uint128Low64(magnitude));
  if (bits > kBits) {
    const absl::uint128 unit = absl::uint128(1) << (bits - kBits);
    const bool is_exact = magnitude % unit == 0;
    magnitude -= magnitude % unit;
    if (!is_exact) magnitude |= unit;
  }
  const auto rounded = static_cast<double>(magnitude);
  return value < 0 ? -rounded : rounded;
}

std::string Text(absl::int128 value) {
  return absl::StrCat(value < 0 ? "-" : "",
                      absl::Uint128Low64(absl::uint128(value < 0 ? -value : value)));
}

// Whether trailing dimensions are equal, or ones that repeat.
bool Spreads(const Dims& own, const Dims& shape) {
  if (own.size() > shape.size()) return false;
  for (size_t k = 1; k <= own.size(); ++k) {
    const int64_t size = own[own.size() - k];
    if (size != 1 && size != shape[shape.size() - k]) return false;
  }
  return true;
}

}  // namespace

ExprId Author::Noted(ExprId value, bool marked) {
  for (size_t id = notes_.size(); id < program_.exprs.size(); ++id) {
    const Expr& e = program_.exprs[id];
    Note note;
    const bool anywhere = arrays_.has_value() && !e.Is<tile::Parameter>();
    note.block = anywhere ? 0 : open_.back().id;
    note.place = calls_.now().place;
    if (const auto* load = e.As<tile::Load>()) note.version = versions_[load->ref];
    for (ExprId operand : e.operands) {
      if (operand < 0) continue;
      note.depth = std::max(note.depth, notes_[operand].depth + 1);
      // Over arrays a value is one wherever it is written.
      if (anywhere) note.block = std::max(note.block, notes_[operand].block);
    }
    if (note.depth > kMaxDepth) {
      Fail("a value is more than ", kMaxDepth, " operations deep: Keep one on the way");
    }
    notes_.push_back(note);
  }
  if (program_.exprs.size() > kMaxExprs) {
    Fail("has more than ", kMaxExprs, " operations");
  }
  if (!marked || arrays_.has_value()) return value;
  notes_[value].marked = true;
  // A place where Build() may put a statement that computes the value.
  open_.back().statements.push_back({LoopNest{.outer = {kMark, int64_t{value}}}});
  return value;
}

ExprId Author::Dummy(TensorType type) {
  if (type.element == ElementType::kToken) type.element = ElementType::kF32;
  return Noted(builder_.Zero(type));
}

bool Author::IsKnown(ExprId value) {
  if (value == kOfAnother) {
    Fail("a value of kernel '", foreign_, "' is used");
    return false;
  }
  if (value < 0 || static_cast<size_t>(value) >= program_.exprs.size()) {
    Fail("a value is used that was never made");
    return false;
  }
  const Note& note = notes_[value];
  if (open_ids_.count(note.block) > 0) return true;
  const std::string made = calls_.PlaceText(note.place);
  Fail("a value that was made in a loop or a branch", made.empty() ? "" : ", at ", made,
       made.empty() ? "" : ",", " is used outside of it");
  return false;
}

int32_t Author::Foreign(absl::string_view kernel) {
  foreign_ = std::string(kernel);
  return kOfAnother;
}

bool Author::AreKnown(const std::vector<ExprId>& values) {
  return std::all_of(values.begin(), values.end(),
                     [this](ExprId value) { return IsKnown(value); });
}

const TensorType& Author::type(ExprId value) const {
  static const TensorType kNone{ElementType::kF32, {}};
  const bool known = value >= 0 && static_cast<size_t>(value) < program_.exprs.size();
  return known ? program_.exprs[value].type : kNone;
}

bool Author::Infer(OpKind op, const std::vector<ExprId>& operands,
                   const ir::Attributes& attributes, TensorType* type,
                   absl::string_view what) {
  if (!AreKnown(operands)) return false;
  ir::Program types;
  types.symbols = program_.symbols;
  ir::Operation operation;
  operation.kind = op;
  operation.attributes = attributes;
  for (ExprId operand : operands) {
    operation.operands.push_back(types.AddValue(this->type(operand)));
  }
  std::vector<TensorType> declared;
  if (type->element != ElementType::kToken) declared.push_back(*type);
  const absl::StatusOr<std::vector<TensorType>> results =
      ir::InferResultTypes(types, operation, declared);
  if (!results.ok()) {
    std::string message(results.status().message());
    const std::string prefix = absl::StrCat(ir::Name(op), ": ");
    if (message.rfind(prefix, 0) == 0) message = message.substr(prefix.size());
    absl::string_view name = ir::Name(op);
    name.remove_prefix(name.find('.') + 1);
    Fail(calls_.By(what.empty() ? name : what), message);
    return false;
  }
  *type = (*results)[0];
  if (type->num_elements() > 0) return true;
  Fail(calls_.By(ir::Name(op)), "a value without elements, ", ir::ToString(*type));
  return false;
}

bool Author::MayMove(OpKind op, const std::vector<ExprId>& operands,
                     const ir::Attributes& attributes, TensorType* result) {
  TensorType unused;
  if (result == nullptr) result = &unused;
  result->element = ElementType::kToken;
  return Infer(op, operands, attributes, result);
}

ExprId Author::Constant(ElementType type, double value) {
  if (!ir::IsFloat(type)) {
    constexpr double kBeyond = 18446744073709551616.0;  // 2^64
    const bool is_integer = std::abs(value) < kBeyond && value == std::trunc(value);
    if (is_integer) return ConstantInteger(type, absl::int128(value));
    Fail("constant ", value, " is no ", ir::Name(type));
    return ConstantInteger(type, 0);
  }
  const uint64_t bits = ir::FloatToBits(type, value);
  std::vector<uint8_t> bytes(ir::StorageBytes(type));
  std::memcpy(bytes.data(), &bits, bytes.size());
  return Noted(
      builder_.Constant(*ir::Literal::Create(ir::Scalar(type), std::move(bytes), true)));
}

ExprId Author::ConstantInteger(ElementType type, absl::int128 value) {
  const ir::TypeClass kind = ir::Info(type).type_class;
  if (kind == ir::TypeClass::kFloat) {
    const bool is_f64 = type == ElementType::kF64;
    return Constant(type, is_f64 ? static_cast<double>(value) : RoundedToOdd(value));
  }
  const int bits = kind == ir::TypeClass::kBool ? 1 : ir::Info(type).bits;
  const bool is_signed = kind == ir::TypeClass::kSigned;
  const bool is_number =
      is_signed || kind == ir::TypeClass::kUnsigned || kind == ir::TypeClass::kBool;
  const absl::int128 most = (absl::int128(1) << (bits - (is_signed ? 1 : 0))) - 1;
  const absl::int128 least = is_signed ? -most - 1 : absl::int128(0);
  if (!is_number || value < least || value > most) {
    Fail("constant ", Text(value), " is no ", ir::Name(type));
    return Dummy(ir::Scalar(is_number ? type : ElementType::kI32));
  }
  return Noted(builder_.Constant(ir::IntegerSplat(
      ir::Scalar(type), static_cast<int64_t>(absl::Int128Low64(value)))));
}

ExprId Author::Iota(TensorType type, int64_t dimension) {
  ir::Attributes attributes;
  attributes.Set(AttributeName::kIotaDimension, dimension);
  if (!Infer(OpKind::kIota, {}, attributes, &type))
    return Dummy(ir::Scalar(type.element));
  return Noted(builder_.Iota(std::move(type), dimension));
}

ExprId Author::Elementwise(OpKind op, std::vector<ExprId> operands) {
  if (!ir::IsElementwise(op) || op == OpKind::kCompare || op == OpKind::kConvert ||
      op == OpKind::kReducePrecision) {
    Fail(ir::Name(op), ": not an elementwise operation without parameters");
    return Dummy(ir::Scalar(ElementType::kF32));
  }
  const ir::OpInfo& info = ir::Info(op);
  if (static_cast<int>(operands.size()) != info.min_operands) {
    Fail(calls_.By(info.name), "has ", info.min_operands, " operands, was given ",
         operands.size());
    return Dummy(ir::Scalar(ElementType::kF32));
  }
  if (!AreKnown(operands)) return Dummy(ir::Scalar(ElementType::kF32));
  Dims shape;
  for (ExprId x : operands) {
    const Dims& own = type(x).dims();
    if (own.size() > shape.size()) {
      shape.insert(shape.begin(), own.size() - shape.size(), 1);
    }
    for (size_t k = 1; k <= own.size(); ++k) {
      int64_t& size = shape[shape.size() - k];
      size = std::max(size, own[own.size() - k]);
    }
  }
  for (ExprId x : operands) {
    if (Spreads(type(x).dims(), shape)) continue;
    const auto name = [this](std::string* out, ExprId operand) {
      absl::StrAppend(out, ir::ToString(type(operand)));
    };
    Fail(calls_.By(info.name), absl::StrJoin(operands, " and ", name),
         " do not spread to one shape");
    return Dummy({type(operands[0]).element, shape});
  }
  for (ExprId& x : operands) x = Spread(x, shape);
  TensorType result{ElementType::kToken, {}};
  if (!Infer(op, operands, {}, &result)) {
    return Dummy({type(operands[0]).element, shape});
  }
  // Worth computing once when several statements use it.
  const bool marked = result.rank() > 0 && IsExpensive(op);
  return Noted(builder_.Scalar(op, std::move(operands), std::move(result)), marked);
}

ExprId Author::Compare(absl::string_view direction, ExprId x, ExprId y) {
  const std::optional<CompareDirection> found = FindDirection(direction);
  if (!found.has_value()) {
    Fail(calls_.By("compare"), "no direction ", direction);
    return Dummy(ir::Scalar(ElementType::kI1));
  }
  if (!AreKnown({x, y})) return Dummy(ir::Scalar(ElementType::kI1));
  // Spreads both to one shape, by the rules of any binary operation.
  const ExprId like = Elementwise(OpKind::kMaximum, {x, y});
  x = Spread(x, type(like).dims());
  y = Spread(y, type(like).dims());
  return Noted(builder_.Compare(*found, OrderOf(type(x).element), x, y));
}

ExprId Author::Convert(ExprId x, ElementType to) {
  if (type(x).element == to) return x;
  TensorType result{to, type(x).dims()};
  if (!Infer(OpKind::kConvert, {x}, {}, &result)) return Dummy(ir::Scalar(to));
  return Noted(builder_.Convert(x, to));
}

ExprId Author::Spread(ExprId x, const Dims& shape) {
  const Dims own = type(x).dims();
  if (own == shape) return x;
  if (!IsKnown(x)) return x;
  if (!Spreads(own, shape)) {
    Fail(ir::ToString(type(x)), " does not spread to [", ir::Join(shape), "]");
    return x;
  }
  Dims dimensions;
  for (size_t k = 0; k < own.size(); ++k) {
    dimensions.push_back(static_cast<int64_t>(shape.size() - own.size() + k));
  }
  return BroadcastInDim(x, shape, dimensions);
}

ExprId Author::BroadcastInDim(ExprId x, const Dims& shape, const Dims& dimensions) {
  ir::Attributes attributes;
  attributes.Set(AttributeName::kBroadcastDimensions, dimensions);
  TensorType result{type(x).element, shape};
  if (!Infer(OpKind::kBroadcastInDim, {x}, attributes, &result)) return Dummy(result);
  return Noted(builder_.Broadcast(x, shape, dimensions));
}

ExprId Author::Reshape(ExprId x, const Dims& shape) {
  if (type(x).dims() == shape) return x;
  TensorType result{type(x).element, shape};
  if (!Infer(OpKind::kReshape, {x}, {}, &result)) return Dummy(result);
  return Noted(builder_.Reshape(x, shape));
}

ExprId Author::Transpose(ExprId x, const Dims& permutation) {
  ir::Attributes attributes;
  attributes.Set(AttributeName::kPermutation, permutation);
  if (!MayMove(OpKind::kTranspose, {x}, attributes)) return NoValue();
  return Noted(builder_.Transpose(x, permutation));
}

ExprId Author::Concatenate(const std::vector<ExprId>& parts, int64_t dimension) {
  ir::Attributes attributes;
  attributes.Set(AttributeName::kDimension, dimension);
  if (!MayMove(OpKind::kConcatenate, parts, attributes)) return NoValue();
  return Noted(builder_.Concatenate(parts, dimension));
}

ExprId Author::DynamicSlice(ExprId x, const std::vector<ExprId>& start,
                            const Dims& sizes) {
  std::vector<ExprId> operands = {x};
  operands.insert(operands.end(), start.begin(), start.end());
  ir::Attributes attributes;
  attributes.Set(AttributeName::kSliceSizes, sizes);
  if (!MayMove(OpKind::kDynamicSlice, operands, attributes)) return NoValue();
  return Noted(builder_.DynamicSlice(x, start, sizes));
}

ExprId Author::Take(ExprId x, ExprId indices) {
  if (!AreKnown({x, indices})) return Dummy(ir::Scalar(ElementType::kF32));
  const int rank = type(x).rank();
  const int batch = type(indices).rank();
  if (rank == 0) {
    Fail(calls_.By("take"), "its operand is a scalar");
    return Dummy(ir::Scalar(type(x).element));
  }
  tile::Gather g;
  Dims sizes = type(x).dims();
  sizes[0] = 1;
  g.collapsed_slice_dims = {0};
  g.start_index_map = {0};
  g.index_vector_dim = batch;
  for (int d = 1; d < rank; ++d) g.offset_dims.push_back(batch + d - 1);
  ir::Attributes attributes;
  attributes.Set(AttributeName::kSliceSizes, sizes);
  attributes.Set(AttributeName::kCollapsedSliceDims, g.collapsed_slice_dims);
  attributes.Set(AttributeName::kStartIndexMap, g.start_index_map);
  attributes.Set(AttributeName::kIndexVectorDim, g.index_vector_dim);
  attributes.Set(AttributeName::kOffsetDims, g.offset_dims);
  TensorType result;
  if (!MayMove(OpKind::kGather, {x, indices}, attributes, &result)) return NoValue();
  return Noted(builder_.Gather(x, indices, std::move(g), result.dims()));
}

}  // namespace tilewright::tile
