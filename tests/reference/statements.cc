// Statements over whole index spaces, control, and memory.
#include <algorithm>
#include <functional>

#include "absl/strings/str_cat.h"
#include "tests/reference/evaluate.h"
#include "tests/reference/machine.h"
#include "tests/reference/sums.h"
#include "tile/visit.h"

namespace tilewright::reference {

using tile::Statement;

namespace {

// Loops longer than this are taken to have no end.
constexpr int64_t kMostRounds = int64_t{1} << 22;

bool IsArray(const tile::Ref& ref) { return ref.memory == tile::Memory::kHbm; }

}  // namespace

Machine::Machine(const tile::Program& program, absl::Span<Array> arrays)
    : program_(program),
      arrays_(arrays),
      memory_(program.refs.size()),
      window_start_(program.refs.size()),
      cells_(program.exprs.size()),
      is_written_(program.refs.size(), false) {
  size_t next = 0;
  for (size_t r = 0; r < program.refs.size(); ++r) {
    const tile::Ref& ref = program.refs[r];
    if (IsArray(ref)) memory_[r] = std::move(arrays[next++].elements);
    // Windows are their arrays' memory, and move.
    is_written_[r] = !IsArray(ref) || ref.is_output;
  }
  for (const tile::Ref& ref : program.refs) {
    if (ref.window.has_value() && ref.is_output) is_written_[ref.window->array] = true;
  }
  ForgetScratch();
  for (const tile::Expr& e : program.exprs) {
    const auto* const load = e.As<tile::Load>();
    bool state = e.Is<tile::ResultOf>() || e.Is<tile::Counter>() ||
                 (load != nullptr && is_written_[load->ref]);
    bool parameters = e.Is<tile::Parameter>();
    for (ExprId operand : e.operands) {
      state = state || on_state_[operand];
      parameters = parameters || on_parameters_[operand];
    }
    on_state_.push_back(state);
    on_parameters_.push_back(parameters);
  }
}

absl::Status Machine::Run() {
  RunAll(program_.statements);
  size_t next = 0;
  for (size_t r = 0; r < program_.refs.size(); ++r) {
    if (IsArray(program_.refs[r])) arrays_[next++].elements = std::move(memory_[r]);
  }
  return status_;
}

// --- Memory ------------------------------------------------------------------------

int64_t Machine::InArray(RefId ref, int64_t index) const {
  const tile::Window& window = *program_.refs[ref].window;
  const Dims& array = program_.refs[window.array].type.dims();
  const Dims in_block = Unflatten(index, program_.refs[ref].type.dims());
  Dims at = window_start_[ref];
  for (size_t k = 0; k < window.kept.size(); ++k) at[window.kept[k]] += in_block[k];
  for (size_t d = 0; d < at.size(); ++d) {
    if (at[d] < 0 || at[d] >= array[d]) return -1;
  }
  return Flatten(at, array);
}

Element Machine::Read(RefId ref, int64_t index) {
  const tile::Ref& of = program_.refs[ref];
  if (!of.window.has_value()) return memory_[ref][index];
  const int64_t at = InArray(ref, index);
  if (at >= 0) return memory_[of.window->array][at];
  return of.window->padding == tile::kNoExpr ? Element() : ScalarAt(of.window->padding);
}

void Machine::Write(RefId ref, int64_t index, const Element& value) {
  if (!status_.ok()) return;
  const tile::Ref& of = program_.refs[ref];
  const int64_t at = of.window.has_value() ? InArray(ref, index) : index;
  const RefId to = of.window.has_value() ? of.window->array : ref;
  if (at >= static_cast<int64_t>(memory_[to].size())) {
    return Fail(absl::InternalError(absl::StrCat("element ", at, " of r", to)));
  }
  if (at >= 0) memory_[to][at] = value;
}

// Scratch holds nothing that is known.
void Machine::ForgetScratch() {
  for (size_t r = 0; r < program_.refs.size(); ++r) {
    const tile::Ref& ref = program_.refs[r];
    if (IsArray(ref) || ref.window.has_value()) continue;
    memory_[r].assign(ref.type.num_elements(), kUnknown);
  }
  Changed();
}

int64_t Machine::PlaceOf(const tile::Store& store, const Dims& domain, size_t inner,
                         int64_t index) {
  const tile::Ref& ref = program_.refs[store.ref];
  if (store.is_shifted()) {
    Dims at = Unflatten(index, domain);
    for (size_t d = 0; d < at.size(); ++d) {
      if (!store.stride.empty()) at[d] *= store.stride[d];
      const int64_t last = ref.type.dims()[d] - store.Extent(d, domain[d]).number();
      int64_t start = 0;
      if (!store.dynamic_offset.empty() &&
          !Clamped(store.dynamic_offset[d], 0, last, &start)) {
        Fail(absl::AbortedError("a store to a place that is not known"));
        return 0;
      }
      at[d] += start + (store.offset.rank() == 0 ? 0 : store.offset[d].number());
    }
    index = Flatten(at, ref.type.dims());
  } else if (ref.memory == tile::Memory::kVmem &&
             ref.type.num_elements() != Elements(domain) && !store.is_interleaved()) {
    // A row: the pass's own dimensions count.
    index %= Elements(Dims(domain.end() - static_cast<int64_t>(inner), domain.end()));
  }
  if (store.permutation.empty()) return index;
  const Dims seen = Unflatten(index, store.shape.numbers());
  Dims at, dims;
  for (int64_t d : store.permutation) {
    at.push_back(seen[d]);
    dims.push_back(store.shape.numbers()[d]);
  }
  return Flatten(at, dims);
}

std::vector<Element> Machine::ValuesAt(const tile::Store& store, int64_t index) {
  std::vector<Element> values;
  for (ExprId value : store.values) values.push_back(ValueAt(value, index));
  return values;
}

void Machine::Store(const tile::Store& store, const Dims& domain, size_t inner,
                    int64_t index, const std::vector<Element>& values) {
  const int64_t place = PlaceOf(store, domain, inner, index);
  const auto count = static_cast<int64_t>(values.size());
  for (int64_t k = 0; k < count; ++k) Write(store.ref, place * count + k, values[k]);
}

// --- Loop nests and products
// ------------------------------------------------------------

void Machine::RunLoopNest(const tile::LoopNest& nest) {
  const int64_t points = Elements(nest.outer.numbers());
  for (int64_t point = 0; point < points && status_.ok(); ++point) {
    for (const tile::Pass& pass : nest.passes) {
      for (const tile::Reduce& r : pass.reduces) results_.erase(r.id);
    }
    for (const tile::Pass& pass : nest.passes) RunPass(nest, pass, point);
  }
}

void Machine::RunPass(const tile::LoopNest& nest, const tile::Pass& pass, int64_t point) {
  Changed();
  const Dims domain = ir::Joined(nest.outer, pass.inner).numbers();
  const int64_t count = Elements(pass.inner.numbers());
  const int64_t first = point * count;
  // What the pass's stores write is not what its reductions are to read.
  std::vector<std::vector<Element>> reduced;
  for (const tile::Reduce& r : pass.reduces)
    reduced.push_back(ReduceRun(r, first, count));
  std::vector<std::vector<Element>> values(pass.stores.size());
  for (int64_t i = first; i < first + count && status_.ok(); ++i) {
    // All is read before anything is written.
    for (size_t s = 0; s < values.size(); ++s) {
      values[s] = ValuesAt(pass.stores[s], i);
    }
    for (size_t s = 0; s < values.size(); ++s) {
      Store(pass.stores[s], domain, pass.inner.rank(), i, values[s]);
    }
  }
  for (size_t r = 0; r < reduced.size(); ++r) {
    SetResults(pass.reduces[r].id, std::move(reduced[r]));
  }
}

void Machine::RunMatmul(const tile::Matmul& m) {
  const ElementType accumulator = m.accumulator;
  const int64_t rows = m.m.number(), columns = m.n.number(), depth = m.k.number();
  const Numerics numerics = program_.numerics;
  const auto operands = [&](ExprId e) {
    std::vector<Element> values;
    for (int64_t i = 0; i < type(e).num_elements(); ++i) {
      const Element x = To(m.multiplicand, e, ValueAt(e, i));
      values.push_back(Convert({m.multiplicand, x}, accumulator, numerics));
    }
    return values;
  };
  const std::vector<Element> lhs = operands(m.lhs), rhs = operands(m.rhs);
  const auto product = [&](int64_t b, int64_t i, int64_t j) {
    if (ir::IsFloat(accumulator)) {
      Sum sum(accumulator, numerics);
      sum.Add({0, 0});
      for (int64_t k = 0; k < depth; ++k) {
        sum.AddProduct(
            OperandOf(accumulator, lhs[(b * rows + i) * depth + k], numerics),
            OperandOf(accumulator, rhs[(b * depth + k) * columns + j], numerics));
      }
      return Rounded(accumulator, sum.Total(), numerics);
    }
    Element sum;
    for (int64_t k = 0; k < depth; ++k) {
      const Operand pair[] = {{accumulator, lhs[(b * rows + i) * depth + k]},
                              {accumulator, rhs[(b * depth + k) * columns + j]}};
      const Element term = Scalar({ir::OpKind::kMultiply}, pair, accumulator);
      const Operand next[] = {{accumulator, sum}, {accumulator, term}};
      sum = Scalar({ir::OpKind::kAdd}, next, accumulator);
    }
    return sum;
  };
  const Dims domain = m.domain().numbers();
  std::vector<std::vector<Element>> values(m.stores.size());
  for (int64_t at = 0; at < Elements(domain) && status_.ok(); ++at) {
    const Dims index = Unflatten(at, domain);
    SetResults(m.id, {product(index[0], index[1], index[2])});
    for (size_t s = 0; s < values.size(); ++s) values[s] = ValuesAt(m.stores[s], at);
    for (size_t s = 0; s < values.size(); ++s) {
      Store(m.stores[s], domain, 0, at, values[s]);
    }
  }
}

// --- Control -----------------------------------------------------------------------

void Machine::RunAll(const std::vector<Statement>& statements) {
  for (const Statement& s : statements) {
    if (!status_.ok()) return;
    Changed();
    RunOne(s);
  }
  Changed();
}

void Machine::RunOne(const Statement& s) {
  std::visit(Overloaded{
                 [&](const tile::LoopNest& nest) { RunLoopNest(nest); },
                 [&](const tile::Matmul& matmul) { RunMatmul(matmul); },
                 [&](const tile::Scan& scan) { RunScan(scan); },
                 [&](const tile::Sort& sort) { RunSort(sort); },
                 [&](const tile::Scatter& scatter) { RunScatter(scatter); },
                 [&](const tile::SelectAndScatter& s) { RunSelectAndScatter(s); },
                 [&](const tile::While& loop) { RunWhile(loop); },
                 // What a step hands on is what the same step of later stages reads:
                 // stage after stage over the whole arrays is the same.
                 [&](const tile::Chain& chain) { RunAll(chain.stages); },
                 [&](const tile::Grid& grid) { RunGrid(grid); },
                 [&](const tile::For& loop) { RunFor(loop); },
                 [&](const tile::If& branch) { RunIf(branch); },
                 [&](const tile::Dma& dma) { RunDma(dma); },
                 [](const tile::Signal&) {},  // whoever runs alone waits for nobody
             },
             s.node);
}

bool Machine::Decide(const Element& predicate) {
  if (!IsExact(predicate)) {
    Fail(absl::AbortedError("control depends on a value that is not known"));
  }
  return predicate.re != 0;
}

int64_t Machine::IndexOf(ExprId id) {
  const Element x = ScalarAt(id);
  if (!IsExact(x))
    Fail(absl::AbortedError("control depends on a value that is not known"));
  return IntegerOf(type(id).element, x);
}

void Machine::RunWhile(const tile::While& loop) {
  for (int64_t round = 0; status_.ok(); ++round) {
    RunAll(loop.condition);
    if (!status_.ok() || !Decide(Read(loop.predicate, 0)) || !status_.ok()) return;
    RunAll(loop.body);
    if (round == kMostRounds) Fail(absl::AbortedError("a loop goes on and on"));
  }
}

void Machine::PlaceWindows() {
  for (size_t r = 0; r < program_.refs.size(); ++r) {
    if (!program_.refs[r].window.has_value()) continue;
    Dims start;
    for (ExprId d : program_.refs[r].window->start) start.push_back(IndexOf(d));
    window_start_[r] = std::move(start);
    Changed();  // the next window may be placed by what this one shows
  }
}

void Machine::RunGrid(const tile::Grid& grid) {
  const auto rank = static_cast<size_t>(grid.sizes.rank());
  // Scratch is a step's own: the points that differ in sequential dimensions only.
  Dims steps = grid.sizes.numbers(), turns = steps;
  for (size_t d = 0; d < rank; ++d) (grid.sequential[d] ? steps : turns)[d] = 1;
  for (int64_t step = 0; step < Elements(steps); ++step) {
    ForgetScratch();
    for (int64_t turn = 0; turn < Elements(turns) && status_.ok(); ++turn) {
      const Dims a = Unflatten(step, steps), b = Unflatten(turn, turns);
      for (size_t d = 0; d < rank; ++d) counters_[static_cast<int64_t>(d)] = a[d] + b[d];
      Changed();
      PlaceWindows();
      RunAll(grid.body);
    }
  }
}

void Machine::RunFor(const tile::For& loop) {
  const int64_t begin = IndexOf(loop.begin), end = IndexOf(loop.end);
  for (int64_t i = begin; i < end && status_.ok(); ++i) {
    counters_[loop.counter] = i;
    RunAll(loop.body);
  }
}

void Machine::RunIf(const tile::If& branch) {
  const bool taken = Decide(ScalarAt(branch.predicate));
  if (status_.ok()) RunAll(taken ? branch.then : branch.otherwise);
}

// A copy is done when it begins, which is as good as any time before it is awaited.
void Machine::RunDma(const tile::Dma& dma) {
  if (dma.wait) return;
  const Dims& domain = type(dma.copy.value()).dims();
  for (int64_t i = 0; i < Elements(domain); ++i) {
    Store(dma.copy, domain, 0, i, ValuesAt(dma.copy, i));
  }
}

// --- The whole ---------------------------------------------------------------------

absl::Status Evaluate(const tile::Program& program, absl::Span<Array> arrays) {
  if (program.debug) return absl::UnimplementedError("a program with checks");
  size_t next = 0;
  for (const tile::Ref& ref : program.refs) {
    if (!IsArray(ref)) continue;
    if (next == arrays.size() || arrays[next].type.element != ref.type.element ||
        arrays[next].type.num_elements() != ref.type.num_elements()) {
      return absl::InvalidArgumentError(absl::StrCat("array ", next, " does not fit"));
    }
    ++next;
  }
  return Machine(program, arrays).Run();
}

double CostOf(const tile::Program& program) {
  double cost = 0;
  for (const tile::Expr& e : program.exprs) {
    cost += static_cast<double>(e.type.num_elements());
  }
  const std::function<void(const Statement&)> add = [&](const Statement& s) {
    const auto elements = [&](ExprId e) {
      return static_cast<double>(program.exprs[e].type.num_elements());
    };
    if (const auto* matmul = s.As<tile::Matmul>()) {
      cost += elements(matmul->lhs) * static_cast<double>(matmul->n.number());
    }
    ForEachBody(s, [&](const std::vector<Statement>& body) {
      for (const Statement& inner : body) add(inner);
    });
  };
  for (const Statement& s : program.statements) add(s);
  return cost;
}

}  // namespace tilewright::reference
