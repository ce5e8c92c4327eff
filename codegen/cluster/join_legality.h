// What a cluster can take in at all: where its loops could evaluate it, and where nobody
// would wait for it in a circle. Whether that is worth anything: join_profit.h.
#pragma once

#include <set>

#include "codegen/cluster/forming.h"

namespace tilewright::codegen {

// Whether elements of operation n's result can be evaluated in cluster c, which sees them
// by `views`.
bool CanEvaluateIn(const Forming& f, int n, int c, const std::set<View>& views);

// How reduction n can be part of cluster c.
enum class ReduceForm {
  kNone,
  kRows,      // the cluster's space is rows that are reduced
  kNewRows,   // the cluster's space is the rows' results; its space becomes the rows'
  kAnyOrder,  // over dimensions that are not the last: the cluster is of its results
};
ReduceForm ReduceFormIn(const Forming& f, int n, int c, const std::set<View>& views);

// Whether all outputs of cluster c can be made where contraction n's elements are, or
// where a transpose takes them: then `*transpose` is its number, else -1.
bool CanFollowContraction(const Forming& f, int n, int c, const std::set<View>& views,
                          int* transpose);

// Whether cluster c can write operation n's result, which it sees by `views`, and nobody
// outside needs it before the cluster has run.
bool CanWriteFrom(const Forming& f, int n, int c, const std::set<View>& views);

// Whether operation n, which cluster c does not read, can be written by it: the spaces
// are equal, and neither waits for the other.
bool CanWriteBeside(const Forming& f, int n, int c);

}  // namespace tilewright::codegen
