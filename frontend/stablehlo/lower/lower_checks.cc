// The check dialect: what a test file expects becomes extra outputs. Probes
// record values in buffers that loops carry along.
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/lower/lowering.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::AttributeName;
using ir::Dims;
using ir::ElementType;
using ir::OpKind;
using ir::TensorType;
using ir::ValueId;

// Bytes that one probe may record.
constexpr int64_t kMaxRecordingBytes = int64_t{1} << 30;

// Nesting beyond this has been refused by the parser.
constexpr int kMaxDepth = 1 << 12;

TensorType CounterType() { return ir::Scalar(ElementType::kI64); }

int64_t IterationOf(const Op& op) {
  const Attribute* iteration = op.Find("iter");
  return iteration == nullptr ? 0 : iteration->integer;
}

}  // namespace

void Lowering::CountWantedIterations(const SyntaxRegion& region, int depth) {
  if (depth > kMaxDepth) return;
  for (const Op& op : region.ops) {
    const Attribute* id = op.Find("probe_id");
    if (op.name == "check.expect_serialized_eq" && id != nullptr) {
      int64_t& wanted = wanted_iterations_[id->text];
      const int64_t iteration = IterationOf(op);
      // Beyond the limit a recording is refused, whatever its type.
      if (iteration >= wanted) wanted = std::min(iteration, kMaxRecordingBytes) + 1;
    }
    for (const SyntaxRegion& inner : op.regions) CountWantedIterations(inner, depth + 1);
  }
}

void Lowering::CollectProbes(const SyntaxRegion& region,
                             std::map<std::string, const Op*>* probes, int depth) const {
  if (depth > kMaxDepth) return;
  for (const Op& op : region.ops) {
    const Attribute* id = op.Find("probe_id");
    if (op.name == "interpreter.probe" && id != nullptr &&
        wanted_iterations_.count(id->text) > 0) {
      probes->emplace(id->text, &op);
    }
    for (const SyntaxRegion& inner : op.regions) CollectProbes(inner, probes, depth + 1);
  }
}

absl::Status Lowering::AddExpectation(const Op& op, absl::string_view name,
                                      ValueId actual, ValueId expected,
                                      const Context& context) {
  if (context.nested) {
    return source_.Unsupported(op.at, absl::StrCat("'", name,
                                                   "' within a region is not "
                                                   "supported"));
  }
  Expectation expectation;
  if (name == "check.expect_almost_eq" || name == "check.expect_almost_eq_const") {
    expectation.kind = Expectation::Kind::kAlmostEqual;
    const Attribute* tolerance = op.Find("tolerance");
    if (tolerance != nullptr) {
      expectation.tolerance = tolerance->kind == Attribute::Kind::kInteger
                                  ? static_cast<double>(tolerance->integer)
                                  : tolerance->number;
    }
  } else if (name == "check.expect_close") {
    expectation.kind = Expectation::Kind::kClose;
    const Attribute* max = op.Find("max_ulp_difference");
    const Attribute* min = op.Find("min_ulp_difference");
    if (max != nullptr) expectation.max_ulp = max->integer;
    if (min != nullptr) expectation.min_ulp = min->integer;
  } else if (name == "check.expect_serialized_eq") {
    expectation.kind = Expectation::Kind::kSerialized;
  } else if (name != "check.expect_eq" && name != "check.expect_eq_const") {
    return source_.Unsupported(op.at, absl::StrCat("'", name, "' is not supported"));
  }
  if (program_.type(actual) != program_.type(expected)) {
    return source_.Invalid(
        op.at,
        absl::StrCat("values of types ", ir::ToString(program_.type(actual)), " and ",
                     ir::ToString(program_.type(expected)), " are never equal"));
  }
  expectation.location = source_.Locate(op.at);
  // Relative to the function's own results, whose number is not known yet.
  expectation.actual_output = static_cast<int>(extra_outputs_.size());
  expectation.expected_output = expectation.actual_output + 1;
  extra_outputs_.push_back(actual);
  extra_outputs_.push_back(expected);
  parsed_.expectations.push_back(expectation);
  return absl::OkStatus();
}

