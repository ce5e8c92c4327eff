#include "ir/print_attributes.h"

#include <charconv>
#include <map>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;

// Text by StableHLO's name; the map keeps them sorted.
using Fields = std::map<std::string, std::string>;

// A structured attribute of StableHLO and the flat ones it is made of, in the
// order in which StableHLO prints them.
struct Structure {
  OpKind kind;
  absl::string_view name;
  absl::string_view mnemonic;
  std::vector<AttributeName> fields;
};

const std::vector<Structure>& Structures() {
  static const std::vector<Structure>* const kStructures = [] {
    const Structure gather = {
        OpKind::kGather,
        "dimension_numbers",
        "#stablehlo.gather",
        {kOffsetDims, kCollapsedSliceDims, kOperandBatchingDims,
         kStartIndicesBatchingDims, kStartIndexMap, kIndexVectorDim}};
    Structure dynamic_gather = gather;
    dynamic_gather.kind = OpKind::kDynamicGather;
    return new std::vector<Structure>{
        gather,
        dynamic_gather,
        {OpKind::kScatter,
         "scatter_dimension_numbers",
         "#stablehlo.scatter",
         {kUpdateWindowDims, kInsertedWindowDims, kInputBatchingDims,
          kScatterIndicesBatchingDims, kScatterDimsToOperandDims, kIndexVectorDim}},
        {OpKind::kDotGeneral,
         "dot_dimension_numbers",
         "#stablehlo.dot",
         {kLhsBatchingDimensions, kRhsBatchingDimensions, kLhsContractingDimensions,
          kRhsContractingDimensions}},
        {OpKind::kRaggedDot,
         "ragged_dot_dimension_numbers",
         "#chlo.ragged_dot",
         {kLhsBatchingDimensions, kRhsBatchingDimensions, kLhsContractingDimensions,
          kRhsContractingDimensions, kLhsRaggedDimensions, kRhsGroupDimensions}},
    };
  }();
  return *kStructures;
}

const Structure* FindStructure(OpKind kind) {
  for (const Structure& structure : Structures()) {
    if (structure.kind == kind) return &structure;
  }
  return nullptr;
}

bool IsConvolution(OpKind kind) {
  return kind == OpKind::kConvolution || kind == OpKind::kDynamicConv;
}

// "[b, 0, 1, f]": what each dimension of one tensor of a convolution is.
std::string DimensionOrder(int64_t first, absl::string_view first_letter, int64_t second,
                           absl::string_view second_letter, const Dims& spatial) {
  std::vector<std::string> letters(spatial.size() + 2, "?");
  const auto place = [&letters](int64_t at, std::string letter) {
    if (at >= 0 && at < static_cast<int64_t>(letters.size())) {
      letters[at] = std::move(letter);
    }
  };
  place(first, std::string(first_letter));
  place(second, std::string(second_letter));
  for (size_t i = 0; i < spatial.size(); ++i) place(spatial[i], absl::StrCat(i));
  return absl::StrCat("[", absl::StrJoin(letters, ", "), "]");
}

void AddConvolutionDimensions(const Attributes& a, Fields* fields) {
  (*fields)["dimension_numbers"] = absl::StrCat(
      "#stablehlo.conv<",
      DimensionOrder(a.Int(kInputBatchDimension), "b", a.Int(kInputFeatureDimension), "f",
                     a.Ints(kInputSpatialDimensions)),
      "x",
      DimensionOrder(a.Int(kKernelInputFeatureDimension), "i",
                     a.Int(kKernelOutputFeatureDimension), "o",
                     a.Ints(kKernelSpatialDimensions)),
      "->",
      DimensionOrder(a.Int(kOutputBatchDimension), "b", a.Int(kOutputFeatureDimension),
                     "f", a.Ints(kOutputSpatialDimensions)),
      ">");
}

bool IsConvolutionDimension(AttributeName name) {
  switch (name) {
    case kInputBatchDimension:
    case kInputFeatureDimension:
    case kInputSpatialDimensions:
    case kKernelInputFeatureDimension:
    case kKernelOutputFeatureDimension:
    case kKernelSpatialDimensions:
    case kOutputBatchDimension:
    case kOutputFeatureDimension:
    case kOutputSpatialDimensions:
      return true;
    default:
      return false;
  }
}

