#include "codegen/cluster/join_profit.h"

#include <algorithm>
#include <vector>

#include "codegen/cluster/repeated_work.h"
#include "codegen/facts/op_facts.h"
#include "tile/author/kernel.h"

namespace tilewright::codegen {

using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

namespace {

// Bounds that keep kernels, and with them compile time, in proportion. Behind each: how
// long programs that it changes run, and compile, with half of it and with twice as much,
// as a ratio (geometric means). Measured on one thread of a Xeon with AVX-512 over 50
// programs: 43 of public libraries, six models, GPT-2's block forward and backward.
// Single programs are told apart from 3 % on; what changes none of them is there for the
// worst.
constexpr size_t kMaxMembers = 96;  // run 1.01, 1.01; compile 1.04, 1.04
constexpr size_t kMaxMembersOfMany = 4 * kMaxMembers;  // where a cut moves many elements
constexpr double kManyElements = 1 << 16;
constexpr int kMaxCost = 400;      // run 1.02, 0.98; compile 1.02, 1.04. Of OpCost::host
constexpr size_t kMaxOutputs = 8;  // run 1.03, 1.00; compile 1.04, 1.08
constexpr size_t kMaxViews = 3;  // run 1.06, 0.99; compile 1.02, 0.99; twice: up to 1.34
constexpr int kMaxTimes = 8;     // run 1.01, 1.00. Views of views multiply
constexpr int kMaxCopies = 64;   // none changes. Of code, through several operands
constexpr size_t kMaxParts = 8;  // run 1.00, 0.99. Of a concatenation, each a branch
constexpr size_t kMaxPrologue = 2;  // run 1.01, 1.01. Elementwise, in a product's packing
constexpr size_t kMaxShared = 3;    // clusters that have copies; 2: a model 1.07, 4: 1.03
constexpr int kMaxDepth = 4;  // run 1.03, 0.99; half and twice: up to 1.5. Of copies
constexpr int64_t kMaxChosen = 1 << 10;  // elements, of what has an updated part
constexpr int64_t kMaxRow = 1 << 16;     // none changes. Elements, kept between passes

double SpaceElements(const Cluster& c) {
  double elements = 1;
  for (int64_t d : c.space) elements *= static_cast<double>(d);
  return elements;
}

// Functions that programs write out, such as Bessel's, are one kernel over what does not
// fit a cache.
bool HasRoom(const Forming& f, int c) {
  const Cluster& cluster = f.out.clusters[c];
  const bool many =
      cluster.kind == ClusterKind::kPointwise && SpaceElements(cluster) >= kManyElements;
  const auto members = f.evaluated.find(c);
  return members == f.evaluated.end() ||
         members->second < (many ? kMaxMembersOfMany : kMaxMembers);
}

// Whether operation n ends what follows a contraction at once: its result is then
// all that need be kept. What lies between them has no other users.
bool FinishesContraction(const Forming& f, int n) {
  constexpr size_t kMost = 16;
  std::vector<int> between = {n};
  const auto is_between = [&](int user) {
    return std::find(between.begin(), between.end(), user) != between.end();
  };
  // An operation whose users are not all known yet is met again by the last of them.
  for (size_t next = 0; next < between.size() && next < kMost; ++next) {
    for (ValueId v : f.op(between[next]).operands) {
      const int maker = f.uses.MakerOf(v);
      if (maker < 0 || is_between(maker) || f.uses.IsExternal(v) ||
          f.dims(v) != f.dims(f.op(n).results[0])) {
        continue;
      }
      const auto& users = f.uses.UsersOf(v);
      if (!std::all_of(users.begin(), users.end(), is_between)) continue;
      if (IsContraction(f.op(maker))) return true;
      if (ir::IsElementwise(f.op(maker).kind)) between.push_back(maker);
    }
  }
  return false;
}

// The elementwise operation whose result nobody but operation n reads, in the same shape;
// -1: it is none.
int OwnElementwise(const Forming& f, int n, ValueId v) {
  const int maker = f.uses.MakerOf(v);
  return maker >= 0 && ir::IsElementwise(f.op(maker).kind) && !f.uses.IsExternal(v) &&
                 f.uses.UsersOf(v) == std::set<int>{n} &&
                 f.dims(v) == f.dims(f.op(n).results[0])
             ? maker
             : -1;
}

// Whether a packing that elementwise operation n were part of had no place for all that
// is before it. A kernel has to write something of that then: better n's result, where
// its elements are smaller, or no larger and one product's alone.
bool EndsWhatIsWritten(const Forming& f, int n) {
  const auto bytes = [&](int m) {
    return ir::StorageBytes(f.program.type(f.op(m).results[0]).element);
  };
  const auto own = [&](int reader) {
    std::vector<int> makers;
    for (ValueId v : f.op(reader).operands) {
      if (const int maker = OwnElementwise(f, reader, v); maker >= 0) {
        makers.push_back(maker);
      }
    }
    return makers;
  };
  const bool alone = f.uses.UsersOf(f.op(n).results[0]).size() == 1;
  std::vector<int> in_packing = {n};
  for (size_t next = 0; next < in_packing.size(); ++next) {
    for (const int maker : own(in_packing[next])) {
      const bool fits = f.CostOf(maker) <= kCheap && in_packing.size() < kMaxPrologue;
      if (!fits) return bytes(n) < bytes(maker) || (alone && bytes(n) == bytes(maker));
      in_packing.push_back(maker);
    }
  }
  return false;
}

// What the reads inside a contraction's packing may cost: it is paid again for every
// block of the other side.
bool PaysInPrologue(const Forming& f, int n, int c) {
  const OpKind kind = f.op(n).kind;
  if (f.op(f.out.clusters[c].contraction).kind == OpKind::kConvolution) {
    return (kind == OpKind::kConvert && !EndsWhatIsWritten(f, n)) ||
           kind == OpKind::kReshape || kind == OpKind::kBroadcastInDim ||
           kind == OpKind::kTranspose;
  }
  if (kind == OpKind::kConcatenate || kind == OpKind::kDynamicUpdateSlice ||
      kind == OpKind::kPad) {
    return false;
  }
  if (!ir::IsElementwise(kind)) return true;
  const auto before = f.prologue.find(c);
  return !FinishesContraction(f, n) && !EndsWhatIsWritten(f, n) &&
         f.CostOf(n) <= kCheap &&
         (before == f.prologue.end() ||
          static_cast<size_t>(before->second) < kMaxPrologue);
}

// Whether operation n updates a part of a large array: a kernel writes that part and
// nothing else, where it lies, rather than that whoever reads the array chooses at each
// element between two.
bool UpdatesPart(const Forming& f, int n) {
  if (f.op(n).kind != OpKind::kDynamicUpdateSlice) return false;
  const ir::Size elements = NumElements(f.program.type(f.op(n).results[0]).shape);
  return elements.is_number() && elements.number() > kMaxChosen;
}
// Whether a cluster is what such an update becomes in another shape, so far.
bool OnlyReshapes(const Forming& f, int c) {
  const Cluster& cluster = f.out.clusters[c];
  return cluster.kind == ClusterKind::kPointwise && cluster.outputs.size() == 1 &&
         std::all_of(cluster.members.begin(), cluster.members.end(),
                     [&](int m) { return f.op(m).kind == OpKind::kReshape; });
}
// The update of a part of an array that is all that a cluster writes; -1 if it is none.
int PartUpdateIn(const Forming& f, int c) {
  const std::vector<int>& members = f.out.clusters[c].members;
  const auto first = std::find_if(members.begin(), members.end(), [&](int m) {
    return f.op(m).kind != OpKind::kReshape;
  });
  return first != members.end() && UpdatesPart(f, *first) ? *first : -1;
}
// Whether there is one: nothing is written beside it.
bool WritesPart(const Forming& f, int c) { return PartUpdateIn(f, c) >= 0; }
// Whether operation n makes the array, or what it is a reshape of.
bool MakesWhatIsUpdated(const Forming& f, int n, int c) {
  const int update = PartUpdateIn(f, c);
  if (update < 0) return false;
  const std::vector<int>& members = f.out.clusters[c].members;
  int maker = f.uses.MakerOf(f.op(update).operands[0]);
  while (maker >= 0 && maker != n && f.op(maker).kind == OpKind::kReshape &&
         std::find(members.begin(), members.end(), maker) != members.end()) {
    maker = f.uses.MakerOf(f.op(maker).operands[0]);
  }
  return maker == n;
}

// Whether evaluating operation n's result in cluster c so often is worth it.
bool Pays(const Forming& f, int n, int c, const Evaluations& evaluations) {
  const double points = std::max(evaluations.points, 1.0);
  return PaysToRepeat(evaluations, SpaceElements(f.out.clusters[c]) / points, f.CostOf(n),
                      f.program.type(f.op(n).results[0]), f.options.in_one_kernel);
}

// Whether rows of a reduction's operand stay at hand between passes.
bool RowStays(const Forming& f, const Operation& reduce, int rank) {
  const Dims input = WithoutUnitDims(f.dims(reduce.operands[0]));
  int64_t row = 1;
  for (size_t k = rank; k < input.size(); ++k) row *= input[k];
  const ir::ElementType element = f.program.type(reduce.operands[0]).element;
  return row <= kMaxRow && tile::RowFits(row, ir::StorageBytes(element), *f.options.chip);
}

// Whether what the members of a cluster compute for several elements at once may be
// computed for each of them, where they lie in one row: a row is walked as one.
bool RowsRepeatLittle(const Forming& f, int c, int row_rank) {
  const Cluster& cluster = f.out.clusters[c];
  return std::all_of(cluster.members.begin(), cluster.members.end(), [&](int m) {
    const std::set<View>& views = f.views.memberships(m).at(c).views;
    const bool cut = std::any_of(views.begin(), views.end(), [&](const View& view) {
      return view.rank > row_rank && view.rank < static_cast<int>(cluster.space.size());
    });
    return !cut || !ir::IsElementwise(f.op(m).kind) ||
           Pays(f, m, c, {SpaceElements(cluster), 0});
  });
}

}  // namespace

bool PaysToEvaluateIn(const Forming& f, int n, int c, const std::set<View>& views) {
  const Cluster& cluster = f.out.clusters[c];
  const Operation& o = f.op(n);
  if (!HasRoom(f, c)) return false;
  if (IsRematerialisable(o)) return true;
  const auto cost = f.costs.find(c);
  if ((cost == f.costs.end() ? 0 : cost->second) + f.CostOf(n) > kMaxCost) return false;
  if (CountApart(views) > kMaxViews || f.views.Times(c, views) > kMaxTimes ||
      f.views.Copies(c, views) > kMaxCopies) {
    return false;
  }
  if (cluster.kind == ClusterKind::kContraction && SeenInside(views)) {
    return PaysInPrologue(f, n, c);
  }
  if (cluster.kind == ClusterKind::kSingle && f.op(cluster.last).kind != OpKind::kSort) {
    return f.CostOf(n) <= kCheap;
  }
  if (o.kind != OpKind::kReshape && MakesWhatIsUpdated(f, n, c)) return false;
  if (UpdatesPart(f, n)) return CountApart(views) == 1 && OnlyReshapes(f, c);
  if (o.kind == OpKind::kConcatenate || o.kind == OpKind::kDynamicUpdateSlice) {
    return CountApart(views) == 1 && o.operands.size() <= kMaxParts;
  }
  return Pays(f, n, c, f.views.EvaluationsOf(n, c, views));
}

bool PaysToCopy(const Forming& f, int n, int depth,
                const std::map<int, std::set<View>>& views) {
  return views.size() <= kMaxShared && f.CostOf(n) <= kCheap && depth <= kMaxDepth &&
         !(ir::IsElementwise(f.op(n).kind) && FinishesContraction(f, n));
}

bool PaysToReduceIn(const Forming& f, int n, int c, ReduceForm form) {
  const Operation& reduce = f.op(n);
  if (!HasRoom(f, c)) return false;
  if (form == ReduceForm::kAnyOrder) return true;
  const int rank = static_cast<int>(f.SpaceOf(n).size());
  return RowStays(f, reduce, rank) &&
         (form == ReduceForm::kNewRows || RowsRepeatLittle(f, c, rank));
}

bool PaysToWriteFrom(const Forming& f, int c) {
  return !WritesPart(f, c) && f.out.clusters[c].outputs.size() < kMaxOutputs;
}

bool PaysToWriteBeside(const Forming& f, int c) {
  return f.out.clusters[c].outputs.size() < kMaxOutputs &&
         f.evaluated.at(c) < kMaxMembers / 2;
}

}  // namespace tilewright::codegen
