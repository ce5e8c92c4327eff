// Operations of the chlo dialect that are shorthands for others.
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/lower/lowering.h"
#include "ir/builder.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

using ir::Dims;
using ir::OpKind;
using ir::TensorType;
using ir::ValueId;

constexpr absl::string_view kBroadcasting = "chlo.broadcast_";

// What "chlo.broadcast_add" does once the shapes are equal.
std::optional<OpKind> BroadcastingKind(absl::string_view name) {
  if (name.substr(0, kBroadcasting.size()) != kBroadcasting) return std::nullopt;
  const absl::string_view plain = name.substr(kBroadcasting.size());
  std::optional<OpKind> kind = ir::FindOpKind(absl::StrCat("stablehlo.", plain));
  if (!kind) kind = ir::FindOpKind(absl::StrCat("chlo.", plain));
  if (!kind) return std::nullopt;
  const ir::OpInfo& info = ir::Info(*kind);
  const bool binary = info.min_operands == 2 && info.max_operands == 2;
  const bool by_element =
      ir::IsElementwise(*kind) || *kind == OpKind::kPolygamma || *kind == OpKind::kZeta;
  if (*kind == OpKind::kSelect || (binary && by_element)) return kind;
  return std::nullopt;
}

Dims TrailingDimensions(int64_t rank, int64_t of) {
  Dims dimensions;
  for (int64_t d = 0; d < rank; ++d) dimensions.push_back(of - rank + d);
  return dimensions;
}

// Whether `dimensions` name, in order, one dimension of `rank` for each of `count`.
bool AreDimensionsOf(const Dims& dimensions, int64_t rank, int64_t count) {
  if (static_cast<int64_t>(dimensions.size()) != count) return false;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    const int64_t least = i == 0 ? 0 : dimensions[i - 1] + 1;
    if (dimensions[i] < least || dimensions[i] >= rank) return false;
  }
  return true;
}

}  // namespace

bool IsBroadcasting(absl::string_view name) { return BroadcastingKind(name).has_value(); }

// Dimensions are matched from the last one on, or as broadcast_dimensions says for
// the operand of the lesser rank; those of size 1 are repeated.
absl::Status Lowering::LowerBroadcasting(const Op& op, Context& context) {
  ir::Operation operation;
  operation.kind = *BroadcastingKind(op.name);
  TW_ASSIGN_OR_RETURN(Values operands, Operands(op, context));
  int64_t rank = 0, least_rank = std::numeric_limits<int64_t>::max();
  for (ValueId operand : operands) {
    const int64_t own = program_.type(operand).rank();
    rank = std::max(rank, own);
    least_rank = std::min(least_rank, own);
  }
  std::optional<Dims> written;
  if (const Attribute* attribute = op.Find("broadcast_dimensions")) {
    TW_ASSIGN_OR_RETURN(const Attribute* value, Resolve(*attribute));
    TW_ASSIGN_OR_RETURN(written, Integers(*value));
    if (!AreDimensionsOf(*written, rank, least_rank)) {
      return source_.Invalid(value->at,
                             absl::StrCat("broadcast_dimensions [", ir::Join(*written),
                                          "] do not place a tensor of rank ", least_rank,
                                          " in one of rank ", rank));
    }
  }
  std::vector<Dims> places;
  Dims shape(rank, 1);
  for (ValueId operand : operands) {
    const TensorType& type = program_.type(operand);
    places.push_back(written && type.rank() == least_rank
                         ? *written
                         : TrailingDimensions(type.rank(), rank));
    for (int d = 0; d < type.rank(); ++d) {
      int64_t& size = shape[places.back()[d]];
      if (size == 1) size = type.dims()[d];
      if (type.dims()[d] != 1 && type.dims()[d] != size) {
        return source_.Invalid(
            op.at, absl::StrCat("'", op.name, "' cannot make ", ir::ToString(type),
                                " of shape [", ir::Join(shape), "]"));
      }
    }
  }
  ir::Builder builder(&program_, context.region, LocationOf(op.at));
  for (size_t i = 0; i < operands.size(); ++i) {
    if (program_.type(operands[i]).dims() == shape) continue;
    operands[i] = builder.Broadcast(operands[i], std::move(places[i]), shape);
  }
  operation.operands = std::move(operands);
  TW_RETURN_IF_ERROR(AddAttributes(op, operation.kind, &operation.attributes));
  return AppendAndDefine(op, std::move(operation), context);
}

