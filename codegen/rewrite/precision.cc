#include "codegen/rewrite/precision.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "ir/builder.h"
#include "support/status_macros.h"

namespace tilewright::codegen {
namespace {

using ir::AttributeName;
using ir::ElementType;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

// Complex sums of more products than these are four real contractions, which are much
// faster; lowering writes shorter ones in one kernel, of the same sums.
constexpr int64_t kShallow = 64;

constexpr int64_t kDefault = 0, kHigh = 1, kHighest = 2;

// What a dot algorithm comes down to: both operands converted to `operand`, or
// kept (f32) at `precision`.
struct Algorithm {
  absl::string_view text;
  ElementType operand;
  int64_t precision;
};
// Those of other machines are not here (tf32, fp8): no TPU has them, and StableHLO wants
// an error rather than something alike.
constexpr Algorithm kAlgorithms[] = {
    {"f16,f16,f16,1,1,1", ElementType::kF16, kHighest},
    {"f16,f16,f32,1,1,1", ElementType::kF16, kHighest},
    {"bf16,bf16,bf16,1,1,1", ElementType::kBF16, kDefault},
    {"bf16,bf16,f32,1,1,1", ElementType::kBF16, kDefault},
    {"bf16,bf16,f32,1,1,3", ElementType::kF32, kHigh},
    {"bf16,bf16,f32,1,1,6", ElementType::kF32, kHighest},
    {"bf16,bf16,f32,1,1,9", ElementType::kF32, kHighest},
    {"bf16,bf16,f32,3,3,6", ElementType::kF32, kHighest},
    {"f32,f32,f32,1,1,1", ElementType::kF32, kHighest},
    {"f64,f64,f64,1,1,1", ElementType::kF64, kHighest},
};

class Rewriter {
 public:
  Rewriter(ir::Program* program, Numerics numerics)
      : program_(program), numerics_(numerics) {}

