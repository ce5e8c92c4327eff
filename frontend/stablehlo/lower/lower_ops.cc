// Operations whose lowering is more than a name and attributes.
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "frontend/stablehlo/lower/lowering.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {

using enum ir::AttributeName;

auto Lowering::FindHandler(absl::string_view name) -> Handler {
  static const auto* const kHandlers =
      new absl::flat_hash_map<absl::string_view, Handler>{
          {"func.call", &Lowering::LowerCall},
          {"stablehlo.composite", &Lowering::LowerComposite},
          {"stablehlo.constant", &Lowering::LowerConstant},
          {"stablehlo.tuple", &Lowering::LowerTuple},
          {"stablehlo.get_tuple_element", &Lowering::LowerGetTupleElement},
          {"stablehlo.send", &Lowering::LowerHostTransfer},
          {"stablehlo.recv", &Lowering::LowerHostTransfer},
          {"stablehlo.create_token", &Lowering::LowerCreateToken},
          {"stablehlo.select", &Lowering::LowerScalarOperands},
          {"stablehlo.clamp", &Lowering::LowerScalarOperands},
          {"stablehlo.dot_general", &Lowering::LowerContraction},
          {"stablehlo.convolution", &Lowering::LowerContraction},
          {"stablehlo.custom_call", &Lowering::LowerCustomCall},
          {"stablehlo.while", &Lowering::LowerWhile},
          // chlo's shorthands, rewritten.
          {"chlo.constant", &Lowering::LowerConstant},
          {"chlo.constant_like", &Lowering::LowerConstantLike},
          {"chlo.is_inf", &Lowering::LowerIsInfinite},
          {"chlo.is_neg_inf", &Lowering::LowerIsInfinite},
          {"chlo.is_pos_inf", &Lowering::LowerIsInfinite},
          {"chlo.scan", &Lowering::LowerScan},
          // Deprecated, rewritten.
          {"stablehlo.dot", &Lowering::LowerDot},
          {"stablehlo.broadcast", &Lowering::LowerBroadcast},
          {"stablehlo.einsum", &Lowering::LowerEinsum},
          {"stablehlo.unary_einsum", &Lowering::LowerEinsum},
          {"stablehlo.torch_index_select", &Lowering::LowerTorchIndexSelect},
          {"stablehlo.cross-replica-sum", &Lowering::LowerCrossReplicaSum},
          // Refused by name.
          {"stablehlo.infeed", &Lowering::Refuse},
          {"stablehlo.outfeed", &Lowering::Refuse},
          {"stablehlo.send", &Lowering::Refuse},
          {"stablehlo.recv", &Lowering::Refuse},
          {"stablehlo.async_start", &Lowering::Refuse},
          {"stablehlo.async_done", &Lowering::Refuse},
          {"stablehlo.set_dimension_size", &Lowering::Refuse},
          {"stablehlo.uniform_quantize", &Lowering::Refuse},
          {"stablehlo.uniform_dequantize", &Lowering::Refuse},
          {"interpreter.run_parallel", &Lowering::RefuseDevices},
          // Checks and probes.
          {"interpreter.probe", &Lowering::LowerProbe},
          {"interpreter.print", &Lowering::LowerIdentity},
          {"check.expect_eq", &Lowering::LowerCheck},
          {"check.expect_eq_const", &Lowering::LowerCheck},
          {"check.expect_almost_eq", &Lowering::LowerCheck},
          {"check.expect_almost_eq_const", &Lowering::LowerCheck},
          {"check.expect_close", &Lowering::LowerCheck},
          {"check.expect_serialized_eq", &Lowering::LowerCheck},
          // Shardings: nothing to do on one device.
          {"sdy.sharding_constraint", &Lowering::LowerIdentity},
          {"sdy.reshard", &Lowering::LowerIdentity},
          {"sdy.propagation_barrier", &Lowering::LowerIdentity},
          {"sdy.sharding_group", &Lowering::LowerNothing},
          // Between the types of two dialects that are one here.
          {"builtin.unrealized_conversion_cast", &Lowering::LowerIdentity},
          {"sdy.manual_computation", &Lowering::LowerManualComputation},
      };
  const auto it = kHandlers->find(name);
  if (it != kHandlers->end()) return it->second;
  return IsBroadcasting(name) ? &Lowering::LowerBroadcasting : nullptr;
}

