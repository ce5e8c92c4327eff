// Expressions: each has the shape and type that its operands make.
#include <algorithm>
#include <variant>

#include "support/saturate.h"
#include "tile/arrange.h"
#include "tile/verify/checker.h"
#include "tile/verify/verify.h"

namespace tilewright::tile {
namespace {

using ir::Dims;
using ir::ElementType;

class ExprChecker {
 public:
  ExprChecker(Checker& c, ExprId id)
      : c_(c), id_(id), e_(c.expr(id)), own_(e_.type.shape), rank_(own_.rank()) {}

  void Check() {
    std::visit([this](const auto& node) { Check(node); }, e_.node);
  }

 private:
  const ir::TensorType& operand(size_t i) const { return c_.type(e_.operands[i]); }

  bool Has(size_t operands) {
    if (e_.operands.size() == operands) return true;
    c_.FailExpr(id_, e_.operands.size(), " operands");
    return false;
  }
  void Expect(bool fits) {
    if (fits) return;
    if (e_.operands.empty()) return c_.FailExpr(id_, "its parameters do not fit");
    c_.FailExpr(id_, "does not fit its operand, ", ir::ToString(operand(0)));
  }
  // Whether there is something to move, and the first operands, all but `others`, are of
  // the type that is made.
  bool Moves(size_t others = 0) {
    const size_t count = e_.operands.size();
    if (count == 0) c_.FailExpr(id_, "moves nothing");
    for (size_t i = 0; i < count - std::min(others, count); ++i) {
      Expect(operand(i).element == e_.type.element);
    }
    return c_.ok();
  }
  bool MovesOne() { return Moves() && Has(1); }

  void Check(const Constant& constant) {
    Has(0);
    // A splat: one element.
    Expect(constant.literal.type().element == e_.type.element &&
           static_cast<int>(constant.literal.bytes().size()) ==
               ir::StorageBytes(e_.type.element));
  }

  void Check(const Iota& iota) {
    Has(0);
    Expect(AreDimensions({iota.dimension}, rank_) && !ir::IsBool(e_.type.element));
  }

  void Check(const Load& load) {
    if (!Has(0)) return;
    if (!c_.IsRef(load.ref)) return c_.FailExpr(id_, "loads r", load.ref);
    const ir::TensorType& from = c_.ref(load.ref).type;
    if (from.element != e_.type.element ||
        !c_.IsEqual(NumElements(from.shape), NumElements(own_))) {
      c_.FailExpr(id_, "loads r", load.ref, ", ", ir::ToString(from));
    }
  }

  void Check(const Scalar& scalar) {
    std::vector<ElementType> elements;
    for (size_t i = 0; i < e_.operands.size(); ++i) {
      if (operand(i).shape != own_) {
        return c_.FailExpr(id_, ir::Name(scalar.op), " of ", ir::ToString(operand(i)));
      }
      elements.push_back(operand(i).element);
    }
    if (elements.empty()) return c_.FailExpr(id_, ir::Name(scalar.op), " of nothing");
    if (!FitsScalarOp(scalar, e_.type.element, elements)) {
      c_.FailExpr(id_, ir::Name(scalar.op), " of ", elements.size(),
                  " operands, the first ", ir::ToString(operand(0)));
    }
  }

  void Check(const ResultOf& result) {
    Has(0);
    Expect(result.id >= 0 && result.number >= 0);
  }

  void Check(const Counter& counter) {
    Has(0);
    Expect(c_.IsI32(id_) && counter.number >= 0);
  }

  void Check(const Parameter& parameter) {
    Has(0);
    Expect(rank_ == 0 && parameter.number >= 0);
  }

  void Check(const Gather& gather) {
    if (Has(2)) CheckGather(c_, id_, gather);
  }

  void Check(const Broadcast& broadcast) {
    if (!MovesOne()) return;
    const ir::Shape& from = operand(0).shape;
    const Dims& map = broadcast.dimensions;
    bool fits = static_cast<int>(map.size()) == from.rank() && AreDimensions(map, rank_);
    for (int d = 0; fits && d < from.rank(); ++d) {
      fits = from[d] == 1 || from[d] == own_[map[d]];
    }
    Expect(fits);
  }

  void Check(const Reshape&) {
    if (!MovesOne()) return;
    Expect(c_.IsEqual(NumElements(operand(0).shape), NumElements(own_)));
  }

  void Check(const Transpose& transpose) {
    if (!MovesOne()) return;
    const ir::Shape& from = operand(0).shape;
    const Dims& order = transpose.permutation;
    bool fits = SameRank(from) && IsPermutation(order, rank_);
    for (size_t d = 0; fits && d < rank_; ++d) fits = own_[d] == from[order[d]];
    Expect(fits);
  }

  void Check(const Slice& slice) {
    if (!MovesOne()) return;
    const ir::Shape& from = operand(0).shape;
    const auto& [start, stride] = slice;
    bool fits = SameRank(from) && start.size() == rank_ && stride.size() == rank_ &&
                AreWithin(start, 0, kMaxElements) && AreWithin(stride, 1, kMaxElements);
    for (size_t d = 0; fits && d < rank_; ++d) {
      fits = own_[d] == 0 || EndsBefore(start[d], own_[d], stride[d], from[d]);
    }
    Expect(fits);
  }