void AddStructure(const Structure& structure, const Attributes& a, Fields* fields) {
  std::vector<std::string> parts;
  for (AttributeName field : structure.fields) {
    if (field == kIndexVectorDim) {
      parts.push_back(absl::StrCat(Name(field), " = ", a.Int(field)));
    } else if (!a.Ints(field).empty() || structure.kind == OpKind::kRaggedDot) {
      parts.push_back(absl::StrCat(Name(field), " = [", Join(a.Ints(field)), "]"));
    }
  }
  (*fields)[std::string(structure.name)] =
      absl::StrCat(structure.mnemonic, "<", absl::StrJoin(parts, ", "), ">");
}

std::string Quoted(absl::string_view text) {
  std::string quoted = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\' || !absl::ascii_isprint(c)) {
      absl::StrAppendFormat(&quoted, "\\%02X", c);
    } else {
      quoted.push_back(static_cast<char>(c));
    }
  }
  quoted.push_back('"');
  return quoted;
}

std::string FloatText(double value) {
  char buffer[40];
  const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer), value,
                                                 std::chars_format::scientific);
  std::string text(buffer, end.ptr - buffer);
  if (!absl::StrContains(text, ".")) {
    const size_t exponent = text.find('e');
    if (exponent != std::string::npos) text.insert(exponent, ".0");
  }
  return text;
}

// dense<[[a, b], [c, d]]> : tensor<RxCxi64>
std::string Table(const Dims& values, int64_t columns) {
  const int64_t rows = columns > 0 ? static_cast<int64_t>(values.size()) / columns : 0;
  std::vector<std::string> texts;
  for (int64_t r = 0; r < rows; ++r) {
    const Dims row(values.begin() + r * columns, values.begin() + (r + 1) * columns);
    texts.push_back(absl::StrCat("[", Join(row), "]"));
  }
  const std::string list =
      texts.empty() ? "" : absl::StrCat("[", absl::StrJoin(texts, ", "), "]");
  return absl::StrCat("dense<", list, "> : tensor<", rows, "x", columns, "xi64>");
}

std::string Algorithm(absl::string_view text) {
  const std::vector<std::string> parts = absl::StrSplit(text, ',');
  if (parts.size() != 7) return Quoted(text);
  return absl::StrCat(
      "#stablehlo.dot_algorithm<lhs_precision_type = ", parts[0],
      ", rhs_precision_type = ", parts[1], ", accumulation_type = ", parts[2],
      ", lhs_component_count = ", parts[3], ", rhs_component_count = ", parts[4],
      ", num_primitive_operations = ", parts[5],
      ", allow_imprecise_accumulation = ", parts[6], ">");
}

std::string Precision(const Dims& values) {
  static constexpr absl::string_view kWords[] = {"DEFAULT", "HIGH", "HIGHEST"};
  std::vector<std::string> parts;
  for (int64_t value : values) {
    const bool known = value >= 0 && value < 3;
    parts.push_back(
        absl::StrCat("#stablehlo<precision ", known ? kWords[value] : "UNKNOWN", ">"));
  }
  return absl::StrCat("[", absl::StrJoin(parts, ", "), "]");
}

// One list an operand, each as long as the operand's rank.
std::string Layouts(const Program& program, const std::vector<ValueId>& values,
                    const Dims& joined) {
  std::vector<std::string> parts;
  size_t at = 0;
  for (ValueId value : values) {
    const size_t rank = program.type(value).rank();
    Dims layout;
    for (size_t i = 0; i < rank && at < joined.size(); ++i)
      layout.push_back(joined[at++]);
    parts.push_back(
        absl::StrCat("dense<", layout.empty() ? "" : absl::StrCat("[", Join(layout), "]"),
                     "> : tensor<", rank, "xindex>"));
  }
  return absl::StrCat("[", absl::StrJoin(parts, ", "), "]");
}

std::string ConfigEntry(const ConfigValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const int64_t* number = std::get_if<int64_t>(&value)) {
    return absl::StrCat(*number, " : i64");
  }
  if (const double* number = std::get_if<double>(&value)) {
    return absl::StrCat(FloatText(*number), " : f64");
  }
  return Quoted(std::get<std::string>(value));
}

void AddConfig(const Config& config, Fields* fields) {
  std::vector<std::string> entries;
  for (const auto& [key, value] : config) {
    if (key.empty()) {
      (*fields)["backend_config"] = ConfigEntry(value);
    } else {
      entries.push_back(absl::StrCat(key, " = ", ConfigEntry(value)));
    }
  }
  if (!entries.empty()) {
    (*fields)["mhlo.backend_config"] =
        absl::StrCat("{", absl::StrJoin(entries, ", "), "}");
  }
}