absl::Status Lowering::Refuse(const Op& op, Context& context) {
  return source_.Unsupported(
      op.at, absl::StrCat("the operation '", op.name, "' is not supported"));
}

absl::Status Lowering::RefuseDevices(const Op& op, Context& context) {
  return source_.Unsupported(op.at,
                             absl::StrCat("'", op.name, "' needs several devices"));
}

absl::Status Lowering::LowerCall(const Op& op, Context& context) {
  TW_ASSIGN_OR_RETURN(const Function* callee, Callee(op, op.Find("callee")));
  if (op.operands.size() != callee->arguments.size()) {
    return source_.Invalid(
        op.at, absl::StrCat("'@", callee->name, "' takes ", callee->arguments.size(),
                            " arguments, not ", op.operands.size()));
  }
  std::vector<Bound> arguments;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    TW_ASSIGN_OR_RETURN(Bound value, Use(op.operands[i], context));
    TW_RETURN_IF_ERROR(Spend(static_cast<int64_t>(value.ids.size()), op.at));
    for (const Type* type :
         {&callee->arguments[i].type,
          op.has_operand_types ? &op.operand_types[i] : &callee->arguments[i].type}) {
      TW_RETURN_IF_ERROR(
          CheckDeclared(*type, value.ids, op.operands[i].at,
                        absl::StrCat("argument ", i, " of '@", callee->name, "'")));
    }
    value.type = &callee->arguments[i].type;
    arguments.push_back(std::move(value));
  }
  TW_ASSIGN_OR_RETURN(
      std::vector<Bound> results,
      Inline(*callee, std::move(arguments), op.at, context.region, context.nested));
  if (results.size() != op.result_types.size()) {
    return source_.Invalid(op.at,
                           absl::StrCat("'@", callee->name, "' has ", results.size(),
                                        " results, not ", op.result_types.size()));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    TW_RETURN_IF_ERROR(CheckDeclared(op.result_types[i], results[i].ids, op.at,
                                     absl::StrCat("result ", i)));
  }
  return Define(op.results, std::move(results), op.at, context);
}

namespace {

// Whether operands, results and regions are as the operation's that a composite is
// named like.
bool IsAlike(const Op& op, ir::OpKind kind, bool has_attributes) {
  const size_t operands = op.operands.size();
  switch (kind) {
    case ir::OpKind::kTopK:
      return operands == 1 && op.result_types.size() == 2 && op.regions.empty();
    case ir::OpKind::kScan:
      return op.regions.size() == 1;
    default:
      return ir::IsElementwise(kind) && !has_attributes && op.result_types.size() == 1 &&
             static_cast<int>(operands) == ir::Info(kind).min_operands &&
             op.regions.empty();
  }
}

// Serializers write chlo's operations as composites of their name, with what they are
// made of beside it: what such a composite stands for.
std::optional<Op> OperationOfComposite(const Op& op) {
  const Attribute* const name = op.Find("name");
  const Attribute* const version = op.Find("version");
  const bool first_version = version == nullptr || version->integer == 1;
  if (name == nullptr || name->text.substr(0, 5) != "chlo." || !first_version) return {};
  const std::optional<ir::OpKind> kind = ir::FindOpKind(
      name->text == "chlo.tan" ? "stablehlo.tan" : absl::string_view(name->text));
  const Attribute* const attributes = op.Find("composite_attributes");
  const bool has_attributes = attributes != nullptr && !attributes->fields.empty();
  if (!kind || !IsAlike(op, *kind, has_attributes)) return {};
  Op operation = op;
  operation.name = name->text;
  operation.attributes = {};
  if (has_attributes) operation.attributes = attributes->fields;
  return operation;
}

}  // namespace

