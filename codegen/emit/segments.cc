// Contiguous segments: loop nests with lanes along the inner dimensions, whose rows are
// made of several segments that lie far apart, as those of a sum over the first and the
// last of three dimensions. Row by row, memory would be read in short pieces, page after
// page; here some rows, which are neighbours, are read together, a segment of each, and
// what has been combined waits in scratch. Each row's elements are combined in the same
// order.
#include "codegen/emit/row_pass.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::LoopNest;

void StatementEmitter::EmitSegments(const LoopNest& nest, const Index& prefix, int count,
                                    Value* lo, Value* hi) {
  llvm::IRBuilder<>& b = kb_.ir();
  kb_.For(lo, hi, kSegmentRowsAtOnce, 1, [&](const LaneIndex& first) {
    RowPass pass(*this, nest, nest.passes[0]);
    const int lanes = kb_.lanes();
    const std::vector<Value*> start = pass.Start(1);
    Value* const beyond = kb_.AddConstant(first, kSegmentRowsAtOnce).base;
    Value* const last = b.CreateSelect(b.CreateICmpSLT(beyond, hi), beyond, hi);
    const auto each = [&](const std::function<void(Point, const LaneIndex&)>& body) {
      kb_.For(first.base, last, 1, 1, [&](const LaneIndex& row) {
        Point point;
        point.index = prefix;
        point.index.push_back({count, row});
        body(std::move(point), row);
      });
    };
    // Value v of the row's state.
    const auto address = [&](const LaneIndex& row, size_t v) {
      Value* const number = b.CreateSub(row.base, first.base);
      const auto bytes = static_cast<int64_t>(start.size()) * kSegmentValueBytes;
      Value* const state =
          b.CreateGEP(b.getInt8Ty(), scratch_, b.CreateMul(number, kb_.I64(bytes)));
      return b.CreateConstGEP1_64(b.getInt8Ty(), state,
                                  static_cast<int64_t>(v) * kSegmentValueBytes);
    };
    const auto load = [&](const LaneIndex& row) {
      std::vector<Value*> values;
      for (size_t v = 0; v < start.size(); ++v) {
        values.push_back(
            b.CreateAlignedLoad(start[v]->getType(), address(row, v), llvm::Align(4)));
      }
      return values;
    };
    const auto store = [&](const LaneIndex& row, const std::vector<Value*>& values) {
      for (size_t v = 0; v < values.size(); ++v) {
        b.CreateAlignedStore(values[v], address(row, v), llvm::Align(4));
      }
    };
    each([&](const Point&, const LaneIndex& row) { store(row, start); });
    Loops before = pass.loops();
    before.sizes.pop_back();
    before.counts.pop_back();
    NestedLoops(before, 0, {}, [&](const Index& outer) {
      each([&](Point point, const LaneIndex& row) {
        store(row, pass.Run(outer, absl::MakeSpan(&point, 1), load(row)));
      });
    });
    each([&](Point point, const LaneIndex& row) {
      pass.Finish(absl::MakeSpan(&point, 1), load(row));
      kb_.set_lanes(1);
      for (size_t p = 1; p < nest.passes.size(); ++p) {
        EmitPassPoint(nest, nest.passes[p], &point);
      }
      kb_.set_lanes(lanes);
    });
    kb_.set_lanes(1);
  });
}

}  // namespace tilewright::codegen
