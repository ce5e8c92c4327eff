#include "ir/check/checked_builder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "ir/check/infer.h"
#include "ir/default_attributes.h"

namespace tilewright::ir {
namespace {

// More types than a person reads.
constexpr size_t kShownTypes = 8;

std::vector<TensorType> TypesOf(const Program& program,
                                const std::vector<ValueId>& values) {
  std::vector<TensorType> types;
  types.reserve(values.size());
  for (ValueId value : values) types.push_back(program.type(value));
  return types;
}

std::vector<ValueId> Mapped(const std::vector<ValueId>& values,
                            const std::vector<ValueId>& map) {
  std::vector<ValueId> result;
  result.reserve(values.size());
  for (ValueId value : values) result.push_back(map[value]);
  return result;
}

}  // namespace

CheckedBuilder::CheckedBuilder(std::string name) : frames_(1), open_{0, 1} {
  program_.name = std::move(name);
}

void CheckedBuilder::SetDevices(int64_t num_partitions, int64_t num_replicas) {
  program_.num_partitions = num_partitions;
  program_.num_replicas = num_replicas;
}

ValueId CheckedBuilder::AddValue(TensorType type, int32_t scope) {
  scope_of_.push_back(scope);
  return program_.AddValue(std::move(type));
}

absl::StatusOr<Size> CheckedBuilder::AddSymbol(std::string name,
                                               const SymbolFacts& facts) {
  SymbolList& symbols = program_.symbols;
  if (name.empty() || symbols.Find(name) >= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is a size '", name, "', or it has no name"));
  }
  SymbolList with = symbols;
  const SymbolId id = with.Add(std::move(name));
  TW_RETURN_IF_ERROR(with.Learn(id, facts));
  symbols = std::move(with);
  return Size::OfSymbol(id);
}

absl::StatusOr<ValueId> CheckedBuilder::AddInput(TensorType type) {
  std::vector<ValueId>& inputs = frames_[0].region.arguments;
  const absl::Status status = CheckType(type, program_.symbols);
  if (!status.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("input ", inputs.size(), ": ", status.message()));
  }
  inputs.push_back(AddValue(std::move(type), kBody));
  return inputs.back();
}

absl::StatusOr<std::vector<ValueId>> CheckedBuilder::Append(New operation) {
  TW_ASSIGN_OR_RETURN(const Operation* added, Add(std::move(operation), /*one=*/false));
  return added->results;
}

absl::StatusOr<ValueId> CheckedBuilder::AppendOne(New operation) {
  TW_ASSIGN_OR_RETURN(const Operation* added, Add(std::move(operation), /*one=*/true));
  return added->results[0];
}

absl::StatusOr<const Operation*> CheckedBuilder::Add(New from, bool one) {
  Operation operation;
  operation.kind = from.kind;
  operation.operands = std::move(from.operands);
  operation.attributes = std::move(from.attributes);
  operation.location = from.location;
  Frame& frame = frames_.back();
  absl::StatusOr<Types> types = Check(&operation, from.regions, from.results);
  if (types.ok() && one && types->size() != 1) {
    types = absl::InvalidArgumentError(
        absl::StrCat("has ", types->size(), " results, not one"));
  }
  if (!types.ok()) return Problem(operation, types.status());
  operation.results.reserve(types->size());
  for (TensorType& type : *types) {
    operation.results.push_back(AddValue(std::move(type), frame.scope));
  }
  for (const RegionId& id : from.regions) {
    frame.height = std::max(frame.height, closed_[id.number].height);
  }
  frame.region.operations.push_back(std::move(operation));
  return &frame.region.operations.back();
}

absl::StatusOr<Types> CheckedBuilder::Check(Operation* operation,
                                            absl::Span<const RegionId> regions,
                                            absl::Span<const TensorType> declared) {
  TW_RETURN_IF_ERROR(TakeRegions(regions, operation));
  TW_RETURN_IF_ERROR(CheckVisible(operation->operands, "operand"));
  AddDefaultAttributes(program_, operation);
  absl::StatusOr<Types> types = InferFromSoundOperands(program_, *operation, declared);
  if (!types.ok()) return types;
  TW_RETURN_IF_ERROR(CheckResultCount(*operation, types->size()));
  if (!declared.empty()) {
    TW_RETURN_IF_ERROR(CheckDeclaredTypes(program_, *operation, *types, declared));
  }
  return types;
}

