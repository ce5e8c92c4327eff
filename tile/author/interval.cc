#include "tile/author/interval.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>

namespace tilewright::tile {
namespace {

using ir::OpKind;

// Far inside int64: products of two do not overflow.
constexpr int64_t kLargest = int64_t{1} << 31;

// Whether these are numbers of the type: others wrap.
bool Holds(ir::ElementType element, const Interval& i) {
  if (!ir::IsInteger(element)) return false;
  const int bits = std::min<int>(ir::Info(element).bits, 32);
  const int64_t lowest = ir::IsSigned(element) ? -(int64_t{1} << (bits - 1)) : 0;
  return lowest <= i.low && i.high < lowest + (int64_t{1} << bits);
}

class Finder {
 public:
  Finder(const Program& program, const ir::Shape& grid)
      : program_(program), grid_(grid) {}

  std::optional<Interval> Find(ExprId id) {
    const auto known = known_.find(id);
    if (known == known_.end()) return known_[id] = Compute(id);
    // Its counters occur for the second time.
    if (known->second.has_value() && known->second->low != known->second->high) {
      known->second->exact = false;
    }
    return known->second;
  }

 private:
  std::optional<Interval> Compute(ExprId id) {
    const std::optional<Interval> i = Unbounded(id);
    const bool holds = i.has_value() && Holds(program_.exprs[id].type.element, *i);
    return holds ? i : std::nullopt;
  }

  // As if its type had all integers.
  std::optional<Interval> Unbounded(ExprId id) {
    const Expr& e = program_.exprs[id];
    if (const auto* constant = e.As<Constant>()) {
      if (!ir::IsInteger(e.type.element)) return {};
      const int64_t value = constant->literal.IntegerAt(0);
      return Bounded({value, value, true});
    }
    if (const auto* counter = e.As<Counter>()) {
      const int64_t number = counter->number;
      if (number >= grid_.rank() || !grid_[number].is_number()) return {};
      const bool first = seen_.insert(number).second;
      return Bounded({0, std::max<int64_t>(grid_[number].number() - 1, 0), first});
    }
    const auto* const scalar = e.As<Scalar>();
    if (scalar == nullptr) return {};
    if (e.operands.size() != 2) {
      return scalar->op == OpKind::kConvert ? Find(e.operands[0]) : std::nullopt;
    }
    const std::optional<Interval> x = Find(e.operands[0]);
    const std::optional<Interval> y = Find(e.operands[1]);
    if (!x.has_value() || !y.has_value()) return {};
    return Combine(scalar->op, *x, *y);
  }

  static std::optional<Interval> Bounded(Interval i) {
    if (i.low < -kLargest || i.high > kLargest) return {};
    return i;
  }

  static std::optional<Interval> Combine(OpKind op, const Interval& x,
                                         const Interval& y) {
    const bool exact = x.exact && y.exact;
    switch (op) {
      case OpKind::kAdd:
        return Bounded({x.low + y.low, x.high + y.high, exact});
      case OpKind::kSubtract:
        return Bounded({x.low - y.high, x.high - y.low, exact});
      case OpKind::kMultiply: {
        const auto corners = {x.low * y.low, x.low * y.high, x.high * y.low,
                              x.high * y.high};
        return Bounded({std::min(corners), std::max(corners), exact});
      }
      case OpKind::kMinimum:
        return Interval{std::min(x.low, y.low), std::min(x.high, y.high), exact};
      case OpKind::kMaximum:
        return Interval{std::max(x.low, y.low), std::max(x.high, y.high), exact};
      case OpKind::kDivide:
        // By a positive constant: monotone.
        if (y.low != y.high || y.low <= 0) return {};
        return Interval{x.low / y.low, x.high / y.low, exact};
      case OpKind::kRemainder:
        if (y.low != y.high || y.low <= 0 || x.low < 0) return {};
        if (x.high < y.low) return x;
        return Interval{0, y.low - 1, false};
      default:
        return {};
    }
  }

  const Program& program_;
  const ir::Shape& grid_;
  std::set<int64_t> seen_;
  std::map<ExprId, std::optional<Interval>> known_;
};

class MostFinder {
 public:
  MostFinder(const Program& program, const ir::Shape& grid)
      : program_(program), grid_(grid) {}

  std::optional<ir::Size> Find(ExprId id) {
    const auto known = known_.find(id);
    return known != known_.end() ? known->second : known_[id] = Compute(id);
  }

 private:
  std::optional<ir::Size> Compute(ExprId id) {
    const Expr& e = program_.exprs[id];
    if (const auto* constant = e.As<Constant>()) {
      if (e.type.element != ir::ElementType::kI32) return {};
      const int64_t value = constant->literal.IntegerAt(0);
      if (value < 0) return {};
      return value;
    }
    if (const auto* counter = e.As<Counter>()) {
      if (counter->number >= grid_.rank()) return {};
      return grid_[counter->number] - 1;
    }
    const auto* const scalar = e.As<Scalar>();
    if (scalar == nullptr) return {};
    if (scalar->op != OpKind::kAdd && scalar->op != OpKind::kMultiply) return {};
    const std::optional<ir::Size> x = Find(e.operands[0]);
    const std::optional<ir::Size> y = Find(e.operands[1]);
    if (!x.has_value() || !y.has_value()) return {};
    return scalar->op == OpKind::kAdd ? *x + *y : *x * *y;
  }

  const Program& program_;
  const ir::Shape& grid_;
  std::map<ExprId, std::optional<ir::Size>> known_;
};

}  // namespace

std::optional<ir::Size> FindMost(const Program& program, const ir::Shape& grid,
                                 ExprId expr) {
  return MostFinder(program, grid).Find(expr);
}

std::optional<Interval> FindInterval(const Program& program, const ir::Shape& grid,
                                     ExprId expr) {
  return Finder(program, grid).Find(expr);
}

}  // namespace tilewright::tile
