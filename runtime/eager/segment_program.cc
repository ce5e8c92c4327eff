#include "runtime/eager/segment_program.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/eager/arrays/region.h"
#include "runtime/eager/program.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

// An array's bytes in its buffer, from the first one that it touches to behind the last.
struct Extent {
  size_t array = 0;  // number in the shape
  int64_t begin = 0;
  int64_t end = 0;
};

class SegmentBuilder {
 public:
  SegmentBuilder(const SegmentShape& shape, const std::vector<char>& stored)
      : shape_(shape),
        stored_(stored),
        builder_("segment"),
        accesses_(shape.arrays.size()),
        region_of_(shape.arrays.size(), kNoRegion),
        last_value_of_(shape.nodes.size(), -1) {}

  absl::StatusOr<SegmentProgram> Build() {
    TW_RETURN_IF_ERROR(MakeRegions());
    size_t array = 0;
    for (size_t n = 0; n < shape_.nodes.size(); ++n) {
      const absl::Status status = AppendNode(n, &array);
      if (!status.ok()) {
        return absl::Status(status.code(),
                            absl::StrCat(shape_.nodes[n]->structure.head.operation->name,
                                         ": ", status.message()));
      }
    }
    return Finish();
  }

 private:
  static constexpr int32_t kNoRegion = -1;  // an array without elements

  struct Place {
    int32_t buffer = 0;
    int64_t begin = 0;  // in bytes
    int32_t input = -1;
  };

  const NodeOperand& OperandOf(const SegmentShape::Array& array) const {
    return shape_.nodes[array.node]->structure.operands[array.operand];
  }

  // Arrays whose extents overlap lie in one region.
  absl::Status MakeRegions() {
    std::vector<std::vector<Extent>> extents(shape_.buffers.size());
    for (size_t a = 0; a < shape_.arrays.size(); ++a) {
      const SegmentShape::Array& array = shape_.arrays[a];
      const NodeOperand& operand = OperandOf(array);
      accesses_[a].layout = LayoutOf(operand.element, operand.sizes, operand.strides);
      const int64_t span = accesses_[a].span() * ir::StorageBytes(operand.element);
      if (span > 0) {
        extents[array.buffer].push_back({a, array.place, array.place + span});
      }
    }
    for (size_t b = 0; b < extents.size(); ++b) {
      std::vector<Extent>& list = extents[b];
      std::sort(list.begin(), list.end(), [](const Extent& x, const Extent& y) {
        return x.begin != y.begin ? x.begin < y.begin : x.array < y.array;
      });
      for (size_t first = 0; first < list.size();) {
        size_t behind = first;
        int64_t end = list[first].begin;
        while (behind < list.size() && (behind == first || list[behind].begin < end)) {
          end = std::max(end, list[behind++].end);
        }
        TW_RETURN_IF_ERROR(
            MakeRegion(static_cast<int32_t>(b),
                       absl::MakeConstSpan(list).subspan(first, behind - first), end));
        first = behind;
      }
    }
    return absl::OkStatus();
  }

  absl::Status MakeRegion(int32_t buffer, absl::Span<const Extent> extents, int64_t end) {
    const int64_t begin = extents[0].begin;
    const ir::ElementType element = OperandOf(shape_.arrays[extents[0].array]).element;
    const int64_t size = ir::StorageBytes(element);
    size_t whole = shape_.arrays.size();  // the first array that is all of it
    const int64_t count = (end - begin) / size;
    for (const Extent& extent : extents) {
      Access& access = accesses_[extent.array];
      if (access.layout.logical.element != element ||
          (extent.begin - begin) % size != 0) {
        return absl::UnimplementedError("memory that is seen as two types");
      }
      access.offset = (extent.begin - begin) / size;
      region_of_[extent.array] = static_cast<int32_t>(regions_.size());
      const Region probe(element, count, {count});
      if (probe.IsWhole(access)) whole = std::min(whole, extent.array);
    }
    ir::Dims dims = {count};
    if (whole < shape_.arrays.size()) dims = accesses_[whole].layout.memory.dims();
    regions_.emplace_back(element, count, std::move(dims));
    places_.push_back({buffer, begin});
    return absl::OkStatus();
  }

  // What a region holds before the first operation is an input.
  absl::Status NeedMemory(int32_t r) {
    Region& region = regions_[r];
    if (region.has_memory()) return absl::OkStatus();
    TW_ASSIGN_OR_RETURN(const ir::ValueId input, builder_.AddInput(region.type()));
    region.SetMemory(input);
    places_[r].input = static_cast<int32_t>(made_.inputs.size());
    made_.inputs.push_back({places_[r].buffer, 0, 0, places_[r].begin});
    return absl::OkStatus();
  }

