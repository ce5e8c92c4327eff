// From what was written to a tile program: what has to be computed where it was
// made becomes a statement there, what nobody reads goes, and the whole is
// checked.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "ir/open/linear_size.h"
#include "support/status_macros.h"
#include "tile/author/author.h"
#include "tile/expressions.h"
#include "tile/sizes.h"
#include "tile/statements.h"
#include "tile/verify/verify.h"
#include "tile/visit.h"

namespace tilewright::tile {
ExprId Author::MarkedBy(const Statement& statement) {
  const LoopNest* const nest = statement.As<LoopNest>();
  const bool mark = nest != nullptr && nest->outer.rank() == 2 && nest->outer[0] == kMark;
  return mark ? static_cast<ExprId>(nest->outer[1].number()) : kNoExpr;
}

void Author::Resolve(std::vector<Statement>* statements) {
  std::vector<Statement> out;
  for (Statement& s : *statements) {
    const ExprId value = MarkedBy(s);
    if (value == kNoExpr) {
      ForEachBody(s, [this](std::vector<Statement>& body) { Resolve(&body); });
      out.push_back(std::move(s));
      continue;
    }
    if (!notes_[value].keep) continue;
    // The expression becomes a load of what a copy of it has computed here.
    const ir::TensorType type = program_.exprs[value].type;
    const RefId kept = Temporary("value", type);
    const ExprId copy = program_.Add(program_.exprs[value]);
    notes_.resize(program_.exprs.size());
    program_.exprs[value] = LoadExpr(kept, type);
    out.push_back(StoreStatement(&builder_, tile::StoreTo(kept, copy), /*cost=*/0));
    out.back().place = notes_[value].place;
  }
  *statements = std::move(out);
}

// Results of products that went into their stores, and other temporaries that
// nobody reads.
void Author::DropUnused() {
  std::vector<ExprId> roots;
  ForEachStatement(grid_.body, [&](Statement& s) {
    ForEachExpr(s, [&](ExprId root) { roots.push_back(root); });
  });
  for (const Ref& ref : program_.refs) {
    if (!ref.window.has_value()) continue;
    roots.insert(roots.end(), ref.window->start.begin(), ref.window->start.end());
  }
  std::set<RefId> read;
  ForEachExprUnder(program_, std::move(roots), [&](ExprId id) {
    if (const auto* load = program_.exprs[id].As<tile::Load>()) read.insert(load->ref);
  });
  const auto drop = [&](std::vector<tile::Store>& stores) {
    const auto unread = [&](const tile::Store& store) {
      return temporary_[store.ref] && read.count(store.ref) == 0;
    };
    if (stores.size() > 1) {
      stores.erase(std::remove_if(stores.begin(), stores.end(), unread), stores.end());
    }
  };
  std::set<RefId> used;
  ForEachStatement(grid_.body, [&](Statement& s) {
    if (Matmul* const matmul = s.As<Matmul>()) drop(matmul->stores);
    ForEachRef(s, [&](RefId ref) { used.insert(ref); });
  });
  // Numbers of the refs that stay.
  std::vector<RefId> number(program_.refs.size(), -1);
  std::vector<Ref> refs;
  std::vector<std::string> names;
  std::vector<int> buffers;
  for (size_t r = 0; r < program_.refs.size(); ++r) {
    const RefId ref = static_cast<RefId>(r);
    if (temporary_[r] && read.count(ref) == 0 && used.count(ref) == 0) continue;
    number[r] = static_cast<RefId>(refs.size());
    refs.push_back(std::move(program_.refs[r]));
    names.push_back(std::move(names_[r]));
    buffers.push_back(buffers_[r]);
  }
  const auto renumber = [&](RefId& ref) {
    if (ref >= 0) ref = number[ref];
  };
  for (Ref& ref : refs) {
    if (ref.window.has_value()) renumber(ref.window->array);
  }
  for (Expr& e : program_.exprs) {
    auto* const load = e.As<tile::Load>();
    if (load == nullptr) continue;
    renumber(load->ref);
    // Nobody evaluates what loads a ref that is gone.
    if (load->ref < 0) e = ZeroExpr(e.type);
  }
  ForEachStatement(grid_.body, [&](Statement& s) { ForEachRef(s, renumber); });
  program_.refs = std::move(refs);
  names_ = std::move(names);
  buffers_ = std::move(buffers);
}

void Author::CheckSemaphores() {
  for (const auto& [semaphore, count] : copies_) {
    calls_.Resume(made_[semaphore]);
    const std::string name = calls_.Of(names_[semaphore]);
    if (count.signal_waits > 0 && count.signals + count.starts == 0) {
      Fail(name, "is waited for and never signalled");
    }
    if (count.signals + count.signal_waits > 0) continue;
    if (count.starts == 0 && count.waits == 0) continue;
    if (count.waits == 0) {
      Fail(name, count.starts, " copies are started (the last into '", names_[count.into],
           "') and none is awaited");
    } else if (count.starts == 0) {
      Fail(name, count.waits, " copies are awaited and none is started");
    } else if (!count.conditional && count.starts != count.waits) {
      Fail(name, count.starts, " copies are started (the last into '", names_[count.into],
           "') and ", count.waits, " awaited");
    }
  }
}

// What an updated operand holds, where nothing is stored over it, came with the call.
void Author::CheckOutputs() {
  for (size_t r = 0; r < program_.refs.size(); ++r) {
    const Ref& ref = program_.refs[r];
    const bool is_array = ref.memory == Memory::kHbm && ref.is_output;
    const bool must = !ref.is_updated || arrays_.has_value();
    if (!is_array || !must || stored_.count(static_cast<RefId>(r)) > 0) continue;
    calls_.Resume(made_[r]);
    Fail(calls_.Of(names_[r]), "is never stored");
  }
  calls_.End();
}

// The statements of what was stored; scratch that they take is named after its kind.
void Author::FinishArrays() {
  arrays_->Finish();
  // Nobody evaluates a result that is stored nowhere.
  std::set<int> computed;
  for (const Statement& s : program_.statements) {
    ForEachResult(s, [&](int id) { computed.insert(id); });
  }
  for (Expr& e : program_.exprs) {
    const auto* const result = e.As<ResultOf>();
    if (result != nullptr && computed.count(result->id) == 0) e = ZeroExpr(e.type);
  }
  for (size_t r = names_.size(); r < program_.refs.size(); ++r) {
    names_.push_back(absl::StrCat("%row.", r));
    buffers_.push_back(1);
  }
}

void Author::FinishGrid() {
  grid_.body = std::move(open_.front().statements);
  Resolve(&grid_.body);
  DropUnused();
  program_.statements.push_back(GridStatement(std::move(grid_)));
}

absl::Status Author::CheckSymbols(const Kernel& kernel) const {
  std::vector<ir::Shape> inputs;
  for (const Operand& operand : kernel.operands) {
    if (operand.is_input()) inputs.push_back(operand.type.shape);
  }
  const ir::SymbolList& symbols = kernel.program.symbols;
  const std::vector<ir::TellingSize> telling = ir::TellingSizes(inputs, symbols.count());
  for (int s = 0; s < symbols.count(); ++s) {
    if (telling[s].shape >= 0) continue;
    const std::string& symbol = symbols[s].name;
    return absl::InvalidArgumentError(absl::StrCat(
        "kernel '", name_, "': no input's size says what '", symbol,
        "' is: one has to be ", symbol, ", or that times a number plus a number"));
  }
  return absl::OkStatus();
}

absl::StatusOr<Kernel> Author::Build() {
  if (built_) Fail("was built already");
  built_ = true;
  calls_.End();
  if (open_.size() > 1) Fail("a loop or a branch is not closed");
  const bool writes = std::any_of(program_.refs.begin(), program_.refs.end(),
                                  [](const Ref& ref) { return ref.is_output; });
  if (!writes) Fail("has no output");
  CheckSemaphores();
  CheckOutputs();
  TW_RETURN_IF_ERROR(status_);

  if (arrays_.has_value()) {
    FinishArrays();
  } else {
    FinishGrid();
  }
  TW_RETURN_IF_ERROR(status_);
  BindSymbols(&program_);
  if (program_.sizes >= 0) {
    names_.emplace_back("%sizes");
    buffers_.push_back(1);
  }
  Kernel kernel;
  kernel.over_arrays = arrays_.has_value();
  std::map<RefId, int> number;  // of operands
  for (RefId r : program_.Parameters()) {
    if (r == program_.sizes) continue;
    const Ref& ref = program_.refs[r];
    Operand operand = {names_[r], ref.type, ref.is_output, ref.is_updated};
    if (ref.before >= 0) operand.before = number.at(ref.before);
    number[r] = static_cast<int>(kernel.operands.size());
    kernel.operands.push_back(std::move(operand));
  }
  ForEachStatement(program_.statements, [&](const Statement& s) {
    kernel.places.push_back(calls_.PlaceText(s.place));
  });
  kernel.program = std::move(program_);
  kernel.ref_names = std::move(names_);
  kernel.buffers = std::move(buffers_);
  TW_RETURN_IF_ERROR(CheckSymbols(kernel));
  TW_RETURN_IF_ERROR(Verify(kernel.program));
  TW_RETURN_IF_ERROR(CheckMemory(kernel, chip_));
  return kernel;
}

}  // namespace tilewright::tile
