// What is worth joining: bounds that keep kernels and their compilation in proportion,
// and work that would be repeated against a kernel of its own. Whether it can be joined
// at all: join_legality.h. No decision here changes a value.
#pragma once

#include <map>
#include <set>

#include "codegen/cluster/forming.h"
#include "codegen/cluster/join_legality.h"

namespace tilewright::codegen {

// Whether operation n is evaluated in cluster c, which sees it by `views`.
bool PaysToEvaluateIn(const Forming& f, int n, int c, const std::set<View>& views);

// Whether operation n is copied to the clusters that see it; behind it are at most
// `depth` operations, one after the other, that several clusters have copies of.
bool PaysToCopy(const Forming& f, int n, int depth,
                const std::map<int, std::set<View>>& views);

// Whether reduction n becomes part of cluster c in this form.
bool PaysToReduceIn(const Forming& f, int n, int c, ReduceForm form);

// Whether cluster c writes one more output: one that it reads, or one beside it.
bool PaysToWriteFrom(const Forming& f, int c);
bool PaysToWriteBeside(const Forming& f, int c);

// Clusters that are looked at, from the newest, for one to write an output beside.
inline constexpr int kNeighbours = 8;

}  // namespace tilewright::codegen
