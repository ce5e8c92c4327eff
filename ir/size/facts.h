// Symbols and what is known of them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "ir/size/size.h"

namespace tilewright::ir {

// What holds of a symbol's value, whatever it is.
struct SymbolFacts {
  static constexpr int64_t kUnbounded = std::numeric_limits<int64_t>::max();

  int64_t at_least = 0;
  int64_t at_most = kUnbounded;
  int64_t multiple_of = 1;

  friend bool operator==(const SymbolFacts&, const SymbolFacts&) = default;
};

// " >= 2, <= 4096, multiple of 8", without what holds of every symbol: canonical.
std::string FactsText(const SymbolFacts& facts);
// InvalidArgument, naming the fact, unless `value` keeps them.
absl::Status CheckFacts(const SymbolFacts& facts, absl::string_view name, int64_t value);

struct Symbol {
  std::string name;  // for people; no part of a program's identity
  SymbolFacts facts;
};

// The symbols of a program, by id.
class SymbolList {
 public:
  SymbolId Add(std::string name, SymbolFacts facts = {});
  int count() const { return static_cast<int>(symbols_.size()); }
  const Symbol& operator[](SymbolId id) const { return symbols_[id]; }
  // The symbol of that name, or -1.
  SymbolId Find(absl::string_view name) const;

  // Adds to what is known. InvalidArgument, naming the symbol, where nothing keeps it
  // all.
  absl::Status Learn(SymbolId id, const SymbolFacts& facts);
  // Whether `values`, one for each symbol, keep the facts; InvalidArgument names symbol,
  // value and fact.
  absl::Status Check(absl::Span<const int64_t> values) const;

 private:
  std::vector<Symbol> symbols_;
};

// The value of `size` where symbol s is values[s]. InvalidArgument, naming expression,
// symbols and values, where the result does not fit into 64 bits, a divisor is not
// positive, or a symbol has no value; ResourceExhausted for a refused size.
absl::StatusOr<int64_t> Evaluate(const Size& size, const SymbolList& symbols,
                                 absl::Span<const int64_t> values);

// A number for estimates of what a size will be: the number that it is, or what it is
// where each symbol is some hundreds, no two of the first ones the same. Never a fact:
// what has to hold for the sizes that come is proved of the size itself.
int64_t Typical(const Size& size);

}  // namespace tilewright::ir
