// Attributes as written to ir's flat ones.
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "frontend/stablehlo/lower/attribute_tables.h"
#include "frontend/stablehlo/lower/lowering.h"
#include "frontend/stablehlo/lower/mesh_groups.h"
#include "frontend/stablehlo/syntax/literal_text.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::AttributeName;
using ir::AttributeName;
using ir::Dims;

// Longer lists of integers in attributes are refused: a splat is short as text.
constexpr int64_t kMaxIntegers = int64_t{1} << 16;

absl::StatusOr<std::string> TextOf(const Source& source, const Attribute& attribute,
                                   absl::string_view name) {
  if (attribute.kind == Attribute::Kind::kKeyword ||
      attribute.kind == Attribute::Kind::kString) {
    return attribute.text;
  }
  // In the generic form some keywords look like types (bf16).
  if (attribute.kind == Attribute::Kind::kType) return ToString(attribute.type);
  return source.Invalid(attribute.at, absl::StrCat("'", name, "' is a keyword"));
}

// A constant that is a table has i64 rows; of `columns` each unless that is negative.
absl::Status CheckTable(const Source& source, const Attribute& attribute,
                        absl::string_view name, int64_t columns) {
  if (attribute.kind != Attribute::Kind::kDense) return absl::OkStatus();
  const ir::TensorType& type = attribute.literal->type();
  if (type.element == ir::ElementType::kI64 && type.rank() == 2 &&
      (columns < 0 || type.dims()[1] == columns)) {
    return absl::OkStatus();
  }
  const std::string shape = columns < 0 ? "?x?" : absl::StrCat("?x", columns);
  return source.Invalid(attribute.at, absl::StrCat("'", name, "' is a tensor<", shape,
                                                   "xi64>, not ", ir::ToString(type)));
}

absl::StatusOr<Dims> PrecisionOf(const Source& source, const Attribute& attribute) {
  if (attribute.kind == Attribute::Kind::kIntegers) return attribute.integers;
  if (attribute.kind != Attribute::Kind::kArray) {
    return source.Invalid(attribute.at, "a list of precisions is expected");
  }
  Dims values;
  for (const Attribute& element : attribute.elements) {
    if (element.text == "DEFAULT") {
      values.push_back(0);
    } else if (element.text == "HIGH") {
      values.push_back(1);
    } else if (element.text == "HIGHEST") {
      values.push_back(2);
    } else {
      return source.Invalid(element.at, "DEFAULT, HIGH or HIGHEST is expected");
    }
  }
  return values;
}

absl::StatusOr<std::string> AlgorithmOf(const Source& source,
                                        const Attribute& attribute) {
  if (attribute.kind == Attribute::Kind::kString) return attribute.text;
  std::vector<std::string> parts;
  for (absl::string_view field :
       {"lhs_precision_type", "rhs_precision_type", "accumulation_type"}) {
    const Attribute* value = attribute.Find(field);
    if (value == nullptr) {
      return source.Invalid(attribute.at, absl::StrCat("the algorithm lacks ", field));
    }
    TW_ASSIGN_OR_RETURN(std::string text, TextOf(source, *value, field));
    parts.push_back(std::move(text));
  }
  for (absl::string_view field :
       {"lhs_component_count", "rhs_component_count", "num_primitive_operations"}) {
    const Attribute* value = attribute.Find(field);
    if (value == nullptr || value->kind != Attribute::Kind::kInteger) {
      return source.Invalid(attribute.at, absl::StrCat("the algorithm lacks ", field));
    }
    parts.push_back(absl::StrCat(value->integer));
  }
  const Attribute* imprecise = attribute.Find("allow_imprecise_accumulation");
  if (imprecise == nullptr || imprecise->kind != Attribute::Kind::kBool) {
    return source.Invalid(attribute.at,
                          "the algorithm lacks allow_imprecise_accumulation");
  }
  parts.push_back(imprecise->flag ? "true" : "false");
  return absl::StrJoin(parts, ",");
}

}  // namespace

