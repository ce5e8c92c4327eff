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
  kChain,        // clusters that hand blocks of rows on (codegen/cluster/chain.h)
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
  bool in_one_kernel = false;  // a cluster becomes a statement, no kernel of its own
};

// `region` belongs to `program`. Values used by nested regions, by `region`'s
// results and by operations outside are materialised, constants excepted.
Clustering FormClusters(const ir::Program& program, const ir::Region& region,
                        const ClusterOptions& options);

// Values that the members read and do not make.
std::set<ir::ValueId> ReadBy(const ir::Region& region, const Cluster& cluster);

// Gives clusters their times: those of their last members, but that among kernels
// that follow each other and make nothing but results of the program those with
// the largest results come last: until then their memory is free for other things; and
// that of loops' bodies in codegen/cluster/body_order.h.
void OrderClusters(const ir::Program& program, const ir::Region& region,
                   Clustering* clustering);

// Whether all that a cluster makes are arrays without elements: it needs no kernel,
// and none can be made of it.
bool MakesNothing(const ir::Program& program, const Cluster& cluster);

// Whether all that a cluster makes are elements of dot_general number `dot`'s
// result, each changed alone, transposed once (by operation `*transpose`) so that
// rows stay contiguous, and perhaps reshaped at the end.
bool IsMovedDot(const ir::Program& program, const ir::Region& region, int dot,
                const Cluster& cluster, int* transpose);

}  // namespace tilewright::codegen
