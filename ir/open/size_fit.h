// Numbers that were seen for several values of symbols, as expressions of these.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "ir/open/size_formula.h"
#include "ir/shape.h"
#include "ir/size/facts.h"
#include "ir/size/size.h"

namespace tilewright::ir {

// Looks for sums of at most kMostTerms products of what sizes are made of, and a number.
// It takes one more point than there are terms to find one, and all others to believe it.
class SizeFit {
 public:
  static constexpr int kMostTerms = 3;
  static constexpr int kMostDegree = 3;

  // points[p][s]: the value of symbol s at point p. `symbols` outlives it.
  SizeFit(const SymbolList* symbols, std::vector<Dims> points);

  // Something else, besides the symbols, that products may have as a factor: a quotient,
  // a maximum; a sum is a factor of single products only. False where it has no value at
  // some point.
  bool AddFactor(const Size& factor);

  size_t points() const { return points_.size(); }
  const SymbolList& symbols() const { return symbols_; }
  Dims ValuesOf(const Size& size) const;  // empty where it has none at some point
  // The expression of these numbers, one for each point.
  std::optional<Size> Find(const Dims& numbers);
  // The first product that is taken.
  std::optional<Size> FindProduct(absl::FunctionRef<bool(const Size& size)> is_taken);

  // What floats may be.
  void AddFormula(SizeFormula formula) { formulas_.push_back(std::move(formula)); }
  const std::vector<SizeFormula>& formulas() const { return formulas_; }
  const Dims& PointAt(size_t point) const { return points_[point]; }

 private:
  struct Term {
    Size size;
    Dims values;
  };

  std::vector<Term> ProductsOf(const std::vector<Size>& factors) const;
  const std::vector<Term>& Terms();
  std::optional<Size> Search(const Dims& numbers);
  std::optional<Size> Solve(absl::Span<const Term* const> terms,
                            const Dims& numbers) const;

  const SymbolList& symbols_;
  const std::vector<Dims> points_;
  std::vector<Size> factors_;
  std::vector<SizeFormula> formulas_;
  std::vector<Size> sums_;
  // Made when they are first needed, small degrees first.
  std::vector<Term> terms_;
  std::vector<Term> of_sums_;
  absl::flat_hash_map<Dims, std::optional<Size>> found_;
};

}  // namespace tilewright::ir