absl::Status Lowering::LowerCheck(const Op& op, Context& context) {
  TW_ASSIGN_OR_RETURN(const Values operands, Operands(op, context));
  const Attribute* value = op.Find("value");
  const bool serialized = op.name == "check.expect_serialized_eq";
  const bool constant = value != nullptr;
  if (operands.size() != (serialized || constant ? 1u : 2u)) {
    return source_.Invalid(op.at, absl::StrCat("'", op.name, "' compares two values"));
  }
  if (serialized) return LowerSerializedCheck(op, operands[0], context);
  if (!constant) {
    return AddExpectation(op, op.name, operands[0], operands[1], context);
  }
  TW_ASSIGN_OR_RETURN(ir::Literal literal, LiteralOf(*value));
  TW_ASSIGN_OR_RETURN(const ValueId expected,
                      EmitConstant(std::move(literal), op.at, context));
  return AddExpectation(op, op.name, operands[0], expected, context);
}

absl::Status Lowering::LowerCheckCall(const Op& op, absl::string_view target,
                                      const Values& operands, Context& context) {
  if (operands.size() != 2) {
    return source_.Invalid(op.at, absl::StrCat("'@", target, "' compares two values"));
  }
  return AddExpectation(op, target, operands[0], operands[1], context);
}

absl::Status Lowering::LowerSerializedCheck(const Op& op, ValueId actual,
                                            Context& context) {
  const Attribute* id = op.Find("probe_id");
  if (id == nullptr) return source_.Invalid(op.at, "a probe_id is expected");
  const auto recording = recordings_.find(id->text);
  const int64_t iteration = IterationOf(op);
  if (recording == recordings_.end() || iteration < 0) {
    return source_.Invalid(
        op.at, absl::StrCat("no probe '", id->text, "' has recorded anything before"));
  }
  const Recording recorded = recording->second;
  TensorType type = program_.type(recorded.buffer);
  Dims start(type.dims().size(), 0);
  Dims limit = type.dims();
  start[0] = iteration;
  limit[0] = iteration + 1;
  ir::Attributes slice;
  slice.Set(kStartIndices, start);
  slice.Set(kLimitIndices, limit);
  slice.Set(kStrides, Dims(start.size(), 1));
  type.shape.Set(0, 1);
  TW_ASSIGN_OR_RETURN(const ValueId row, Emit(OpKind::kSlice, {recorded.buffer},
                                              std::move(slice), type, op.at, context));
  type.shape.Erase(0);
  TW_ASSIGN_OR_RETURN(const ValueId expected,
                      Emit(OpKind::kReshape, {row}, {}, type, op.at, context));
  TW_RETURN_IF_ERROR(AddExpectation(op, op.name, actual, expected, context));

  // The probe has to have been reached that often.
  TW_ASSIGN_OR_RETURN(
      const ValueId number,
      EmitConstant(ir::IntegerSplat(CounterType(), iteration), op.at, context));
  ir::Attributes compare;
  compare.Set(kComparisonDirection, std::string("GT"));
  TW_ASSIGN_OR_RETURN(const ValueId reached,
                      Emit(OpKind::kCompare, {recorded.count, number}, std::move(compare),
                           ir::Scalar(ElementType::kI1), op.at, context));
  TW_ASSIGN_OR_RETURN(
      const ValueId yes,
      EmitConstant(ir::IntegerSplat(ir::Scalar(ElementType::kI1), 1), op.at, context));
  return AddExpectation(op, "check.expect_eq", reached, yes, context);
}

