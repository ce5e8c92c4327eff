#include "ir/open/size_fit.h"

#include <algorithm>
#include <utility>

#include "ir/size/expression.h"

namespace tilewright::ir {
namespace {

using Wide = __int128;

// Determinant of a matrix of at most SizeFit::kMostTerms rows.
Wide Determinant(const std::vector<std::vector<Wide>>& m) {
  const size_t n = m.size();
  if (n == 0) return 1;
  if (n == 1) return m[0][0];
  Wide sum = 0;
  for (size_t column = 0; column < n; ++column) {
    std::vector<std::vector<Wide>> minor;
    for (size_t row = 1; row < n; ++row) {
      std::vector<Wide>& kept = minor.emplace_back(m[row]);
      kept.erase(kept.begin() + static_cast<int64_t>(column));
    }
    const Wide part = m[0][column] * Determinant(minor);
    sum += column % 2 == 0 ? part : -part;
  }
  return sum;
}

bool AreOneNumber(const Dims& numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(), std::not_equal_to<>()) ==
         numbers.end();
}

}  // namespace

SizeFit::SizeFit(const SymbolList* symbols, std::vector<Dims> points)
    : symbols_(*symbols), points_(std::move(points)) {
  for (SymbolId s = 0; s < symbols_.count(); ++s) factors_.push_back(Size::OfSymbol(s));
}

Dims SizeFit::ValuesOf(const Size& size) const {
  Dims values;
  for (const Dims& point : points_) {
    const absl::StatusOr<int64_t> value = Evaluate(size, symbols_, point);
    if (!value.ok()) return {};
    values.push_back(*value);
  }
  return values;
}

bool SizeFit::AddFactor(const Size& factor) {
  const Dims values = ValuesOf(factor);
  if (values.empty()) return false;
  const bool is_sum = !factor.is_number() && TermsOf(factor).size() > 1;
  // What one spelling of a quotient or a maximum is, another is a sum of: what is left
  // then is a factor of its own.
  if (is_sum) {
    for (const SizeTerm& term : TermsOf(factor)) {
      for (const SizeFactor& part : term.monomial) {
        if (part.atom.opaque != nullptr) AddFactor(FromAtom(part.atom));
      }
    }
  }
  std::vector<Size>& list = is_sum ? sums_ : factors_;
  const bool is_known =
      factor.is_number() || std::find(list.begin(), list.end(), factor) != list.end();
  if (!is_known) {
    list.push_back(factor);
    terms_.clear();
    of_sums_.clear();
    found_.clear();
  }
  return true;
}

auto SizeFit::ProductsOf(const std::vector<Size>& factors) const -> std::vector<Term> {
  std::vector<Term> terms;
  size_t begin = 0;
  for (const Size& factor : factors) terms.push_back({factor, ValuesOf(factor)});
  for (int degree = 2; degree <= kMostDegree; ++degree) {
    const size_t end = terms.size();
    for (size_t t = begin; t < end; ++t) {
      for (const Size& factor : factors) {
        const Size product = terms[t].size * factor;
        const bool is_there =
            std::any_of(terms.begin(), terms.end(),
                        [&](const Term& term) { return term.size == product; });
        Dims values = is_there ? Dims() : ValuesOf(product);
        if (!values.empty()) terms.push_back({product, std::move(values)});
      }
    }
    begin = end;
  }
  return terms;
}

auto SizeFit::Terms() -> const std::vector<Term>& {
  if (terms_.empty()) terms_ = ProductsOf(factors_);
  return terms_;
}

std::optional<Size> SizeFit::Find(const Dims& numbers) {
  if (AreOneNumber(numbers)) return Size(numbers[0]);
  const auto [at, is_new] = found_.try_emplace(numbers);
  if (!is_new) return at->second;
  return at->second = Search(numbers);
}

std::optional<Size> SizeFit::FindProduct(
    absl::FunctionRef<bool(const Size& size)> is_taken) {
  for (const Term& term : Terms()) {
    if (is_taken(term.size)) return term.size;
  }
  return std::nullopt;
}

// The fewest terms.
std::optional<Size> SizeFit::Search(const Dims& numbers) {
  const std::vector<Term>& terms = Terms();
  for (const Term& a : terms) {
    if (const auto found = Solve({&a}, numbers)) return found;
  }
  if (of_sums_.empty() && !sums_.empty()) {
    std::vector<Size> factors = factors_;
    factors.insert(factors.end(), sums_.begin(), sums_.end());
    of_sums_ = ProductsOf(factors);
  }
  for (const Term& a : of_sums_) {
    if (const auto found = Solve({&a}, numbers)) return found;
  }
  for (const Term& a : terms) {
    for (const Term* b = terms.data(); b < &a; ++b) {
      if (const auto found = Solve({&a, b}, numbers)) return found;
    }
  }
  for (const Term& a : terms) {
    for (const Term* b = terms.data(); b < &a; ++b) {
      for (const Term* c = terms.data(); c < b; ++c) {
        if (const auto found = Solve({&a, b, c}, numbers)) return found;
      }
    }
  }
  return std::nullopt;
}

// By Cramer's rule, over the differences of as many points as there are terms from the
// first point: the first ones that tell the terms apart, as quotients are the same at
// some.
std::optional<Size> SizeFit::Solve(absl::Span<const Term* const> terms,
                                   const Dims& numbers) const {
  const size_t n = terms.size();
  if (points_.size() < n + 1) return std::nullopt;
  std::vector<std::vector<Wide>> matrix;
  std::vector<Wide> right;
  Wide whole = 0;
  std::vector<bool> taken(points_.size() - 1);
  std::fill_n(taken.begin(), n, true);
  do {
    matrix.clear();
    right.clear();
    for (size_t p = 1; p < points_.size(); ++p) {
      if (!taken[p - 1]) continue;
      std::vector<Wide>& row = matrix.emplace_back();
      for (const Term* const term : terms) {
        row.push_back(Wide{term->values[p]} - term->values[0]);
      }
      right.push_back(Wide{numbers[p]} - numbers[0]);
    }
    whole = Determinant(matrix);
  } while (whole == 0 && std::prev_permutation(taken.begin(), taken.end()));
  if (whole == 0) return std::nullopt;
  Size sum = 0;
  Wide rest = numbers[0];
  Dims coefficients;
  for (size_t t = 0; t < n; ++t) {
    std::vector<std::vector<Wide>> with = matrix;
    for (size_t row = 0; row < n; ++row) with[row][t] = right[row];
    const Wide part = Determinant(with);
    constexpr Wide kMost = Wide{1} << 62;
    if (part % whole != 0 || part / whole > kMost || part / whole < -kMost) {
      return std::nullopt;
    }
    coefficients.push_back(static_cast<int64_t>(part / whole));
    rest -= Wide{coefficients[t]} * terms[t]->values[0];
    sum = sum + terms[t]->size * coefficients[t];
  }
  for (size_t p = 0; p < points_.size(); ++p) {
    Wide value = rest;
    for (size_t t = 0; t < n; ++t) value += Wide{coefficients[t]} * terms[t]->values[p];
    if (value != numbers[p]) return std::nullopt;
  }
  if (rest != static_cast<int64_t>(rest)) return std::nullopt;
  sum = sum + static_cast<int64_t>(rest);
  if (sum.refused()) return std::nullopt;
  return sum;
}

}  // namespace tilewright::ir
