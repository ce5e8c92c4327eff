#include "ir/check/verify.h"

#include <algorithm>
#include <utility>

#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

// More problems than a person reads.
constexpr size_t kMaxDiagnostics = 20;

class Verifier {
 public:
  explicit Verifier(const Program& program)
      : program_(program),
        defined_(program.values.size(), false),
        visible_(program.values.size(), false) {}

  std::vector<Diagnostic> Run() {
    for (size_t i = 0; i < program_.values.size(); ++i) {
      const absl::Status status = CheckType(program_.values[i], program_.symbols);
      // Reported where the value is made, if it is.
      bad_type_.push_back(!status.ok());
    }
    CheckRegion(program_.body, {}, 0);
    // These look at types of inputs and outputs, which must be there for that.
    if (diagnostics_.empty()) {
      const absl::Status donations = CheckDonations(program_);
      if (!donations.ok()) Report({}, donations);
    }
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
      Report(location, CheckType(program_.type(value), program_.symbols));
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
    const absl::Status count = CheckResultCount(operation, operation.results.size());
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
    const absl::Status same =
        CheckDeclaredTypes(program_, operation, *inferred, declared);
    if (!same.ok()) {
      Report(operation.location, same);
      return false;
    }
    return true;
  }

  const Program& program_;
  std::vector<bool> defined_;
  std::vector<bool> visible_;
  std::vector<bool> bad_type_;
  std::vector<ValueId> scope_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace

absl::Status CheckDonations(const Program& program) {
  const int inputs = static_cast<int>(program.body.arguments.size());
  const int outputs = static_cast<int>(program.body.results.size());
  std::vector<bool> taken(outputs, false);
  int last = -1;
  for (const Donation& donation : program.donations) {
    if (donation.argument < 0 || donation.argument >= inputs || donation.result < 0 ||
        donation.result >= outputs) {
      return absl::InvalidArgumentError(absl::StrCat(
          "argument ", donation.argument, " is given up for result ", donation.result,
          "; there are ", inputs, " arguments and ", outputs, " results"));
    }
    if (donation.argument <= last) {
      return absl::InvalidArgumentError(
          absl::StrCat("argument ", donation.argument, " is given up twice"));
    }
    if (taken[donation.result]) {
      return absl::InvalidArgumentError(
          absl::StrCat("result ", donation.result, " is given two arguments"));
    }
    const TensorType& from = program.type(program.body.arguments[donation.argument]);
    const TensorType& to = program.type(program.body.results[donation.result]);
    if (from != to) {
      return absl::InvalidArgumentError(absl::StrCat(
          "argument ", donation.argument, " of type ", ToString(from),
          " cannot be given up for result ", donation.result, " of type ", ToString(to)));
    }
    taken[donation.result] = true;
    last = donation.argument;
  }
  return absl::OkStatus();
}

std::vector<Diagnostic> Verify(const Program& program) { return Verifier(program).Run(); }

absl::Status VerifyStatus(const Program& program) {
  const std::vector<Diagnostic> diagnostics = Verify(program);
  if (diagnostics.empty()) return absl::OkStatus();
  return ErrorAt(program.files, diagnostics[0].location,
                 absl::InvalidArgumentError(diagnostics[0].message));
}

}  // namespace tilewright::ir
