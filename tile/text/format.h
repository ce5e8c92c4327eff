// The text of tile programs, said once for all that goes over it: Print, which writes
// it, Parse, which reads it, and TextLines, which counts its lines.
//
// `Spell` says what a line holds, as calls of a *line*:
//
//   Text(t)              the words `t`
//   Has(t, present)      the words `t` where there is something to say: `present` when
//                        writing; when reading, whether they come next. Tells.
//   Begins(t, present)   the same without the words themselves
//   Flag(t, b), FlagUnless(t, b)      the words `t` where b, or where not
//   Number(n), Positive(t, n)         a number or a size; `t` and one, unless it is 0
//   Ref(r), Ids(ids), MaybeIds(t, ids), List(t, dims), Numbers(t, n...)
//   Op(op), Element(e), Type(t), OneOf(names, x), Bytes(bytes)
//   Facts(symbols)       what is known of the symbols that sizes before were of
//   Set(field, x)        when reading: what follows from what was there
//
// `Walk` says which lines there are, as calls of a *text*:
//
//   Line(part, spell)    a line of `part`, which knows it by its address
//   Numbered(t, parts, spell)         a line each: `t`, its number, " = " or " "
//   Each(parts, word, walk)           parts whose first lines begin with `word`
//   Statements(list)     until a line is no statement or further out
//   Word(t), Maybe(t, present)        a line of the word `t` alone
//   Begins(t, present)   whether there is a line that begins with the word `t`
//   Inside(walk)         further in
//
// Parts are const for what writes.
#pragma once

#include <iterator>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "support/overloaded.h"
#include "tile/program.h"
#include "tile/statements.h"

