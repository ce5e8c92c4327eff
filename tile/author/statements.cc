// Statements of a kernel that is being written: memory, control and copies.
#include "tile/statements.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tile/author/author.h"
#include "tile/author/pieces.h"
#include "tile/reads_in_place.h"
#include "tile/visit.h"

namespace tilewright::tile {

using ir::Dims;
using ir::ElementType;
using ir::TensorType;

// --- Order: what a statement reads, and when it was read -------------------

void Author::Append(Statement statement) {
  // A grid's point is one step; a product goes block by block.
  if (!statement.Is<Matmul>()) statement.grid_steps = 1;
  if (statement.place < 0) statement.place = calls_.now().place;
  open_.back().statements.push_back(std::move(statement));
  ++statement_;
}

void Author::Use(ExprId root) {
  ForEachExprUnder(program_, {root}, [&](ExprId id) {
    const Expr& e = program_.exprs[id];
    Note& note = notes_[id];
    if (note.last_statement != statement_) {
      note.last_statement = statement_;
      ++note.statements;
    }
    const auto* const load = e.As<tile::Load>();
    if (load != nullptr && note.version >= 0) {
      if (note.version != versions_[load->ref]) note.keep = true;
      for (Block& block : open_) {
        // Loops around the use that the reading is outside of.
        const bool loop = block.statement.Is<For>() || block.statement.Is<While>();
        if (loop && note.block < block.id) {
          block.read_before.insert(id);
        }
      }
    } else if (note.marked && note.statements > 1) {
      note.keep = true;
    }
  });
}

void Author::Compute(Statement statement) {
  Noted(kNoExpr);
  ForEachExpr(statement, [this](ExprId root) { Use(root); });
  std::vector<RefId> written;
  ForEachRef(statement, [&](RefId ref) { written.push_back(ref); });
  Append(std::move(statement));
  for (RefId ref : written) Written(ref);
}

// --- Memory -----------------------------------------------------------------

bool Author::IsRef(RefId ref) {
  if (IsNumber(ref)) return true;
  if (ref == kOfAnother) {
    Fail("a ref of kernel '", foreign_, "' is used");
  } else {
    Fail("a ref is used that was never made");
  }
  return false;
}

void Author::Written(RefId ref) {
  ++versions_[ref];
  const Ref& of = program_.refs[ref];
  stored_.insert(of.window.has_value() ? of.window->array : ref);
}

RefId Author::Before(RefId updated) {
  const auto [it, fresh] = before_.try_emplace(updated, -1);
  if (!fresh) return it->second;
  Ref before{Memory::kHbm, program_.refs[updated].type, false};
  before.before = updated;
  return it->second =
             AddRef(absl::StrCat("%before.", names_[updated]), std::move(before));
}

ExprId Author::Load(const View& view) {
  if (!CheckView(view)) return Dummy(ir::Scalar(ElementType::kF32));
  const Ref& ref = program_.refs[view.ref];
  if (arrays_.has_value()) {
    if (!ref.is_output) return LoadAny(view);
    if (ref.is_updated && stored_.count(view.ref) == 0) {
      return LoadAny({Before(view.ref), view.start, view.sizes, view.strides});
    }
    Fail(Of(view.ref), "an output of a kernel over whole arrays is not read",
         ref.is_updated ? " once it is stored" : "");
    return Dummy(ref.type);
  }
  if (ref.memory == Memory::kHbm) {
    Fail(Of(view.ref), "is in HBM; copy it to VMEM before it is read");
    return NoValue();
  }
  if (copies_.count(view.ref) > 0) {
    Fail(Of(view.ref), "a semaphore is not read");
  }
  return LoadAny(view);
}

ExprId Author::ReadScalar(RefId ref, const std::vector<ExprId>& index) {
  View view{ref, index, Dims(index.size(), 1)};
  return Reshape(Load(view), {});
}

bool Author::StoreTo(const View& view, ExprId value, tile::Store* store) {
  if (!CheckView(view) || !IsKnown(value)) return false;
  const TensorType& whole = program_.refs[view.ref].type;
  const Dims shape = SeenOf(view);
  if (type(value).element != whole.element) {
    Fail(Of(view.ref), "holds ", ir::Name(whole.element),
         ", the value that is stored is ", ir::ToString(type(value)));
    return false;
  }
  if (type(value).num_elements() > TensorType{whole.element, shape}.num_elements()) {
    Fail(Of(view.ref), "takes [", ir::Join(shape), "], the value that is stored is ",
         ir::ToString(type(value)));
    return false;
  }
  value = Reshape(Spread(value, shape), ElementsOf(view));
  // What is read elsewhere in the ref has to be read before anything is written.
  if (!ReadsInPlace(program_, value, view.ref)) value = Keep(value);
  store->ref = view.ref;
  store->values = {value};
  store->dynamic_offset = view.start;
  store->stride = StridesOf(view);
  return status_.ok();
}

void Author::Store(const View& view, ExprId value) {
  if (!IsRef(view.ref)) return;
  const Ref& ref = program_.refs[view.ref];
  if (arrays_.has_value()) return StoreArray(view, value);
  if (ref.memory == Memory::kHbm || copies_.count(view.ref) > 0) {
    Fail(Of(view.ref), ref.memory == Memory::kHbm ? "is in HBM; copy to it from VMEM"
                                                  : "a semaphore is not written");
    return;
  }
  if (ref.window.has_value() && !ref.is_output) {
    Fail(Of(view.ref), "an input is not written");
    return;
  }
  tile::Store store;
  if (!StoreTo(view, value, &store)) return;
  if (FuseWithProduct(store)) return;
  ComputeStore(std::move(store));
}

std::vector<tile::Store> Author::InPieces(tile::Store store) {
  if (store.is_plain()) {
    std::vector<ExprId> columns = ColumnsOf(store.value());
    if (!columns.empty()) {
      store.values = std::move(columns);
      return {std::move(store)};
    }
  }
  const Dims& whole = program_.refs[store.ref].type.dims();
  const Dims dims = type(store.value()).dims();
  const bool whole_rows = !dims.empty() && whole.size() == dims.size() &&
                          whole.back() == dims.back() && store.permutation.empty();
  if (!whole_rows || type(store.value()).num_elements() == 0) {
    return {std::move(store)};
  }
  const Pieces pieces = FindPieces(&builder_, store.value());
  Noted(kNoExpr);
  if (pieces.values.empty() || (pieces.by_turns && !store.is_plain())) {
    return {std::move(store)};
  }
  if (pieces.by_turns) {
    store.values = pieces.values;
    return {std::move(store)};
  }
  std::vector<tile::Store> parts;
  for (size_t i = 0; i < pieces.values.size(); ++i) {
    tile::Store part = store;
    part.values = {pieces.values[i]};
    const int64_t begin = pieces.stretches[i].start;
    if (part.dynamic_offset.empty()) {
      const size_t last = dims.size() - 1;
      if (part.offset.rank() == 0) part.offset = ir::Shape(Dims(dims.size(), 0));
      part.offset.Set(last, part.offset[last] + begin);
    } else {
      // Whole rows begin where their ref's do.
      part.dynamic_offset.back() = ConstantInteger(ElementType::kI32, begin);
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

void Author::ComputeStore(tile::Store store) {
  // Those over one domain are one loop.
  std::vector<std::pair<Dims, std::vector<tile::Store>>> loops;
  for (tile::Store& part : InPieces(std::move(store))) {
    const Dims& dims = type(part.values[0]).dims();
    const auto same = std::find_if(loops.begin(), loops.end(),
                                   [&](const auto& loop) { return loop.first == dims; });
    if (same == loops.end()) {
      loops.push_back({dims, {std::move(part)}});
    } else {
      same->second.push_back(std::move(part));
    }
  }
  for (auto& [dims, stores] : loops) {
    LoopNestWriter nest(&builder_, dims);
    nest.BeginPass();
    for (tile::Store& part : stores) nest.Write(std::move(part));
    Compute(std::move(nest).Done(/*cost=*/0));
  }
}

void Author::StoreArray(const View& view, ExprId value) {
  const Ref& ref = program_.refs[view.ref];
  const std::string where = Of(view.ref);
  if (!ref.is_output) return Fail(where, "an input is not written");
  if (!view.start.empty() && !ref.is_updated) {
    return Fail(where, "a part of it is stored, and the rest is no input's");
  }
  tile::Store store;
  if (!StoreTo(view, value, &store)) return;
  if (!stored_.insert(view.ref).second) return Fail(where, "is stored twice");
  std::vector<tile::Store> parts = {store};
  if (!arrays_->ReadsResults(store.value())) parts = InPieces(std::move(store));
  for (const tile::Store& part : parts) {
    const absl::Status done = arrays_->Store(part);
    if (!done.ok()) Fail(where, "what is stored ", done.message());
  }
}

ExprId Author::Keep(ExprId value) {
  if (!IsKnown(value)) return value;
  if (arrays_.has_value()) {
    arrays_->Keep(value);
    return value;
  }
  const RefId kept = Temporary("value", type(value));
  ComputeStore(tile::StoreTo(kept, value));
  return LoadAny({kept, {}, {}});
}

// --- Control ------------------------------------------------------------------

ExprId Author::BeginFor(ExprId begin, ExprId end) {
  NeedsGrid("loops");
  const bool fits =
      IsScalarI32(begin, "a loop's begin") && IsScalarI32(end, "a loop's end");
  if (fits) {
    Use(begin);
    Use(end);
  }
  Block block;
  block.id = ++next_block_;
  block.statement = ForStatement(next_counter_, begin, end, {});
  block.statement.place = calls_.now().place;
  block.versions = versions_;
  open_ids_.insert(block.id);
  open_.push_back(std::move(block));
  return Noted(builder_.Counter(next_counter_++));
}

template <typename Kind>
Author::Block Author::Close(absl::string_view what) {
  if (!open_.back().statement.Is<Kind>()) {
    Fail(what, " without its beginning");
    return {};
  }
  Block block = std::move(open_.back());
  open_.pop_back();
  open_ids_.erase(block.id);
  return block;
}

void Author::KeepReadBefore(const Block& loop) {
  for (ExprId load : loop.read_before) {
    const RefId ref = program_.exprs[load].As<tile::Load>()->ref;
    if (static_cast<size_t>(ref) < loop.versions.size() &&
        versions_[ref] != loop.versions[ref]) {
      notes_[load].keep = true;
    }
  }
}

void Author::EndFor() {
  Block block = Close<For>("the end of a loop");
  For* const loop = block.statement.As<For>();
  if (loop == nullptr) return;
  KeepReadBefore(block);
  loop->body = std::move(block.statements);
  Append(std::move(block.statement));
}

void Author::BeginWhile() {
  NeedsGrid("loops");
  Block block;
  block.id = ++next_block_;
  block.statement = WhileStatement({}, -1, {});
  block.statement.place = calls_.now().place;
  block.versions = versions_;
  open_ids_.insert(block.id);
  open_.push_back(std::move(block));
}

void Author::WhileCondition(ExprId predicate) {
  Block& block = open_.back();
  While* const loop = block.statement.As<While>();
  if (loop == nullptr || block.in_else) return Fail("a loop's condition without a loop");
  if (IsKnown(predicate) && type(predicate) != ir::Scalar(ElementType::kI1)) {
    Fail("a loop's condition: expected a scalar i1, is ", ir::ToString(type(predicate)));
  }
  if (status_.ok()) {
    loop->predicate = Temporary("while", ir::Scalar(ElementType::kI1));
    Compute(StoreStatement(&builder_, tile::StoreTo(loop->predicate, predicate),
                           /*cost=*/0));
  }
  block.in_else = true;
  loop->condition = std::move(block.statements);
  block.statements.clear();
  // Values of the condition are not known in the body.
  open_ids_.erase(block.id);
  block.id = ++next_block_;
  open_ids_.insert(block.id);
}

void Author::EndWhile() {
  Block block = Close<While>("the end of a loop");
  While* const loop = block.statement.As<While>();
  if (loop == nullptr) return;
  KeepReadBefore(block);
  loop->body = std::move(block.statements);
  Append(std::move(block.statement));
}

std::vector<RefId> Author::Carry(const std::vector<ExprId>& values) {
  std::vector<RefId> refs;
  for (ExprId value : values) {
    if (!IsKnown(value)) value = NoValue();
    refs.push_back(Temporary("carried", type(value)));
    Store({refs.back(), {}, {}}, value);
  }
  return refs;
}

std::vector<ExprId> Author::Carried(const std::vector<RefId>& refs) {
  std::vector<ExprId> values;
  for (RefId ref : refs) values.push_back(LoadAny({ref, {}, {}}));
  return values;
}

void Author::CarryOn(const std::vector<RefId>& refs, const std::vector<ExprId>& values) {
  if (values.size() != refs.size()) {
    return Fail("a loop carries ", refs.size(), " values, its body gives ",
                values.size());
  }
  for (size_t i = 0; i < refs.size(); ++i) {
    if (IsKnown(values[i]) && type(values[i]) != program_.refs[refs[i]].type) {
      Fail("a loop carries ", ir::ToString(program_.refs[refs[i]].type), " as value ", i,
           ", its body gives ", ir::ToString(type(values[i])));
    }
    Store({refs[i], {}, {}}, values[i]);
  }
}

void Author::BeginIf(ExprId predicate) {
  NeedsGrid("branches");
  if (IsKnown(predicate) && type(predicate) != ir::Scalar(ElementType::kI1)) {
    Fail("a branch's condition: expected a scalar i1, is ",
         ir::ToString(type(predicate)));
  }
  if (status_.ok()) Use(predicate);
  Block block;
  block.id = ++next_block_;
  block.statement = IfStatement(predicate, {}, {});
  block.statement.place = calls_.now().place;
  open_ids_.insert(block.id);
  open_.push_back(std::move(block));
}

void Author::Else() {
  Block& block = open_.back();
  If* const branch = block.statement.As<If>();
  if (branch == nullptr || block.in_else) {
    Fail("else without its beginning");
    return;
  }
  block.in_else = true;
  branch->then = std::move(block.statements);
  block.statements.clear();
  // Values of the first branch are not known in the second.
  open_ids_.erase(block.id);
  block.id = ++next_block_;
  open_ids_.insert(block.id);
}

void Author::EndIf() {
  Block block = Close<If>("the end of a branch");
  If* const branch = block.statement.As<If>();
  if (branch == nullptr) return;
  (block.in_else ? branch->otherwise : branch->then) = std::move(block.statements);
  Append(std::move(block.statement));
}

// --- Copies ---------------------------------------------------------------------

void Author::StartCopy(const View& from, const View& to, RefId semaphores, ExprId slot) {
  Copy(false, from, to, semaphores, slot);
}

void Author::WaitCopy(const View& from, const View& to, RefId semaphores, ExprId slot) {
  Copy(true, from, to, semaphores, slot);
}

bool Author::IsSlot(RefId semaphores, ExprId slot) {
  if (!IsScalarI32(slot, absl::StrCat(Of(semaphores), "its number"))) return false;
  const int64_t slots = program_.refs[semaphores].type.num_elements();
  const auto* const number = program_.exprs[slot].As<tile::Constant>();
  if (number == nullptr) return true;
  const int64_t given = number->literal.IntegerAt(0);
  if (given >= 0 && given < slots) return true;
  Fail("'", names_[semaphores], "': there is no semaphore ", given, ", there are ",
       slots);
  return false;
}

void Author::Signal(bool wait, RefId semaphores, ExprId slot, ExprId amount) {
  if (NeedsGrid("semaphores") || !IsRef(semaphores)) return;
  const auto counted = copies_.find(semaphores);
  if (counted == copies_.end()) {
    return Fail(Of(semaphores), "is no semaphore");
  }
  if (!IsSlot(semaphores, slot) ||
      !IsScalarI32(amount, absl::StrCat(Of(semaphores), "what is signalled"))) {
    return;
  }
  Use(slot);
  Use(amount);
  Append(SignalStatement({wait, semaphores, slot, amount}));
  ++(wait ? counted->second.signal_waits : counted->second.signals);
}

void Author::Copy(bool wait, const View& from, const View& to, RefId semaphores,
                  ExprId slot) {
  if (NeedsGrid("copies")) return;
  if (!CheckView(from) || !CheckView(to) || !IsRef(semaphores)) return;
  const auto counted = copies_.find(semaphores);
  if (counted == copies_.end()) {
    Fail(Of(semaphores), "is no semaphore");
    return;
  }
  if (!IsSlot(semaphores, slot)) return;
  const Ref& target = program_.refs[to.ref];
  const bool writable =
      target.is_output || (target.memory != Memory::kHbm && !target.window.has_value());
  if (!writable || copies_.count(to.ref) > 0) {
    Fail(Of(to.ref), "a copy does not write an input or a semaphore");
    return;
  }
  const auto shape = [&](const View& view) { return SeenOf(view); };
  const ElementType element = program_.refs[from.ref].type.element;
  const auto without_ones = [](Dims dims) {
    dims.erase(std::remove(dims.begin(), dims.end(), 1), dims.end());
    return dims;
  };
  if (element != target.type.element ||
      without_ones(shape(from)) != without_ones(shape(to))) {
    Fail("a copy from '", names_[from.ref], "', ", ir::ToString({element, shape(from)}),
         ", to '", names_[to.ref], "', ", ir::ToString({target.type.element, shape(to)}),
         ": the types differ");
    return;
  }
  if (from.ref == to.ref) {
    Fail(Of(to.ref), "a copy from a ref to itself");
    return;
  }
  Dma dma;
  dma.wait = wait;
  dma.source = from.ref;
  dma.semaphore = semaphores;
  dma.slot = slot;
  if (!StoreTo(to, Reshape(LoadAny(from), shape(to)), &dma.copy)) return;
  Use(dma.copy.value());
  for (ExprId offset : dma.copy.dynamic_offset) Use(offset);
  Use(slot);
  Append(DmaStatement(std::move(dma)));
  Written(to.ref);
  Copies& count = counted->second;
  ++(wait ? count.waits : count.starts);
  count.conditional = count.conditional || open_.size() > 1;
  if (!wait) count.into = to.ref;
}

}  // namespace tilewright::tile
