#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tile/program.h"
#include "tile/text/text_lines.h"

namespace tilewright::tile {
namespace {

constexpr absl::string_view kExprNames[] = {
#define TW_ROW(kind, name) name,
    TW_FOR_EACH_EXPR(TW_ROW)
#undef TW_ROW
};

constexpr absl::string_view kMemoryNames[] = {"hbm", "vmem", "smem"};

std::string List(absl::string_view label, const ir::Dims& dims) {
  if (dims.empty()) return "";
  return absl::StrCat(" ", label, "=[", ir::Join(dims), "]");
}

std::string Ids(absl::Span<const int32_t> ids) {
  return absl::StrCat("(", absl::StrJoin(ids, ", "), ")");
}

std::string Print(const Window& window) {
  return absl::StrCat(" window of r", window.array, List("block", window.block),
                      List("kept", window.kept), " at ", Ids(window.start),
                      window.inside ? " inside" : "", window.may_straddle ? "" : " whole",
                      window.copied ? " copied" : "");
}

std::string Print(const Region& region) {
  return absl::StrCat("region(", region.num_parameters, ") -> ", Ids(region.results));
}

std::string Print(const Expr& e) {
  std::string text = absl::StrCat(kExprNames[static_cast<int>(e.kind)]);
  if (e.kind == ExprKind::kScalar) absl::StrAppend(&text, " ", ir::Name(e.op));
  if (e.kind == ExprKind::kLoad) absl::StrAppend(&text, " r", e.ref);
  if (!e.operands.empty()) absl::StrAppend(&text, " ", Ids(e.operands));
  absl::StrAppend(&text, List("a", e.a), List("b", e.b), List("c", e.c), List("d", e.d));
  if (e.kind == ExprKind::kConstant) {
    const absl::Span<const uint8_t> bytes = e.literal.bytes();
    absl::StrAppend(&text, " 0x",
                    absl::BytesToHexString(absl::string_view(
                        reinterpret_cast<const char*>(bytes.data()), bytes.size())));
  }
  for (const GatherDims& g : e.gather) {
    absl::StrAppend(&text, List("offset", g.offset_dims),
                    List("collapsed", g.collapsed_slice_dims),
                    List("batching", g.operand_batching_dims),
                    List("indices_batching", g.start_indices_batching_dims),
                    List("map", g.start_index_map), " vector=", g.index_vector_dim,
                    List("sizes", g.slice_sizes));
  }
  return absl::StrCat(text, " : ", ir::ToString(e.type));
}

std::string Print(const Reduce& r) {
  return absl::StrCat("reduce#", r.id, " ", Ids(r.inputs), " init ", Ids(r.inits), " ",
                      r.has_monoid ? std::string(ir::Name(r.monoid)) : Print(r.region));
}

std::string Print(const Store& s) {
  return absl::StrCat("store r", s.ref, " <- ", s.value, List("shape", s.shape),
                      List("permutation", s.permutation), List("offset", s.offset),
                      s.dynamic_offset.empty() ? "" : Ids(s.dynamic_offset));
}

// Takes a line of statements: its indentation, the part that it is, null for words
// between parts, and what makes its text.
using TakeLine = absl::FunctionRef<void(int indent, const void* part,
                                        absl::FunctionRef<std::string()> text)>;

void ForEachLine(const std::vector<Statement>& statements, int indent, TakeLine take);

void ForEachLine(const Statement& s, int indent, TakeLine take) {
  const auto line = [&](int extra, const void* part,
                        absl::FunctionRef<std::string()> text) {
    take(indent + extra, part, text);
  };
  const auto stores = [&](int extra, const std::vector<Store>& all) {
    for (const Store& store : all) line(extra, &store, [&] { return Print(store); });
  };
  switch (s.kind) {
    case StatementKind::kNest:
      line(0, &s, [&] {
        return absl::StrCat("nest", List("outer", s.nest.outer), " grid=", s.grid_steps,
                            s.nest.lanes_outer ? " lanes=outer" : " lanes=inner");
      });
      for (const Phase& phase : s.nest.phases) {
        line(2, &phase,
             [&] { return absl::StrCat("phase", List("inner", phase.inner)); });
        stores(4, phase.stores);
        for (const Reduce& reduce : phase.reduces) {
          line(4, &reduce, [&] { return Print(reduce); });
        }
      }
      break;
    case StatementKind::kMatmul: {
      const Matmul& m = s.matmul;
      line(0, &s, [&] {
        return absl::StrCat(
            "matmul#", m.id, " [", m.batch, ", ", m.m, ", ", m.n, ", ", m.k, "] ", m.lhs,
            " x ", m.rhs, " ", ir::Name(m.multiplicand), " -> ", ir::Name(m.accumulator),
            m.lhs_run > 0 ? absl::StrCat(" run=", m.lhs_run) : "",
            m.rhs_panel > 0 ? absl::StrCat(" panel=", m.rhs_panel) : "", " block=[",
            m.block_m, ", ", m.block_n, "] grid=", s.grid_steps);
      });
      stores(2, m.stores);
      break;
    }
    case StatementKind::kScan:
      line(0, &s, [&] {
        return absl::StrCat("scan dim=", s.scan.dimension,
                            s.scan.reverse ? " reverse " : " ", Print(s.scan.reduce),
                            " -> ", Ids(s.scan.outputs), " grid=", s.grid_steps);
      });
      break;
    case StatementKind::kSort:
      line(0, &s, [&] {
        return absl::StrCat("sort dim=", s.sort.dimension,
                            s.sort.stable ? " stable " : " ", Ids(s.sort.inputs), " ",
                            Print(s.sort.region), " -> ", Ids(s.sort.outputs),
                            " grid=", s.grid_steps);
      });
      break;
    case StatementKind::kScatter: {
      const Scatter& c = s.scatter;
      line(0, &s, [&] {
        return absl::StrCat("scatter", List("update_window", c.update_window_dims),
                            List("inserted", c.inserted_window_dims),
                            List("batching", c.input_batching_dims),
                            List("indices_batching", c.scatter_indices_batching_dims),
                            List("map", c.scatter_dims_to_operand_dims),
                            " vector=", c.index_vector_dim, " indices ", c.indices,
                            " updates ", Ids(c.updates), " ", Print(c.region), " -> ",
                            Ids(c.outputs), " grid=", s.grid_steps);
      });
      break;
    }
    case StatementKind::kSelectAndScatter: {
      const SelectAndScatter& c = s.select_and_scatter;
      line(0, &s, [&] {
        return absl::StrCat("select_and_scatter", List("window", c.window),
                            List("strides", c.strides), List("low", c.low_padding), " ",
                            c.operand, " ", c.source, " ", Print(c.select), " ",
                            Print(c.scatter), " -> r", c.output);
      });
      break;
    }
    case StatementKind::kWhile:
      line(0, &s, [&] { return absl::StrCat("while r", s.loop.predicate); });
      ForEachLine(s.loop.condition, indent + 2, take);
      line(0, nullptr, [] { return "do"; });
      ForEachLine(s.loop.body, indent + 2, take);
      break;
    case StatementKind::kChain:
      line(0, &s, [&] { return absl::StrCat("chain grid=", s.grid_steps); });
      ForEachLine(s.chain.stages, indent + 2, take);
      break;
    case StatementKind::kGrid:
      line(0, &s, [&] {
        std::string dims;
        for (size_t d = 0; d < s.grid.sizes.size(); ++d) {
          absl::StrAppend(&dims, d == 0 ? "" : ", ", s.grid.sizes[d],
                          s.grid.sequential[d] ? " sequential" : "");
        }
        return absl::StrCat("grid [", dims, "]");
      });
      ForEachLine(s.grid.body, indent + 2, take);
      break;
    case StatementKind::kFor:
      line(0, &s, [&] {
        return absl::StrCat("for counter ", s.counted.counter, " from ", s.counted.begin,
                            " to ", s.counted.end);
      });
      ForEachLine(s.counted.body, indent + 2, take);
      break;
    case StatementKind::kIf:
      line(0, &s, [&] { return absl::StrCat("if ", s.branch.predicate); });
      ForEachLine(s.branch.then, indent + 2, take);
      if (s.branch.otherwise.empty()) break;
      line(0, nullptr, [] { return "else"; });
      ForEachLine(s.branch.otherwise, indent + 2, take);
      break;
    case StatementKind::kDma:
      line(0, &s, [&] {
        return absl::StrCat("dma ", s.dma.wait ? "wait" : "start", " from r",
                            s.dma.source, " ", Print(s.dma.copy), " semaphore r",
                            s.dma.semaphore, "[", s.dma.slot, "]");
      });
      break;
  }
}

void ForEachLine(const std::vector<Statement>& statements, int indent, TakeLine take) {
  for (const Statement& s : statements) ForEachLine(s, indent, take);
}

}  // namespace

std::string Print(const Program& program) {
  std::string out = absl::StrCat("numerics ", Name(program.numerics),
                                 program.parallel ? " parallel" : " serial",
                                 program.debug ? " debug\n" : "\n");
  for (size_t i = 0; i < program.refs.size(); ++i) {
    const Ref& ref = program.refs[i];
    absl::StrAppend(&out, "r", i, " ", kMemoryNames[static_cast<int>(ref.memory)],
                    ref.is_updated ? " inout " : (ref.is_output ? " out " : " in "),
                    ir::ToString(ref.type),
                    ref.window.has_value() ? Print(*ref.window) : "",
                    ref.pieces == 1 ? "" : absl::StrCat(" pieces=", ref.pieces), "\n");
  }
  for (size_t i = 0; i < program.exprs.size(); ++i) {
    absl::StrAppend(&out, i, " = ", Print(program.exprs[i]), "\n");
  }
  ForEachLine(program.statements, 0,
              [&](int indent, const void*, absl::FunctionRef<std::string()> text) {
                absl::StrAppend(&out, std::string(indent, ' '), text(), "\n");
              });
  return out;
}

TextLines::TextLines(const Program& program)
    : first_expr_(2 + static_cast<int>(program.refs.size())) {
  int line = first_expr_ + static_cast<int>(program.exprs.size());
  ForEachLine(program.statements, 0,
              [&](int, const void* part, absl::FunctionRef<std::string()>) {
                if (part != nullptr) lines_[part] = line;
                ++line;
              });
}

int64_t Program::grid_steps() const {
  if (!parallel) return 1;
  int64_t steps = 0;
  for (const Statement& s : statements) steps += s.grid_steps;
  return steps;
}

std::vector<RefId> Program::Parameters() const {
  std::vector<RefId> parameters;
  for (size_t r = 0; r < refs.size(); ++r) {
    if (refs[r].memory == Memory::kHbm) parameters.push_back(static_cast<RefId>(r));
  }
  return parameters;
}

}  // namespace tilewright::tile
