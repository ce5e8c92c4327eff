#include "runtime/eager/graph/exported.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "ir/check/checked_builder.h"
#include "ir/print.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

using ir::AttributeName;
using ir::OpKind;
using Place = SegmentProgram::Place;

class Exporter {
 public:
  Exporter(const SegmentProgram& segment, absl::Span<const ExportedMemory> memory,
           const ExportedNumbers& numbers)
      : segment_(segment), memory_(memory), numbers_(numbers), builder_("main") {}

  absl::StatusOr<Capture::Exported> Make(absl::Span<const ir::TensorType> inputs,
                                         absl::Span<const ir::TensorType> outputs) {
    for (const ir::TensorType& type : inputs) {
      TW_ASSIGN_OR_RETURN(const ir::ValueId input, builder_.AddInput(type));
      inputs_.push_back(input);
    }
    std::vector<ir::ValueId> arguments;
    for (size_t i = 0; i < segment_.inputs.size(); ++i) {
      const Place& place = segment_.inputs[i];
      node_ = place.buffer < 0 ? static_cast<int64_t>(place.node)
                               : FirstReader(segment_.program.body.arguments[i]);
      TW_ASSIGN_OR_RETURN(const ir::ValueId argument,
                          Argument(i, segment_.program.InputTypes()[i]));
      arguments.push_back(argument);
    }
    TW_ASSIGN_OR_RETURN(const std::vector<ir::ValueId> stored,
                        builder_.Inline(segment_.program, arguments));
    captured_by_.insert(captured_by_.end(), segment_.node_of.begin(),
                        segment_.node_of.end());
    node_ = kNone;
    std::vector<ir::ValueId> results;
    for (size_t i = 0; i < outputs.size(); ++i) {
      TW_ASSIGN_OR_RETURN(const ir::ValueId result,
                          Output(static_cast<int>(i), outputs[i], stored));
      results.push_back(result);
    }
    results.insert(results.end(), stored.end() - segment_.checks.size(), stored.end());
    TW_ASSIGN_OR_RETURN(ir::Program program,
                        std::move(builder_).Finish(std::move(results)));
    Capture::Exported exported;
    exported.text = ir::Print(program);
    exported.program = std::make_shared<const ir::Program>(std::move(program));
    exported.captured_by = std::move(captured_by_);
    return exported;
  }

 private:
  // The node of the first operation that reads the segment's value.
  int64_t FirstReader(ir::ValueId value) const {
    const std::vector<ir::Operation>& operations = segment_.program.body.operations;
    for (size_t i = 0; i < operations.size(); ++i) {
      const std::vector<ir::ValueId>& operands = operations[i].operands;
      if (std::find(operands.begin(), operands.end(), value) != operands.end()) {
        return segment_.node_of[i];
      }
    }
    return kNone;
  }

  absl::StatusOr<ir::ValueId> AppendOne(ir::CheckedBuilder::New operation) {
    captured_by_.push_back(node_);
    return builder_.AppendOne(std::move(operation));
  }

  absl::StatusOr<ir::ValueId> Constant(const ir::TensorType& type,
                                       std::vector<uint8_t> bytes, bool is_splat) {
    TW_ASSIGN_OR_RETURN(ir::Literal literal,
                        ir::Literal::Create(type, std::move(bytes), is_splat));
    ir::Attributes attributes;
    attributes.Set(AttributeName::kValue, std::move(literal));
    return AppendOne({.kind = OpKind::kConstant, .attributes = std::move(attributes)});
  }

  absl::StatusOr<ir::ValueId> Reshape(ir::ValueId x, const ir::TensorType& type) {
    if (builder_.type(x) == type) return x;
    return AppendOne({.kind = OpKind::kReshape, .operands = {x}, .results = {type}});
  }

  // The segment's input `i`.
  absl::StatusOr<ir::ValueId> Argument(size_t i, const ir::TensorType& type) {
    const Place& place = segment_.inputs[i];
    const auto size = static_cast<size_t>(type.byte_size());
    if (place.buffer < 0) {
      std::vector<uint8_t> bytes(size);
      std::memcpy(bytes.data(), numbers_[i].data(), std::min(size, sizeof numbers_[i]));
      return Constant(type, std::move(bytes), false);
    }
    const ExportedMemory& memory = memory_[place.buffer];
    const int64_t begin = memory.begin + place.offset;
    if (memory.kind == ExportedMemory::Kind::kInput && size > 0) {
      return Part(inputs_[memory.number], begin, type);
    }
    if (memory.kind == ExportedMemory::Kind::kConstant && size > 0) {
      const auto first = memory.bytes.begin() + begin;
      return Constant(type, {first, first + static_cast<int64_t>(size)}, false);
    }
    return Constant(type, std::vector<uint8_t>(size), false);
  }

