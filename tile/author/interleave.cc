// Values whose elements were put between each other, as rotary embeddings put pairs: they
// are stored as what they are made of, several values a point, which vectors hold whole.
#include <functional>
#include <map>
#include <utility>

#include "tile/author/author.h"

namespace tilewright::tile {

using ir::Dims;

namespace {

// What the emitter interleaves in registers.
constexpr int64_t kMostInterleaved = 8;

// Follows a value through elementwise operations and other shapes to a concatenation of
// short rows, all of whose elements are the value's, in their order.
class Interleaving {
 public:
  Interleaving(const Program& program, ExprId value)
      : program_(program), elements_(program.exprs[value].type.num_elements()) {
    Find(value);
  }

  // Null: there is none. All are of one shape.
  const Dims* wide() const { return wide_.empty() ? nullptr : &wide_; }
  bool IsUnder(ExprId value) const {
    const auto found = found_.find(value);
    return found != found_.end() && found->second;
  }
  bool Is(ExprId value) const {
    const Expr& e = program_.exprs[value];
    const auto* const parts = e.As<tile::Concatenate>();
    if (parts == nullptr) return false;
    const Dims& dims = e.type.dims();
    return parts->dimension + 1 == e.type.rank() && dims.back() <= kMostInterleaved &&
           e.operands.size() > 1 && e.type.num_elements() == elements_ &&
           dims.back() < elements_ && (wide_.empty() || dims == wide_);
  }

 private:
  bool Find(ExprId value) {
    const auto [it, fresh] = found_.try_emplace(value, false);
    if (!fresh) return it->second;
    const Expr& e = program_.exprs[value];
    bool found = Is(value);
    if (found) {
      wide_ = e.type.dims();
    } else if (e.Is<tile::Scalar>() || e.Is<tile::Reshape>()) {
      for (ExprId operand : e.operands) found = Find(operand) || found;
    }
    return found_[value] = found;
  }

  const Program& program_;
  const int64_t elements_;
  Dims wide_;
  std::map<ExprId, bool> found_;
};

}  // namespace

std::vector<ExprId> Author::ColumnsOf(ExprId value) {
  const Interleaving interleaving(program_, value);
  if (interleaving.wide() == nullptr) return {};
  const Dims wide = *interleaving.wide();
  const Dims shape(wide.begin(), wide.end() - 1);
  // Element k of every row of x, which is seen in `wide`.
  const auto element = [&](ExprId x, const Dims& rows, int64_t k) {
    Dims start(rows.size(), 0), one = rows;
    start.back() = k;
    one.back() = 1;
    x = builder_.Reshape(x, rows);
    if (rows.back() > 1) x = builder_.Slice(x, one, start, Dims(rows.size(), 1));
    return builder_.Reshape(x, shape);
  };
  std::vector<ExprId> columns;
  for (int64_t k = 0; k < wide.back(); ++k) {
    std::map<ExprId, ExprId> known;
    const std::function<ExprId(ExprId)> column = [&](ExprId x) {
      const auto at = known.find(x);
      if (at != known.end()) return at->second;
      const Expr e = program_.exprs[x];
      ExprId out = kNoExpr;
      if (interleaving.IsUnder(x) && interleaving.Is(x)) {
        int64_t rest = k;
        for (ExprId part : e.operands) {
          const Dims rows = type(part).dims();
          if (rest >= 0 && rest < rows.back()) out = element(part, rows, rest);
          rest -= rows.back();
        }
      } else if (interleaving.IsUnder(x) && e.Is<tile::Reshape>()) {
        out = column(e.operands[0]);
      } else if (interleaving.IsUnder(x)) {
        std::vector<ExprId> operands;
        for (ExprId operand : e.operands) operands.push_back(column(operand));
        Expr made = e;
        made.type.shape = shape;
        made.operands = std::move(operands);
        out = program_.Add(std::move(made));
      } else {
        out = element(x, wide, k);
      }
      return known[x] = out;
    };
    columns.push_back(Noted(column(value)));
  }
  return columns;
}

}  // namespace tilewright::tile
