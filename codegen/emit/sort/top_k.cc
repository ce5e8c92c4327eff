// Top-k: the first elements of a stable sort, without the rest: elements come in order
// and find their place among the best so far, behind those that are equal. Most are worse
// than all of these, which a vector of them is asked at once.
#include "codegen/emit/sort/row_sorter.h"

namespace tilewright::codegen {

using llvm::Value;
using Values = KernelBuilder::Values;

void RowSorter::SelectTopK(int lanes, const Read& read) {
  const int64_t whole = keep_ + (n_ - keep_) / lanes * lanes;
  const auto consider = [&](const LaneIndex& i) {
    const Tuple value = read(i);
    kb_.If(Less(value, Load(kb_.I64(keep_ - 1))),
           [&] { Insert(value, kb_.I64(keep_ - 1)); });
  };
  kb_.For(kb_.I64(0), kb_.I64(keep_), 1, 1,
          [&](const LaneIndex& i) { Insert(read(i), i.base); });
  kb_.For(kb_.I64(keep_), kb_.I64(whole), lanes, 1, [&](const LaneIndex& first) {
    if (lanes == 1) return consider(first);
    Tuple worst = Load(kb_.I64(keep_ - 1));
    kb_.set_lanes(lanes);
    for (Lanes& w : worst) w = eval_.Spread(w);
    LaneIndex block = first;
    block.stride = 1;
    Value* const better = kb_.ir().CreateOrReduce(Less(read(block), worst));
    kb_.set_lanes(1);
    kb_.If(better, [&] { kb_.For(first.base, Add(first.base, lanes), 1, 1, consider); });
  });
  kb_.For(kb_.I64(whole), kb_.I64(n_), 1, 1, consider);
}

// Puts `value` before all that come after it in [0, at); position `at` is lost.
void RowSorter::Insert(const Tuple& value, Value* at) {
  llvm::IRBuilder<>& b = kb_.ir();
  const Values place = kb_.While(
      {at},
      [&](const Values& now) {
        Value* const inside = IsLess(kb_.I64(0), now[0]);
        Value* const before = b.CreateSelect(inside, Add(now[0], -1), kb_.I64(0));
        return b.CreateAnd(inside, Less(value, Load(before)));
      },
      [&](const Values& now) {
        Value* const before = Add(now[0], -1);
        Copy(before, now[0]);
        return Values{before};
      });
  Store(place[0], value);
}

}  // namespace tilewright::codegen
