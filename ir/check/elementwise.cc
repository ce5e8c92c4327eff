// Rules of elementwise operations: which element types, equal shapes.
#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum ElementType;

// Sets of type classes that operations accept.
enum ClassSet : int {
  kBoolSet = 1,
  kIntSet = 2,
  kUnsignedSet = 4,
  kFloatSet = 8,
  kComplexSet = 16,
};
constexpr int kNumeric = kIntSet | kUnsignedSet | kFloatSet | kComplexSet;
constexpr int kAny = kNumeric | kBoolSet;
constexpr int kWithSign = kIntSet | kFloatSet | kComplexSet;

int SetOf(ElementType element) {
  switch (Info(element).type_class) {
    case TypeClass::kBool:
      return kBoolSet;
    case TypeClass::kSigned:
      return kIntSet;
    case TypeClass::kUnsigned:
      return kUnsignedSet;
    case TypeClass::kFloat:
      return kFloatSet;
    case TypeClass::kComplex:
      return kComplexSet;
    case TypeClass::kToken:
      return 0;
  }
  return 0;
}

absl::Status CheckClass(const OpView& op, int allowed) {
  const TensorType& type = op.operand(0);
  if ((SetOf(type.element) & allowed) != 0) return absl::OkStatus();
  return op.Error("is not defined on ", op.Text(type));
}

absl::Status CheckEqualOperands(const OpView& op) {
  for (int i = 1; i < op.operand_count(); ++i) {
    if (!op.Equal(op.operand(i), op.operand(0))) {
      return op.Error("operands must have one type, are ", op.Text(op.operand(0)),
                      " and ", op.Text(op.operand(i)));
    }
  }
  return absl::OkStatus();
}

// Operands of one type in `allowed`; the result has it too.
absl::StatusOr<Types> Same(const OpView& op, int allowed) {
  TW_RETURN_IF_ERROR(CheckClass(op, allowed));
  TW_RETURN_IF_ERROR(CheckEqualOperands(op));
  return Types{op.operand(0)};
}

}  // namespace

absl::StatusOr<Types> InferMath(const OpView& op) {
  return Same(op, kFloatSet | kComplexSet);
}

absl::StatusOr<Types> InferRounding(const OpView& op) { return Same(op, kFloatSet); }

absl::StatusOr<Types> InferArithmetic(const OpView& op) { return Same(op, kNumeric); }

absl::StatusOr<Types> InferSameType(const OpView& op) { return Same(op, kAny); }

absl::StatusOr<Types> InferLogic(const OpView& op) {
  return Same(op, kBoolSet | kIntSet | kUnsignedSet);
}

absl::StatusOr<Types> InferBits(const OpView& op) {
  return Same(op, kIntSet | kUnsignedSet);
}

absl::StatusOr<Types> InferConvert(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckClass(op, kAny));
  if (op.declared().size() != 1) return op.Error("needs a written result type");
  const ElementType element = op.declared()[0].element;
  if (SetOf(element) == 0) return op.Error("cannot make ", Name(element));
  return Types{{element, op.operand(0).shape}};
}

absl::StatusOr<Types> InferComponent(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckClass(op, kFloatSet | kComplexSet));
  return Types{{RealPart(op.operand(0).element), op.operand(0).shape}};
}

absl::StatusOr<Types> InferSign(const OpView& op) { return Same(op, kWithSign); }

absl::StatusOr<Types> InferAbs(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckClass(op, kWithSign));
  return Types{{RealPart(op.operand(0).element), op.operand(0).shape}};
}

absl::StatusOr<Types> InferIsFinite(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckClass(op, kFloatSet));
  return Types{{kI1, op.operand(0).shape}};
}

absl::StatusOr<Types> InferComplex(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckEqualOperands(op));
  const TensorType& part = op.operand(0);
  if (part.element != kF32 && part.element != kF64) {
    return op.Error("its parts must be f32 or f64, are ", op.Text(part));
  }
  return Types{{part.element == kF64 ? kC128 : kC64, part.shape}};
}

absl::StatusOr<Types> InferCompare(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckClass(op, kAny));
  TW_RETURN_IF_ERROR(CheckEqualOperands(op));
  const ElementType element = op.operand(0).element;
  const std::string& type = op.attributes().Text(kCompareType);
  const bool fits = type.empty() || type == "NOTYPE" ||
                    (type == "FLOAT" && (IsFloat(element) || IsComplex(element))) ||
                    (type == "TOTALORDER" && IsFloat(element)) ||
                    (type == "SIGNED" && IsSigned(element)) ||
                    (type == "UNSIGNED" && (IsUnsigned(element) || IsBool(element)));
  if (!fits) return op.Error("compare_type ", type, " does not fit ", Name(element));
  return Types{{kI1, op.operand(0).shape}};
}

absl::StatusOr<Types> InferClamp(const OpView& op) { return Same(op, kAny); }

absl::StatusOr<Types> InferSelect(const OpView& op) {
  const TensorType& predicate = op.operand(0);
  const TensorType& value = op.operand(1);
  if (!op.Equal(value, op.operand(2))) {
    return op.Error("cases must have one type, are ", op.Text(value), " and ",
                    op.Text(op.operand(2)));
  }
  if (value.element == kToken) return op.Error("is not defined on tokens");
  if (!op.Equal(predicate, TensorType{kI1, value.shape})) {
    return op.Error("predicate of type ", op.Text(predicate),
                    " does not fit cases of type ", op.Text(value));
  }
  return Types{value};
}

absl::StatusOr<Types> InferReducePrecision(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckClass(op, kFloatSet));
  const int64_t exponent = op.attributes().Int(kExponentBits);
  const int64_t mantissa = op.attributes().Int(kMantissaBits);
  if (exponent < 1 || exponent > 64) {
    return op.Error("exponent_bits must be 1 to 64, is ", exponent);
  }
  if (mantissa < 0 || mantissa > 64) {
    return op.Error("mantissa_bits must be 0 to 64, is ", mantissa);
  }
  return Types{op.operand(0)};
}

}  // namespace tilewright::ir