  // Of a dense array the bytes from `begin` on, as `type`.
  absl::StatusOr<ir::ValueId> Part(ir::ValueId array, int64_t begin,
                                   const ir::TensorType& type) {
    const ir::TensorType whole = builder_.type(array);
    if (whole.element != type.element) return TwoTypes(whole, type);
    const int64_t count = whole.num_elements();
    const int64_t first = begin / ir::StorageBytes(type.element);
    const int64_t behind = first + type.num_elements();
    if (first == 0 && behind == count) return Reshape(array, type);
    TW_ASSIGN_OR_RETURN(const ir::ValueId flat, Reshape(array, {type.element, {count}}));
    ir::Attributes attributes;
    attributes.Set(AttributeName::kStartIndices, ir::Dims{first});
    attributes.Set(AttributeName::kLimitIndices, ir::Dims{behind});
    attributes.Set(AttributeName::kStrides, ir::Dims{1});
    TW_ASSIGN_OR_RETURN(const ir::ValueId part,
                        AppendOne({.kind = OpKind::kSlice,
                                   .operands = {flat},
                                   .attributes = std::move(attributes)}));
    return Reshape(part, type);
  }

  // An output may be written in pieces, which are its memory together.
  absl::StatusOr<ir::ValueId> Output(int number, const ir::TensorType& type,
                                     absl::Span<const ir::ValueId> stored) {
    if (type.num_elements() == 0) return Constant(type, {}, false);
    struct Piece {
      int64_t begin = 0;
      ir::ValueId value = -1;
    };
    std::vector<Piece> pieces;
    for (size_t i = 0; i < segment_.outputs.size(); ++i) {
      const Place& place = segment_.outputs[i];
      const ExportedMemory& memory = memory_[place.buffer];
      if (memory.kind != ExportedMemory::Kind::kOutput || memory.number != number)
        continue;
      pieces.push_back({memory.begin + place.offset, stored[i]});
    }
    std::sort(pieces.begin(), pieces.end(),
              [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
    std::vector<ir::ValueId> flat;
    int64_t end = 0;
    for (const Piece& piece : pieces) {
      const ir::TensorType part = builder_.type(piece.value);
      if (part.element != type.element) return TwoTypes(type, part);
      if (piece.begin != end) break;
      end += part.byte_size();
      TW_ASSIGN_OR_RETURN(const ir::ValueId one,
                          Reshape(piece.value, {part.element, {part.num_elements()}}));
      flat.push_back(one);
    }
    if (end != type.byte_size()) {
      return absl::UnimplementedError(
          absl::StrCat("output ", number, " is not written as a whole"));
    }
    if (flat.size() > 1) {
      ir::Attributes attributes;
      attributes.Set(AttributeName::kDimension, int64_t{0});
      TW_ASSIGN_OR_RETURN(const ir::ValueId whole,
                          AppendOne({.kind = OpKind::kConcatenate,
                                     .operands = std::move(flat),
                                     .attributes = std::move(attributes)}));
      return Reshape(whole, type);
    }
    return Reshape(flat[0], type);
  }

  static absl::Status TwoTypes(const ir::TensorType& array, const ir::TensorType& seen) {
    return absl::UnimplementedError(absl::StrCat(
        "memory of ", ir::ToString(array), " that is seen as ", ir::ToString(seen)));
  }

  const SegmentProgram& segment_;
  const absl::Span<const ExportedMemory> memory_;
  const ExportedNumbers& numbers_;
  ir::CheckedBuilder builder_;
  std::vector<ir::ValueId> inputs_;
  static constexpr int64_t kNone = -1;
  int64_t node_ = kNone;  // whose operations are appended
  std::vector<int64_t> captured_by_;
};

}  // namespace

absl::StatusOr<Capture::Exported> ExportedProgram(
    const SegmentProgram& segment, absl::Span<const ExportedMemory> memory,
    const ExportedNumbers& numbers, absl::Span<const ir::TensorType> inputs,
    absl::Span<const ir::TensorType> outputs) {
  return Exporter(segment, memory, numbers).Make(inputs, outputs);
}

}  // namespace tilewright::eager
