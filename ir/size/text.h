// The text of sizes.
//
//   size    = ["-"] product {("+" | "-") product}
//   product = factor {"*" factor}
//   factor  = number | name | "(" size ")" | factor "^" number
//           | ("floordiv" | "ceildiv" | "mod" | "max" | "min") "(" size {"," size} ")"
//
// as JAX writes shapes of symbolic sizes. What is printed reads back as the same size.
#pragma once

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "ir/size/facts.h"
#include "ir/size/size.h"

namespace tilewright::ir {

// With the symbols' names, for people.
std::string NamedText(const Size& size, const SymbolList& symbols);

// Symbols in the order of their first use: s0, s1, ... So equal programs whose symbols
// have other names, or other places in their lists, have equal text.
class SizePrinter {
 public:
  // `symbols` outlives the printer.
  explicit SizePrinter(const SymbolList* symbols) : symbols_(symbols) {}
  std::string Text(const Size& size);
  // What is known of the symbols that were met, in their order: "s0 >= 1; s1 <= 64".
  std::string Facts() const;
  // The symbols that were met, in their order.
  const std::vector<SymbolId>& order() const { return order_; }

 private:
  void Meet(const Size& size);

  const SymbolList* symbols_;
  std::vector<SymbolId> order_;
  std::vector<int> number_;  // by id; -1: not met yet
};

// Whether a symbol may be called that: a letter, and letters, digits and _ behind it, 64
// of them at most, and no function of the grammar.
bool IsSymbolName(absl::string_view text);

// InvalidArgument with the column of the first thing that is none of the grammar or that
// `symbol` has no id for; ResourceExhausted for what is larger than sizes may be.
absl::StatusOr<Size> ParseSize(
    absl::string_view text,
    absl::FunctionRef<absl::StatusOr<SymbolId>(absl::string_view name)> symbol);

}  // namespace tilewright::ir
