// Names, types and values: what every lowering of an operation uses.
#include <iterator>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/lower/lowering.h"
#include "ir/default_attributes.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {

bool Compatible(const ir::TensorType& a, const ir::TensorType& b) {
  if (a.element != b.element || a.rank() != b.rank()) return false;
  for (int d = 0; d < a.rank(); ++d) {
    const ir::Size x = a.shape[d];
    const ir::Size y = b.shape[d];
    const bool unknown = x.is_number(ir::kDynamicSize) || y.is_number(ir::kDynamicSize);
    if (!unknown && !(x == y)) return false;
  }
  return true;
}

absl::Status Lowering::AppendAndDefine(const Op& op, ir::Operation operation,
                                       Context& context) {
  TW_ASSIGN_OR_RETURN(std::vector<ir::TensorType> types,
                      FlattenAll(op.result_types, op.at));
  TW_ASSIGN_OR_RETURN(const Values values,
                      Append(std::move(operation), std::move(types), op.at, context));
  return DefineValues(op, values, context);
}

absl::Status Lowering::DefineValues(const Op& op, const Values& values,
                                    Context& context) {
  TW_RETURN_IF_ERROR(Spend(static_cast<int64_t>(values.size()), op.at));
  std::vector<Bound> results;
  size_t next = 0;
  for (const Type& type : op.result_types) {
    std::vector<ir::TensorType> flat;
    TW_RETURN_IF_ERROR(Flatten(type, op.at, &flat));
    Bound bound;
    bound.type = &type;
    for (size_t i = 0; i < flat.size(); ++i) {
      if (next == values.size()) {
        return source_.Invalid(op.at, absl::StrCat("'", op.name, "' has ", values.size(),
                                                   " results, more are declared"));
      }
      bound.ids.push_back(values[next++]);
    }
    TW_RETURN_IF_ERROR(CheckDeclared(type, bound.ids, op.at, "the result"));
    results.push_back(std::move(bound));
  }
  return Define(op.results, std::move(results), op.at, context);
}

absl::Status Lowering::Define(const std::vector<ValueDef>& defs,
                              std::vector<Bound> results, Offset at, Context& context) {
  size_t next = 0;
  for (const ValueDef& def : defs) {
    if (def.count > static_cast<int64_t>(results.size() - next)) {
      return source_.Invalid(at,
                             absl::StrCat("there are only ", results.size(), " results"));
    }
    std::vector<Bound> group(std::make_move_iterator(results.begin() + next),
                             std::make_move_iterator(results.begin() + next + def.count));
    next += def.count;
    if (!context.scope->Define(def.name, std::move(group))) {
      return source_.Invalid(def.at, absl::StrCat("'%", def.name, "' is defined twice"));
    }
  }
  return absl::OkStatus();
}

auto Lowering::Use(const ValueUse& use, const Context& context) const
    -> absl::StatusOr<Bound> {
  const std::vector<Bound>* results = context.scope->Find(use.name);
  if (results == nullptr) {
    return source_.Invalid(use.at,
                           absl::StrCat("'%", use.name, "' is not defined before"));
  }
  if (use.index < 0 || use.index >= static_cast<int64_t>(results->size())) {
    return source_.Invalid(use.at, absl::StrCat("'%", use.name, "' has ", results->size(),
                                                " results, not one of "
                                                "number ",
                                                use.index));
  }
  return (*results)[use.index];
}

auto Lowering::Operands(const Op& op, const Context& context) -> absl::StatusOr<Values> {
  Values values;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    TW_ASSIGN_OR_RETURN(const Bound bound, Use(op.operands[i], context));
    if (op.has_operand_types) {
      TW_RETURN_IF_ERROR(CheckDeclared(op.operand_types[i], bound.ids, op.operands[i].at,
                                       absl::StrCat("'%", op.operands[i].name, "'")));
    }
    TW_RETURN_IF_ERROR(Spend(static_cast<int64_t>(bound.ids.size()), op.at));
    values.insert(values.end(), bound.ids.begin(), bound.ids.end());
  }
  return values;
}

