// Runs: nests with lanes along the inner dimensions, whose rows are made of several
// runs that lie far apart, as those of a sum over the first and the last of three
// dimensions. Row by row, memory would be read in short pieces, page after page; here
// some rows, which are neighbours, are read together, a run of each, and what has been
// combined waits in scratch. Each row's elements are combined in the same order.
#include "codegen/row_phase.h"
#include "tile/arrange.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::Nest;

namespace {

constexpr int64_t kRows = 64;  // at a time: of sums, their states stay in the L1 cache
constexpr int64_t kLeastRows = 4, kLeastRuns = 4;
constexpr int64_t kLongestRun = 4096;  // longer ones are read fast as they are
constexpr int64_t kValueBytes = 64;    // a vector of what is carried, at most
constexpr int64_t kValues = 4 * 3;     // of a row, at most: accumulators; see monoid.h

}  // namespace

bool ReducesRuns(const tile::Program& program, const Nest& nest) {
  if (nest.lanes_outer || program.debug || !ReducesInOnePass(nest)) return false;
  ir::Dims runs = nest.phases[0].inner;
  const int64_t run = runs.back();
  runs.pop_back();
  return nest.outer.back() >= kLeastRows && tile::Elements(runs) >= kLeastRuns &&
         run <= kLongestRun;
}

int64_t RunBytes(const Nest& nest) {
  const auto reduces = static_cast<int64_t>(nest.phases[0].reduces.size());
  return reduces * kValues * kValueBytes * kRows;
}

void StatementEmitter::EmitRuns(const Nest& nest, const Index& prefix, int count,
                                Value* lo, Value* hi) {
  llvm::IRBuilder<>& b = kb_.ir();
  kb_.For(lo, hi, kRows, 1, [&](const LaneIndex& first) {
    RowPhase phase(*this, nest, nest.phases[0]);
    const int lanes = kb_.lanes();
    const std::vector<Value*> start = phase.Start(1);
    Value* const beyond = kb_.AddConstant(first, kRows).base;
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
      const auto bytes = static_cast<int64_t>(start.size()) * kValueBytes;
      Value* const state =
          b.CreateGEP(b.getInt8Ty(), scratch_, b.CreateMul(number, kb_.I64(bytes)));
      return b.CreateConstGEP1_64(b.getInt8Ty(), state,
                                  static_cast<int64_t>(v) * kValueBytes);
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
