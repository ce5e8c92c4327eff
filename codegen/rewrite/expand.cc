#include "codegen/rewrite/expand.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "codegen/facts/unknown_calls.h"
#include "codegen/rewrite/rewrite.h"
#include "ir/check/verify.h"
#include "ir/operation_index.h"
#include "support/refusals.h"
#include "support/work_note.h"

namespace tilewright::codegen {
namespace {

using ir::AttributeName;
using ir::OpClass;
using ir::OpKind;
using ir::ValueId;
using enum ir::OpKind;

struct Row {
  OpKind kind;
  RewriteRule* rewrite;
};

// Operations that are not here are copied.
constexpr Row kRows[] = {
    {kBitcastConvert, ExpandBitcastConvert},
    {kConcatenate, ExpandConcatenate},
    {kOptimizationBarrier, ExpandIdentity},
    {kDotGeneral, ExpandProduct},
    {kConvolution, ExpandConvolution},
    {kMap, ExpandMap},
    {kReduce, ExpandReduce},
    {kReduceWindow, ExpandPromoted},
    {kScatter, ExpandPromoted},
    {kSelectAndScatter, ExpandSelectAndScatter},
    {kBatchNormGrad, ExpandBatchNormGrad},
    {kBatchNormInference, ExpandBatchNormInference},
    {kBatchNormTraining, ExpandBatchNormTraining},
    {kRng, ExpandRng},
    {kRngBitGenerator, ExpandRngBitGenerator},
    {kScan, ExpandScan},
    {kTopK, ExpandTopK},
    {kRaggedDot, ExpandRaggedDot},
    {kGetDimensionSize, ExpandGetDimensionSize},
    {kDynamicBroadcastInDim, ExpandDynamicBroadcastInDim},
    {kDynamicConv, ExpandDynamicConv},
    {kDynamicGather, ExpandDynamicGather},
    {kDynamicIota, ExpandDynamicIota},
    {kDynamicPad, ExpandDynamicPad},
    {kDynamicReshape, ExpandDynamicReshape},
    {kRealDynamicSlice, ExpandRealDynamicSlice},
    {kPolygamma, ExpandPolygamma},
    {kZeta, ExpandZeta},
    {kAfterAll, ExpandAfterAll},
    {kAllGather, ExpandGrouped},
    {kAllReduce, ExpandGrouped},
    {kAllToAll, ExpandGrouped},
    {kCollectiveBroadcast, ExpandCollectiveBroadcast},
    {kCollectivePermute, ExpandCollectivePermute},
    {kCollectiveReduce, ExpandGrouped},
    {kReduceScatter, ExpandGrouped},
    {kPartitionId, ExpandDeviceId},
    {kReplicaId, ExpandDeviceId},
};

constexpr RewriteRule* RewriteOf(OpKind kind) {
  for (const Row& row : kRows) {
    if (row.kind == kind) return row.rewrite;
  }
  return nullptr;
}

constexpr bool RowsCoverClasses() {
#define TW_CHECK_ROW(kind, name, op_class, ...)      \
  if ((OpClass::op_class == OpClass::kExpanded ||    \
       OpClass::op_class == OpClass::kCollective) && \
      RewriteOf(OpKind::kind) == nullptr) {          \
    return false;                                    \
  }
  TW_FOR_EACH_OP(TW_CHECK_ROW)
#undef TW_CHECK_ROW
  return true;
}
static_assert(RowsCoverClasses(), "give every kExpanded and kCollective kind a row");

// A conversion or data movement whose result is its operand.
bool ChangesNothing(const ir::Program& program, const ir::Operation& operation) {
  const bool move = operation.kind == kConvert || operation.kind == kReshape ||
                    operation.kind == kTranspose || operation.kind == kBroadcastInDim;
  if (!move ||
      program.type(operation.operands[0]) != program.type(operation.results[0])) {
    return false;
  }
  for (const AttributeName name :
       {AttributeName::kPermutation, AttributeName::kBroadcastDimensions}) {
    const ir::Dims& order = operation.attributes.Ints(name);
    if (!std::is_sorted(order.begin(), order.end())) return false;
  }
  return true;
}

// The operand that says the result's shape; -1 if none does.
int ShapeOperand(OpKind kind) {
  switch (kind) {
    case kDynamicIota:
      return 0;
    case kDynamicBroadcastInDim:
    case kDynamicReshape:
      return 1;
    case kRng:
      return 2;
    default:
      return -1;
  }
}

// Shapes are as written; a shape operand that is known must say the same.
absl::Status CheckShapeOperand(const Rewrite& rewrite) {
  const int operand = ShapeOperand(rewrite.operation().kind);
  if (operand < 0) return absl::OkStatus();
  const std::optional<ir::Dims> shape = rewrite.KnownOperand(operand);
  const ir::TensorType result = rewrite.ResultType();
  if (!shape.has_value() || *shape == result.dims()) return absl::OkStatus();
  return rewrite.Invalid("operand ", operand, " says the shape [", ir::Join(*shape),
                         "], the result is ", ir::ToString(result));
}

// Whether what operands are known to be can matter to a rewrite.
bool NeedsConstants(const ir::Region& region) {
  for (const ir::Operation& operation : region.operations) {
    switch (operation.kind) {
      case kDynamicConv:
      case kDynamicPad:
      case kRealDynamicSlice:
        return true;
      default:
        if (ShapeOperand(operation.kind) >= 0) return true;
        break;
    }
    for (const ir::Region& inner : operation.regions) {
      if (NeedsConstants(inner)) return true;
    }
  }
  return false;
}

// Copies one program into another, rewriting on the way.
class Expander : public Rewrite::RegionCopier {
 public:
  explicit Expander(const ir::Program& from)
      : from_(from),
        mapped_(from.values.size(), kNoValue),
        needs_constants_(NeedsConstants(from.body)) {}

