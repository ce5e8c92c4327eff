// Large reductions as some operations, each of which threads can share or reads memory in
// its order. That changes no value: docs/accuracy.md has the order of sums, and here it
// is cut where it may be.
#include <algorithm>
#include <utility>

#include "codegen/facts/op_facts.h"
#include "codegen/rewrite/rewrite.h"
#include "support/round.h"
#include "tile/arrange.h"
#include "tile/combiner.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::ElementType;
using ir::OpKind;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;

constexpr int64_t kLarge = 1 << 18;         // elements from which it is worth it
constexpr int64_t kEnough = 8;              // independent pieces that need no more
constexpr int64_t kFew = 4;                 // so many are few whatever they are
constexpr int64_t kMaxParts = 32;           // that a dimension is cut into
constexpr int64_t kPartElements = 1 << 14;  // less is not worth a part
constexpr int64_t kRunOfLanes = 64;         // results that are computed side by side
constexpr int64_t kLongRow = 1 << 16;       // what no cluster of rows keeps at hand
constexpr int64_t kShortSegment = 8;        // what is left of less is no smaller

// A dimension: adjacent ones that are reduced, or that are kept.
struct Segment {
  int64_t size;
  bool reduced;
};

std::vector<Segment> Merged(const Dims& dims, const Dims& reduced) {
  std::vector<Segment> segments;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == 1) continue;
    const bool is_reduced = tile::Contains(reduced, static_cast<int64_t>(d));
    if (!segments.empty() && segments.back().reduced == is_reduced) {
      segments.back().size *= dims[d];
    } else {
      segments.push_back({dims[d], is_reduced});
    }
  }
  return segments;
}

// A reduction of x, which is seen in the shape of the segments, and kept in the type that
// is accumulated. It is done from the last segment to the first, as the order has it.
class LargeReduction {
 public:
  LargeReduction(OpKind combiner, ElementType element, std::vector<Segment> segments)
      : combiner_(combiner), element_(element), segments_(std::move(segments)) {}

  // What to do with the last segment that is reduced: nothing, if one kernel reduces all
  // that is left, or reduce it alone, whole or in parts.
  enum class Step : uint8_t { kNone, kWhole, kParts };
  Step Next() const {
    const auto count = std::count_if(segments_.begin(), segments_.end(),
                                     [](const Segment& s) { return s.reduced; });
    if (count == 0 || (count > 1 && size() < kShortSegment)) return Step::kNone;
    if (HasFewPieces() && DivideUp(size(), PartSize()) >= kFew) return Step::kParts;
    return count > 1 && Elements() >= kLarge ? Step::kWhole : Step::kNone;
  }

  // `is_computed`: x is what elementwise operations make, and is not to be in memory.
  void Begin(ir::Builder* b, ValueId x, bool is_computed) {
    b_ = b;
    is_computed_ = is_computed;
    x_ = Seen(x, Shape());
  }
  void Do(Step step) {
    const auto d = static_cast<int64_t>(Last());
    x_ = step == Step::kParts ? InParts(d) : Reduced(x_, d);
    is_computed_ = step == Step::kParts;
    segments_.erase(segments_.begin() + d);
    for (size_t i = segments_.size(); i-- > 1;) {
      if (segments_[i].reduced != segments_[i - 1].reduced) continue;
      segments_[i - 1].size *= segments_[i].size;
      segments_.erase(segments_.begin() + static_cast<int64_t>(i));
    }
    x_ = Seen(x_, Shape());
  }
  // What is left, from `init` on, in `dims`.
  ValueId From(ValueId init, const Dims& dims) {
    init = Widened(init);
    x_ = Widened(x_);
    Dims left;
    for (size_t d = 0; d < segments_.size(); ++d) {
      if (segments_[d].reduced) left.push_back(static_cast<int64_t>(d));
    }
    if (!left.empty()) return Seen(b_->Reduce(combiner_, x_, init, left), dims);
    const ValueId total = Seen(x_, dims);
    if (!dims.empty()) init = b_->BroadcastScalar(init, dims);
    return b_->Binary(combiner_, init, total);
  }

 private:
  size_t Last() const {
    size_t d = segments_.size() - 1;
    while (!segments_[d].reduced) --d;
    return d;
  }
  int64_t size() const { return segments_[Last()].size; }
  bool IsRow() const { return segments_.back().reduced; }
  Dims Shape() const {
    Dims shape;
    for (const Segment& segment : segments_) shape.push_back(segment.size);
    return shape;
  }
  int64_t Elements() const { return tile::Elements(Shape()); }