absl::Status Lowering::LowerComposite(const Op& op, Context& context) {
  std::optional<Op> operation;
  if (options_.recognise_functions || op.Find("decomposition") == nullptr) {
    operation = OperationOfComposite(op);
  }
  if (operation) {
    // What its results are bound to refers to it.
    made_.push_back(*std::move(operation));
    return Dispatch(made_.back(), context);
  }
  if (!op.regions.empty()) {
    return source_.Unsupported(op.at, "composites with regions are not supported");
  }
  Op call = op;
  const Attribute* decomposition = op.Find("decomposition");
  if (decomposition == nullptr) {
    return source_.Invalid(op.at, "the composite names no decomposition");
  }
  call.attributes = {{"callee", *decomposition}};
  return LowerCall(call, context);
}

absl::Status Lowering::LowerConstant(const Op& op, Context& context) {
  const Attribute* value = op.Find("value");
  if (value == nullptr) return source_.Invalid(op.at, "the constant has no value");
  TW_ASSIGN_OR_RETURN(ir::Literal literal, LiteralOf(*value));
  ir::Operation operation;
  operation.kind = ir::OpKind::kConstant;
  operation.attributes.Set(kValue, std::move(literal));
  return AppendAndDefine(op, std::move(operation), context);
}

absl::Status Lowering::LowerTuple(const Op& op, Context& context) {
  TW_ASSIGN_OR_RETURN(const Values ids, Operands(op, context));
  return DefineValues(op, ids, context);
}

absl::Status Lowering::LowerGetTupleElement(const Op& op, Context& context) {
  const Attribute* index = op.Find("index");
  if (op.operands.size() != 1 || index == nullptr || op.result_types.size() != 1) {
    return source_.Invalid(op.at, "one tuple, an index and one result are expected");
  }
  TW_ASSIGN_OR_RETURN(const Bound tuple, Use(op.operands[0], context));
  TW_RETURN_IF_ERROR(Spend(static_cast<int64_t>(tuple.ids.size()), op.at));
  if (tuple.type->kind != Type::Kind::kTuple || index->integer < 0 ||
      index->integer >= static_cast<int64_t>(tuple.type->elements.size())) {
    return source_.Invalid(op.at, absl::StrCat("there is no element ", index->integer,
                                               " of ", ToString(*tuple.type)));
  }
  Values ids;
  size_t next = 0;
  for (int64_t i = 0; i <= index->integer; ++i) {
    std::vector<ir::TensorType> flat;
    TW_RETURN_IF_ERROR(Flatten(tuple.type->elements[i], op.at, &flat));
    if (i == index->integer) {
      ids.assign(tuple.ids.begin() + next, tuple.ids.begin() + next + flat.size());
    }
    next += flat.size();
  }
  return DefineValues(op, ids, context);
}

absl::Status Lowering::LowerCreateToken(const Op& op, Context& context) {
  ir::Operation operation;
  operation.kind = ir::OpKind::kAfterAll;
  return AppendAndDefine(op, std::move(operation), context);
}