absl::StatusOr<const Attribute*> Lowering::Resolve(const Attribute& attribute) const {
  const Attribute* at = &attribute;
  for (int steps = 0; at->kind == Attribute::Kind::kAlias; ++steps) {
    const auto it = module_.aliases.find(at->text);
    if (it == module_.aliases.end() || steps > 64) {
      return source_.Invalid(attribute.at,
                             absl::StrCat("the alias '#", at->text, "' is not defined"));
    }
    at = &it->second;
  }
  return at;
}

absl::StatusOr<Dims> Lowering::Integers(const Attribute& attribute) const {
  if (attribute.kind == Attribute::Kind::kIntegers) return attribute.integers;
  if (attribute.kind == Attribute::Kind::kArray) {
    Dims all;
    for (const Attribute& element : attribute.elements) {
      TW_ASSIGN_OR_RETURN(const Dims part, Integers(element));
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }
  if (attribute.kind == Attribute::Kind::kInteger) return Dims{attribute.integer};
  if (attribute.kind == Attribute::Kind::kDense) {
    const ir::TensorType& type = attribute.literal->type();
    const bool whole = ir::IsWhole(type.element);
    if (whole && type.num_elements() <= kMaxIntegers) {
      Dims all;
      for (int64_t i = 0; i < type.num_elements(); ++i) {
        all.push_back(attribute.literal->IntegerAt(i));
      }
      return all;
    }
  }
  return source_.Invalid(attribute.at, absl::StrCat("a list of at most ", kMaxIntegers,
                                                    " integers is expected"));
}

absl::StatusOr<ir::Literal> Lowering::LiteralOf(const Attribute& attribute) const {
  TW_ASSIGN_OR_RETURN(const Attribute* value, Resolve(attribute));
  if (value->kind == Attribute::Kind::kDense && !value->type.is_index) {
    return *value->literal;
  }
  if (value->kind == Attribute::Kind::kResource &&
      value->type.kind == Type::Kind::kTensor) {
    const auto it = module_.resources.find(value->text);
    if (it == module_.resources.end()) {
      return source_.Invalid(
          value->at, absl::StrCat("the text has no resource '", value->text, "'"));
    }
    return LiteralFromHex(source_, value->at, it->second, value->type.tensor,
                          options_.limits.max_literal_bytes);
  }
  if (value->kind == Attribute::Kind::kOpaque || value->type.is_index ||
      value->type.kind == Type::Kind::kUnsupported) {
    return source_.Unsupported(
        value->at, absl::StrCat("a constant of type ",
                                value->text.empty() ? ToString(value->type) : value->text,
                                " is not supported"));
  }
  return source_.Invalid(value->at, "a constant (dense<...> : type) is expected");
}

absl::Status Lowering::AddAttributes(const Op& op, ir::OpKind kind,
                                     ir::Attributes* attributes) {
  const absl::string_view meaningful = MeaningfulAttributes(kind);
  if (meaningful.empty()) return absl::OkStatus();
  for (const NamedAttribute& attribute : op.attributes) {
    if (meaningful.find(absl::StrCat(" ", attribute.name, " ")) ==
        absl::string_view::npos) {
      continue;
    }
    TW_RETURN_IF_ERROR(AddAttribute(attribute, kind, attributes));
  }
  return absl::OkStatus();
}

absl::Status Lowering::AddAttribute(const NamedAttribute& attribute, ir::OpKind kind,
                                    ir::Attributes* attributes) {
  TW_ASSIGN_OR_RETURN(const Attribute* value, Resolve(attribute.value));
  const std::string& name = attribute.name;
  if (IsStructure(name)) {
    if (value->kind != Attribute::Kind::kDict) {
      return source_.Invalid(value->at, absl::StrCat("'", name, "' has fields"));
    }
    for (const NamedAttribute& field : value->fields) {
      const std::optional<AttributeName> known = FindAttributeName(field.name);
      if (!known || (FormOf(*known) != AttributeForm::kIntegers &&
                     FormOf(*known) != AttributeForm::kInteger)) {
        return source_.Invalid(
            field.value.at,
            absl::StrCat("'", field.name, "' is no field of '", name, "'"));
      }
      TW_RETURN_IF_ERROR(AddAttribute(field, kind, attributes));
    }
    return absl::OkStatus();
  }
  if (name == "channel_handle") {
    const Attribute* handle = value->Find("handle");
    if (handle == nullptr || handle->kind != Attribute::Kind::kInteger) {
      return source_.Invalid(value->at, "a channel has a handle");
    }
    attributes->Set(kChannelId, handle->integer);
    return absl::OkStatus();
  }
  const std::optional<AttributeName> known = FindAttributeName(name);
  if (!known) return absl::OkStatus();
  switch (FormOf(*known)) {
    case AttributeForm::kFlag: {
      const bool unit = value->kind == Attribute::Kind::kUnit;
      if (!unit && value->kind != Attribute::Kind::kBool) {
        return source_.Invalid(value->at, absl::StrCat("'", name, "' is true or false"));
      }
      attributes->Set(*known, unit || value->flag);
      return absl::OkStatus();
    }
    case AttributeForm::kInteger:
      if (value->kind != Attribute::Kind::kInteger) {
        return source_.Invalid(value->at, absl::StrCat("'", name, "' is an integer"));
      }
      attributes->Set(*known, value->integer);
      return absl::OkStatus();
    case AttributeForm::kFloat:
      if (value->kind != Attribute::Kind::kFloat) {
        return source_.Invalid(value->at, absl::StrCat("'", name, "' is a number"));
      }
      attributes->Set(*known, value->number);
      return absl::OkStatus();
    case AttributeForm::kText: {
      TW_ASSIGN_OR_RETURN(std::string text, TextOf(source_, *value, name));
      attributes->Set(*known, std::move(text));
      return absl::OkStatus();
    }
    case AttributeForm::kPrecision: {
      TW_ASSIGN_OR_RETURN(Dims values, PrecisionOf(source_, *value));
      attributes->Set(*known, std::move(values));
      return absl::OkStatus();
    }
    case AttributeForm::kAlgorithm: {
      TW_ASSIGN_OR_RETURN(std::string text, AlgorithmOf(source_, *value));
      attributes->Set(*known, std::move(text));
      return absl::OkStatus();
    }
    case AttributeForm::kTable: {
      if (value->kind == Attribute::Kind::kDict) {
        return AddMeshGroups(*value, attributes);
      }
      if (value->kind == Attribute::Kind::kOpaque) {
        return source_.Unsupported(
            value->at,
            absl::StrCat("'", name, "' in the form ", value->text, " is not supported"));
      }
      TW_RETURN_IF_ERROR(CheckTable(source_, *value, name, /*columns=*/-1));
      TW_ASSIGN_OR_RETURN(Dims values, Integers(*value));
      const bool dense = value->kind == Attribute::Kind::kDense;
      const bool table = dense && value->literal->type().rank() == 2;
      const int64_t columns =
          table ? value->literal->type().dims()[1] : static_cast<int64_t>(values.size());
      attributes->Set(*known, std::move(values));
      attributes->Set(kReplicaGroupSize, columns);
      return absl::OkStatus();
    }
    case AttributeForm::kIntegers: {
      if (*known == kPadding || *known == kSourceTargetPairs) {
        TW_RETURN_IF_ERROR(CheckTable(source_, *value, name, /*columns=*/2));
      }
      TW_ASSIGN_OR_RETURN(Dims values, Integers(*value));
      attributes->Set(*known, std::move(values));
      return absl::OkStatus();
    }
    case AttributeForm::kElsewhere:
      return absl::OkStatus();
  }
  return absl::OkStatus();
}

// #stablehlo.replica_group_mesh_axes<mesh = ..., axes = [...]>
absl::Status Lowering::AddMeshGroups(const Attribute& groups,
                                     ir::Attributes* attributes) {
  const Attribute* mesh = groups.Find("mesh");
  const Attribute* axes = groups.Find("axes");
  if (mesh == nullptr || axes == nullptr) {
    return source_.Invalid(groups.at,
                           "'replica_groups' over a mesh say 'mesh' and 'axes'");
  }
  if (mesh->kind == Attribute::Kind::kSymbol) {
    const auto it = module_.meshes.find(mesh->text);
    if (it == module_.meshes.end()) {
      return source_.Invalid(mesh->at,
                             absl::StrCat("the mesh '@", mesh->text, "' is not defined"));
    }
    mesh = &it->second;
  }
  TW_ASSIGN_OR_RETURN(mesh, Resolve(*mesh));
  TW_ASSIGN_OR_RETURN(axes, Resolve(*axes));
  TW_ASSIGN_OR_RETURN(DeviceGroups found,
                      GroupsOf(source_, *mesh, *axes,
                               [this](const Attribute& ids) -> absl::StatusOr<Dims> {
                                 TW_ASSIGN_OR_RETURN(const Attribute* resolved,
                                                     Resolve(ids));
                                 return Integers(*resolved);
                               }));
  attributes->Set(kReplicaGroups, std::move(found.devices));
  attributes->Set(kReplicaGroupSize, found.size);
  return absl::OkStatus();
}

absl::StatusOr<Dims> Lowering::Layouts(const Attribute& attribute) {
  TW_ASSIGN_OR_RETURN(const Attribute* value, Resolve(attribute));
  // An empty list is no list of integers but one of no layouts.
  return Integers(*value);
}

absl::Status Lowering::AddConfig(const Attribute& attribute, ir::Config* config) {
  TW_ASSIGN_OR_RETURN(const Attribute* value, Resolve(attribute));
  if (value->kind == Attribute::Kind::kString) {
    if (!value->text.empty()) (*config)[""] = value->text;
    return absl::OkStatus();
  }
  if (value->kind != Attribute::Kind::kDict) {
    return source_.Invalid(value->at, "a configuration is a string or a dictionary");
  }
  for (const NamedAttribute& field : value->fields) {
    TW_ASSIGN_OR_RETURN(const Attribute* entry, Resolve(field.value));
    ir::ConfigValue& out = (*config)[field.name];
    switch (entry->kind) {
      case Attribute::Kind::kBool:
        out = entry->flag;
        break;
      case Attribute::Kind::kUnit:
        out = true;
        break;
      case Attribute::Kind::kInteger:
        out = entry->integer;
        break;
      case Attribute::Kind::kFloat:
        out = entry->number;
        break;
      case Attribute::Kind::kIntegers:
        out = absl::StrCat("[", ir::Join(entry->integers), "]");
        break;
      default:
        out = entry->text;
        break;
    }
  }
  return absl::OkStatus();
}

absl::Status Lowering::AddCustomCallAttributes(const Op& op, ir::Attributes* attributes) {
  TW_RETURN_IF_ERROR(AddAttributes(op, ir::OpKind::kCustomCall, attributes));
  ir::Config config;
  for (const NamedAttribute& attribute : op.attributes) {
    if (attribute.name == "backend_config" || attribute.name == "mhlo.backend_config") {
      TW_RETURN_IF_ERROR(AddConfig(attribute.value, &config));
    } else if (attribute.name == "operand_layouts" ||
               attribute.name == "result_layouts") {
      TW_ASSIGN_OR_RETURN(Dims layouts, Layouts(attribute.value));
      attributes->Set(attribute.name[0] == 'o' ? kOperandLayouts : kResultLayouts,
                      std::move(layouts));
    }
  }
  if (!config.empty()) attributes->Set(kBackendConfig, std::move(config));
  return absl::OkStatus();
}

}  // namespace tilewright::stablehlo