  // Whether a kernel for the whole segment would leave threads idle.
  bool HasFewPieces() const {
    const int64_t results = Elements() / size();
    if (Elements() < kLarge) return false;
    if (!IsRow()) return results < kEnough * kRunOfLanes;
    return results < kFew || (results < kEnough && size() > kLongRow);
  }
  // Elements of a part: what the tree of the order joins, or its first joins give.
  int64_t PartSize() const {
    int64_t part = IsRow() ? tile::PanelElements(element_) : tile::kSumChain;
    const int64_t results = Elements() / size();
    while (part * results < kPartElements || DivideUp(size(), part) > kMaxParts) {
      part *= 2;
    }
    return part;
  }
  // Parts side by side. What is left behind the last whole one is a part of its own, or
  // one with padding that changes nothing, where both would need the whole x in memory.
  ValueId InParts(int64_t d) {
    const int64_t part = PartSize(), rest = size() % part;
    Dims shape = Shape();
    int64_t count = size() / part;
    ValueId parts = x_, last = -1;
    if (rest > 0 && is_computed_) {
      const Dims none(shape.size(), 0);
      Dims high = none;
      high[d] = part - rest;
      // Not every type that is summed has a zero.
      const ValueId identity = b_->Constant(tile::CombinerIdentity(combiner_, element_));
      parts = b_->Pad(Widened(x_), identity, none, high);
      ++count;
    } else if (rest > 0) {
      last = Reduced(Piece(x_, d, shape[d] - rest, shape[d]), d);
      parts = Piece(x_, d, 0, shape[d] - rest);
    }
    shape[d] = count;
    shape.insert(shape.begin() + d + 1, part);
    return Joined(Reduced(b_->Reshape(parts, shape), d + 1), d, last);
  }
  // [from, to) of dimension d.
  ValueId Piece(ValueId x, int64_t d, int64_t from, int64_t to) {
    Dims limit = b_->type(x).dims(), start(limit.size(), 0);
    start[d] = from;
    limit[d] = to;
    return b_->Slice(x, std::move(start), std::move(limit));
  }

  ValueId Seen(ValueId x, const Dims& shape) {
    return b_->type(x).dims() == shape ? x : b_->Reshape(x, shape);
  }
  ValueId Widened(ValueId x) {
    return b_->type(x).element == element_ ? x : b_->Convert(x, element_);
  }
  ValueId Reduced(ValueId x, int64_t d) {
    const ValueId none = b_->Constant(tile::CombinerIdentity(combiner_, element_));
    return b_->Reduce(combiner_, Widened(x), none, {d});
  }

  // The aligned tree over what lies along dimension d, which is gone then, and a last
  // value behind that, if there is one.
  ValueId Joined(ValueId x, int64_t d, ValueId rest) {
    const Dims from = b_->type(x).dims();
    Dims to = from;
    to.erase(to.begin() + d);
    std::vector<ValueId> level;
    for (int64_t i = 0; i < from[d]; ++i) {
      level.push_back(b_->Reshape(Piece(x, d, i, i + 1), to));
    }
    if (rest >= 0) level.push_back(rest);
    while (level.size() > 1) {
      std::vector<ValueId> next;
      for (size_t i = 0; i + 1 < level.size(); i += 2) {
        next.push_back(b_->Binary(combiner_, level[i], level[i + 1]));
      }
      if (level.size() % 2 != 0) next.push_back(level.back());
      level = std::move(next);
    }
    return level[0];
  }

  const OpKind combiner_;
  const ElementType element_;
  std::vector<Segment> segments_;
  ir::Builder* b_ = nullptr;
  ValueId x_ = -1;
  bool is_computed_ = false;
};

// Whether clusters evaluate the value where it is read.
bool IsComputed(const ir::Builder& b, ValueId v) {
  const std::vector<ir::Operation>& all = b.region()->operations;
  for (auto op = all.rbegin(); op != all.rend(); ++op) {
    if (op->results.size() != 1 || op->results[0] != v) continue;
    if (op->kind != OpKind::kReshape) {
      return ir::IsElementwise(op->kind) || IsDataMovement(*op) ||
             IsRematerialisable(*op);
    }
    v = op->operands[0];
  }
  return false;
}

}  // namespace

absl::StatusOr<Values> ExpandReduce(Rewrite& rewrite) {
  if (PromoteOperands(rewrite)) return rewrite.Copied();
  const ir::Operation& op = rewrite.operation();
  const TensorType type = rewrite.OperandType(0), result = rewrite.ResultType();
  OpKind combiner;
  if (!type.shape.is_static() || type.num_elements() < kLarge ||
      op.operands.size() != 2 ||
      !FindCombiner(rewrite.from(), op.regions[0], &combiner) ||
      type.element != result.element) {
    return rewrite.Copied();
  }
  // What is accumulated in f32 stays so between the operations.
  const bool narrow = ir::IsFloat(type.element) && ir::Info(type.element).bits < 32;
  const ElementType element = narrow ? ElementType::kF32 : type.element;
  using Step = LargeReduction::Step;
  LargeReduction reduction(combiner, element,
                           Merged(type.dims(), op.attributes.Ints(kDimensions)));
  Step step = reduction.Next();
  if (step == Step::kNone) return rewrite.Copied();
  ir::Builder& b = rewrite.builder;
  reduction.Begin(&b, rewrite.operands[0], IsComputed(b, rewrite.operands[0]));
  for (; step != Step::kNone; step = reduction.Next()) reduction.Do(step);
  const ValueId total = reduction.From(rewrite.operands[1], result.dims());
  return Values{narrow ? b.Convert(total, type.element) : total};
}

}  // namespace tilewright::codegen