// A select's predicate and a clamp's bounds may be scalars where the rest is
// not; in ir every operand has the result's shape.
absl::Status Lowering::LowerScalarOperands(const Op& op, Context& context) {
  ir::Operation operation;
  operation.kind = *ir::FindOpKind(op.name);
  TW_ASSIGN_OR_RETURN(operation.operands, Operands(op, context));
  if (operation.operands.size() != 3) {
    return source_.Invalid(op.at, absl::StrCat("'", op.name, "' has 3 operands, not ",
                                               operation.operands.size()));
  }
  const ir::Shape shape = program_.type(operation.operands[1]).shape;
  const bool is_select = operation.kind == ir::OpKind::kSelect;
  for (int i : {0, 2}) {
    if (is_select && i == 2) continue;
    const ir::TensorType type = program_.type(operation.operands[i]);
    if (type.rank() > 0 || shape.rank() == 0) continue;
    ir::Attributes attributes;
    attributes.Set(kBroadcastDimensions, ir::Dims{});
    TW_ASSIGN_OR_RETURN(
        operation.operands[i],
        Emit(ir::OpKind::kBroadcastInDim, {operation.operands[i]}, std::move(attributes),
             {type.element, shape}, op.at, context));
  }
  return AppendAndDefine(op, std::move(operation), context);
}

// Exporters multiply elements of one type with those of another, whose meaning
// is that of the result's type; in ir both operands have one type.
absl::Status Lowering::LowerContraction(const Op& op, Context& context) {
  ir::Operation operation;
  operation.kind = *ir::FindOpKind(op.name);
  TW_ASSIGN_OR_RETURN(operation.operands, Operands(op, context));
  TW_RETURN_IF_ERROR(AddAttributes(op, operation.kind, &operation.attributes));
  std::vector<ir::ValueId>& operands = operation.operands;
  const bool mixed =
      operands.size() == 2 && op.result_types.size() == 1 &&
      op.result_types[0].kind == Type::Kind::kTensor &&
      program_.type(operands[0]).element != program_.type(operands[1]).element;
  if (mixed) {
    const ir::ElementType element = op.result_types[0].tensor.element;
    for (ir::ValueId& operand : operands) {
      ir::TensorType type = program_.type(operand);
      if (type.element == element) continue;
      type.element = element;
      TW_ASSIGN_OR_RETURN(operand, Emit(ir::OpKind::kConvert, {operand}, {},
                                        std::move(type), op.at, context));
    }
  }
  return AppendAndDefine(op, std::move(operation), context);
}

absl::Status Lowering::LowerIdentity(const Op& op, Context& context) {
  TW_ASSIGN_OR_RETURN(const Values ids, Operands(op, context));
  return DefineValues(op, ids, context);
}

absl::Status Lowering::LowerNothing(const Op& op, Context& context) {
  return absl::OkStatus();
}

// On one device the shapes inside are those outside, and the body is the
// computation.
absl::Status Lowering::LowerManualComputation(const Op& op, Context& context) {
  if (op.regions.size() != 1 || op.regions[0].arguments.size() != op.operands.size()) {
    return source_.Invalid(op.at,
                           "one region with an argument for each operand is "
                           "expected");
  }
  const size_t mark = context.scope->mark();
  for (size_t i = 0; i < op.operands.size(); ++i) {
    const Argument& argument = op.regions[0].arguments[i];
    TW_ASSIGN_OR_RETURN(Bound value, Use(op.operands[i], context));
    if (!CheckDeclared(argument.type, value.ids, argument.at, "").ok()) {
      return source_.Unsupported(argument.at,
                                 "a manual computation on parts of its "
                                 "operands needs several devices");
    }
    if (!context.scope->Define(argument.name, {std::move(value)})) {
      return source_.Invalid(argument.at,
                             absl::StrCat("'%", argument.name, "' is defined twice"));
    }
  }
  TW_ASSIGN_OR_RETURN(const std::vector<Bound> results, LowerOps(op.regions[0], context));
  context.scope->Forget(mark);
  Values ids;
  for (const Bound& result : results) {
    ids.insert(ids.end(), result.ids.begin(), result.ids.end());
  }
  return DefineValues(op, ids, context);
}

