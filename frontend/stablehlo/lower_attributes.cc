// Attributes as written to ir's flat ones.
#include <cstring>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "frontend/stablehlo/literal_text.h"
#include "frontend/stablehlo/lowering.h"
#include "ir/float_bits.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::AttributeName;
using ir::AttributeName;
using ir::Dims;

// Longer lists of integers in attributes are refused: a splat is short as text.
constexpr int64_t kMaxIntegers = int64_t{1} << 16;

enum class Form : uint8_t {
  kFlag, kInteger, kFloat, kText, kIntegers, kPrecision, kAlgorithm, kTable,
  kElsewhere  // value, backend_config, layouts: read by what knows them
};

Form FormOf(AttributeName name) {
  switch (name) {
    case kHasSideEffect:
    case kIndicesAreSorted:
    case kIsStable:
    case kLeftSide:
    case kLower:
    case kUniqueIndices:
    case kUnitDiagonal:
    case kUseGlobalDeviceIds:
      return Form::kFlag;
    case kAllGatherDim:
    case kApiVersion:
    case kBatchGroupCount:
    case kChannelId:
    case kConcatDimension:
    case kDimension:
    case kExponentBits:
    case kFeatureGroupCount:
    case kFeatureIndex:
    case kIndexVectorDim:
    case kInputBatchDimension:
    case kInputFeatureDimension:
    case kIotaDimension:
    case kK:
    case kKernelInputFeatureDimension:
    case kKernelOutputFeatureDimension:
    case kMantissaBits:
    case kOutputBatchDimension:
    case kOutputFeatureDimension:
    case kReplicaGroupSize:
    case kScatterDimension:
    case kSplitCount:
    case kSplitDimension:
      return Form::kInteger;
    case kEpsilon:
      return Form::kFloat;
    case kCallTargetName:
    case kCompareType:
    case kComparisonDirection:
    case kFftType:
    case kRngAlgorithm:
    case kRngDistribution:
    case kTransposeA:
      return Form::kText;
    case kPrecision:
      return Form::kPrecision;
    case kAlgorithm:
      return Form::kAlgorithm;
    case kReplicaGroups:
      return Form::kTable;
    case kValue:
    case kBackendConfig:
    case kOperandLayouts:
    case kResultLayouts:
      return Form::kElsewhere;
    default:
      return Form::kIntegers;
  }
}

std::optional<AttributeName> FindAttributeName(absl::string_view name) {
  static const auto* const kByName = [] {
    auto* map = new absl::flat_hash_map<absl::string_view, AttributeName>{
#define TW_ROW(enumerator, text) {text, AttributeName::enumerator},
        TW_FOR_EACH_ATTRIBUTE(TW_ROW)
#undef TW_ROW
    };
    map->emplace("precision_config", kPrecision);
    return map;
  }();
  const auto it = kByName->find(name);
  if (it == kByName->end()) return std::nullopt;
  return it->second;
}

// The attributes of StableHLO whose fields are attributes here.
bool IsStructure(absl::string_view name) {
  return name == "dimension_numbers" || name == "scatter_dimension_numbers" ||
         name == "dot_dimension_numbers" || name == "ragged_dot_dimension_numbers";
}

