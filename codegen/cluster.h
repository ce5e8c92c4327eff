// Cuts a region into clusters, each of which becomes one kernel.
//
// Operations are visited from last to first; each joins the cluster of its
// consumers where that neither repeats expensive work nor reads an array in a
// way that the cluster's loops cannot follow, and starts a cluster of its own
// otherwise. Everything is decided from shapes and operation kinds in time
// linear in the region's size.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "chip/chip.h"
#include "ir/program.h"

namespace tilewright::codegen {

enum class ClusterKind : uint8_t {
  kPointwise,    // one index space; producers evaluated where they are read
  kRow,          // rows: reductions over trailing dimensions, broadcast back
  kReduce,       // one group of reductions over the same dimensions, any order
  kContraction,  // dot_general or convolution with what follows it
  kSingle,       // one operation with statements of its own (sort, scatter, ...)
  kChain,        // clusters that hand blocks of rows on (codegen/chain.h)
  kStep,         // not a kernel: control, routine
};

struct Cluster {
  ClusterKind kind = ClusterKind::kPointwise;
  std::vector<int> members;          // operation numbers, descending
  std::vector<ir::ValueId> outputs;  // values it materialises
  int last = 0;                      // largest member: where it is emitted
  int time = 0;                      // its place among the clusters that run
  // kPointwise, kRow, kContraction: the full index space, without ones.
  ir::Dims space;
  // kRow: the first `row_rank` dimensions of `space` are the rows.
  int row_rank = -1;
  int contraction = -1;         // kContraction: the operation's number
  int transpose = -1;           // kContraction: the outputs' elements are moved by it
  std::vector<int> reduces;     // kRow, kReduce: operation numbers
  std::vector<Cluster> stages;  // kChain: in order
};

struct Clustering {
  std::vector<Cluster> clusters;  // in order of emission
  // Values that are written to memory (arguments of the region included).
  std::set<ir::ValueId> materialised;
};

struct ClusterOptions {
  bool enabled = true;               // false: one kernel an operation
  const chip::Chip* chip = nullptr;  // never null
};

// `region` belongs to `program`. Values used by nested regions, by `region`'s
// results and by operations outside are materialised, constants excepted.
Clustering FormClusters(const ir::Program& program, const ir::Region& region,
                        const ClusterOptions& options);

// Gives clusters their times: those of their last members, but that among kernels
// that follow each other and make nothing but results of the program those with
// the largest results come last: until then their memory is free for other things.
void OrderClusters(const ir::Program& program, const ir::Region& region,
                   Clustering* clustering);

// Whether all that a cluster makes are arrays without elements: it needs no kernel,
// and none can be made of it.
bool MakesNothing(const ir::Program& program, const Cluster& cluster);

// Dimensions other than 1.
ir::Dims WithoutOnes(const ir::Dims& dims);

// Facts about operations that clustering and lowering share.

// A constant with one value, or an iota: never materialised for a consumer that
// computes it.
bool IsFree(const ir::Operation& op);
// One that is no kernel: control, a library routine, a view.
bool IsStep(const ir::Program& program, const ir::Operation& op);
// One whose kernel has statements of its own, which nothing else joins as a member.
bool IsSingle(const ir::Operation& op);
bool IsContraction(const ir::Operation& op);
// A bitcast that changes the shape or concerns complex numbers: the same bytes
// under another type.
bool IsView(const ir::Program& program, const ir::Operation& op);
// Whether a reduction's lanes run along its last reduced dimension: a function
// of the operation alone.
bool ReducesAlongLanes(const ir::Program& program, const ir::Operation& reduce);
// The same, where all reduced dimensions are at the end.
bool ReducesTrailing(const ir::Program& program, const ir::Operation& reduce);
// The reducer when it is one associative operation with an identity.
bool FindMonoid(const ir::Program& program, const ir::Region& region, ir::OpKind* kind);
// Whether all that a cluster makes are elements of dot_general number `dot`'s
// result, each changed alone, transposed once (by operation `*transpose`) so that
// rows stay contiguous, and perhaps reshaped at the end.
bool IsMovedDot(const ir::Program& program, const ir::Region& region, int dot,
                const Cluster& cluster, int* transpose);
// A reduce_window that is a running reduction along one dimension.
bool IsScan(const ir::Program& program, const ir::Operation& op, int64_t* dimension,
            bool* reverse);

}  // namespace tilewright::codegen