absl::Status Lowering::LowerCustomCall(const Op& op, Context& context) {
  const Attribute* name = op.Find("call_target_name");
  if (name == nullptr || name->kind != Attribute::Kind::kString) {
    return source_.Invalid(op.at, "the custom call names no target");
  }
  const absl::string_view target = name->text;
  ir::Operation operation;
  operation.kind = ir::OpKind::kCustomCall;
  TW_ASSIGN_OR_RETURN(operation.operands, Operands(op, context));
  if (target.substr(0, 6) == "check.") {
    TW_RETURN_IF_ERROR(CheckNumbers(op, operation.operands));
    return LowerCheckCall(op, target, operation.operands, context);
  }
  if (target == "shape_assertion") {
    return is_open() ? AssumeShape(op, operation.operands)
                     : LowerShapeAssertion(op, operation.operands);
  }
  // Where data lies and how it is divided: nothing to do on one device.
  if (target == "Sharding" || target == "LayoutConstraint" ||
      target == "annotate_device_placement" || target == "MoveToHost" ||
      target == "MoveToDevice") {
    return DefineValues(op, operation.operands, context);
  }
  if (options_.knows_call != nullptr && !options_.knows_call(target)) {
    unknown_calls_.push_back(source_.Unsupported(
        op.at, absl::StrCat("custom_call: custom_call @", target, " is not supported")));
  }
  TW_RETURN_IF_ERROR(AddCustomCallAttributes(op, &operation.attributes));
  for (const SyntaxRegion& syntax : op.regions) {
    ir::Region region;
    TW_RETURN_IF_ERROR(LowerRegion(syntax, context, {}, &region));
    operation.regions.push_back(std::move(region));
  }
  const Attribute* called = op.Find("called_computations");
  if (called != nullptr) {
    for (const Attribute& symbol : called->elements) {
      TW_ASSIGN_OR_RETURN(const Function* function, Callee(op, &symbol));
      ir::Region region;
      TW_ASSIGN_OR_RETURN(std::vector<Bound> arguments,
                          BindArguments(function->arguments, {}, &region));
      TW_ASSIGN_OR_RETURN(const std::vector<Bound> results,
                          Inline(*function, std::move(arguments), op.at, &region,
                                 /*nested=*/true));
      for (const Bound& result : results) {
        region.results.insert(region.results.end(), result.ids.begin(), result.ids.end());
      }
      operation.regions.push_back(std::move(region));
    }
  }
  TW_ASSIGN_OR_RETURN(std::vector<ir::TensorType> types,
                      FlattenAll(op.result_types, op.at));
  if (dynamic_) TW_RETURN_IF_ERROR(TakeShapeOperands(op, &operation, &types));
  TW_ASSIGN_OR_RETURN(const Values values,
                      Append(std::move(operation), std::move(types), op.at, context));
  return DefineValues(op, values, context);
}

// @shape_assertion(%condition, %sizes...) {error_message = "... {0} ..."}:
// exporters state with it what holds of the sizes they left open. Ours has its message
// where every custom call has room for one.
absl::Status Lowering::LowerShapeAssertion(const Op& op, const Values& operands) {
  const auto condition = operands.empty() ? known_.end() : known_.find(operands[0]);
  if (condition == known_.end() || !ir::IsBool(condition->second.type().element)) {
    return source_.Unsupported(op.at,
                               "the condition of '@shape_assertion' does not "
                               "follow from the sizes of the inputs");
  }
  if (condition->second.type().num_elements() > 0 &&
      condition->second.IntegerAt(0) != 0) {
    return absl::OkStatus();
  }
  const Attribute* message = op.Find("error_message");
  if (message == nullptr) message = op.Find("backend_config");
  std::string text = message != nullptr ? message->text : "the shape assertion fails";
  for (size_t i = 1; i < operands.size(); ++i) {
    const auto size = known_.find(operands[i]);
    if (size == known_.end() || size->second.type().num_elements() != 1) continue;
    text = absl::StrReplaceAll(
        text, {{absl::StrCat("{", i - 1, "}"), absl::StrCat(size->second.IntegerAt(0))}});
  }
  return source_.Invalid(op.at, text);
}

}  // namespace tilewright::stablehlo
