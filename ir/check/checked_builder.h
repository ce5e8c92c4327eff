// Programs built operation by operation, each checked as it is appended.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "ir/program.h"

namespace tilewright::ir {

// A region that was closed, for one operation of the builder that made it.
struct RegionId {
  int32_t number = -1;
};

// What front ends build programs with. Each operation is held to the specification when
// it is appended: its operands can be seen where it stands, and their number, its
// attributes, regions and result types are right. So what Finish() gives verifies, and
// nobody needs to walk it once more. A mistake is InvalidArgument with the place, the
// operation, the types of its operands and the cause; it leaves the program as it was,
// and the builder can go on.
//
//   CheckedBuilder b;
//   TW_ASSIGN_OR_RETURN(const ValueId x, b.AddInput(type));
//   TW_ASSIGN_OR_RETURN(const ValueId y,
//                       b.AppendOne({.kind = OpKind::kTanh, .operands = {x}}));
//   TW_ASSIGN_OR_RETURN(const Program program, std::move(b).Finish({y}));
//
// Not thread-safe. A copy goes on by itself.
class CheckedBuilder {
 public:
  // An operation to be.
  struct New {
    OpKind kind = OpKind::kConstant;
    std::vector<ValueId> operands;
    Attributes attributes;          // StableHLO's defaults are filled in
    std::vector<RegionId> regions;  // each is used once
    // May be left out where they follow from the rest; those that are here are compared.
    std::vector<TensorType> results;
    Location location;
  };

  explicit CheckedBuilder(std::string name = "main");

  void SetDevices(int64_t num_partitions, int64_t num_replicas);
  // For locations.
  FileId File(absl::string_view name) { return program_.files.Intern(name); }
  const FileTable& files() const { return program_.files; }

  bool IsValue(ValueId value) const {
    return value >= 0 && static_cast<size_t>(value) < program_.values.size();
  }
  // Of a value of this builder.
  const TensorType& type(ValueId value) const { return program_.type(value); }

  // A size that is known when the program runs, of which these facts hold. Its name is
  // for people, and not another's.
  absl::StatusOr<Size> AddSymbol(std::string name, const SymbolFacts& facts = {});
  const SymbolList& symbols() const { return program_.symbols; }

  // The next argument of the program, whatever was appended before.
  absl::StatusOr<ValueId> AddInput(TensorType type);

  // Appends to the region that was opened last and is not closed, otherwise to the
  // program's body. Gives the results. Regions are used up also by what is refused.
  absl::StatusOr<std::vector<ValueId>> Append(New operation);
  // The same for an operation with one result.
  absl::StatusOr<ValueId> AppendOne(New operation);
  // Appends what `callee`, which is verified, does with `arguments`: all of it at one
  // place.
  absl::StatusOr<std::vector<ValueId>> Inline(const Program& callee,
                                              absl::Span<const ValueId> arguments,
                                              Location location = {});

  // Begins a region with arguments of these types. What is visible stays visible in it.
  absl::StatusOr<std::vector<ValueId>> OpenRegion(std::vector<TensorType> arguments);
  // Ends the region that was opened last: what was made in it is visible no more.
  absl::StatusOr<RegionId> CloseRegion(std::vector<ValueId> results);
  // How many values a region that is not used yet yields; 0 for any other.
  size_t ResultCount(RegionId region) const;
  // A region that makes one scalar of two with one operation: kAdd, kMaximum, ...
  absl::StatusOr<RegionId> Reducer(OpKind kind, ElementType element,
                                   Location location = {});

  // The program with these results; donations are sorted by argument.
  absl::StatusOr<Program> Finish(std::vector<ValueId> results,
                                 std::vector<Donation> donations = {}) &&;

 private:
  // Every region has a number of its own, its scope; a value is visible as long as the
  // scope that it was made in is open. Values of scope 0 never are.
  static constexpr int32_t kNowhere = 0;
  static constexpr int32_t kBody = 1;

  // A region that is open, or the program's body.
  struct Frame {
    Region region;
    int32_t scope = kBody;
    int32_t height = 0;  // of the regions in it: how deep they are nested
  };
  struct Closed {
    Region region;
    int32_t around = kNowhere;  // the scope that it was opened in
    int32_t height = 0;         // its own level included
    bool used = false;
  };
  // What is taken back when something fails on the way.
  struct Mark {
    size_t frames, operations, values;
  };

  Mark Here() const;
  void TakeBack(const Mark& mark);
  ValueId AddValue(TensorType type, int32_t scope);
  bool IsVisible(ValueId value) const {
    return IsValue(value) && open_[scope_of_[value]] != 0;
  }
  absl::Status CheckVisible(absl::Span<const ValueId> values,
                            absl::string_view what) const;
  absl::Status TakeRegions(absl::Span<const RegionId> ids, Operation* operation);
  absl::StatusOr<std::vector<TensorType>> Check(Operation* operation,
                                                absl::Span<const RegionId> regions,
                                                absl::Span<const TensorType> declared);
  // Appends, and gives the operation as it stands; with exactly one result if `one`.
  absl::StatusOr<const Operation*> Add(New from, bool one);
  absl::Status Problem(const Operation& operation, const absl::Status& cause) const;
  absl::Status InlineRegion(const Region& region, Location location,
                            const Program& callee, std::vector<ValueId>* mapped);
  absl::Status InlineOperation(const Operation& operation, Location location,
                               const Program& callee, std::vector<ValueId>* mapped);

  Program program_;                // its body is the first frame's until the end
  std::vector<Frame> frames_;      // innermost last
  std::vector<Closed> closed_;     // by RegionId
  std::vector<int32_t> scope_of_;  // by value
  std::vector<char> open_;         // by scope
};

}  // namespace tilewright::ir