namespace tilewright::tile {

inline constexpr absl::string_view kExprNames[] = {
#define TW_ROW(kind, name) name,
    TW_FOR_EACH_EXPR(TW_ROW)
#undef TW_ROW
};
inline constexpr absl::string_view kStatementNames[] = {
    "nest", "matmul", "scan", "sort", "scatter", "select_and_scatter", "while", "chain",
    "grid", "for",    "if",   "dma",  "signal"};
static_assert(std::size(kStatementNames) ==
              std::variant_size_v<decltype(Statement::node)>);
inline constexpr absl::string_view kMemoryNames[] = {"hbm", "vmem", "smem"};
inline constexpr absl::string_view kNumericsNames[] = {"tpu", "ieee"};
enum Direction { kIn, kOut, kInOut };
inline constexpr absl::string_view kDirectionNames[] = {"in", "out", "inout"};

// --- Lines -------------------------------------------------------------------------

void Spell(auto& line, Is<Window> auto& window) {
  line.Text(" window of ").Ref(window.array);
  line.List("block", window.block).List("kept", window.kept);
  line.Text(" at ").Ids(window.start).Flag(" inside", window.inside);
  line.FlagUnless(" whole", window.may_straddle).Flag(" copied", window.copied);
  line.Flag(" early", window.may_precede);
  if (line.Has(" padding ", window.padding >= 0)) line.Number(window.padding);
}

void Spell(auto& line, Is<Ref> auto& ref) {
  int direction = ref.is_updated ? kInOut : ref.is_output ? kOut : kIn;
  line.OneOf(kMemoryNames, ref.memory).Text(" ").OneOf(kDirectionNames, direction);
  line.Set(ref.is_output, direction != kIn).Set(ref.is_updated, direction == kInOut);
  line.Text(" ").Type(ref.type);
  if (line.Begins(" window of", ref.window.has_value())) {
    line.Make(ref.window);
    Spell(line, *ref.window);
  }
  if (line.Has(" pieces=", ref.pieces != 1)) line.Number(ref.pieces);
  if (line.Has(" before ", ref.before >= 0)) line.Ref(ref.before);
}

// What an expression says behind its operands.
void Spell(auto& line, Is<Scalar> auto& scalar) {
  line.Make(scalar.parameters, scalar.op);
  std::visit(
      Overloaded{[&](Is<Comparison> auto& x) {
                   line.Numbers("a", x.direction).Numbers("b", x.order);
                 },
                 [&](Is<Precision> auto& x) {
                   line.Numbers("a", x.exponent_bits).Numbers("b", x.mantissa_bits);
                 },
                 [](Is<std::monostate> auto&) {}},
      scalar.parameters);
}

void Spell(auto& line, Is<Gather> auto& g) {
  line.List("offset", g.offset_dims).List("collapsed", g.collapsed_slice_dims);
  line.List("batching", g.operand_batching_dims);
  line.List("indices_batching", g.start_indices_batching_dims);
  line.List("map", g.start_index_map).Text(" vector=").Number(g.index_vector_dim);
}

void Spell(auto&, Is<Constant, Load, Reshape, DynamicSlice, DynamicUpdateSlice> auto&) {}
void Spell(auto& line, Is<Iota, Concatenate> auto& x) { line.Numbers("a", x.dimension); }
void Spell(auto& line, Is<Broadcast, Reverse> auto& x) { line.List("a", x.dimensions); }
void Spell(auto& line, Is<Transpose> auto& x) { line.List("a", x.permutation); }
void Spell(auto& line, Is<Slice> auto& x) { line.List("a", x.start).List("b", x.stride); }
void Spell(auto& line, Is<Pad> auto& x) { line.List("a", x.low).List("b", x.interior); }
void Spell(auto& line, Is<WindowOf> auto& x) {
  line.List("a", x.stride).List("b", x.dilation);
  line.List("c", x.low_padding).List("d", x.base_dilation);
}
void Spell(auto& line, Is<ResultOf> auto& x) { line.Numbers("a", x.id, x.number); }
void Spell(auto& line, Is<Counter, Parameter> auto& x) { line.Numbers("a", x.number); }

void Spell(auto& line, Is<Expr> auto& e) {
  line.OneOf(kExprNames, e.node);
  if (auto* const scalar = std::get_if<Scalar>(&e.node)) line.Text(" ").Op(scalar->op);
  if (auto* const load = std::get_if<Load>(&e.node)) line.Text(" ").Ref(load->ref);
  line.MaybeIds(" ", e.operands);
  std::visit([&](auto& node) { Spell(line, node); }, e.node);
  if (auto* const constant = std::get_if<Constant>(&e.node)) {
    line.Text(" ").Splat(constant->literal, e.type);
  } else {
    line.Text(" : ").Type(e.type);
  }
}

void Spell(auto& line, Is<Region> auto& region) {
  line.Text("region(").Number(region.num_parameters).Text(") -> ").Ids(region.results);
}

void Spell(auto& line, Is<Reduce> auto& r) {
  line.Text("reduce#").Number(r.id).Text(" ").Ids(r.inputs);
  line.Text(" init ").Ids(r.inits).Text(" ");
  const bool by_region = line.Begins("region(", !r.has_combiner);
  line.Set(r.has_combiner, !by_region);
  if (by_region) {
    Spell(line, r.region);
  } else {
    line.Op(r.combiner);
    SumOrder order = SumOrder::kIndex;
    const auto is = [&](SumOrder o, const char* words) {
      if (order == SumOrder::kIndex && line.Has(words, r.order == o)) order = o;
    };
    is(SumOrder::kRows, " rows");
    is(SumOrder::kColumns, " columns");
    is(SumOrder::kProducts, " products");
    is(SumOrder::kPairs, " pairs");
    line.Set(r.order, order);
  }
}

void Spell(auto& line, Is<Store> auto& s) {
  line.Text("store ").Ref(s.ref).Text(" <- ");
  if (line.Has("interleave ", s.values.size() != 1)) {
    line.Ids(s.values);
  } else {
    line.Make(s.values);
    line.Number(s.values[0]);
  }
  line.List("shape", s.shape).List("permutation", s.permutation);
  line.List("stride", s.stride);
  line.List("offset", s.offset).MaybeIds("", s.dynamic_offset);
}

void Spell(auto& line, Is<Pass> auto& pass) {
  line.Text("pass").List("inner", pass.inner);
}

void Spell(auto& line, Is<LoopNest> auto& nest, auto& steps) {
  line.List("outer", nest.outer).Text(" grid=").Number(steps);
  const bool outer = line.Has(" lanes=outer", nest.lanes_outer);
  if (!outer) line.Text(" lanes=inner");
  line.Set(nest.lanes_outer, outer);
}

void Spell(auto& line, Is<Matmul> auto& m, auto& steps) {
  line.Text("#").Number(m.id).Text(" [").Number(m.batch).Text(", ").Number(m.m);
  line.Text(", ").Number(m.n).Text(", ").Number(m.k).Text("] ");
  line.Number(m.lhs).Text(" x ").Number(m.rhs).Text(" ");
  line.Element(m.multiplicand).Text(" -> ").Element(m.accumulator);
  line.Flag(" rounds", m.rounds_products);
  line.Positive(" segment=", m.lhs_segment).Positive(" panel=", m.prepacked_panel);
  line.Text(" block=[").Number(m.block_m).Text(", ").Number(m.block_n);
  line.Text("] grid=").Number(steps);
}

void Spell(auto& line, Is<Scan> auto& scan, auto& steps) {
  line.Text(" dim=").Number(scan.dimension).Flag(" reverse", scan.reverse).Text(" ");
  Spell(line, scan.reduce);
  line.Text(" -> ").Ids(scan.outputs).Text(" grid=").Number(steps);
}

void Spell(auto& line, Is<Sort> auto& sort, auto& steps) {
  line.Text(" dim=").Number(sort.dimension).Flag(" stable", sort.stable).Text(" ");
  line.Ids(sort.inputs).Text(" ");
  Spell(line, sort.region);
  line.Text(" -> ").Ids(sort.outputs).Text(" grid=").Number(steps);
}

void Spell(auto& line, Is<Scatter> auto& s, auto& steps) {
  line.List("update_window", s.update_window_dims);
  line.List("inserted", s.inserted_window_dims);
  line.List("batching", s.input_batching_dims);
  line.List("indices_batching", s.scatter_indices_batching_dims);
  line.List("map", s.scatter_dims_to_operand_dims);
  line.Text(" vector=").Number(s.index_vector_dim).Text(" indices ").Number(s.indices);
  line.Text(" updates ").Ids(s.updates).Text(" ");
  Spell(line, s.region);
  line.Text(" -> ").Ids(s.outputs).Text(" grid=").Number(steps);
}

void Spell(auto& line, Is<SelectAndScatter> auto& s, auto&) {
  line.List("window", s.window).List("strides", s.strides).List("low", s.low_padding);
  line.Text(" ").Number(s.operand).Text(" ").Number(s.source).Text(" ");
  Spell(line, s.select);
  line.Text(" ");
  Spell(line, s.scatter);
  line.Text(" -> ").Ref(s.output);
}

void Spell(auto& line, Is<While> auto& loop, auto&) {
  line.Text(" ").Ref(loop.predicate);
}

void Spell(auto& line, Is<Chain> auto& chain, auto& steps) {
  if (line.Has(" first ", chain.first != kNoExpr)) line.Number(chain.first);
  if (line.Has(" last ", chain.last != kNoExpr)) line.Number(chain.last);
  line.Text(" grid=").Number(steps);
}

void Spell(auto& line, Is<Grid> auto& grid, auto& steps) {
  std::vector<ir::Size> sizes = grid.sizes.sizes();
  line.Text(" [");
  line.Separated(sizes, [&](auto& size, size_t d) {
    line.Number(size);
    line.Add(grid.sequential,
             line.Has(" sequential", d < grid.sequential.size() && grid.sequential[d]));
  });
  line.Text("]");
  line.Set(grid.sizes, ir::Shape(std::move(sizes))).Set(steps, StepsOf(grid));
}

void Spell(auto& line, Is<For> auto& loop, auto&) {
  line.Text(" counter ").Number(loop.counter);
  line.Text(" from ").Number(loop.begin).Text(" to ").Number(loop.end);
}

void Spell(auto& line, Is<If> auto& branch, auto&) {
  line.Text(" ").Number(branch.predicate);
}

void Spell(auto& line, Is<Dma> auto& dma, auto&) {
  const bool wait = line.Has(" wait", dma.wait);
  if (!wait) line.Text(" start");
  line.Set(dma.wait, wait);
  line.Text(" from ").Ref(dma.source).Text(" ");
  Spell(line, dma.copy);
  line.Text(" semaphore ").Ref(dma.semaphore).Text("[").Number(dma.slot).Text("]");
}

void Spell(auto& line, Is<Signal> auto& signal, auto&) {
  line.Flag(" wait", signal.wait).Text(" ").Ref(signal.semaphore);
  line.Text("[").Number(signal.slot).Text("] by ").Number(signal.amount);
}

// A statement's own line.
void Spell(auto& line, Is<Statement> auto& s) {
  line.OneOf(kStatementNames, s.node);
  std::visit([&](auto& node) { Spell(line, node, s.grid_steps); }, s.node);
}

// --- Which lines there are -----------------------------------------------------------

// `part`'s line, and nothing else.
void WalkLine(auto& text, auto& part) {
  text.Line(part, [&](auto& line) { Spell(line, part); });
}

void Walk(auto& text, Is<Statement> auto& s) {
  const auto line = [&](auto& part) { WalkLine(text, part); };
  const auto inside = [&](auto& body) { text.Inside([&] { text.Statements(body); }); };
  line(s);
  std::visit(Overloaded{[&](Is<LoopNest> auto& nest) {
                          text.Inside([&] {
                            text.Each(nest.passes, "pass", [&](auto& pass) {
                              line(pass);
                              text.Inside([&] {
                                text.Each(pass.stores, "store", line);
                                text.Each(pass.reduces, "reduce", line);
                              });
                            });
                          });
                        },
                        [&](Is<Matmul> auto& matmul) {
                          text.Inside([&] { text.Each(matmul.stores, "store", line); });
                        },
                        [&](Is<While> auto& loop) {
                          inside(loop.condition);
                          text.Word("do");
                          inside(loop.body);
                        },
                        [&](Is<Chain> auto& chain) { inside(chain.stages); },
                        [&](Is<Grid, For> auto& loop) { inside(loop.body); },
                        [&](Is<If> auto& branch) {
                          inside(branch.then);
                          if (text.Maybe("else", !branch.otherwise.empty())) {
                            inside(branch.otherwise);
                          }
                        },
                        [](Is<Scan, Sort, Scatter, SelectAndScatter, Dma> auto&) {},
                        [](Is<Signal> auto&) {}},
             s.node);
}

void Walk(auto& text, Is<Program> auto& program) {
  text.Line(program, [&](auto& line) {
    line.Text("numerics ").OneOf(kNumericsNames, program.numerics);
    const bool parallel = line.Has(" parallel", program.parallel);
    if (!parallel) line.Text(" serial");
    line.Set(program.parallel, parallel).Flag(" debug", program.debug);
  });
  text.Numbered("r", program.refs, " ");
  text.Numbered("", program.exprs, " = ");
  text.Statements(program.statements);
  if (text.Begins("sizes", program.sizes >= 0)) {
    text.Line(program.sizes, [&](auto& line) {
      line.Text("sizes ").Ref(program.sizes).Text(" ").Facts(program.symbols);
    });
  }
}

}  // namespace tilewright::tile
