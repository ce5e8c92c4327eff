#include "frontend/stablehlo/syntax/syntax.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace tilewright::stablehlo {
namespace {

const Attribute* FindIn(const std::vector<NamedAttribute>& attributes,
                        absl::string_view name) {
  for (const NamedAttribute& attribute : attributes) {
    if (attribute.name == name) return &attribute.value;
  }
  return nullptr;
}

std::string JoinTypes(const std::vector<Type>& types) {
  return absl::StrJoin(types, ", ", [](std::string* out, const Type& type) {
    absl::StrAppend(out, ToString(type));
  });
}

}  // namespace

const Attribute* Attribute::Find(absl::string_view name) const {
  return FindIn(fields, name);
}

const Attribute* Op::Find(absl::string_view name) const {
  return FindIn(attributes, name);
}

const Function* Module::Find(absl::string_view name) const {
  const auto it = function_index.find(name);
  return it == function_index.end() ? nullptr : &functions[it->second];
}

std::string ToString(const Type& type) {
  switch (type.kind) {
    case Type::Kind::kTensor:
      return ir::ToString(type.tensor);
    case Type::Kind::kScalar:
      return std::string(ir::Name(type.tensor.element));
    case Type::Kind::kToken:
      return "!stablehlo.token";
    case Type::Kind::kTuple:
      return absl::StrCat("tuple<", JoinTypes(type.elements), ">");
    case Type::Kind::kFunction:
      return absl::StrCat("(", JoinTypes(type.elements), ") -> (",
                          JoinTypes(type.results), ")");
    case Type::Kind::kUnsupported:
      return type.text;
  }
  return "";
}

}  // namespace tilewright::stablehlo
