// What holds of one operation: its form, the types it may have, and those that its
// rule gives.
#include <algorithm>
#include <utility>

#include "ir/check/infer.h"
#include "ir/check/verify.h"
#include "ir/kernel_call.h"
#include "ir/size/prove.h"
#include "ir/size/text.h"

namespace tilewright::ir {
namespace {

// Keeps checks of dimension lists, which compare all pairs, cheap.
constexpr int kMaxRank = 64;

absl::Status CheckCount(const Operation& operation, absl::string_view what, size_t count,
                        int min, int max) {
  const int64_t n = static_cast<int64_t>(count);
  if (n >= min && (max < 0 || n <= max)) return absl::OkStatus();
  const std::string wanted = min == max ? absl::StrCat(min)
                             : max < 0  ? absl::StrCat("at least ", min)
                                        : absl::StrCat(min, " to ", max);
  return absl::InvalidArgumentError(
      absl::StrCat(Name(operation.kind), ": needs ", wanted, " ", what, ", has ", n));
}

// Operand and region counts and attributes: what a rule relies on.
absl::Status CheckForm(const Operation& operation) {
  const OpInfo& info = Info(operation.kind);
  TW_RETURN_IF_ERROR(CheckCount(operation, "operands", operation.operands.size(),
                                info.min_operands, info.max_operands));
  TW_RETURN_IF_ERROR(CheckCount(operation, "regions", operation.regions.size(),
                                std::max(info.regions, 0), info.regions));
  return CheckAttributes(operation);
}

// Whether the product of the sizes that are numbers and not zero is at most `limit`:
// strides are computed from them.
bool IsBounded(const Shape& shape, int64_t limit) {
  int64_t product = 1;
  for (int i = 0; i < shape.rank(); ++i) {
    if (!shape[i].is_number() || shape[i].is_number(0)) continue;
    const int64_t d = shape[i].number();
    if (d < 0 || __builtin_mul_overflow(product, d, &product) || product > limit) {
      return false;
    }
  }
  return true;
}

// Whether the byte of an element narrower than a byte is its value, extended.
bool IsExtended(ElementType element, uint8_t byte) {
  const int bits = Info(element).bits;
  if (!IsSigned(element)) return byte >> bits == 0;
  const int value = static_cast<int8_t>(byte);
  return value >= -(1 << (bits - 1)) && value < 1 << (bits - 1);
}

// A constant's bytes are as many as its type needs, and hold values of it.
absl::Status CheckLiteral(const Literal& literal) {
  TW_RETURN_IF_ERROR(CheckType(literal.type(), SymbolList()));
  const int64_t size = static_cast<int64_t>(literal.bytes().size());
  const int64_t wanted = literal.is_splat() ? StorageBytes(literal.type().element)
                                            : literal.type().byte_size();
  if (literal.type().element == ElementType::kToken || size != wanted) {
    return absl::InvalidArgumentError(absl::StrCat("a constant of type ",
                                                   ToString(literal.type()), " has ",
                                                   size, " bytes, needs ", wanted));
  }
  if (Info(literal.type().element).bits >= 8) return absl::OkStatus();
  for (uint8_t byte : literal.bytes()) {
    if (!IsExtended(literal.type().element, byte)) {
      return absl::InvalidArgumentError(
          absl::StrCat("a constant of type ", ToString(literal.type()),
                       " holds the byte ", byte, ", which is none of its values"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckTypeOf(const Program& program, const Operation& operation,
                         absl::string_view what, const TensorType& type) {
  const absl::Status status = CheckType(type, program.symbols);
  if (status.ok()) return status;
  return absl::InvalidArgumentError(
      absl::StrCat(Name(operation.kind), ": ", what, " type ", status.message()));
}

// A size that is no number: of these symbols, and never negative.
absl::Status CheckSize(const Size& size, const SymbolList& symbols) {
  TW_RETURN_IF_ERROR(size.status());
  bool known = true;
  ForEachSymbol(size, [&](SymbolId id) { known &= id >= 0 && id < symbols.count(); });
  if (!known) return absl::InvalidArgumentError("is of a symbol that does not exist");
  if (ProveAtLeast(size, 0, symbols) == Proof::kYes) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(NamedText(size, symbols), " may be negative"));
}

// Rules that know numbers alone never see anything else.
absl::Status CheckTakesSymbols(const Program& program, const Operation& operation,
                               absl::Span<const TensorType> declared) {
  for (const TensorType& type : declared) {
    if (type.shape.is_static()) continue;
    TW_RETURN_IF_ERROR(CheckTypeOf(program, operation, "result", type));
  }
  if (program.symbols.count() == 0 || TakesSymbols(operation.kind) ||
      IsKernelCall(operation)) {
    return absl::OkStatus();
  }
  const auto refuse = [&](absl::string_view what, const TensorType& type) {
    return absl::UnimplementedError(absl::StrCat(Name(operation.kind), ": sizes of its ",
                                                 what, " have to be numbers, of ",
                                                 ToString(type, &program.symbols)));
  };
  for (ValueId operand : operation.operands) {
    const TensorType& type = program.type(operand);
    if (!type.shape.is_static()) return refuse("operands", type);
  }
  for (const TensorType& type : declared) {
    if (!type.shape.is_static()) return refuse("results", type);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckType(const TensorType& type, const SymbolList& symbols) {
  if (type.element == ElementType::kToken && type.rank() > 0) {
    return absl::InvalidArgumentError("a token has no dimensions");
  }
  if (type.rank() > kMaxRank) {
    return absl::InvalidArgumentError(
        absl::StrCat("a tensor of rank ", type.rank(), " exceeds rank ", kMaxRank));
  }
  if (type.has_dynamic_size()) {
    return absl::InvalidArgumentError(
        absl::StrCat(ToString(type), " has a size that is not known"));
  }
  const int64_t limit = kMaxTensorBytes / std::max(StorageBytes(type.element), 1);
  if (!IsBounded(type.shape, limit)) {
    return absl::InvalidArgumentError(
        absl::StrCat(ToString(type), " is larger than 2^46 bytes"));
  }
  for (int d = 0; d < type.rank(); ++d) {
    if (type.shape[d].is_number()) continue;
    const absl::Status status = CheckSize(type.shape[d], symbols);
    if (status.ok()) continue;
    return absl::InvalidArgumentError(absl::StrCat("tensor of rank ", type.rank(),
                                                   ": size ", d, " ", status.message()));
  }
  return absl::OkStatus();
}

absl::StatusOr<Types> InferFromSoundOperands(const Program& program,
                                             const Operation& operation,
                                             absl::Span<const TensorType> declared) {
  TW_RETURN_IF_ERROR(CheckForm(operation));
  if (operation.kind == OpKind::kConstant) {
    TW_RETURN_IF_ERROR(
        CheckLiteral(operation.attributes.Constant(AttributeName::kValue)));
  }
  TW_RETURN_IF_ERROR(CheckTakesSymbols(program, operation, declared));
  absl::StatusOr<Types> results =
      RuleOf(operation.kind)(OpView(program, operation, declared));
  if (!results.ok()) return results;
  for (const TensorType& type : *results) {
    TW_RETURN_IF_ERROR(CheckTypeOf(program, operation, "result", type));
  }
  return results;
}

absl::StatusOr<std::vector<TensorType>> InferResultTypes(
    const Program& program, const Operation& operation,
    absl::Span<const TensorType> declared) {
  for (ValueId operand : operation.operands) {
    TW_RETURN_IF_ERROR(CheckTypeOf(program, operation, "operand", program.type(operand)));
  }
  return InferFromSoundOperands(program, operation, declared);
}

absl::Status CheckResultCount(const Operation& operation, size_t count) {
  const OpInfo& info = Info(operation.kind);
  return CheckCount(operation, "results", count, std::max(info.results, 0), info.results);
}

absl::Status CheckDeclaredTypes(const Program& program, const Operation& operation,
                                absl::Span<const TensorType> inferred,
                                absl::Span<const TensorType> declared) {
  if (inferred.size() != declared.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat(Name(operation.kind), ": has ", declared.size(),
                     " results, should have ", inferred.size()));
  }
  for (size_t i = 0; i < declared.size(); ++i) {
    if (OpView(program, operation, declared).Equal(inferred[i], declared[i])) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(Name(operation.kind), ": result ", i, " should have the type ",
                     ToString(inferred[i], &program.symbols), ", has ",
                     ToString(declared[i], &program.symbols)));
  }
  return absl::OkStatus();
}

}  // namespace tilewright::ir