  absl::StatusOr<ir::Program> Run() {
    to_.name = from_.name;
    to_.files = from_.files;
    to_.num_partitions = from_.num_partitions;
    to_.num_replicas = from_.num_replicas;
    to_.symbols = from_.symbols;
    for (ValueId argument : from_.body.arguments) {
      if (IsToken(argument)) {
        return absl::UnimplementedError("a token as an input of the program");
      }
    }
    absl::StatusOr<ir::Region> body = Copy(from_.body);
    if (absl::IsUnimplemented(body.status())) refusals_.Add(body.status());
    if (!body.ok()) return refusals_.empty() ? body.status() : refusals_.ToStatus();
    to_.body = *std::move(body);
    if (!refusals_.empty()) {
      // Who plans would refuse these.
      AddUnknownCalls(to_, to_.body, &refusals_);
      return refusals_.ToStatus();
    }
    MapDonations();
    DropDeadOperations(&to_);
    return std::move(to_);
  }

  absl::StatusOr<ir::Region> Copy(const ir::Region& region) override {
    ir::Region copy;
    for (ValueId argument : region.arguments) {
      if (IsToken(argument)) continue;
      mapped_[argument] = to_.AddValue(from_.type(argument));
      copy.arguments.push_back(mapped_[argument]);
    }
    for (const ir::Operation& operation : region.operations) {
      TW_RETURN_IF_ERROR(Append(operation, &copy));
    }
    copy.results = MapAll(region.results);
    return copy;
  }

  absl::StatusOr<Values> CopyInto(const ir::Region& region, const Values& arguments,
                                  ir::Region* into) override {
    for (size_t i = 0; i < arguments.size(); ++i) {
      mapped_[region.arguments[i]] = arguments[i];
    }
    for (const ir::Operation& operation : region.operations) {
      TW_RETURN_IF_ERROR(Append(operation, into));
    }
    return MapAll(region.results);
  }

  ValueId Mapped(ValueId old_value) const override { return mapped_[old_value]; }

 private:
  bool IsToken(ValueId value) const {
    return from_.type(value).element == ir::ElementType::kToken;
  }

  // What stands for `values`, tokens left out.
  Values MapAll(const Values& values) const {
    Values result;
    for (ValueId value : values) {
      if (!IsToken(value)) result.push_back(mapped_[value]);
    }
    return result;
  }

  absl::Status Append(const ir::Operation& operation, ir::Region* region) {
    if (ChangesNothing(from_, operation)) {
      mapped_[operation.results[0]] = mapped_[operation.operands[0]];
      return absl::OkStatus();
    }
    const size_t first_new = region->operations.size();
    RewriteRule* rewrite = operation.kind == kCustomCall ? CustomCallRewrite(operation)
                                                         : RewriteOf(operation.kind);
    if (rewrite == nullptr) {
      TW_RETURN_IF_ERROR(AppendCopy(operation, region));
    } else {
      const WorkNote note(ir::Describe(from_, operation));
      ir::Builder builder(&to_, region, operation.location);
      // Positions matter to a rewrite: tokens are kept as kNoValue.
      Values operands;
      for (ValueId operand : operation.operands) operands.push_back(mapped_[operand]);
      Rewrite context(from_, operation, std::move(operands), known_, ordinal_++, builder);
      context.copier = this;
      const absl::StatusOr<Values> made = Apply(rewrite, context);
      if (absl::IsUnimplemented(made.status())) {
        GoOnWithout(operation, At(operation, made.status()));
        region->operations.erase(region->operations.begin() + first_new,
                                 region->operations.end());
        return absl::OkStatus();
      }
      if (!made.ok()) return At(operation, made.status());
      const Values& results = *made;
      for (size_t i = 0; i < operation.results.size(); ++i) {
        mapped_[operation.results[i]] =
            IsToken(operation.results[i]) ? kNoValue : results[i];
      }
      for (size_t i = first_new; i < region->operations.size(); ++i) {
        Inherit(operation.location, &region->operations[i]);
      }
    }
    if (needs_constants_) Learn(*region, first_new);
    return absl::OkStatus();
  }

