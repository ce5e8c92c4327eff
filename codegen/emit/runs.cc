// Runs: nests with lanes along the inner dimensions, whose rows are made of several
// runs that lie far apart, as those of a sum over the first and the last of three
// dimensions. Row by row, memory would be read in short pieces, page after page; here
// some rows, which are neighbours, are read together, a run of each, and what has been
// combined waits in scratch. Each row's elements are combined in the same order.
#include "codegen/emit/row_phase.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::Nest;

void StatementEmitter::EmitRuns(const Nest& nest, const Index& prefix, int count,
                                Value* lo, Value* hi) {
  llvm::IRBuilder<>& b = kb_.ir();
  kb_.For(lo, hi, kRunRowsAtOnce, 1, [&](const LaneIndex& first) {
    RowPhase phase(*this, nest, nest.phases[0]);
    const int lanes = kb_.lanes();
    const std::vector<Value*> start = phase.Start(1);
    Value* const beyond = kb_.AddConstant(first, kRunRowsAtOnce).base;
    Value* const last = b.CreateSelect(b.CreateICmpSLT(beyond, hi), beyond, hi);
    const auto each = [&](const std::function<void(Place, const LaneIndex&)>& body) {
      kb_.For(first.base, last, 1, 1, [&](const LaneIndex& row) {
        Place place;
        place.index = prefix;
        place.index.push_back({count, row});
        body(std::move(place), row);
      });
    };
    // Value v of the row's state.
    const auto address = [&](const LaneIndex& row, size_t v) {
      Value* const number = b.CreateSub(row.base, first.base);
      const auto bytes = static_cast<int64_t>(start.size()) * kRunValueBytes;
      Value* const state =
          b.CreateGEP(b.getInt8Ty(), scratch_, b.CreateMul(number, kb_.I64(bytes)));
      return b.CreateConstGEP1_64(b.getInt8Ty(), state,
                                  static_cast<int64_t>(v) * kRunValueBytes);
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
    each([&](const Place&, const LaneIndex& row) { store(row, start); });
    Loops before = phase.loops();
    before.sizes.pop_back();
    before.counts.pop_back();
    NestedLoops(before, 0, {}, [&](const Index& outer) {
      each([&](Place place, const LaneIndex& row) {
        store(row, phase.Run(outer, absl::MakeSpan(&place, 1), load(row)));
      });
    });
    each([&](Place place, const LaneIndex& row) {
      phase.Finish(absl::MakeSpan(&place, 1), load(row));
      kb_.set_lanes(1);
      for (size_t p = 1; p < nest.phases.size(); ++p) {
        EmitPhasePoint(nest, nest.phases[p], &place);
      }
      kb_.set_lanes(lanes);
    });
    kb_.set_lanes(1);
  });
}

}  // namespace tilewright::codegen