// The enumeration that a text attribute belongs to; empty for plain text.
absl::string_view EnumerationOf(AttributeName name) {
  switch (name) {
    case kCompareType:
      return "comparison_type";
    case kComparisonDirection:
      return "comparison_direction";
    case kFftType:
      return "fft_type";
    case kRngAlgorithm:
      return "rng_algorithm";
    case kRngDistribution:
      return "rng_distribution";
    case kTransposeA:
      return "transpose";
    default:
      return "";
  }
}

std::string PlainText(AttributeName name, const AttributeValue& value, bool by_hash) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const int64_t* number = std::get_if<int64_t>(&value)) {
    const bool narrow =
        name == kExponentBits || name == kMantissaBits || name == kApiVersion;
    return absl::StrCat(*number, narrow ? " : i32" : " : i64");
  }
  if (const double* number = std::get_if<double>(&value)) {
    return absl::StrCat(FloatText(*number), " : f32");
  }
  if (const std::string* text = std::get_if<std::string>(&value)) {
    const absl::string_view enumeration = EnumerationOf(name);
    return enumeration.empty()
               ? Quoted(*text)
               : absl::StrCat("#stablehlo<", enumeration, " ", *text, ">");
  }
  if (const Literal* literal = std::get_if<Literal>(&value)) {
    return LiteralText(*literal, by_hash);
  }
  if (const Dims* list = std::get_if<Dims>(&value)) {
    return list->empty() ? "array<i64>" : absl::StrCat("array<i64: ", Join(*list), ">");
  }
  return "unit";
}

std::string FlagList(const Dims& values) {
  std::vector<absl::string_view> words;
  for (int64_t value : values) words.push_back(value != 0 ? "true" : "false");
  return words.empty() ? "array<i1>"
                       : absl::StrCat("array<i1: ", absl::StrJoin(words, ", "), ">");
}

// An attribute that is no part of a structure.
void AddSingle(const Program& program, const Operation& operation, AttributeName name,
               const AttributeValue& value, bool by_hash, Fields* fields) {
  const Attributes& a = operation.attributes;
  const std::string key(Name(name));
  switch (name) {
    case kAlgorithm:
      (*fields)[key] = Algorithm(a.Text(name));
      return;
    case kPrecision:
      (*fields)["precision_config"] = Precision(a.Ints(name));
      return;
    case kBackendConfig:
      AddConfig(a.Configuration(name), fields);
      return;
    case kChannelId:
      (*fields)["channel_handle"] =
          absl::StrCat("#stablehlo.channel_handle<handle = ", a.Int(name), ", type = 1>");
      return;
    case kPadding:
    case kSourceTargetPairs:
      (*fields)[key] = Table(a.Ints(name), 2);
      return;
    case kReplicaGroups:
      (*fields)[key] = Table(a.Ints(name), a.Int(kReplicaGroupSize, 1));
      return;
    case kReplicaGroupSize:
      return;  // the columns of replica_groups
    case kWindowReversal:
      (*fields)[key] = FlagList(a.Ints(name));
      return;
    case kOperandSegmentSizes:
    case kResultSegmentSizes:
      (*fields)[key] = absl::StrCat("array<i32: ", Join(a.Ints(name)), ">");
      return;
    case kOperandLayouts:
      (*fields)[key] = Layouts(program, operation.operands, a.Ints(name));
      return;
    case kResultLayouts:
      (*fields)[key] = Layouts(program, operation.results, a.Ints(name));
      return;
    default:
      (*fields)[key] = PlainText(name, value, by_hash);
      return;
  }
}

}  // namespace

std::string AttributesText(const Program& program, const Operation& operation,
                           bool by_hash) {
  Fields fields;
  const Structure* structure = FindStructure(operation.kind);
  const bool convolution = IsConvolution(operation.kind);
  for (const auto& [name, value] : operation.attributes.values()) {
    if (convolution && IsConvolutionDimension(name)) continue;
    if (structure != nullptr &&
        std::find(structure->fields.begin(), structure->fields.end(), name) !=
            structure->fields.end()) {
      continue;
    }
    AddSingle(program, operation, name, value, by_hash, &fields);
  }
  if (structure != nullptr) AddStructure(*structure, operation.attributes, &fields);
  if (convolution) AddConvolutionDimensions(operation.attributes, &fields);
  return absl::StrJoin(fields, ", ", absl::PairFormatter(" = "));
}

}  // namespace tilewright::ir