  // What is made of an operation, and did not get a place of its own, is where that is.
  static void Inherit(ir::Location location, ir::Operation* made) {
    if (made->location.ordinal < 0) made->location = location;
    for (ir::Region& region : made->regions) {
      for (ir::Operation& inner : region.operations) Inherit(location, &inner);
    }
  }

  static absl::StatusOr<Values> Apply(RewriteRule* rewrite, Rewrite& context) {
    TW_RETURN_IF_ERROR(CheckShapeOperand(context));
    return rewrite(context);
  }

  // An error says where the innermost operation is that it comes from.
  absl::Status At(const ir::Operation& operation, const absl::Status& status) {
    if (std::exchange(placed_, true)) return status;
    return ir::ErrorAt(from_.files, operation.location, status);
  }

  // Notes what is refused; values of the same types stand for its results, so that all
  // that a program needs is told at once.
  void GoOnWithout(const ir::Operation& operation, const absl::Status& refusal) {
    refusals_.Add(refusal);
    placed_ = false;
    for (ValueId result : operation.results) {
      mapped_[result] = IsToken(result) ? kNoValue : to_.AddValue(from_.type(result));
    }
  }

  absl::Status AppendCopy(const ir::Operation& operation, ir::Region* region) {
    ir::Operation copy;
    copy.kind = operation.kind;
    copy.attributes = operation.attributes;
    copy.location = operation.location;
    copy.operands = MapAll(operation.operands);
    if (ir::IsElementwise(operation.kind)) ReadNumbers(operation, &copy);
    for (const ir::Region& inner : operation.regions) {
      TW_ASSIGN_OR_RETURN(ir::Region inner_copy, Copy(inner));
      copy.regions.push_back(std::move(inner_copy));
    }
    for (ValueId result : operation.results) {
      if (IsToken(result)) continue;
      mapped_[result] = to_.AddValue(from_.type(result));
      copy.results.push_back(mapped_[result]);
    }
    region->operations.push_back(std::move(copy));
    NoteNumber(operation, region);
    return absl::OkStatus();
  }

  // A number that is broadcast, as programs write `x * 2`, is a constant of that shape
  // where elementwise operations read it: none of a cluster's operations. Where it is
  // wanted in memory, the broadcast makes it. The number may be an element of a constant,
  // as polynomials have their coefficients.
  void NoteNumber(const ir::Operation& operation, ir::Region* region) {
    const std::optional<ir::Literal> value = NumberOf(operation);
    if (!value) return;
    const bool read_here = operation.kind == kBroadcastInDim;
    ir::Builder builder(&to_, region, operation.location);
    numbers_[operation.results[0]] = {*value,
                                      read_here ? builder.Constant(*value) : kNoValue};
  }

  // The value of an operation whose elements are all the same number, known from here.
  std::optional<ir::Literal> NumberOf(const ir::Operation& operation) {
    absl::Span<const uint8_t> element;
    if (operation.kind == kConstant) {
      const ir::Literal& value = operation.attributes.Constant(AttributeName::kValue);
      if (value.is_splat()) return value;
      tables_[operation.results[0]] = value;
    } else if (operation.kind == kSlice) {
      const auto table = tables_.find(operation.operands[0]);
      if (table == tables_.end() || !(ResultElements(operation) == 1))
        return std::nullopt;
      int64_t index = 0;
      const ir::Dims& dims = table->second.type().dims();
      const ir::Dims& starts = operation.attributes.Ints(AttributeName::kStartIndices);
      for (size_t k = 0; k < dims.size(); ++k) index = index * dims[k] + starts[k];
      element = table->second.element(index);
    } else if (operation.kind == kBroadcastInDim || operation.kind == kReshape) {
      const auto number = numbers_.find(operation.operands[0]);
      if (number != numbers_.end()) element = number->second.value.bytes();
    }
    if (element.empty() || ResultElements(operation) == 0) return std::nullopt;
    absl::StatusOr<ir::Literal> value =
        ir::Literal::Create(from_.type(operation.results[0]),
                            {element.begin(), element.end()}, /*is_splat=*/true);
    return value.ok() ? std::optional(*std::move(value)) : std::nullopt;
  }