absl::Status CheckedBuilder::CheckVisible(absl::Span<const ValueId> values,
                                          absl::string_view what) const {
  for (size_t i = 0; i < values.size(); ++i) {
    if (IsVisible(values[i])) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(what, " ", i,
                     IsValue(values[i]) ? " was made in a region that has ended"
                                        : " is no value of this builder"));
  }
  return absl::OkStatus();
}

absl::Status CheckedBuilder::TakeRegions(absl::Span<const RegionId> ids,
                                         Operation* operation) {
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto problem = [i](const auto&... what) {
      return absl::InvalidArgumentError(absl::StrCat("region ", i, what...));
    };
    const int32_t number = ids[i].number;
    if (number < 0 || static_cast<size_t>(number) >= closed_.size()) {
      return problem(" is no region of this builder");
    }
    Closed& closed = closed_[number];
    if (closed.used) return problem(" is another operation's already");
    if (open_[closed.around] == 0) return problem(" was made in a region that has ended");
    if (static_cast<int>(frames_.size()) - 1 + closed.height > kMaxNesting) {
      return problem(": regions are nested deeper than ", kMaxNesting);
    }
    closed.used = true;
    operation->regions.push_back(std::move(closed.region));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<ValueId>> CheckedBuilder::OpenRegion(
    std::vector<TensorType> arguments) {
  if (frames_.size() > static_cast<size_t>(kMaxNesting)) {
    return absl::InvalidArgumentError(
        absl::StrCat("regions are nested deeper than ", kMaxNesting));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const absl::Status status = CheckType(arguments[i], program_.symbols);
    if (status.ok()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("argument ", i, " of a region: ", status.message()));
  }
  Frame frame;
  frame.scope = static_cast<int32_t>(open_.size());
  open_.push_back(1);
  for (TensorType& type : arguments) {
    frame.region.arguments.push_back(AddValue(std::move(type), frame.scope));
  }
  frames_.push_back(std::move(frame));
  return frames_.back().region.arguments;
}

absl::StatusOr<RegionId> CheckedBuilder::CloseRegion(std::vector<ValueId> results) {
  if (frames_.size() == 1) return absl::InvalidArgumentError("no region is open");
  TW_RETURN_IF_ERROR(CheckVisible(results, "result of a region: number"));
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  open_[frame.scope] = 0;
  frame.region.results = std::move(results);
  closed_.push_back({.region = std::move(frame.region),
                     .around = frames_.back().scope,
                     .height = frame.height + 1});
  return RegionId{static_cast<int32_t>(closed_.size()) - 1};
}

size_t CheckedBuilder::ResultCount(RegionId region) const {
  const bool known =
      region.number >= 0 && static_cast<size_t>(region.number) < closed_.size();
  return known ? closed_[region.number].region.results.size() : 0;
}

absl::StatusOr<RegionId> CheckedBuilder::Reducer(OpKind kind, ElementType element,
                                                 Location location) {
  const Mark mark = Here();
  const absl::StatusOr<RegionId> region = [&]() -> absl::StatusOr<RegionId> {
    TW_ASSIGN_OR_RETURN(std::vector<ValueId> both,
                        OpenRegion({Scalar(element), Scalar(element)}));
    TW_ASSIGN_OR_RETURN(
        const ValueId result,
        AppendOne({.kind = kind, .operands = std::move(both), .location = location}));
    return CloseRegion({result});
  }();
  if (!region.ok()) TakeBack(mark);
  return region;
}

absl::StatusOr<std::vector<ValueId>> CheckedBuilder::Inline(
    const Program& callee, absl::Span<const ValueId> arguments, Location location) {
  TW_RETURN_IF_ERROR(CheckVisible(arguments, "argument"));
  if (callee.symbols.count() > 0) {
    return absl::UnimplementedError("a callee's sizes have to be numbers");
  }
  const std::vector<ValueId>& parameters = callee.body.arguments;
  if (arguments.size() != parameters.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "takes ", parameters.size(), " arguments, was given ", arguments.size()));
  }
  std::vector<ValueId> mapped(callee.values.size(), -1);
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (type(arguments[i]) != callee.type(parameters[i])) {
      return absl::InvalidArgumentError(absl::StrCat(
          "argument ", i, " is ", ToString(type(arguments[i]), &program_.symbols),
          ", not ", ToString(callee.type(parameters[i]))));
    }
    mapped[parameters[i]] = arguments[i];
  }
  const Mark mark = Here();
  const absl::Status status = InlineRegion(callee.body, location, callee, &mapped);
  if (!status.ok()) {
    TakeBack(mark);
    return status;
  }
  return Mapped(callee.body.results, mapped);
}

