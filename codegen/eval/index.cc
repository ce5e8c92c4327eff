#include "codegen/eval/index.h"

#include <algorithm>

#include "support/check.h"

namespace tilewright::codegen {

using ir::Dims;
using ir::Shape;

int LevelOf(const Index& index) {
  int level = 0;
  for (const IndexGroup& group : index) level = std::max(level, group.index.level);
  return level;
}

bool IsUniform(const Index& index) {
  for (const IndexGroup& group : index) {
    if (!group.index.uniform()) return false;
  }
  return true;
}

namespace {

// Appends the dimensions [first, first + group.count) one by one.
void AppendSplit(KernelBuilder& kb, const IndexGroup& group, const Shape& dims, int first,
                 Index* out) {
  if (group.count == 1) {
    out->push_back(group);
    return;
  }
  std::vector<IndexGroup> reversed;
  LaneIndex rest = group.index;
  for (int k = first + group.count - 1; k > first; --k) {
    const ir::Size bound = Product(dims, first, k + 1);
    reversed.push_back({1, kb.Remainder(rest, dims[k], bound)});
    rest = kb.Divide(rest, dims[k], bound);
  }
  out->push_back({1, rest});
  out->insert(out->end(), reversed.rbegin(), reversed.rend());
}

}  // namespace

Index SplitAll(KernelBuilder& kb, const Index& index, const Shape& dims) {
  Index out;
  int first = 0;
  for (const IndexGroup& group : index) {
    AppendSplit(kb, group, dims, first, &out);
    first += group.count;
  }
  return out;
}

Index SplitWhere(KernelBuilder& kb, const Index& index, const Shape& dims,
                 const std::vector<bool>& touched, bool first_is_free) {
  Index out;
  int first = 0;
  for (const IndexGroup& group : index) {
    bool split = false;
    for (int k = first + (first_is_free ? 1 : 0); k < first + group.count; ++k) {
      split |= touched[k];
    }
    if (split) {
      AppendSplit(kb, group, dims, first, &out);
    } else {
      out.push_back(group);
    }
    first += group.count;
  }
  return out;
}

IndexGroup& GroupAt(Index& index, int dim) {
  int first = 0;
  for (IndexGroup& group : index) {
    if (first == dim) return group;
    first += group.count;
  }
  TW_CHECK(!"a group starts at the dimension");
  return index.front();
}

Index MapDimensions(KernelBuilder& kb, const Index& index, const Shape& own,
                    const Shape& operand, const Dims& map) {
  // Start and group of each own dimension.
  std::vector<int> group_of(own.rank());
  std::vector<int> first_of;
  int first = 0;
  for (size_t g = 0; g < index.size(); ++g) {
    first_of.push_back(first);
    for (int k = 0; k < index[g].count; ++k) group_of[first + k] = static_cast<int>(g);
    first += index[g].count;
  }
  // A group passes whole when consecutive operand dimensions run through it.
  Index out;
  for (int j = 0; j < operand.rank();) {
    if (operand[j] == 1) {
      out.push_back({1, kb.Constant(0)});
      ++j;
      continue;
    }
    const int g = group_of[map[j]];
    const int count = index[g].count;
    // A dimension alone, of another size than 1, is its own dimension's whatever it is.
    bool whole = map[j] == first_of[g] && j + count <= operand.rank();
    for (int k = 0; whole && count > 1 && k < count; ++k) {
      whole = map[j + k] == first_of[g] + k && operand[j + k] == own[first_of[g] + k];
    }
    if (!whole) {
      std::vector<bool> touched(own.rank(), false);
      touched[map[j]] = true;
      // Split this group and start over: it happens at most once a group.
      return MapDimensions(kb, SplitWhere(kb, index, own, touched, false), own, operand,
                           map);
    }
    out.push_back(index[g]);
    j += count;
  }
  return out;
}

Index ReshapeIndex(KernelBuilder& kb, const Index& index, const Shape& own,
                   const Shape& operand) {
  const std::vector<ReshapeGroup> runs = ReshapeGroups(own, operand);
  Index out;
  size_t r = 0, g = 0;
  int dim = 0;
  while (r < runs.size()) {
    // The smallest union of groups that no group straddles.
    const int operand_begin = runs[r].operand_begin;
    int own_end = runs[r].own_end;
    int operand_end = runs[r].operand_end;
    LaneIndex flat = kb.Constant(0);
    ++r;
    while (dim < own_end) {
      const IndexGroup& group = index[g++];
      flat = kb.Add(kb.Multiply(flat, Product(own, dim, dim + group.count)), group.index);
      dim += group.count;
      while (dim > own_end && r < runs.size()) {
        own_end = runs[r].own_end;
        operand_end = runs[r].operand_end;
        ++r;
      }
    }
    if (operand_end > operand_begin) {
      out.push_back({operand_end - operand_begin, flat});
    }
  }
  return out;
}

Index RowIndex(const Shape& dims, int dim, const LaneIndex& before, const LaneIndex& at,
               const LaneIndex& after) {
  Index index;
  if (dim > 0) index.push_back({dim, before});
  index.push_back({1, at});
  const int behind = dims.rank() - dim - 1;
  if (behind > 0) index.push_back({behind, after});
  return index;
}

LaneIndex Linearize(KernelBuilder& kb, const Index& index, const Shape& dims) {
  LaneIndex flat = kb.Constant(0);
  int first = 0;
  for (const IndexGroup& group : index) {
    const int next = first + group.count;
    const ir::Size stride = Product(dims, next, dims.rank());
    flat = kb.Add(flat, kb.Multiply(group.index, stride));
    first = next;
  }
  return flat;
}

}  // namespace tilewright::codegen