  ir::Size ResultElements(const ir::Operation& operation) const {
    return NumElements(from_.type(operation.results[0]).shape);
  }

  void ReadNumbers(const ir::Operation& operation, ir::Operation* copy) const {
    for (size_t i = 0; i < operation.operands.size(); ++i) {
      const auto number = numbers_.find(operation.operands[i]);
      if (number != numbers_.end() && number->second.constant != kNoValue) {
        copy->operands[i] = number->second.constant;
      }
    }
  }

  // Notes the new operations' values where they are constants.
  void Learn(const ir::Region& region, size_t first) {
    for (size_t i = first; i < region.operations.size(); ++i) {
      const ir::Operation& operation = region.operations[i];
      std::optional<ir::Literal> value = ir::Fold(to_, operation, known_);
      if (value.has_value()) known_.emplace(operation.results[0], *std::move(value));
    }
  }

  void MapDonations() {
    // Outputs that are tokens disappear; the others move up.
    std::vector<int> position;
    int next = 0;
    for (ValueId result : from_.body.results) {
      position.push_back(IsToken(result) ? -1 : next++);
    }
    for (const ir::Donation& donation : from_.donations) {
      const int result = position[donation.result];
      if (result >= 0) to_.donations.push_back({donation.argument, result});
    }
  }

  const ir::Program& from_;
  ir::Program to_;
  Values mapped_;  // by old value; kNoValue: a token, or not met yet
  ir::KnownConstants known_;
  const bool needs_constants_;
  struct Number {
    ir::Literal value;
    ValueId constant = kNoValue;  // of the new program; for what is broadcast
  };
  absl::flat_hash_map<ValueId, Number> numbers_;      // by old value
  absl::flat_hash_map<ValueId, ir::Literal> tables_;  // constants of several numbers
  int ordinal_ = 0;
  Refusals refusals_;
  bool placed_ = false;  // the error on its way says where it comes from
};

}  // namespace

std::optional<ir::Dims> Rewrite::KnownOperand(int i) const {
  const auto it = known_.find(operands[i]);
  if (it == known_.end()) return std::nullopt;
  ir::Dims values;
  for (int64_t k = 0; k < it->second.type().num_elements(); ++k) {
    values.push_back(it->second.IntegerAt(k));
  }
  return values;
}

absl::StatusOr<Values> Rewrite::Checked(OpKind kind, Values inputs,
                                        ir::Attributes attributes,
                                        ir::TensorType result) {
  ir::Operation operation;
  operation.kind = kind;
  operation.operands = std::move(inputs);
  operation.attributes = std::move(attributes);
  const absl::StatusOr<std::vector<ir::TensorType>> inferred =
      ir::InferResultTypes(*builder.program(), operation, {result});
  if (!inferred.ok()) return Invalid(inferred.status().message());
  if ((*inferred)[0] != result) {
    return Invalid("its operands give ", ir::ToString((*inferred)[0]),
                   ", it is written to give ", ir::ToString(result));
  }
  return builder.AppendOperation(std::move(operation), {std::move(result)});
}

absl::StatusOr<Values> Rewrite::Copied() {
  ir::Operation copy;
  copy.kind = operation_.kind;
  copy.attributes = operation_.attributes;
  copy.operands = operands;
  for (const ir::Region& inner : operation_.regions) {
    TW_ASSIGN_OR_RETURN(ir::Region inner_copy, copier->Copy(inner));
    copy.regions.push_back(std::move(inner_copy));
  }
  std::vector<ir::TensorType> types;
  for (ValueId result : operation_.results) types.push_back(from_.type(result));
  return builder.AppendOperation(std::move(copy), std::move(types));
}

absl::StatusOr<ir::Region> Rewrite::CopiedRegion(int i) {
  return copier->Copy(operation_.regions[i]);
}

absl::StatusOr<Values> ExpandIdentity(Rewrite& rewrite) { return rewrite.operands; }

absl::StatusOr<Values> ExpandAfterAll(Rewrite& rewrite) { return Values{kNoValue}; }

absl::StatusOr<ir::Program> Expand(const ir::Program& program) {
  return Expander(program).Run();
}

}  // namespace tilewright::codegen