// One number, in the shape of the operand.
absl::Status Lowering::LowerConstantLike(const Op& op, Context& context) {
  TW_ASSIGN_OR_RETURN(const Values operands, Operands(op, context));
  const Attribute* value = op.Find("value");
  if (operands.size() != 1 || value == nullptr) {
    return source_.Invalid(op.at, "one operand and a value are expected");
  }
  TW_ASSIGN_OR_RETURN(value, Resolve(*value));
  const bool number = value->kind == Attribute::Kind::kInteger ||
                      value->kind == Attribute::Kind::kFloat ||
                      value->kind == Attribute::Kind::kBool;
  if (!number) return source_.Invalid(value->at, "a number is expected");
  // Without a type, decimals are f64 and integers i64.
  ir::ElementType element = value->kind == Attribute::Kind::kFloat ? ir::ElementType::kF64
                            : value->kind == Attribute::Kind::kBool
                                ? ir::ElementType::kI1
                                : ir::ElementType::kI64;
  if (value->type.kind == Type::Kind::kScalar) element = value->type.tensor.element;
  const TensorType type{element, program_.type(operands[0]).shape};
  ir::Builder builder(&program_, context.region, LocationOf(op.at));
  const ValueId scalar =
      value->kind == Attribute::Kind::kFloat
          ? builder.Splat(value->number, ir::Scalar(element))
          : builder.IntegerSplat(
                value->kind == Attribute::Kind::kBool ? value->flag : value->integer,
                ir::Scalar(element));
  return DefineValues(op, {builder.BroadcastScalar(scalar, type.dims())}, context);
}

absl::Status Lowering::LowerIsInfinite(const Op& op, Context& context) {
  TW_ASSIGN_OR_RETURN(const Values operands, Operands(op, context));
  if (operands.size() != 1) return source_.Invalid(op.at, "one operand is expected");
  const TensorType type = program_.type(operands[0]);
  if (!ir::IsFloat(type.element)) {
    return source_.Invalid(
        op.at, absl::StrCat("'", op.name, "' is not defined on ", ir::ToString(type)));
  }
  ir::Builder builder(&program_, context.region, LocationOf(op.at));
  // In types without infinities this is NaN, which nothing equals.
  double infinity = std::numeric_limits<double>::infinity();
  if (op.name == "chlo.is_neg_inf") infinity = -infinity;
  const ValueId limit = builder.BroadcastScalar(
      builder.Splat(infinity, ir::Scalar(type.element)), type.dims());
  const ValueId value =
      op.name == "chlo.is_inf" ? builder.Unary(OpKind::kAbs, operands[0]) : operands[0];
  return DefineValues(op, {builder.Compare("EQ", value, limit)}, context);
}

absl::Status Lowering::LowerScan(const Op& op, Context& context) {
  ir::Operation operation;
  operation.kind = OpKind::kScan;
  TW_ASSIGN_OR_RETURN(operation.operands, Operands(op, context));
  TW_RETURN_IF_ERROR(AddAttributes(op, OpKind::kScan, &operation.attributes));
  for (const SyntaxRegion& syntax : op.regions) {
    // The computation sees nothing of what is around it.
    Scope own;
    Context isolated{&own, context.region, context.nested};
    ir::Region region;
    TW_RETURN_IF_ERROR(LowerRegion(syntax, isolated, {}, &region));
    operation.regions.push_back(std::move(region));
  }
  return AppendAndDefine(op, std::move(operation), context);
}

}  // namespace tilewright::stablehlo