auto Lowering::StartRecording(const std::string& id, const TensorType& type, Offset at,
                              Context& context) -> absl::StatusOr<Recording> {
  TensorType buffer = type;
  buffer.shape.Insert(0, wanted_iterations_[id]);
  int64_t elements = 0;
  if (!ir::BoundedProduct(buffer.dims(), kMaxRecordingBytes, &elements) ||
      buffer.byte_size() > kMaxRecordingBytes) {
    return source_.Unsupported(
        at, absl::StrCat("the probe '", id, "' would record more than ",
                         kMaxRecordingBytes, " bytes"));
  }
  std::vector<uint8_t> zero(ir::StorageBytes(type.element), 0);
  const bool is_splat = elements > 0;
  if (!is_splat) zero.clear();
  TW_ASSIGN_OR_RETURN(ir::Literal zeros,
                      ir::Literal::Create(buffer, std::move(zero), is_splat));
  Recording recording;
  TW_ASSIGN_OR_RETURN(recording.buffer, EmitConstant(std::move(zeros), at, context));
  TW_ASSIGN_OR_RETURN(recording.count,
                      EmitConstant(ir::IntegerSplat(CounterType(), 0), at, context));
  return recording;
}

// The value goes through, and into row `count` of the buffer while there is
// such a row.
absl::Status Lowering::LowerProbe(const Op& op, Context& context) {
  TW_ASSIGN_OR_RETURN(const Values operands, Operands(op, context));
  const Attribute* id = op.Find("probe_id");
  if (operands.size() != 1 || id == nullptr) {
    return source_.Invalid(op.at, "one value and a probe_id are expected");
  }
  if (wanted_iterations_.count(id->text) == 0) {
    return DefineValues(op, operands, context);
  }
  const TensorType type = program_.type(operands[0]);
  if (recordings_.count(id->text) == 0) {
    if (context.nested) {
      return source_.Unsupported(op.at,
                                 "a probe within a region other than a loop's "
                                 "body is not supported");
    }
    TW_ASSIGN_OR_RETURN(recordings_[id->text],
                        StartRecording(id->text, type, op.at, context));
  }
  const Recording old = recordings_[id->text];
  const TensorType buffer = program_.type(old.buffer);
  TensorType row = type;
  row.shape.Insert(0, 1);
  TensorType row_of_buffer = buffer;
  row_of_buffer.shape.Set(0, 1);
  if (row != row_of_buffer) {
    return source_.Invalid(op.at, "probes of one name record values of one type");
  }
  TW_ASSIGN_OR_RETURN(const ValueId value,
                      Emit(OpKind::kReshape, operands, {}, row, op.at, context));
  Values update = {old.buffer, value, old.count};
  for (int i = 0; i < type.rank(); ++i) {
    TW_ASSIGN_OR_RETURN(const ValueId zero,
                        EmitConstant(ir::IntegerSplat(CounterType(), 0), op.at, context));
    update.push_back(zero);
  }
  TW_ASSIGN_OR_RETURN(const ValueId updated, Emit(OpKind::kDynamicUpdateSlice, update, {},
                                                  buffer, op.at, context));
  TW_ASSIGN_OR_RETURN(
      const ValueId rows,
      EmitConstant(ir::IntegerSplat(CounterType(), buffer.dims()[0]), op.at, context));
  ir::Attributes compare;
  compare.Set(kComparisonDirection, std::string("LT"));
  TW_ASSIGN_OR_RETURN(const ValueId room,
                      Emit(OpKind::kCompare, {old.count, rows}, std::move(compare),
                           ir::Scalar(ElementType::kI1), op.at, context));
  ir::Attributes broadcast;
  broadcast.Set(kBroadcastDimensions, Dims{});
  TW_ASSIGN_OR_RETURN(const ValueId everywhere,
                      Emit(OpKind::kBroadcastInDim, {room}, std::move(broadcast),
                           {ElementType::kI1, buffer.shape}, op.at, context));
  Recording recording;
  TW_ASSIGN_OR_RETURN(recording.buffer,
                      Emit(OpKind::kSelect, {everywhere, updated, old.buffer}, {}, buffer,
                           op.at, context));
  TW_ASSIGN_OR_RETURN(const ValueId one,
                      EmitConstant(ir::IntegerSplat(CounterType(), 1), op.at, context));
  TW_ASSIGN_OR_RETURN(recording.count, Emit(OpKind::kAdd, {old.count, one}, {},
                                            CounterType(), op.at, context));
  recordings_[id->text] = recording;
  return DefineValues(op, operands, context);
}