  absl::StatusOr<ir::ValueId> ReadArrayAt(size_t a) {
    const int32_t r = region_of_[a];
    if (r == kNoRegion) {
      const SegmentShape::Array& array = shape_.arrays[a];
      made_.inputs.push_back({static_cast<int32_t>(array.buffer), 0, 0, array.place});
      return builder_.AddInput(accesses_[a].layout.logical);
    }
    if (!regions_[r].Knows(accesses_[a])) TW_RETURN_IF_ERROR(NeedMemory(r));
    return regions_[r].Read(accesses_[a], &builder_);
  }

  absl::Status WriteArrayAt(size_t a, ir::ValueId value) {
    const int32_t r = region_of_[a];
    if (r == kNoRegion) return absl::OkStatus();
    if (!regions_[r].IsWhole(accesses_[a])) TW_RETURN_IF_ERROR(NeedMemory(r));
    return regions_[r].Write(accesses_[a], value, &builder_);
  }

  absl::Status AppendNode(size_t n, size_t* array) {
    const NodeStructure& node = shape_.nodes[n]->structure;
    const size_t operands = node.head.operands;
    std::vector<ir::ValueId> logical(operands, Lowering::kAbsent);
    for (size_t i = 0; i < operands; ++i) {
      const NodeOperand& operand = node.operands[i];
      if (operand.kind == Operand::Kind::kArray) {
        TW_ASSIGN_OR_RETURN(logical[i], ReadArrayAt((*array)++));
      } else if (operand.kind == Operand::Kind::kImmediate) {
        TW_ASSIGN_OR_RETURN(logical[i],
                            builder_.AddInput({operand.element, operand.sizes}));
        made_.inputs.push_back({-1, static_cast<uint32_t>(n), static_cast<uint32_t>(i)});
      }
    }
    std::vector<Check> checks;
    TW_ASSIGN_OR_RETURN(const std::vector<ir::ValueId> values,
                        LowerOperation(node, logical, &builder_, &checks));
    for (const Check& check : checks) made_.checks.push_back({n, check});
    for (const ir::ValueId value : values) {
      TW_RETURN_IF_ERROR(WriteArrayAt((*array)++, value));
      last_value_of_[n] = std::max(last_value_of_[n], value);
    }
    return absl::OkStatus();
  }

  // What reads a node's operands, and makes its results of them.
  void FindNodes() {
    size_t node = 0;
    for (const ir::Operation& operation : made_.program.body.operations) {
      const ir::ValueId value = operation.results.empty() ? -1 : operation.results[0];
      while (node < last_value_of_.size() && last_value_of_[node] < value) ++node;
      made_.node_of.push_back(node < last_value_of_.size() ? static_cast<int64_t>(node)
                                                           : -1);
    }
  }

  absl::StatusOr<SegmentProgram> Finish() {
    std::vector<ir::ValueId> results;
    std::vector<ir::Donation> donations;
    for (size_t r = 0; r < regions_.size(); ++r) {
      if (!regions_[r].written()) continue;
      if (!stored_[places_[r].buffer]) {
        made_.never_stored += regions_[r].type().byte_size();
        continue;
      }
      TW_ASSIGN_OR_RETURN(const ir::ValueId memory, regions_[r].Memory(&builder_));
      const int result = static_cast<int>(results.size());
      if (places_[r].input >= 0) {
        donations.push_back({.argument = places_[r].input, .result = result});
      }
      results.push_back(memory);
      made_.outputs.push_back({places_[r].buffer, 0, 0, places_[r].begin});
    }
    for (const auto& [node, check] : made_.checks) results.push_back(check.found);
    std::sort(donations.begin(), donations.end(),
              [](const ir::Donation& a, const ir::Donation& b) {
                return a.argument < b.argument;
              });
    TW_ASSIGN_OR_RETURN(made_.program, std::move(builder_).Finish(std::move(results),
                                                                  std::move(donations)));
    FindNodes();
    return std::move(made_);
  }

  const SegmentShape& shape_;
  const std::vector<char>& stored_;
  ir::CheckedBuilder builder_;
  std::vector<Access> accesses_;            // by array
  std::vector<int32_t> region_of_;          // likewise
  std::vector<ir::ValueId> last_value_of_;  // by node: the last result
  std::vector<Region> regions_;
  std::vector<Place> places_;  // by region
  SegmentProgram made_;
};

}  // namespace

absl::StatusOr<SegmentProgram> BuildSegment(const SegmentShape& shape,
                                            const std::vector<char>& stored) {
  return SegmentBuilder(shape, stored).Build();
}

}  // namespace tilewright::eager
