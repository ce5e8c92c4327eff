// The attributes and types of vhlo: a code, and what it says follows.
#include "frontend/bytecode/dialects/vhlo.h"

#include <initializer_list>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "frontend/bytecode/dialects/tables.h"
#include "frontend/bytecode/values/reading.h"

namespace tilewright::bytecode {
namespace {

using ir::ElementType;
using stablehlo::Attribute;
using stablehlo::Type;

enum AttributeCode : uint64_t {
  kArray = 1,
  kBoolean = 2,
  kComparisonDirection = 3,
  kComparisonType = 4,
  kCustomCallApiVersion = 5,
  kDictionary = 6,
  kFftType = 7,
  kFloat = 8,
  kInteger = 9,
  kOutputOperandAlias = 10,
  kPrecision = 11,
  kRngAlgorithm = 12,
  kRngDistribution = 13,
  kString = 14,
  kTensor = 15,
  kTranspose = 16,
  kType = 17,
  kTypeExtensions = 18,
  kResultAccuracyMode = 19,
  kResultAccuracy = 20,
  kSubAxisInfo = 21,
  kAxisRef = 22,
  kReplicaGroupMeshAxes = 23,
  kMeshAxis = 24,
  kMesh = 25,
};

enum TypeCode : uint64_t {
  kComplexType_ = 1,
  kFunctionType_ = 8,
  kIndexType_ = 9,
  kRankedTensor = 20,
  kRankedTensorWithEncoding = 21,
  kToken = 22,
  kTuple = 23,
  kUniformQuantized = 24,
  kUnrankedTensor = 25,
  kUniformQuantizedPerAxis = 30,
};

// Types that are a code and nothing else, as StableHLO's text spells them: by code.
constexpr absl::string_view kWords[] = {
    "i1",         "",           "bf16",
    "f16",        "f32",        "f64",
    "f8E4M3FN",   "f8E5M2",     "",
    "",           "i4",         "i8",
    "i16",        "i32",        "i64",
    "ui4",        "ui8",        "ui16",
    "ui32",       "ui64",       "",
    "",           "",           "",
    "",           "",           "!shape.witness",
    "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ",
    "",           "i2",         "ui2",
    "none",       "tf32",       "f8E4M3",
    "f8E3M4",     "f4E2M1FN",   "f6E2M3FN",
    "f6E3M2FN",   "f8E8M0FNU",
};

void ReadKeyword(Cursor* cursor, std::initializer_list<absl::string_view> words,
                 Attribute* attribute) {
  attribute->kind = Attribute::Kind::kKeyword;
  const size_t index = cursor->Index(words.size());
  if (cursor->ok()) attribute->text = std::string(words.begin()[index]);
}

// Replica groups over a mesh: fields of a dictionary, as the text has them.
void AddField(absl::string_view name, const Attribute& value, Attribute* attribute) {
  attribute->kind = Attribute::Kind::kDict;
  attribute->fields.emplace_back(std::string(name), value);
}

void AddInteger(absl::string_view name, Cursor* cursor, Attribute* attribute) {
  Attribute value;
  value.kind = Attribute::Kind::kInteger;
  value.at = attribute->at;
  value.integer = cursor->SignedVarInt();
  AddField(name, value, attribute);
}

void ReadReplicaGroups(Cursor* cursor, Values* values, Attribute* attribute) {
  Attribute mesh = values->AttributeAt(cursor);
  // By name, or in place.
  if (mesh.kind == Attribute::Kind::kString) mesh.kind = Attribute::Kind::kSymbol;
  AddField("mesh", mesh, attribute);
  AddField("axes", values->AttributeAt(cursor), attribute);
}

void ReadMesh(Cursor* cursor, Values* values, Attribute* attribute) {
  AddField("axes", values->AttributeAt(cursor), attribute);
  const Attribute* const ids = values->OptionalAttributeAt(cursor);
  if (ids != nullptr) AddField("device_ids", *ids, attribute);
}

void ReadVhloAttribute(Cursor* cursor, Values* values, Attribute* attribute) {
  const uint64_t code = cursor->VarInt();
  switch (code) {
    case kArray:
      return ReadArray(cursor, values, attribute);
    case kBoolean:
      attribute->kind = Attribute::Kind::kBool;
      attribute->flag = cursor->VarInt() != 0;
      return;
    case kComparisonDirection:
      return ReadKeyword(cursor, {"EQ", "NE", "GE", "GT", "LE", "LT"}, attribute);
    case kComparisonType:
      return ReadKeyword(cursor, {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"},
                         attribute);
    case kCustomCallApiVersion:
      attribute->kind = Attribute::Kind::kInteger;
      attribute->integer = static_cast<int64_t>(cursor->Index(1 << 16));
      return;
    case kDictionary:
      return ReadDictionary(cursor, values, attribute);
    case kFftType:
      return ReadKeyword(cursor, {"FFT", "IFFT", "RFFT", "IRFFT"}, attribute);
    case kFloat:
      return ReadFloat(cursor, values, attribute);
    case kInteger:
      return ReadInteger(cursor, values, attribute);
    case kPrecision:
      return ReadKeyword(cursor, {"DEFAULT", "HIGH", "HIGHEST"}, attribute);
    case kRngAlgorithm:
      return ReadKeyword(cursor, {"DEFAULT", "THREE_FRY", "PHILOX"}, attribute);
    case kRngDistribution:
      return ReadKeyword(cursor, {"", "UNIFORM", "NORMAL"}, attribute);
    case kString:
      attribute->kind = Attribute::Kind::kString;
      attribute->text = std::string(ReadText(cursor, *values));
      return;
    case kTensor:
      return ReadElements(cursor, values, attribute);
    case kTranspose:
      return ReadKeyword(cursor,
                         {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"},
                         attribute);
    case kType:
      attribute->kind = Attribute::Kind::kType;
      attribute->type = values->TypeAt(cursor);
      return;
    case kSubAxisInfo:
      AddInteger("pre_size", cursor, attribute);
      return AddInteger("size", cursor, attribute);
    case kAxisRef:
      AddField("name", values->AttributeAt(cursor), attribute);
      if (cursor->VarInt() == 0) return;
      return AddField("sub_axis_info", values->AttributeAt(cursor), attribute);
    case kReplicaGroupMeshAxes:
      return ReadReplicaGroups(cursor, values, attribute);
    case kMeshAxis:
      AddField("name", values->AttributeAt(cursor), attribute);
      return AddInteger("size", cursor, attribute);
    case kMesh:
      return ReadMesh(cursor, values, attribute);
    case kOutputOperandAlias:
    case kTypeExtensions:
    case kResultAccuracyMode:
    case kResultAccuracy:
      // Bounds of sizes, aliases and accuracies say nothing that is used.
      attribute->kind = Attribute::Kind::kOpaque;
      attribute->text = "#vhlo";
      return;
    default:
      return values->Fail(values->source().Unsupported(
          attribute->at, absl::StrCat("an attribute of vhlo with the code ", code,
                                      " is not supported: it is newer than what is "
                                      "known here")));
  }
}

// Of types that are refused by name where they are used.
void SetUnknown(absl::string_view text, Type* type) { type->text = std::string(text); }

void ReadQuantizedType(Cursor* cursor, Values* values, Type* type) {
  cursor->VarInt();  // flags
  const Type storage = values->TypeAt(cursor);
  const Type& expressed = values->TypeAt(cursor);
  SetUnknown(absl::StrCat("!quant.uniform<", stablehlo::ToString(storage), ":",
                          stablehlo::ToString(expressed), ">"),
             type);
}

void ReadVhloType(Cursor* cursor, Values* values, Type* type) {
  const uint64_t code = cursor->VarInt();
  switch (code) {
    case kComplexType_:
      return ReadComplexType(cursor, values, type);
    case kFunctionType_:
      type->kind = Type::Kind::kFunction;
      ReadTypes(cursor, values, &type->elements);
      ReadTypes(cursor, values, &type->results);
      return;
    case kIndexType_:
      SetScalar(ElementType::kI64, type);
      type->is_index = true;
      return;
    case kRankedTensor:
      return ReadTensorType(cursor, values, nullptr, type);
    case kRankedTensorWithEncoding: {
      const Attribute& encoding = values->AttributeAt(cursor);
      const bool bounds = encoding.kind == Attribute::Kind::kOpaque;
      return ReadTensorType(cursor, values, bounds ? nullptr : &encoding, type);
    }
    case kToken:
      type->kind = Type::Kind::kToken;
      return;
    case kTuple:
      type->kind = Type::Kind::kTuple;
      return ReadTypes(cursor, values, &type->elements);
    case kUniformQuantized:
    case kUniformQuantizedPerAxis:
      return ReadQuantizedType(cursor, values, type);
    case kUnrankedTensor:
      return SetUnknown(
          absl::StrCat("tensor<*x", stablehlo::ToString(values->TypeAt(cursor)),
                       "> (without rank)"),
          type);
    default:
      break;
  }
  const absl::string_view word = code < std::size(kWords) ? kWords[code] : "";
  const std::optional<ElementType> element = ir::FindElementType(word);
  if (element) return SetScalar(*element, type);
  SetUnknown(word.empty() ? absl::StrCat("a type of vhlo with the code ", code) : word,
             type);
}

}  // namespace

const DialectTable kVhloTable = {"vhlo", &ReadVhloAttribute, &ReadVhloType, &FindVhloOp};

}  // namespace tilewright::bytecode