absl::Status CheckedBuilder::InlineRegion(const Region& region, Location location,
                                          const Program& callee,
                                          std::vector<ValueId>* mapped) {
  for (const Operation& operation : region.operations) {
    TW_RETURN_IF_ERROR(InlineOperation(operation, location, callee, mapped));
  }
  return absl::OkStatus();
}

absl::Status CheckedBuilder::InlineOperation(const Operation& operation,
                                             Location location, const Program& callee,
                                             std::vector<ValueId>* mapped) {
  New copy;
  copy.kind = operation.kind;
  copy.operands = Mapped(operation.operands, *mapped);
  copy.attributes = operation.attributes;
  copy.results = TypesOf(callee, operation.results);
  copy.location = location;
  for (const Region& inner : operation.regions) {
    TW_ASSIGN_OR_RETURN(const std::vector<ValueId> arguments,
                        OpenRegion(TypesOf(callee, inner.arguments)));
    for (size_t i = 0; i < arguments.size(); ++i) {
      (*mapped)[inner.arguments[i]] = arguments[i];
    }
    TW_RETURN_IF_ERROR(InlineRegion(inner, location, callee, mapped));
    TW_ASSIGN_OR_RETURN(const RegionId closed,
                        CloseRegion(Mapped(inner.results, *mapped)));
    copy.regions.push_back(closed);
  }
  TW_ASSIGN_OR_RETURN(const std::vector<ValueId> results, Append(std::move(copy)));
  for (size_t i = 0; i < results.size(); ++i) {
    (*mapped)[operation.results[i]] = results[i];
  }
  return absl::OkStatus();
}

absl::StatusOr<Program> CheckedBuilder::Finish(std::vector<ValueId> results,
                                               std::vector<Donation> donations) && {
  if (frames_.size() != 1) {
    return absl::InvalidArgumentError("a region is open still");
  }
  TW_RETURN_IF_ERROR(CheckVisible(results, "result"));
  program_.body = std::move(frames_[0].region);
  program_.body.results = std::move(results);
  program_.donations = std::move(donations);
  TW_RETURN_IF_ERROR(CheckDonations(program_));
  NumberOperations(&program_);
  return std::move(program_);
}

CheckedBuilder::Mark CheckedBuilder::Here() const {
  return {frames_.size(), frames_.back().region.operations.size(), scope_of_.size()};
}

void CheckedBuilder::TakeBack(const Mark& mark) {
  while (frames_.size() > mark.frames) {
    open_[frames_.back().scope] = 0;
    frames_.pop_back();
  }
  std::vector<Operation>& operations = frames_.back().region.operations;
  operations.erase(operations.begin() + static_cast<int64_t>(mark.operations),
                   operations.end());
  std::fill(scope_of_.begin() + static_cast<int64_t>(mark.values), scope_of_.end(),
            kNowhere);
}

absl::Status CheckedBuilder::Problem(const Operation& operation,
                                     const absl::Status& cause) const {
  const absl::string_view name = Name(operation.kind);
  std::string text = absl::StrCat(name, "(");
  const size_t shown = std::min(operation.operands.size(), kShownTypes);
  for (size_t i = 0; i < shown; ++i) {
    const ValueId operand = operation.operands[i];
    absl::StrAppend(&text, i == 0 ? "" : ", ",
                    IsValue(operand) ? ToString(type(operand), &program_.symbols) : "?");
  }
  if (operation.operands.size() > shown) absl::StrAppend(&text, ", ...");
  // Rules begin with the operation's name, too.
  absl::string_view why = cause.message();
  if (absl::ConsumePrefix(&why, name)) absl::ConsumePrefix(&why, ": ");
  return ErrorAt(program_.files, operation.location,
                 absl::InvalidArgumentError(absl::StrCat(text, "): ", why)));
}

}  // namespace tilewright::ir
