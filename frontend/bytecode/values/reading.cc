#include "frontend/bytecode/values/reading.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/syntax/literal_bytes.h"
#include "ir/float_bits.h"
#include "ir/literal.h"
#include "ir/tensor_type.h"

namespace tilewright::bytecode {
namespace {

using stablehlo::Attribute;
using stablehlo::Type;

// MLIR's mark of a size that is not known.
constexpr int64_t kUnknownSize = std::numeric_limits<int64_t>::min();
constexpr size_t kMaxRank = 1024;

bool IsPlain(const Attribute& attribute) {
  return attribute.kind == Attribute::Kind::kInteger ||
         attribute.kind == Attribute::Kind::kBool;
}

// 64 for `index`; 0 for what is no integer.
int IntegerBits(const Type& type) {
  if (type.kind != Type::Kind::kScalar) return 0;
  if (type.is_index) return 64;
  const ir::ElementType element = type.tensor.element;
  return ir::IsWhole(element) ? ir::Info(element).bits : 0;
}

// Booleans may be written eight to a byte: one byte each then, or one for all where all
// are the same. Empty where they are not.
std::string Unpack(absl::string_view bytes, const ir::TensorType& type) {
  int64_t count = 0;
  if (!ir::BoundedProduct(type.dims(), ir::kMaxTensorBytes, &count)) return {};
  const int64_t size = static_cast<int64_t>(bytes.size());
  if (size == count || size != (count + 7) / 8) return {};
  std::string unpacked(count, '\0');
  for (int64_t i = 0; i < count; ++i) {
    unpacked[i] = static_cast<char>(bytes[i / 8] >> (i % 8) & 1);
  }
  const bool all_equal =
      std::count(unpacked.begin(), unpacked.end(), unpacked[0]) == count;
  if (all_equal) unpacked.resize(1);
  return unpacked;
}

int64_t Extend(uint64_t bits, const Type& type) {
  const int width = IntegerBits(type);
  if (width == 64) return static_cast<int64_t>(bits);
  const uint64_t sign = uint64_t{1} << (width - 1);
  const bool negative = ir::IsSigned(type.tensor.element) && (bits & sign) != 0;
  return static_cast<int64_t>(negative ? bits | ~((sign << 1) - 1) : bits);
}

}  // namespace

absl::string_view ReadText(Cursor* cursor, const Values& values) {
  const std::vector<absl::string_view>& strings = values.container().strings;
  const size_t index = cursor->Index(strings.size());
  return cursor->ok() ? strings[index] : absl::string_view();
}

std::vector<int64_t> ReadIntegers(Cursor* cursor) {
  std::vector<int64_t> integers(cursor->Count());
  for (int64_t& integer : integers) integer = cursor->SignedVarInt();
  return integers;
}

void ReadTypes(Cursor* cursor, Values* values, std::vector<Type>* types) {
  const size_t count = cursor->Count();
  for (size_t i = 0; i < count && cursor->ok() && values->status().ok(); ++i) {
    types->push_back(values->TypeAt(cursor));
  }
}

void ReadArray(Cursor* cursor, Values* values, Attribute* attribute) {
  const size_t count = cursor->Count();
  bool plain = true;
  for (size_t i = 0; i < count && cursor->ok() && values->status().ok(); ++i) {
    attribute->elements.push_back(values->AttributeAt(cursor));
    plain = plain && IsPlain(attribute->elements.back());
  }
  attribute->kind = plain ? Attribute::Kind::kIntegers : Attribute::Kind::kArray;
  if (!plain) return;
  for (const Attribute& element : attribute->elements) {
    attribute->integers.push_back(
        element.kind == Attribute::Kind::kBool ? element.flag : element.integer);
  }
  attribute->elements.clear();
}

void ReadDictionary(Cursor* cursor, Values* values, Attribute* attribute) {
  attribute->kind = Attribute::Kind::kDict;
  const size_t count = cursor->Count();
  for (size_t i = 0; i < count && cursor->ok() && values->status().ok(); ++i) {
    const Attribute& name = values->AttributeAt(cursor);
    if (name.kind != Attribute::Kind::kString) {
      return cursor->Fail("the name of an attribute is no string");
    }
    std::string text = name.text;
    attribute->fields.emplace_back(std::move(text), values->AttributeAt(cursor));
  }
  // What is said twice would be obeyed once.
  std::vector<absl::string_view> names;
  for (const stablehlo::NamedAttribute& field : attribute->fields) {
    names.push_back(field.name);
  }
  std::sort(names.begin(), names.end());
  if (std::adjacent_find(names.begin(), names.end()) != names.end()) {
    cursor->Fail("an attribute is given twice");
  }
}

uint64_t ReadBits(Cursor* cursor, int bits) {
  if (bits <= 8) return cursor->Byte() & ((uint64_t{1} << bits) - 1);
  const uint64_t value = static_cast<uint64_t>(cursor->SignedVarInt());
  return bits == 64 ? value : value & ((uint64_t{1} << bits) - 1);
}

void ReadInteger(Cursor* cursor, Values* values, Attribute* attribute) {
  attribute->type = values->TypeAt(cursor);
  const int bits = IntegerBits(attribute->type);
  if (bits == 0) return cursor->Fail("the type of an integer is none of integers");
  attribute->integer = Extend(ReadBits(cursor, bits), attribute->type);
  attribute->kind = Attribute::Kind::kInteger;
  if (bits == 1) {
    attribute->kind = Attribute::Kind::kBool;
    attribute->flag = attribute->integer != 0;
  }
}

void ReadFloat(Cursor* cursor, Values* values, Attribute* attribute) {
  attribute->kind = Attribute::Kind::kFloat;
  attribute->type = values->TypeAt(cursor);
  const Type& type = attribute->type;
  if (type.kind != Type::Kind::kScalar || !ir::IsFloat(type.tensor.element)) {
    return cursor->Fail("the type of a number is none of numbers");
  }
  const ir::ElementType element = type.tensor.element;
  attribute->number =
      ir::FloatFromBits(element, ReadBits(cursor, ir::Info(element).bits));
}

void ReadElements(Cursor* cursor, Values* values, Attribute* attribute) {
  attribute->type = values->TypeAt(cursor);
  const absl::string_view bytes = cursor->Bytes(cursor->VarInt());
  if (!cursor->ok() || !values->status().ok()) return;
  if (attribute->type.kind == Type::Kind::kUnsupported) {
    // Refused where it is used, not where it is read.
    attribute->kind = Attribute::Kind::kOpaque;
    attribute->text = attribute->type.text;
    return;
  }
  attribute->kind = Attribute::Kind::kDense;
  if (attribute->type.kind != Type::Kind::kTensor) {
    return cursor->Fail("the type of a constant is no tensor type");
  }
  const ir::TensorType& type = attribute->type.tensor;
  std::string unpacked;
  if (ir::IsBool(type.element)) unpacked = Unpack(bytes, type);
  absl::StatusOr<ir::Literal> literal = stablehlo::LiteralFromBytes(
      values->source(), attribute->at, unpacked.empty() ? bytes : unpacked, type,
      values->limits().max_literal_bytes);
  if (!literal.ok()) return values->Fail(literal.status());
  attribute->literal = std::make_shared<const ir::Literal>(*std::move(literal));
}

void SetScalar(ir::ElementType element, Type* type) {
  type->kind = Type::Kind::kScalar;
  type->tensor = ir::Scalar(element);
}

void ReadTensorType(Cursor* cursor, Values* values, const Attribute* encoding,
                    Type* type) {
  type->kind = Type::Kind::kTensor;
  const size_t place = cursor->place();
  std::vector<int64_t> dims = ReadIntegers(cursor);
  // A copy: what is read next may be the same type's part.
  const Type element = values->TypeAt(cursor);
  if (!cursor->ok() || !values->status().ok()) return;
  if (dims.size() > kMaxRank) return cursor->Fail("a tensor has at most 1024 dimensions");
  // Without the zeros among them, so that no product of sizes overflows later.
  ir::Dims positive;
  for (int64_t& size : dims) {
    if (size == kUnknownSize) {
      size = ir::kDynamicSize;
      values->NoteDynamicSize();
    } else if (size < 0) {
      return cursor->Fail("a size is negative");
    }
    if (size > 0) positive.push_back(size);
  }
  int64_t elements = 0;
  if (!ir::BoundedProduct(positive, ir::kMaxTensorBytes, &elements)) {
    return values->Fail(values->source().Invalid(
        static_cast<stablehlo::Offset>(place),
        absl::StrCat("the sizes' product is beyond the limit of ", ir::kMaxTensorBytes)));
  }
  type->tensor.shape = std::move(dims);
  if (element.kind != Type::Kind::kScalar || encoding != nullptr) {
    type->kind = Type::Kind::kUnsupported;
    type->text = "tensor<";
    for (int64_t size : type->tensor.dims()) {
      absl::StrAppend(&type->text, size == ir::kDynamicSize ? "?" : absl::StrCat(size),
                      "x");
    }
    absl::StrAppend(&type->text, stablehlo::ToString(element),
                    encoding == nullptr ? "" : absl::StrCat(", ", encoding->text), ">");
    return;
  }
  type->tensor.element = element.tensor.element;
  type->is_index = element.is_index;
}

void ReadComplexType(Cursor* cursor, Values* values, Type* type) {
  const Type& part = values->TypeAt(cursor);
  if (part.kind == Type::Kind::kScalar && part.tensor.element == ir::ElementType::kF32) {
    return SetScalar(ir::ElementType::kC64, type);
  }
  if (part.kind == Type::Kind::kScalar && part.tensor.element == ir::ElementType::kF64) {
    return SetScalar(ir::ElementType::kC128, type);
  }
  type->text = absl::StrCat("complex<", stablehlo::ToString(part), ">");
}

}  // namespace tilewright::bytecode
