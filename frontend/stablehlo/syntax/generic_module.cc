#include "frontend/stablehlo/syntax/generic_module.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {

absl::Status AddFunction(const Source& source, Function function, Module* module) {
  const auto [it, added] =
      module->function_index.emplace(function.name, module->functions.size());
  if (!added) {
    return source.Invalid(function.at, absl::StrCat("the function '@", function.name,
                                                    "' is defined twice"));
  }
  module->functions.push_back(std::move(function));
  return absl::OkStatus();
}

// "builtin.module"() ({...}) and "func.func"() <{...}> ({...})
absl::Status AddTopLevel(const Source& source, Op op, Module* module) {
  if (op.name == "sdy.mesh") {
    const Attribute* const name = op.Find("sym_name");
    const Attribute* const mesh = op.Find("mesh");
    if (name != nullptr && mesh != nullptr) module->meshes.emplace(name->text, *mesh);
    return absl::OkStatus();
  }
  if (op.name == "builtin.module") {
    for (NamedAttribute& attribute : *op.attributes.Own()) {
      if (attribute.name == "sym_name") module->name = attribute.value.text;
      module->attributes.push_back(std::move(attribute));
    }
    for (SyntaxRegion& region : op.regions) {
      for (Op& inner : region.ops) {
        TW_RETURN_IF_ERROR(AddTopLevel(source, std::move(inner), module));
      }
    }
    return absl::OkStatus();
  }
  if (op.name != "func.func") {
    return source.Unsupported(op.at, absl::StrCat("the operation '", op.name,
                                                  "' is not supported outside of a "
                                                  "function"));
  }
  Function function;
  function.at = op.at;
  const Attribute* name = op.Find("sym_name");
  const Attribute* type = op.Find("function_type");
  const Attribute* visibility = op.Find("sym_visibility");
  if (name == nullptr || type == nullptr || type->type.kind != Type::Kind::kFunction ||
      op.regions.size() != 1) {
    return source.Invalid(op.at,
                          "a func.func has sym_name, function_type and one "
                          "region");
  }
  function.name = name->text;
  function.is_private = visibility != nullptr && visibility->text != "public";
  function.result_types = type->type.results;
  function.result_attributes.resize(function.result_types.size());
  SyntaxRegion& region = op.regions[0];
  function.has_body = !region.ops.empty();
  function.arguments = std::move(region.arguments);
  region.arguments.clear();
  if (function.arguments.size() != type->type.elements.size() &&
      (function.has_body || !function.arguments.empty())) {
    return source.Invalid(
        op.at, absl::StrCat("the function type has ", type->type.elements.size(),
                            " arguments, the region ", function.arguments.size()));
  }
  for (size_t i = 0; i < function.arguments.size(); ++i) {
    const Type& declared = type->type.elements[i];
    const Type& given = function.arguments[i].type;
    const bool tensors =
        declared.kind == Type::Kind::kTensor && given.kind == Type::Kind::kTensor;
    if (tensors && declared.tensor == given.tensor) continue;
    const std::string own = ToString(given);
    const std::string wanted = ToString(declared);
    if (own == wanted) continue;
    return source.Invalid(
        function.arguments[i].at,
        absl::StrCat("the argument is ", own, ", the function type says ", wanted));
  }
  if (const Attribute* attributes = op.Find("arg_attrs")) {
    for (size_t i = 0; i < attributes->elements.size() && i < function.arguments.size();
         ++i) {
      function.arguments[i].attributes = attributes->elements[i].fields;
    }
  }
  if (const Attribute* attributes = op.Find("res_attrs")) {
    for (size_t i = 0;
         i < attributes->elements.size() && i < function.result_attributes.size(); ++i) {
      for (const NamedAttribute& attribute : attributes->elements[i].fields) {
        function.result_attributes[i].push_back(attribute);
      }
    }
  }
  function.body = std::move(region);
  return AddFunction(source, std::move(function), module);
}

}  // namespace tilewright::stablehlo