absl::Status Lowering::CheckDeclared(const Type& declared, const Values& ids, Offset at,
                                     absl::string_view what) const {
  // One tensor is the common case, and needs no list.
  if (declared.kind == Type::Kind::kTensor && ids.size() == 1 && !declared.is_index) {
    const ir::TensorType& type = program_.type(ids[0]);
    if (Compatible(declared.tensor, type)) return absl::OkStatus();
    return source_.Invalid(
        at, absl::StrCat(what, " has type ", ir::ToString(type), ", but is said to have ",
                         ir::ToString(declared.tensor)));
  }
  std::vector<ir::TensorType> flat;
  TW_RETURN_IF_ERROR(Flatten(declared, at, &flat));
  if (flat.size() != ids.size()) {
    return source_.Invalid(
        at, absl::StrCat(what, " does not have the type ", ToString(declared)));
  }
  for (size_t i = 0; i < flat.size(); ++i) {
    if (Compatible(flat[i], program_.type(ids[i]))) continue;
    return source_.Invalid(
        at, absl::StrCat(what, " has type ", ir::ToString(program_.type(ids[i])),
                         ", but is said to have ", ir::ToString(flat[i])));
  }
  return absl::OkStatus();
}

absl::Status Lowering::Flatten(const Type& type, Offset at,
                               std::vector<ir::TensorType>* flat) const {
  if (type.kind == Type::Kind::kTensor && !type.is_index) {
    flat->push_back(type.tensor);
    return absl::OkStatus();
  }
  if (type.kind == Type::Kind::kToken) {
    flat->push_back(ir::TokenType());
    return absl::OkStatus();
  }
  if (type.kind == Type::Kind::kTuple) {
    for (const Type& element : type.elements) {
      TW_RETURN_IF_ERROR(Flatten(element, at, flat));
    }
    return absl::OkStatus();
  }
  if (type.kind == Type::Kind::kScalar || type.kind == Type::Kind::kFunction) {
    return source_.Invalid(
        at, absl::StrCat("a tensor type is expected, not ", ToString(type)));
  }
  return source_.Unsupported(
      at, absl::StrCat("the type ", type.is_index ? "tensor<index>" : ToString(type),
                       " is not supported"));
}

absl::StatusOr<std::vector<ir::TensorType>> Lowering::FlattenAll(
    const std::vector<Type>& types, Offset at) const {
  std::vector<ir::TensorType> flat;
  for (const Type& type : types) TW_RETURN_IF_ERROR(Flatten(type, at, &flat));
  return flat;
}

auto Lowering::Append(ir::Operation operation, std::vector<ir::TensorType> declared,
                      Offset at, Context& context) -> absl::StatusOr<Values> {
  operation.location = LocationOf(at);
  ir::AddDefaultAttributes(program_, &operation);
  if (dynamic_) TW_RETURN_IF_ERROR(Specialise(&operation, &declared, at, context));
  for (ir::TensorType& type : declared) {
    if (type.has_dynamic_size()) {
      return source_.Unsupported(
          at, absl::StrCat("the size of the result, ", ir::ToString(type),
                           ", does not follow from the sizes of the inputs"));
    }
    operation.results.push_back(program_.AddValue(std::move(type)));
  }
  Values results = operation.results;
  if (dynamic_ && results.size() == 1) FoldIfSound(operation);
  context.region->operations.push_back(std::move(operation));
  return results;
}

absl::StatusOr<ir::ValueId> Lowering::Emit(ir::OpKind kind, Values operands,
                                           ir::Attributes attributes, ir::TensorType type,
                                           Offset at, Context& context) {
  ir::Operation operation;
  operation.kind = kind;
  operation.operands = std::move(operands);
  operation.attributes = std::move(attributes);
  TW_ASSIGN_OR_RETURN(const Values values,
                      Append(std::move(operation), {std::move(type)}, at, context));
  return values[0];
}

absl::StatusOr<ir::ValueId> Lowering::EmitConstant(ir::Literal literal, Offset at,
                                                   Context& context) {
  ir::TensorType type = literal.type();
  ir::Attributes attributes;
  attributes.Set(ir::AttributeName::kValue, std::move(literal));
  return Emit(ir::OpKind::kConstant, {}, std::move(attributes), std::move(type), at,
              context);
}

ir::Region Lowering::ScalarRegion(ir::OpKind kind, ir::ElementType element) {
  ir::Region region;
  const ir::ValueId x = program_.AddValue(ir::Scalar(element));
  const ir::ValueId y = program_.AddValue(ir::Scalar(element));
  ir::Operation operation;
  operation.kind = kind;
  operation.operands = {x, y};
  operation.results = {program_.AddValue(ir::Scalar(element))};
  region.arguments = {x, y};
  region.results = operation.results;
  region.operations.push_back(std::move(operation));
  return region;
}

}  // namespace tilewright::stablehlo