// The attributes that mean something to an operation; what else stands there
// (mhlo.*, jax.*, sdy.*, frontend attributes) is not kept. Operations that are
// not listed have none.
absl::string_view MeaningfulAttributes(ir::OpKind kind) {
  using enum ir::OpKind;
  switch (kind) {
    case kReducePrecision: return " exponent_bits mantissa_bits ";
    case kCompare: return " comparison_direction compare_type ";
    case kConstant: return " ";
    case kIota:
    case kDynamicIota: return " iota_dimension ";
    case kBroadcastInDim:
    case kDynamicBroadcastInDim: return " broadcast_dimensions ";
    case kConcatenate:
    case kGetDimensionSize: return " dimension ";
    case kDynamicSlice: return " slice_sizes ";
    case kGather: return " dimension_numbers slice_sizes indices_are_sorted ";
    case kDynamicGather: return " dimension_numbers indices_are_sorted ";
    case kPad: return " edge_padding_low edge_padding_high interior_padding ";
    case kReverse:
    case kReduce:
    case kMap: return " dimensions ";
    case kSlice: return " start_indices limit_indices strides ";
    case kTranspose: return " permutation ";
    case kDotGeneral: return " dot_dimension_numbers precision_config precision "
                             "algorithm ";
    case kRaggedDot: return " ragged_dot_dimension_numbers precision_config precision ";
    case kConvolution:
    case kDynamicConv:
      return " dimension_numbers window_strides padding lhs_dilation rhs_dilation "
             "window_reversal feature_group_count batch_group_count precision_config "
             "precision ";
    case kReduceWindow:
      return " window_dimensions window_strides base_dilations window_dilations "
             "padding ";
    case kSelectAndScatter: return " window_dimensions window_strides padding ";
    case kScatter:
      return " scatter_dimension_numbers indices_are_sorted unique_indices ";
    case kSort: return " dimension is_stable ";
    case kFft: return " fft_type fft_length ";
    case kCholesky: return " lower ";
    case kTriangularSolve: return " left_side lower unit_diagonal transpose_a ";
    case kCustomCall: return " call_target_name api_version has_side_effect ";
    case kBatchNormGrad:
    case kBatchNormInference:
    case kBatchNormTraining: return " epsilon feature_index ";
    case kRng: return " rng_distribution ";
    case kRngBitGenerator: return " rng_algorithm ";
    case kTopK: return " k ";
    case kAllGather:
      return " all_gather_dim replica_groups channel_handle channel_id "
             "use_global_device_ids ";
    case kAllReduce:
      return " replica_groups channel_handle channel_id use_global_device_ids ";
    case kReduceScatter:
      return " scatter_dimension replica_groups channel_handle channel_id "
             "use_global_device_ids ";
    case kAllToAll:
      return " split_dimension concat_dimension split_count replica_groups "
             "channel_handle channel_id ";
    case kCollectiveBroadcast:
    case kCollectiveReduce: return " replica_groups channel_handle channel_id ";
    case kCollectivePermute: return " source_target_pairs channel_handle channel_id ";
    default: return "";
  }
}

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
      return source_.Invalid(attribute.at, absl::StrCat("the alias '#", at->text,
                                                        "' is not defined"));
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
    const ir::TensorType& type = attribute.literal.type();
    const bool integral = ir::IsInteger(type.element) || ir::IsBool(type.element);
    if (integral && type.num_elements() <= kMaxIntegers) {
      Dims all;
      for (int64_t i = 0; i < type.num_elements(); ++i) {
        all.push_back(attribute.literal.IntegerAt(i));
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
    return value->literal;
  }
  if (value->kind == Attribute::Kind::kResource &&
      value->type.kind == Type::Kind::kTensor) {
    const auto it = module_.resources.find(value->text);
    if (it == module_.resources.end()) {
      return source_.Invalid(value->at, absl::StrCat("the text has no resource '",
                                                     value->text, "'"));
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
      if (!known || (FormOf(*known) != Form::kIntegers &&
                     FormOf(*known) != Form::kInteger)) {
        return source_.Invalid(field.value.at, absl::StrCat("'", field.name,
                                                            "' is no field of '", name,
                                                            "'"));
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
    case Form::kFlag: {
      const bool unit = value->kind == Attribute::Kind::kUnit;
      if (!unit && value->kind != Attribute::Kind::kBool) {
        return source_.Invalid(value->at, absl::StrCat("'", name,
                                                       "' is true or false"));
      }
      attributes->Set(*known, unit || value->flag);
      return absl::OkStatus();
    }
    case Form::kInteger:
      if (value->kind != Attribute::Kind::kInteger) {
        return source_.Invalid(value->at, absl::StrCat("'", name, "' is an integer"));
      }
      attributes->Set(*known, value->integer);
      return absl::OkStatus();
    case Form::kFloat:
      if (value->kind != Attribute::Kind::kFloat) {
        return source_.Invalid(value->at, absl::StrCat("'", name, "' is a number"));
      }
      attributes->Set(*known, value->number);
      return absl::OkStatus();
    case Form::kText: {
      TW_ASSIGN_OR_RETURN(std::string text, TextOf(source_, *value, name));
      attributes->Set(*known, std::move(text));
      return absl::OkStatus();
    }
    case Form::kPrecision: {
      TW_ASSIGN_OR_RETURN(Dims values, PrecisionOf(source_, *value));
      attributes->Set(*known, std::move(values));
      return absl::OkStatus();
    }
    case Form::kAlgorithm: {
      TW_ASSIGN_OR_RETURN(std::string text, AlgorithmOf(source_, *value));
      attributes->Set(*known, std::move(text));
      return absl::OkStatus();
    }
    case Form::kTable: {
      if (value->kind == Attribute::Kind::kOpaque) {
        return source_.Unsupported(value->at, absl::StrCat("'", name, "' in the form ",
                                                           value->text,
                                                           " is not supported"));
      }
      TW_ASSIGN_OR_RETURN(Dims values, Integers(*value));
      const bool dense = value->kind == Attribute::Kind::kDense;
      const ir::TensorType& type = value->literal.type();
      const int64_t columns = dense && type.rank() == 2
                                  ? type.dims[1]
                                  : static_cast<int64_t>(values.size());
      attributes->Set(*known, std::move(values));
      attributes->Set(kReplicaGroupSize, columns);
      return absl::OkStatus();
    }
    case Form::kIntegers: {
      TW_ASSIGN_OR_RETURN(Dims values, Integers(*value));
      attributes->Set(*known, std::move(values));
      return absl::OkStatus();
    }
    case Form::kElsewhere:
      return absl::OkStatus();
  }
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

absl::Status Lowering::AddCustomCallAttributes(const Op& op,
                                               ir::Attributes* attributes) {
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

// What StableHLO means by an attribute that is not there.
void Lowering::AddDefaults(ir::Operation* operation) {
  using enum ir::OpKind;
  ir::Attributes& a = operation->attributes;
  const auto rank_of = [&](size_t i) -> size_t {
    return i < operation->operands.size()
               ? program_.type(operation->operands[i]).dims.size()
               : 0;
  };
  const auto fill = [&a](AttributeName name, size_t size, int64_t value) {
    if (!a.Has(name)) a.Set(name, Dims(size, value));
  };
  const auto number = [&a](AttributeName name, int64_t value) {
    if (!a.Has(name)) a.Set(name, value);
  };
  const auto flag = [&a](AttributeName name) {
    if (!a.Has(name)) a.Set(name, false);
  };
  switch (operation->kind) {
    case kCompare: {
      if (a.Has(kCompareType) || operation->operands.empty()) return;
      const ir::ElementType element = program_.type(operation->operands[0]).element;
      const bool real = ir::IsFloat(element) || ir::IsComplex(element);
      a.Set(kCompareType, std::string(real ? "FLOAT"
                                      : ir::IsSigned(element) ? "SIGNED"
                                                              : "UNSIGNED"));
      return;
    }
    case kSlice:
      fill(kStrides, rank_of(0), 1);
      return;
    case kPad:
      fill(kInteriorPadding, rank_of(0), 0);
      return;
    case kReduceWindow: {
      const size_t rank = a.Ints(kWindowDimensions).size();
      fill(kWindowStrides, rank, 1);
      fill(kBaseDilations, rank, 1);
      fill(kWindowDilations, rank, 1);
      fill(kPadding, 2 * rank, 0);
      return;
    }
    case kSelectAndScatter:
      fill(kWindowDimensions, rank_of(0), 1);
      fill(kWindowStrides, rank_of(0), 1);
      fill(kPadding, 2 * rank_of(0), 0);
      return;
    case kConvolution:
    case kDynamicConv: {
      const size_t spatial = rank_of(0) >= 2 ? rank_of(0) - 2 : 0;
      fill(kWindowStrides, spatial, 1);
      if (operation->kind == kConvolution) fill(kPadding, 2 * spatial, 0);
      fill(kLhsDilation, spatial, 1);
      fill(kRhsDilation, spatial, 1);
      fill(kWindowReversal, spatial, 0);
      number(kFeatureGroupCount, 1);
      number(kBatchGroupCount, 1);
      if (a.Ints(kPrecision).empty()) a.Set(kPrecision, Dims{0, 0});
      return;
    }
    case kDotGeneral:
    case kRaggedDot:
      if (a.Ints(kPrecision).empty()) a.Set(kPrecision, Dims{0, 0});
      return;
    case kGather:
    case kDynamicGather:
      flag(kIndicesAreSorted);
      return;
    case kScatter:
      flag(kIndicesAreSorted);
      flag(kUniqueIndices);
      return;
    case kSort: {
      const int64_t rank = static_cast<int64_t>(rank_of(0));
      number(kDimension, -1);
      flag(kIsStable);
      const int64_t dimension = a.Int(kDimension);
      if (dimension < 0 && dimension >= -rank) a.Set(kDimension, dimension + rank);
      return;
    }
    case kCholesky:
      flag(kLower);
      return;
    case kCustomCall:
      flag(kHasSideEffect);
      number(kApiVersion, 1);
      return;
    default:
      return;
  }
}

}  // namespace tilewright::stablehlo
