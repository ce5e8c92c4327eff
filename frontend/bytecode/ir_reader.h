// Operations, regions and values of bytecode, as the syntax tree has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontend/bytecode/container/container.h"
#include "frontend/bytecode/values/dialect_table.h"
#include "frontend/bytecode/values/values.h"
#include "frontend/stablehlo/syntax/syntax.h"

namespace tilewright::bytecode {

// Single use. Nesting is bounded, and so is what is read of each byte.
class IrReader {
 public:
  // `names`: where the names of values and operations are kept.
  IrReader(Values* values, std::deque<std::string>* names);

  // The operations at the top: a module, as a rule.
  absl::StatusOr<std::vector<stablehlo::Op>> Read();
  bool has_expectations() const { return has_expectations_; }
  bool has_dynamic_calls() const { return has_dynamic_calls_; }

 private:
  // An operation's name, looked up once.
  struct Known {
    const OpRow* row = nullptr;
    absl::string_view name;
  };
  // The values that a region may use: those of the isolated region around it.
  struct Scope {
    size_t outside = 0;  // values that are named outside of it
    size_t next = 0;     // the first value of the next region inside
    std::vector<bool> defined;
  };

  bool good(const Cursor& cursor) const { return cursor.ok() && values_->status().ok(); }
  void ReadOp(Cursor* cursor, Scope* scope, size_t* next_value, size_t end_value,
              stablehlo::Op* op);
  void ReadResultTypes(Cursor* cursor, stablehlo::Op* op);
  void ReadAttributes(Cursor* cursor, size_t name, uint8_t mask, stablehlo::Op* op);
  void ReadProperties(const Piece& piece, const OpRow* row,
                      std::vector<stablehlo::NamedAttribute>* attributes);
  void NoteCall(const stablehlo::Op& op);
  void ReadOperands(Cursor* cursor, const Scope& scope, stablehlo::Op* op);
  void ReadRegions(Cursor* cursor, Scope* scope, stablehlo::Op* op);
  void ReadRegion(Cursor* cursor, Scope* scope, stablehlo::SyntaxRegion* region);
  void ReadArguments(Cursor* cursor, Scope* scope, size_t* next_value, size_t end_value,
                     stablehlo::SyntaxRegion* region);
  void SkipUseLists(Cursor* cursor, size_t values);
  const Known& Find(size_t name);
  absl::string_view Define(Cursor* cursor, Scope* scope, size_t* next_value,
                           size_t end_value);
  absl::string_view NameOf(size_t value);
  void Refuse(size_t place, absl::string_view what);

  Values* const values_;
  const Container& container_;
  std::deque<std::string>* const names_;
  std::vector<absl::string_view> value_names_;
  std::vector<Known> known_;  // by operation's name
  // By the numbers of an operation's name, dictionary and properties.
  absl::flat_hash_map<std::tuple<size_t, size_t, size_t>,
                      stablehlo::SharedList<stablehlo::NamedAttribute>>
      attributes_;
  int depth_ = 0;
  int64_t ops_ = 0;
  bool has_expectations_ = false;
  bool has_dynamic_calls_ = false;
};

}  // namespace tilewright::bytecode