  void Check(const Reverse& reverse) {
    if (!MovesOne()) return;
    Expect(own_ == operand(0).shape && AreDimensions(reverse.dimensions, rank_));
  }

  void Check(const Pad& pad) {
    if (!Moves()) return;
    const ir::Shape& from = operand(0).shape;
    bool fits = IsFilled() && SameRank(from) && pad.low.size() == rank_ &&
                pad.interior.size() == rank_ &&
                AreWithin(pad.low, -kMaxElements, kMaxElements) &&
                AreWithin(pad.interior, 0, kMaxElements);
    for (size_t d = 0; fits && d < rank_; ++d) {
      fits = IsBounded(0, from[d], pad.interior[d] + 1);
    }
    Expect(fits);
  }

  // x and what lies around it.
  bool IsFilled() const { return e_.operands.size() == 2 && operand(1).rank() == 0; }

  // The last of `count` numbers from `first` on, `step` apart.
  static int64_t Last(int64_t first, int64_t count, int64_t step) {
    return SaturatingAdd(first,
                         SaturatingMultiply(std::max<int64_t>(count - 1, 0), step));
  }

  bool SameRank(const ir::Shape& shape) const {
    return static_cast<size_t>(shape.rank()) == rank_;
  }
  // Whether so many numbers from `first` on, `step` apart, end before `limit`.
  bool EndsBefore(int64_t first, const ir::Size& count, int64_t step,
                  const ir::Size& limit) const {
    if (count.is_number() && limit.is_number()) {
      return Last(first, count.number(), step) < limit.number();
    }
    return c_.IsAtLeast(limit, first + (count - 1) * step + 1);
  }
  // Whether their last fits index arithmetic; of symbols the runtime sees to that.
  static bool IsBounded(int64_t first, const ir::Size& count, int64_t step) {
    return !count.is_number() || Last(first, count.number(), step) <= kMaxElements;
  }

  void Check(const Concatenate& concatenate) {
    if (!Moves()) return;
    const int64_t along = concatenate.dimension;
    if (!AreDimensions({along}, rank_)) return Expect(false);
    ir::Size total = 0;
    for (ExprId part : e_.operands) {
      ir::Shape dims = c_.type(part).shape;
      if (!SameRank(dims)) return Expect(false);
      total = total + dims[along];
      dims.Set(along, own_[along]);
      Expect(dims == own_);
    }
    Expect(total == own_[along]);
  }

  void Check(const DynamicSlice&) {
    if (Moves(rank_)) CheckPart(1, own_);
  }

  void Check(const DynamicUpdateSlice&) {
    if (!Moves(rank_)) return;
    const bool updates = e_.operands.size() > 1 && own_ == operand(0).shape;
    if (!updates) return Expect(false);
    CheckPart(2, operand(1).shape);
  }

  // A part of the first operand that begins where operands from `first` on say.
  void CheckPart(size_t first, const ir::Shape& part) {
    const ir::Shape& from = operand(0).shape;
    if (e_.operands.size() != first + rank_ || !SameRank(from) || !SameRank(part)) {
      return Expect(false);
    }
    for (size_t d = 0; d < rank_; ++d) {
      Expect(c_.IsAtLeast(from[d], part[d]) && c_.IsIndex(e_.operands[first + d]));
    }
  }

  void Check(const WindowOf& windows) {
    if (!Moves()) return;
    const auto& [stride, dilation, low, base_dilation] = windows;
    const ir::Shape& from = operand(0).shape;
    const auto rank = static_cast<size_t>(from.rank());
    bool fits = from.is_static() && own_.is_static() && IsFilled() && rank_ == 2 * rank &&
                low.size() == rank && AreWithin(low, -kMaxElements, kMaxElements);
    for (const Dims* steps : {&stride, &dilation, &base_dilation}) {
      fits = fits && steps->size() == rank && AreWithin(*steps, 1, kMaxElements);
    }
    for (size_t d = 0; fits && d < rank; ++d) {
      const int64_t most = SaturatingAdd(Last(0, own_[d].number(), stride[d]),
                                         Last(0, own_[rank + d].number(), dilation[d]));
      fits = most <= kMaxElements && IsBounded(0, from[d], base_dilation[d]);
    }
    Expect(fits);
  }

  Checker& c_;
  const ExprId id_;
  const Expr& e_;
  const ir::Shape& own_;
  const size_t rank_;
};

}  // namespace

void CheckExprs(Checker& c) {
  std::vector<int> depths;
  for (size_t i = 0; i < c.program().exprs.size() && c.ok(); ++i) {
    const auto id = static_cast<ExprId>(i);
    const Expr& e = c.expr(id);
    if (!c.IsArray(e.type)) {
      return c.FailExpr(id, "no array has this type");
    }
    int depth = 0;
    for (ExprId operand : e.operands) {
      if (operand < 0 || operand >= id) {
        return c.FailExpr(id, "operand ", operand, " does not come before it");
      }
      depth = std::max(depth, depths[operand] + 1);
    }
    if (depth > kMaxExprDepth) {
      return c.FailExpr(id, "more than ", kMaxExprDepth, " operations deep");
    }
    depths.push_back(depth);
    ExprChecker(c, id).Check();
    if (c.ok()) c.NoteReads(id);
  }
}

}  // namespace tilewright::tile
