// The attributes and types of MLIR's own dialect: a code, and what it says follows.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "frontend/bytecode/dialects/tables.h"
#include "frontend/bytecode/values/builtin_codes.h"
#include "frontend/bytecode/values/reading.h"

namespace tilewright::bytecode {
namespace {

using stablehlo::Attribute;
using stablehlo::Type;

void ReadSymbol(Cursor* cursor, Values* values, bool nested, Attribute* attribute) {
  attribute->kind = Attribute::Kind::kSymbol;
  attribute->text = values->AttributeAt(cursor).text;
  const size_t count = nested ? cursor->Count() : 0;
  for (size_t i = 0; i < count && cursor->ok(); ++i) {
    attribute->text = values->AttributeAt(cursor).text;
  }
}

// array<i64: 1, 2>: the element type, how many, and their bytes.
void ReadDenseArray(Cursor* cursor, Values* values, Attribute* attribute) {
  const Type& element = values->TypeAt(cursor);
  const uint64_t count = cursor->VarInt();
  const absl::string_view bytes = cursor->Bytes(cursor->VarInt());
  if (!cursor->ok() || !values->status().ok()) return;
  const bool whole =
      element.kind == Type::Kind::kScalar && ir::IsWhole(element.tensor.element);
  if (!whole) {
    attribute->kind = Attribute::Kind::kOpaque;
    attribute->text = "array";
    return;
  }
  const size_t width = ir::StorageBytes(element.tensor.element);
  if (bytes.size() / width != count || bytes.size() % width != 0) {
    return cursor->Fail("an array does not have the size that it says");
  }
  attribute->kind = Attribute::Kind::kIntegers;
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    for (size_t k = width; k-- > 0;) {
      bits = bits << 8 | static_cast<uint8_t>(bytes[i * width + k]);
    }
    const int unused = 64 - 8 * static_cast<int>(width);
    const bool negative = ir::IsSigned(element.tensor.element);
    attribute->integers.push_back(negative
                                      ? static_cast<int64_t>(bits << unused) >> unused
                                      : static_cast<int64_t>(bits));
  }
}

void ReadBuiltinAttribute(Cursor* cursor, Values* values, Attribute* attribute) {
  const uint64_t code = cursor->VarInt();
  switch (code) {
    case kArrayAttr:
      return ReadArray(cursor, values, attribute);
    case kDictionaryAttr:
      return ReadDictionary(cursor, values, attribute);
    case kStringAttr:
    case kStringAttrWithType:
      attribute->kind = Attribute::Kind::kString;
      attribute->text = std::string(ReadText(cursor, *values));
      return;
    case kFlatSymbolRefAttr:
    case kSymbolRefAttr:
      return ReadSymbol(cursor, values, code == kSymbolRefAttr, attribute);
    case kTypeAttr:
      attribute->kind = Attribute::Kind::kType;
      attribute->type = values->TypeAt(cursor);
      return;
    case kUnitAttr:
      attribute->kind = Attribute::Kind::kUnit;
      return;
    case kIntegerAttr:
      return ReadInteger(cursor, values, attribute);
    case kFloatAttr:
      return ReadFloat(cursor, values, attribute);
    case kDenseResourceElementsAttr: {
      attribute->kind = Attribute::Kind::kResource;
      attribute->type = values->TypeAt(cursor);
      const std::vector<absl::string_view>& keys = values->container().resource_keys;
      const size_t index = cursor->Index(keys.size());
      if (cursor->ok()) attribute->text = std::string(keys[index]);
      return;
    }
    case kDenseArrayAttr:
      return ReadDenseArray(cursor, values, attribute);
    case kDenseIntOrFpElementsAttr:
      return ReadElements(cursor, values, attribute);
    default:
      attribute->kind = Attribute::Kind::kOpaque;
      attribute->text = code >= kCallSiteLoc && code <= kUnknownLoc
                            ? "loc"
                            : absl::StrCat("an attribute of MLIR's (code ", code, ")");
      return;
  }
}

void ReadIntegerType(Cursor* cursor, Type* type) {
  enum Signedness : uint64_t { kSignless, kSigned, kUnsigned };
  const uint64_t code = cursor->VarInt();
  const uint64_t width = code >> 2;
  const std::string name = absl::StrCat((code & 3) == kUnsigned ? "ui" : "i", width);
  const std::optional<ir::ElementType> element = ir::FindElementType(name);
  if (element) {
    SetScalar(*element, type);
  } else {
    type->text = name;
  }
}

void ReadBuiltinType(Cursor* cursor, Values* values, Type* type) {
  const uint64_t code = cursor->VarInt();
  switch (code) {
    case kIntegerType:
      return ReadIntegerType(cursor, type);
    case kIndexType:
      SetScalar(ir::ElementType::kI64, type);
      type->is_index = true;
      return;
    case kFunctionType:
      type->kind = Type::Kind::kFunction;
      ReadTypes(cursor, values, &type->elements);
      ReadTypes(cursor, values, &type->results);
      return;
    case kBFloat16Type:
      return SetScalar(ir::ElementType::kBF16, type);
    case kFloat16Type:
      return SetScalar(ir::ElementType::kF16, type);
    case kFloat32Type:
      return SetScalar(ir::ElementType::kF32, type);
    case kFloat64Type:
      return SetScalar(ir::ElementType::kF64, type);
    case kComplexType:
      return ReadComplexType(cursor, values, type);
    case kNoneType:
      type->text = "none";
      return;
    case kRankedTensorType:
      return ReadTensorType(cursor, values, nullptr, type);
    case kRankedTensorTypeWithEncoding:
      return ReadTensorType(cursor, values, &values->AttributeAt(cursor), type);
    case kTupleType:
      type->kind = Type::Kind::kTuple;
      return ReadTypes(cursor, values, &type->elements);
    default:
      type->text = absl::StrCat("a type of MLIR's (code ", code, ")");
      return;
  }
}

const OpRow* FindBuiltinOp(absl::string_view name) {
  static const auto* const kModule = new OpRow{
      "module", "builtin.module", {{"sym_name", true}, {"sym_visibility", true}}};
  static const auto* const kCast =
      new OpRow{"unrealized_conversion_cast", "builtin.unrealized_conversion_cast"};
  if (name == kCast->name) return kCast;
  return name == kModule->name ? kModule : nullptr;
}

}  // namespace

const DialectTable kBuiltinTable = {"builtin", &ReadBuiltinAttribute, &ReadBuiltinType,
                                    &FindBuiltinOp};

}  // namespace tilewright::bytecode
