#include "runtime/eager/segment_shape.h"

#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"

namespace tilewright::eager {

std::string NameOf(const SegmentShape& shape) {
  const auto name = [](const auto& node) { return node->structure.head.operation->name; };
  return absl::StrCat(shape.nodes.size(), " operations, ", name(shape.nodes.front()),
                      " ... ", name(shape.nodes.back()));
}

SegmentShape ShapeOf(absl::Span<const Followed> nodes, const StructureTable& structures) {
  SegmentShape shape;
  // Of each node's arrays, by operand: its number in shape.arrays.
  std::vector<std::vector<uint32_t>> numbers(nodes.size());
  const uint64_t start = nodes.empty() ? 0 : nodes[0].number;
  for (size_t n = 0; n < nodes.size(); ++n) {
    shape.nodes.push_back(structures.Share(nodes[n].structure));
    const NodeStructure& structure = shape.nodes.back()->structure;
    numbers[n].resize(structure.operands.size());
    for (const Link& link : nodes[n].links) {
      SegmentShape::Array array;
      array.node = static_cast<uint32_t>(n);
      array.operand = link.here;
      if (link.before >= start) {
        const SegmentShape::Array& before =
            shape.arrays[numbers[link.before - start][link.operand]];
        array.buffer = before.buffer;
        array.place = before.place + link.shift;
      } else {
        array.buffer = static_cast<uint32_t>(shape.buffers.size());
        shape.buffers.push_back({array.node, array.operand});
      }
      SegmentShape::BufferUse& use = shape.buffers[array.buffer];
      ++use.arrays;
      use.last = static_cast<uint32_t>(n);
      use.written |= link.here >= structure.head.operands;
      numbers[n][link.here] = static_cast<uint32_t>(shape.arrays.size());
      shape.arrays.push_back(array);
    }
  }
  return shape;
}

SegmentRecord::Shape RecordOf(const SegmentShape& shape, RecordedSizes sizes) {
  SegmentRecord::Shape record;
  absl::flat_hash_map<const StructureTable::Entry*, uint32_t> places;
  std::vector<const SegmentShape::Array*> met(shape.buffers.size());  // last, in each
  auto array = shape.arrays.begin();
  for (uint32_t n = 0; n < shape.nodes.size(); ++n) {
    const StructureTable::Entry& entry = *shape.nodes[n];
    const auto [place, is_new] =
        places.try_emplace(&entry, static_cast<uint32_t>(places.size()));
    if (is_new && sizes == RecordedSizes::kInDigests) {
      record.structures.push_back({entry.digest, {}});
    } else if (is_new) {
      record.structures.push_back({entry.skeleton_digest, SizesIn(entry.words)});
    }
    SegmentRecord::Node node = {place->second, {}};
    for (; array != shape.arrays.end() && array->node == n; ++array) {
      const SegmentShape::Array* const before =
          std::exchange(met[array->buffer], &*array);
      node.links.emplace_back();
      if (before == nullptr) continue;
      node.links.back() = {n - before->node, before->operand + 1,
                           array->place - before->place};
    }
    record.nodes.push_back(std::move(node));
  }
  return record;
}

std::vector<Buffer*> BuffersOf(const SegmentShape& shape,
                               absl::Span<const Followed> nodes) {
  std::vector<Buffer*> buffers;
  buffers.reserve(shape.buffers.size());
  for (const SegmentShape::BufferUse& use : shape.buffers) {
    buffers.push_back(nodes[use.node].node.buffer(use.operand));
  }
  return buffers;
}

std::vector<char> LiveAfter(const SegmentShape& shape, absl::Span<const Followed> nodes,
                            uint64_t number) {
  const std::vector<Buffer*> buffers = BuffersOf(shape, nodes);
  std::vector<char> live(buffers.size());
  for (size_t b = 0; b < buffers.size(); ++b) {
    const SegmentShape::BufferUse& use = shape.buffers[b];
    live[b] = use.written && buffers[b]->OwnedBehind(number, use.arrays);
  }
  return live;
}

}  // namespace tilewright::eager