  absl::Status Rewrite(ir::Region* region) {
    std::vector<Operation> operations = std::move(region->operations);
    region->operations.clear();
    for (Operation& op : operations) {
      for (ir::Region& inner : op.regions) TW_RETURN_IF_ERROR(Rewrite(&inner));
      if (ir::Info(op.kind).op_class != ir::OpClass::kContraction) {
        region->operations.push_back(std::move(op));
        continue;
      }
      TW_RETURN_IF_ERROR(Contract(std::move(op), region));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Contract(Operation op, ir::Region* region) {
    ir::Builder b(program_, region, op.location);
    TW_RETURN_IF_ERROR(ApplyAlgorithm(&op, b));
    const ElementType result = program_->type(op.results[0]).element;
    if (ir::IsComplex(result)) {
      if (IsShallow(op)) {
        b.region()->operations.push_back(std::move(op));
      } else {
        ContractComplex(std::move(op), b);
      }
      return absl::OkStatus();
    }
    int64_t precision = kDefault;
    for (int64_t p : op.attributes.Ints(AttributeName::kPrecision)) {
      precision = std::max(precision, p);
    }
    const bool f32 = program_->type(op.operands[0]).element == ElementType::kF32 &&
                     program_->type(op.operands[1]).element == ElementType::kF32 &&
                     result == ElementType::kF32;
    if (numerics_ == Numerics::kTpu && precision == kHigh && f32) {
      ContractInPasses(std::move(op), b);
      return absl::OkStatus();
    }
    region->operations.push_back(std::move(op));
    return absl::OkStatus();
  }

  // Whether few products are summed for one element of the result, whatever the sizes.
  bool IsShallow(const Operation& op) const {
    const ir::Shape& rhs = program_->type(op.operands[1]).shape;
    ir::Size depth = 1;
    if (op.kind == OpKind::kDotGeneral) {
      for (int64_t d : op.attributes.Ints(AttributeName::kRhsContractingDimensions)) {
        depth = depth * rhs[d];
      }
    } else {
      depth = rhs[op.attributes.Int(AttributeName::kKernelInputFeatureDimension)];
      for (int64_t d : op.attributes.Ints(AttributeName::kKernelSpatialDimensions)) {
        depth = depth * rhs[d];
      }
    }
    return depth.is_number() && depth.number() <= kShallow;
  }

  absl::Status ApplyAlgorithm(Operation* op, ir::Builder& b) {
    std::string text = op->attributes.Text(AttributeName::kAlgorithm);
    if (text.empty()) return absl::OkStatus();
    // Sums of integers are exact: an algorithm says nothing about them.
    const ElementType element = program_->type(op->operands[0]).element;
    if (ir::IsWhole(element)) {
      op->attributes.Erase(AttributeName::kAlgorithm);
      return absl::OkStatus();
    }
    if (ir::IsComplex(element)) {
      return Invalid(*op, "> is not defined on complex numbers");
    }
    // Whether imprecise accumulation is allowed changes nothing here.
    const size_t comma = text.rfind(',');
    const absl::string_view facts = absl::string_view(text).substr(0, comma);
    for (const Algorithm& algorithm : kAlgorithms) {
      if (facts != algorithm.text) continue;
      for (ValueId& operand : op->operands) {
        if (program_->type(operand).element != algorithm.operand) {
          operand = b.Convert(operand, algorithm.operand);
        }
      }
      op->attributes.Erase(AttributeName::kAlgorithm);
      op->attributes.Set(AttributeName::kPrecision,
                         ir::Dims{algorithm.precision, algorithm.precision});
      return absl::OkStatus();
    }
    return Invalid(*op, "> is not supported");
  }

  absl::Status Invalid(const Operation& op, absl::string_view what) const {
    return ir::ErrorAt(
        program_->files, op.location,
        absl::InvalidArgumentError(absl::StrCat(
            "dot algorithm <", op.attributes.Text(AttributeName::kAlgorithm), what)));
  }

  // The same contraction on other operands.
  ValueId Again(const Operation& op, ValueId lhs, ValueId rhs, ElementType result,
                int64_t precision, ir::Builder& b) {
    Operation copy;
    copy.kind = op.kind;
    copy.attributes = op.attributes;
    copy.attributes.Set(AttributeName::kPrecision, ir::Dims{precision, precision});
    copy.operands = {lhs, rhs};
    copy.location = op.location;
    return b.AppendOperation(std::move(copy),
                             {{result, program_->type(op.results[0]).shape}})[0];
  }

  // Appends `op`'s result as the last operation, under its own name.
  void Finish(const Operation& op, OpKind kind, ValueId x, ValueId y, ir::Builder& b) {
    Operation last;
    last.kind = kind;
    last.operands = {x, y};
    last.results = op.results;
    last.location = op.location;
    b.region()->operations.push_back(std::move(last));
  }

  void ContractComplex(Operation op, ir::Builder& b) {
    const ElementType part = ir::RealPart(program_->type(op.results[0]).element);
    const auto split = [&](ValueId v) -> std::pair<ValueId, ValueId> {
      const ir::TensorType type = program_->type(v);
      if (!ir::IsComplex(type.element)) {
        return {v, b.Splat(0, type)};
      }
      const ir::TensorType real = {ir::RealPart(type.element), type.shape};
      return {b.Append(OpKind::kReal, {v}, real), b.Append(OpKind::kImag, {v}, real)};
    };
    const auto [a, ai] = split(op.operands[0]);
    const auto [c, ci] = split(op.operands[1]);
    const auto dot = [&](ValueId x, ValueId y) {
      const ValueId sum = Again(op, x, y, part, kHighest, b);
      if (op.kind == OpKind::kDotGeneral) {
        b.region()->operations.back().attributes.Set(AttributeName::kRoundsProducts,
                                                     true);
      }
      return sum;
    };
    const ValueId re = b.Binary(OpKind::kSubtract, dot(a, c), dot(ai, ci));
    const ValueId im = b.Binary(OpKind::kAdd, dot(a, ci), dot(ai, c));
    Finish(op, OpKind::kComplex, re, im, b);
  }

  // a = high + low in bf16: high*high + (high*low + low*high).
  void ContractInPasses(Operation op, ir::Builder& b) {
    const auto split = [&](ValueId v) -> std::pair<ValueId, ValueId> {
      const ValueId high = b.Convert(v, ElementType::kBF16);
      const ValueId rest =
          b.Binary(OpKind::kSubtract, v, b.Convert(high, ElementType::kF32));
      return {high, b.Convert(rest, ElementType::kBF16)};
    };
    const auto [a1, a2] = split(op.operands[0]);
    const auto [b1, b2] = split(op.operands[1]);
    const auto dot = [&](ValueId x, ValueId y) {
      return Again(op, x, y, ElementType::kF32, kDefault, b);
    };
    const ValueId small = b.Binary(OpKind::kAdd, dot(a2, b1), dot(a1, b2));
    Finish(op, OpKind::kAdd, small, dot(a1, b1), b);
  }

  ir::Program* program_;
  const Numerics numerics_;
};

}  // namespace

absl::StatusOr<ir::Program> ApplyPrecision(ir::Program program, Numerics numerics) {
  TW_RETURN_IF_ERROR(Rewriter(&program, numerics).Rewrite(&program.body));
  return program;
}

}  // namespace tilewright::codegen
