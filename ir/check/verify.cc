#include "ir/check/verify.h"

#include <algorithm>
#include <utility>

#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

// Deeper regions would overflow the stacks of those who walk them.
constexpr int kMaxNesting = 256;
// Keeps checks of dimension lists, which compare all pairs, cheap.
constexpr int kMaxRank = 64;
// More problems than a person reads.
constexpr size_t kMaxDiagnostics = 20;

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

// Sizes are known, not negative, and bounded, also the product of those that
// are not zero: strides are computed from them.
absl::Status CheckType(const TensorType& type) {
  if (type.element == ElementType::kToken && type.rank() > 0) {
    return absl::InvalidArgumentError("a token has no dimensions");
  }
  if (type.rank() > kMaxRank) {
    return absl::InvalidArgumentError(
        absl::StrCat("a tensor of rank ", type.rank(), " exceeds rank ", kMaxRank));
  }
  Dims dims = type.dims;
  for (int64_t& d : dims) {
    if (d == kDynamicSize) {
      return absl::InvalidArgumentError(
          absl::StrCat(ToString(type), " has a size that is not known"));
    }
    if (d == 0) d = 1;
  }
  int64_t count = 0;
  const int64_t limit = kMaxTensorBytes / std::max(StorageBytes(type.element), 1);
  if (!BoundedProduct(dims, limit, &count)) {
    return absl::InvalidArgumentError(
        absl::StrCat(ToString(type), " is larger than 2^46 bytes"));
  }
  return absl::OkStatus();
}

class Verifier {
 public:
  explicit Verifier(const Program& program)
      : program_(program),
        defined_(program.values.size(), false),
        visible_(program.values.size(), false) {}

  std::vector<Diagnostic> Run() {
    for (size_t i = 0; i < program_.values.size(); ++i) {
      const absl::Status status = CheckType(program_.values[i]);
      // Reported where the value is made, if it is.
      bad_type_.push_back(!status.ok());
    }
    CheckRegion(program_.body, {}, 0);
    CheckDonations();
    return std::move(diagnostics_);
  }

 private:
  void Report(Location location, const absl::Status& status) {
    if (diagnostics_.size() < kMaxDiagnostics) {
      diagnostics_.push_back({location, std::string(status.message())});
    }
  }
  void Report(Location location, std::string message) {
    Report(location, absl::InvalidArgumentError(message));
  }

  bool InRange(ValueId value) const {
    return value >= 0 && static_cast<size_t>(value) < program_.values.size();
  }

  // Makes `value` visible; false, with a report, if it cannot be.
  bool Define(ValueId value, Location location) {
    if (!InRange(value)) {
      Report(location, absl::StrCat("value ", value, " does not exist"));
      return false;
    }
    if (defined_[value]) {
      Report(location, absl::StrCat("value ", value, " is defined twice"));
      return false;
    }
    defined_[value] = true;
    visible_[value] = true;
    scope_.push_back(value);
    if (bad_type_[value]) {
      Report(location, CheckType(program_.type(value)));
      return false;
    }
    return true;
  }

  bool CheckUse(ValueId value, Location location) {
    if (InRange(value) && visible_[value]) return true;
    Report(location, absl::StrCat("value ", value, " is used where it is not defined"));
    return false;
  }

  // False when something in it is so broken that a rule must not look at it.
  bool CheckRegion(const Region& region, Location location, int depth) {
    if (depth > kMaxNesting) {
      Report(location, absl::StrCat("regions are nested deeper than ", kMaxNesting));
      return false;
    }
    const size_t outer = scope_.size();
    bool sound = true;
    for (ValueId argument : region.arguments) sound &= Define(argument, location);
    for (const Operation& operation : region.operations) {
      if (diagnostics_.size() >= kMaxDiagnostics) return false;
      sound &= CheckOperation(operation, depth);
    }
    for (ValueId result : region.results) sound &= CheckUse(result, location);
    while (scope_.size() > outer) {
      visible_[scope_.back()] = false;
      scope_.pop_back();
    }
    return sound;
  }

  bool CheckOperation(const Operation& operation, int depth) {
    bool sound = true;
    for (ValueId operand : operation.operands) {
      sound &= CheckUse(operand, operation.location);
    }
    for (const Region& region : operation.regions) {
      sound &= CheckRegion(region, operation.location, depth + 1);
    }
    for (ValueId result : operation.results) sound &= Define(result, operation.location);
    const OpInfo& info = Info(operation.kind);
    const absl::Status count = CheckCount(operation, "results", operation.results.size(),
                                          std::max(info.results, 0), info.results);
    if (!count.ok()) {
      Report(operation.location, count);
      return false;
    }
    if (!sound) return false;
    return CheckResultTypes(operation);
  }

