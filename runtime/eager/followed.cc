#include "runtime/eager/followed.h"

#include <algorithm>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"
#include "support/hash.h"

namespace tilewright::eager {

namespace {

// The first word is an address in this process.
std::string DigestOf(absl::Span<const uint64_t> words, absl::string_view operation) {
  std::string bytes(reinterpret_cast<const char*>(words.data() + 1),
                    (words.size() - 1) * sizeof(uint64_t));
  bytes.append(operation.data(), operation.size());
  return Xxh3(bytes);
}

// Of sizes there is whether they are 0, 1 or more: what that means to operations.
std::vector<uint64_t> SkeletonOf(absl::Span<const uint64_t> words,
                                 const NodeStructure& structure) {
  constexpr size_t kHead = sizeof(NodeHead) / sizeof(uint64_t);
  std::vector<uint64_t> skeleton(words.begin(), words.begin() + kHead);
  for (const NodeOperand& operand : structure.operands) {
    skeleton.push_back(uint64_t{static_cast<uint8_t>(operand.kind)} |
                       uint64_t{static_cast<uint8_t>(operand.element)} << 8 |
                       uint64_t{operand.contiguous} << 16 |
                       uint64_t{operand.sizes.size()} << 24 |
                       static_cast<uint64_t>(operand.same_as) << 32);
    for (const int64_t size : operand.sizes) {
      skeleton.push_back(static_cast<uint64_t>(std::min<int64_t>(size, 2)));
    }
  }
  skeleton.insert(skeleton.end(), structure.attributes.begin(),
                  structure.attributes.end());
  return skeleton;
}

}  // namespace

StructureId StructureTable::Intern(const NodeView& node) {
  const absl::Span<const uint64_t> words = node.structure();
  auto& same_hash = by_hash_[absl::Hash<absl::Span<const uint64_t>>()(words)];
  for (const StructureId id : same_hash) {
    if (absl::MakeConstSpan(entries_[id]->words) == words) return id;
  }
  auto entry = std::make_shared<Entry>();
  entry->words.assign(words.begin(), words.end());
  entry->structure = node.Structure();
  entry->digest = DigestOf(words, node.operation().name);
  std::vector<uint64_t> skeleton = SkeletonOf(words, entry->structure);
  entry->skeleton_digest = DigestOf(skeleton, node.operation().name);
  entry->skeleton =
      skeletons_
          .try_emplace(std::move(skeleton), static_cast<SkeletonId>(skeletons_.size()))
          .first->second;
  for (const NodeOperand& operand : entry->structure.operands) {
    if (operand.kind != Operand::Kind::kArray) continue;
    entry->bytes += ir::TensorType{operand.element, operand.sizes}.byte_size();
  }
  same_hash.push_back(static_cast<StructureId>(entries_.size()));
  entries_.push_back(std::move(entry));
  return same_hash.back();
}

std::optional<StructureId> StructureTable::Resize(StructureId structure,
                                                  absl::Span<const int64_t> sizes) {
  const std::vector<uint64_t> words = WithSizes(entries_[structure]->words, sizes);
  if (words.empty()) return std::nullopt;
  const StructureId resized = Intern(NodeView(words.data()));
  if (entries_[resized]->skeleton != entries_[structure]->skeleton) return std::nullopt;
  return resized;
}

void StructureTable::Clear() {
  entries_.clear();
  by_hash_.clear();
  apart_.clear();
}

Followed Follow(const NodeView& node, uint64_t number, StructureTable* structures) {
  Followed followed;
  followed.node = node;
  followed.number = number;
  followed.structure = structures->Intern(node);
  followed.thread = node.thread();
  const NodeStructure& structure = (*structures)[followed.structure].structure;
  followed.apart = structure.head.operation->lower == nullptr ||
                   structures->StaysApart(followed.structure);
  for (size_t i = 0; i < structure.operands.size(); ++i) {
    if (structure.operands[i].kind != Operand::Kind::kArray) continue;
    Buffer& buffer = *node.buffer(i);
    Buffer::Mark& mark = buffer.mark;
    const int64_t offset = node.offset(i);
    // A copy of bytes is of any type.
    const bool bytes = structure.head.operation->lower == nullptr;
    const uint32_t element =
        bytes ? mark.element : static_cast<uint32_t>(structure.operands[i].element) + 1;
    Link link = {mark.number, mark.operand, static_cast<uint32_t>(i), 0};
    if (mark.number != 0) {
      link.shift = offset - mark.offset;
      followed.apart |= mark.element != 0 && mark.element != element;
    }
    followed.apart |= buffer.foreign();
    followed.links.push_back(link);
    mark = {number, static_cast<uint32_t>(i), element, offset};
  }
  return followed;
}

std::vector<Followed> FollowedFrom(const SegmentRecord::Shape& record,
                                   absl::Span<const StructureId> numbers,
                                   const StructureTable& structures) {
  std::vector<Followed> nodes;
  const auto is_array = [&](const Followed& node, size_t operand) {
    const auto& operands = structures[node.structure].structure.operands;
    return operand < operands.size() && operands[operand].kind == Operand::Kind::kArray;
  };
  for (const SegmentRecord::Node& each : record.nodes) {
    Followed node;
    node.number = nodes.size() + 1;
    node.structure = numbers[each.structure];
    const NodeStructure& structure = structures[node.structure].structure;
    if (structure.head.operation->lower == nullptr ||
        structures.StaysApart(node.structure)) {
      return {};
    }
    size_t next = 0;  // of its links
    for (size_t i = 0; i < structure.operands.size(); ++i) {
      if (structure.operands[i].kind != Operand::Kind::kArray) continue;
      if (next == each.links.size()) return {};
      const SegmentRecord::Link& link = each.links[next++];
      node.links.push_back({0, 0, static_cast<uint32_t>(i), link.shift});
      if (link.operand == 0) continue;
      node.links.back().before = node.number - link.distance;
      node.links.back().operand = link.operand - 1;
      // Of the same operation, arrays before it.
      if (link.distance == 0 && link.operand > i) return {};
      const Followed& before =
          link.distance == 0 ? node : nodes[nodes.size() - link.distance];
      if (!is_array(before, link.operand - 1)) return {};
    }
    if (next != each.links.size()) return {};
    nodes.push_back(std::move(node));
  }
  return nodes;
}

void AppendToken(const Followed& node, uint64_t start, Token* token) {
  token->push_back(node.structure);
  for (const Link& link : node.links) {
    if (link.before < start) {
      token->push_back(0);
      continue;
    }
    token->push_back((node.number - link.before) << 16 | (link.operand + 1));
    token->push_back(static_cast<uint64_t>(link.shift));
  }
}

void AppendOpenToken(const Followed& node, uint64_t start,
                     const StructureTable& structures, Token* token) {
  token->push_back(structures[node.structure].skeleton);
  for (const Link& link : node.links) {
    token->push_back(
        link.before < start ? 0 : (node.number - link.before) << 16 | (link.operand + 1));
  }
}

}  // namespace tilewright::eager
