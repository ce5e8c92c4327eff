// The attributes, types and locations of a container, as the syntax tree has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "frontend/bytecode/container/container.h"
#include "frontend/stablehlo/syntax/parse_options.h"
#include "frontend/stablehlo/syntax/source.h"
#include "frontend/stablehlo/syntax/syntax.h"
#include "ir/location.h"

namespace tilewright::bytecode {

struct DialectTable;

// Reads what is asked for once, and keeps it. The first problem that it meets is its
// status(), for good: what is asked for after that may be empty.
class Values {
 public:
  // `tables`: one for each dialect of the container, null for one that is not known.
  Values(const Container& container, std::vector<const DialectTable*> tables,
         const stablehlo::Source& source, const stablehlo::ParseLimits& limits);

  const absl::Status& status() const { return status_; }
  const Container& container() const { return container_; }
  const stablehlo::Source& source() const { return source_; }
  const stablehlo::ParseLimits& limits() const { return limits_; }
  const DialectTable* table(uint32_t dialect) const { return tables_[dialect]; }
  // Some type has a size that is not known.
  bool has_dynamic_sizes() const { return has_dynamic_sizes_; }

  // References stay valid. Indices beyond the tables are a problem at `cursor`.
  const stablehlo::Attribute& AttributeAt(Cursor* cursor);
  // Null where the bytes say that there is none.
  const stablehlo::Attribute* OptionalAttributeAt(Cursor* cursor);
  const stablehlo::Type& TypeAt(Cursor* cursor);
  const stablehlo::Attribute& attribute(size_t index);
  const stablehlo::Type& type(size_t index);
  // The number of the location among locations(); -1: it says no place.
  int32_t LocationAt(Cursor* cursor);

  // A list of the one type at `cursor`, which all who ask for it share.
  stablehlo::SharedList<stablehlo::Type> TypeListAt(Cursor* cursor);

  // Of all locations that were asked for, to be taken once at the end.
  std::vector<ir::Location>& locations() { return locations_; }
  ir::FileTable& files() { return files_; }

  // For tables. Counts what a copy of an attribute or type adds to the tree.
  void Spend(uint64_t nodes, size_t place);
  void Fail(absl::Status status);
  void NoteDynamicSize() { has_dynamic_sizes_ = true; }
  // Makes of a cursor's problem this one's.
  void Check(const Cursor& cursor);

 private:
  enum class State : uint8_t { kUnread, kReading, kRead };
  template <typename T>
  struct Kept {
    State state = State::kUnread;
    uint64_t nodes = 0;
    T value;
  };

  // Around the reading of a value. False: it was read before, or must not be, with
  // status() saying why. `what`: "a type".
  template <typename T>
  bool Enter(Kept<T>* kept, size_t place, absl::string_view what);
  template <typename T>
  void Leave(Kept<T>* kept, size_t place);
  int32_t LocationNumber(size_t index, int depth);
  ir::Location ReadPlace(Cursor* cursor, bool range);

  const Container& container_;
  const std::vector<const DialectTable*> tables_;
  const stablehlo::Source& source_;
  const stablehlo::ParseLimits& limits_;
  absl::Status status_;
  // Most attributes are locations, of which no more is kept than their numbers.
  std::deque<Kept<stablehlo::Attribute>> kept_attributes_;
  std::vector<Kept<stablehlo::Attribute>*> attributes_;  // null: not asked for yet
  std::vector<Kept<stablehlo::Type>> types_;
  std::vector<stablehlo::SharedList<stablehlo::Type>> type_lists_;  // by type
  std::vector<int32_t> location_numbers_;                           // by attribute
  std::vector<ir::FileId> file_ids_;  // of names, by attribute; -1: not read
  std::vector<ir::Location> locations_;
  ir::FileTable files_;
  int depth_ = 0;
  uint64_t nodes_ = 0;
  bool has_dynamic_sizes_ = false;
};

}  // namespace tilewright::bytecode