  bool CheckResultTypes(const Operation& operation) {
    Types declared;
    for (ValueId result : operation.results) declared.push_back(program_.type(result));
    const absl::StatusOr<Types> inferred =
        InferResultTypes(program_, operation, declared);
    if (!inferred.ok()) {
      Report(operation.location, inferred.status());
      return false;
    }
    if (inferred->size() != declared.size()) {
      Report(operation.location,
             absl::StrCat(Name(operation.kind), ": has ", declared.size(),
                          " results, should have ", inferred->size()));
      return false;
    }
    for (size_t i = 0; i < declared.size(); ++i) {
      if ((*inferred)[i] == declared[i]) continue;
      Report(operation.location,
             absl::StrCat(Name(operation.kind), ": result ", i, " should have the type ",
                          ToString((*inferred)[i]), ", has ", ToString(declared[i])));
      return false;
    }
    return true;
  }

  void CheckDonations() {
    const int inputs = static_cast<int>(program_.body.arguments.size());
    const int outputs = static_cast<int>(program_.body.results.size());
    std::vector<bool> taken(outputs, false);
    int last = -1;
    for (const Donation& donation : program_.donations) {
      if (donation.argument < 0 || donation.argument >= inputs || donation.result < 0 ||
          donation.result >= outputs) {
        Report({},
               absl::StrCat("argument ", donation.argument, " is given up for result ",
                            donation.result, "; there are ", inputs, " arguments and ",
                            outputs, " results"));
      } else if (donation.argument <= last) {
        Report({}, absl::StrCat("argument ", donation.argument, " is given up twice"));
      } else if (taken[donation.result]) {
        Report({}, absl::StrCat("result ", donation.result, " is given two arguments"));
      } else {
        taken[donation.result] = true;
      }
      last = std::max(last, donation.argument);
    }
  }

  const Program& program_;
  std::vector<bool> defined_;
  std::vector<bool> visible_;
  std::vector<bool> bad_type_;
  std::vector<ValueId> scope_;
  std::vector<Diagnostic> diagnostics_;
};

// Whether the byte of an element narrower than a byte is its value, extended.
bool IsExtended(ElementType element, uint8_t byte) {
  const int bits = Info(element).bits;
  if (!IsSigned(element)) return byte >> bits == 0;
  const int value = static_cast<int8_t>(byte);
  return value >= -(1 << (bits - 1)) && value < 1 << (bits - 1);
}

// A constant's bytes are as many as its type needs, and hold values of it.
absl::Status CheckLiteral(const Literal& literal) {
  TW_RETURN_IF_ERROR(CheckType(literal.type()));
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

}  // namespace

absl::StatusOr<std::vector<TensorType>> InferResultTypes(
    const Program& program, const Operation& operation,
    absl::Span<const TensorType> declared) {
  TW_RETURN_IF_ERROR(CheckForm(operation));
  for (ValueId operand : operation.operands) {
    const absl::Status status = CheckType(program.type(operand));
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(Name(operation.kind), ": operand type ", status.message()));
    }
  }
  if (operation.kind == OpKind::kConstant) {
    TW_RETURN_IF_ERROR(
        CheckLiteral(operation.attributes.Constant(AttributeName::kValue)));
  }
  TW_ASSIGN_OR_RETURN(Types results,
                      RuleOf(operation.kind)(OpView(program, operation, declared)));
  for (const TensorType& type : results) {
    const absl::Status status = CheckType(type);
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(Name(operation.kind), ": result type ", status.message()));
    }
  }
  return results;
}

std::vector<Diagnostic> Verify(const Program& program) { return Verifier(program).Run(); }

absl::Status VerifyStatus(const Program& program) {
  const std::vector<Diagnostic> diagnostics = Verify(program);
  if (diagnostics.empty()) return absl::OkStatus();
  const Diagnostic& first = diagnostics[0];
  if (first.location.line == 0) return absl::InvalidArgumentError(first.message);
  return absl::InvalidArgumentError(
      absl::StrCat(first.location.line, ":", first.location.column, ": ", first.message));
}

}  // namespace tilewright::ir