// A loop without probes is lowered as anything else. One with probes carries
// two more values for each: the buffer and the count.
absl::Status Lowering::LowerWhile(const Op& op, Context& context) {
  std::map<std::string, const Op*> probes;
  if (!wanted_iterations_.empty() && op.regions.size() == 2) {
    CollectProbes(op.regions[1], &probes, 0);
  }
  if (probes.empty()) return LowerDefault(op, context);

  ir::Operation operation;
  operation.kind = OpKind::kWhile;
  TW_ASSIGN_OR_RETURN(operation.operands, Operands(op, context));
  TW_ASSIGN_OR_RETURN(std::vector<TensorType> types, FlattenAll(op.result_types, op.at));
  for (const auto& [id, probe] : probes) {
    TW_ASSIGN_OR_RETURN(const std::vector<TensorType> probed,
                        FlattenAll(probe->result_types, probe->at));
    if (probed.size() != 1 || probed[0].has_dynamic_size()) {
      return source_.Unsupported(probe->at,
                                 "a probe of this type in a loop is not "
                                 "supported");
    }
    if (recordings_.count(id) == 0) {
      if (context.nested) {
        return source_.Unsupported(probe->at,
                                   "a probe within a region other than a "
                                   "loop's body is not supported");
      }
      TW_ASSIGN_OR_RETURN(recordings_[id], StartRecording(id, probed[0], op.at, context));
    }
    operation.operands.push_back(recordings_[id].buffer);
    operation.operands.push_back(recordings_[id].count);
    types.push_back(program_.type(recordings_[id].buffer));
    types.push_back(CounterType());
  }
  for (int i : {0, 1}) {
    const SyntaxRegion& syntax = op.regions[i];
    ir::Region region;
    const size_t mark = context.scope->mark();
    TW_ASSIGN_OR_RETURN(const std::vector<Bound> arguments,
                        BindArguments(syntax.arguments, {}, &region));
    for (size_t k = 0; k < arguments.size(); ++k) {
      if (!context.scope->Define(syntax.arguments[k].name, {arguments[k]})) {
        return source_.Invalid(
            syntax.arguments[k].at,
            absl::StrCat("'%", syntax.arguments[k].name, "' is defined twice"));
      }
    }
    std::map<std::string, Recording> outside;
    outside.swap(recordings_);
    for (const auto& [id, probe] : probes) {
      Recording carried;
      carried.buffer = program_.AddValue(program_.type(outside[id].buffer));
      carried.count = program_.AddValue(CounterType());
      region.arguments.push_back(carried.buffer);
      region.arguments.push_back(carried.count);
      if (i == 1) recordings_[id] = carried;
    }
    Context inner{context.scope, &region, /*nested=*/true};
    TW_ASSIGN_OR_RETURN(const std::vector<Bound> results, LowerOps(syntax, inner));
    for (const Bound& result : results) {
      region.results.insert(region.results.end(), result.ids.begin(), result.ids.end());
    }
    if (i == 1) {
      for (const auto& [id, probe] : probes) {
        region.results.push_back(recordings_[id].buffer);
        region.results.push_back(recordings_[id].count);
      }
    }
    recordings_.swap(outside);
    context.scope->Forget(mark);
    operation.regions.push_back(std::move(region));
  }
  const size_t own = types.size() - 2 * probes.size();
  TW_ASSIGN_OR_RETURN(Values values,
                      Append(std::move(operation), std::move(types), op.at, context));
  size_t next = own;
  for (const auto& [id, probe] : probes) {
    recordings_[id] = {values[next], values[next + 1]};
    next += 2;
  }
  values.resize(own);
  return DefineValues(op, values, context);
}

}  // namespace tilewright::stablehlo
