#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tile/program.h"

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
                      window.inside ? " inside" : "",
                      window.may_straddle ? "" : " whole");
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

void Append(const std::vector<Statement>& statements, int indent, std::string* out);

void Append(const Statement& s, int indent, std::string* out) {
  const std::string pad(indent, ' ');
  const auto line = [&](int extra, absl::string_view text) {
    absl::StrAppend(out, pad, std::string(extra, ' '), text, "\n");
  };
  switch (s.kind) {
    case StatementKind::kNest:
      line(0, absl::StrCat("nest", List("outer", s.nest.outer), " grid=", s.grid_steps,
                           s.nest.lanes_outer ? " lanes=outer" : " lanes=inner"));
      for (const Phase& phase : s.nest.phases) {
        line(2, absl::StrCat("phase", List("inner", phase.inner)));
        for (const Store& store : phase.stores) line(4, Print(store));
        for (const Reduce& r : phase.reduces) {
          line(4, Print(r));
        }
      }
      break;
    case StatementKind::kMatmul: {
      const Matmul& m = s.matmul;
      line(0,
           absl::StrCat("matmul#", m.id, " [", m.batch, ", ", m.m, ", ", m.n, ", ", m.k,
                        "] ", m.lhs, " x ", m.rhs, " ", ir::Name(m.multiplicand), " -> ",
                        ir::Name(m.accumulator),
                        m.lhs_run > 0 ? absl::StrCat(" run=", m.lhs_run) : "", " block=[",
                        m.block_m, ", ", m.block_n, "] grid=", s.grid_steps));
      for (const Store& store : m.stores) line(2, Print(store));
      break;
    }
    case StatementKind::kScan:
      line(0, absl::StrCat("scan dim=", s.scan.dimension,
                           s.scan.reverse ? " reverse " : " ", Print(s.scan.reduce),
                           " -> ", Ids(s.scan.outputs), " grid=", s.grid_steps));
      break;
    case StatementKind::kSort:
      line(0,
           absl::StrCat("sort dim=", s.sort.dimension, s.sort.stable ? " stable " : " ",
                        Ids(s.sort.inputs), " ", Print(s.sort.region), " -> ",
                        Ids(s.sort.outputs), " grid=", s.grid_steps));
      break;
    case StatementKind::kScatter: {
      const Scatter& c = s.scatter;
      line(0, absl::StrCat("scatter", List("update_window", c.update_window_dims),
                           List("inserted", c.inserted_window_dims),
                           List("batching", c.input_batching_dims),
                           List("indices_batching", c.scatter_indices_batching_dims),
                           List("map", c.scatter_dims_to_operand_dims),
                           " vector=", c.index_vector_dim, " indices ", c.indices,
                           " updates ", Ids(c.updates), " ", Print(c.region), " -> ",
                           Ids(c.outputs), " grid=", s.grid_steps));
      break;
    }
    case StatementKind::kSelectAndScatter: {
      const SelectAndScatter& c = s.select_and_scatter;
      line(0, absl::StrCat("select_and_scatter", List("window", c.window),
                           List("strides", c.strides), List("low", c.low_padding), " ",
                           c.operand, " ", c.source, " ", Print(c.select), " ",
                           Print(c.scatter), " -> r", c.output));
      break;
    }
    case StatementKind::kWhile:
      line(0, absl::StrCat("while r", s.loop.predicate));
      Append(s.loop.condition, indent + 2, out);
      line(0, "do");
      Append(s.loop.body, indent + 2, out);
      break;
    case StatementKind::kChain:
      line(0, absl::StrCat("chain grid=", s.grid_steps));
      Append(s.chain.stages, indent + 2, out);
      break;
    case StatementKind::kGrid: {
      std::string dims;
      for (size_t d = 0; d < s.grid.sizes.size(); ++d) {
        absl::StrAppend(&dims, d == 0 ? "" : ", ", s.grid.sizes[d],
                        s.grid.sequential[d] ? " sequential" : "");
      }
      line(0, absl::StrCat("grid [", dims, "]"));
      Append(s.grid.body, indent + 2, out);
      break;
    }
    case StatementKind::kFor:
      line(0, absl::StrCat("for counter ", s.counted.counter, " from ", s.counted.begin,
                           " to ", s.counted.end));
      Append(s.counted.body, indent + 2, out);
      break;
    case StatementKind::kIf:
      line(0, absl::StrCat("if ", s.branch.predicate));
      Append(s.branch.then, indent + 2, out);
      if (s.branch.otherwise.empty()) break;
      line(0, "else");
      Append(s.branch.otherwise, indent + 2, out);
      break;
    case StatementKind::kDma:
      line(0, absl::StrCat("dma ", s.dma.wait ? "wait" : "start", " from r", s.dma.source,
                           " ", Print(s.dma.copy), " semaphore r", s.dma.semaphore, "[",
                           s.dma.slot, "]"));
      break;
  }
}

void Append(const std::vector<Statement>& statements, int indent, std::string* out) {
  for (const Statement& s : statements) Append(s, indent, out);
}

}  // namespace

std::string Print(const Program& program) {
  std::string out = absl::StrCat("numerics ", Name(program.numerics),
                                 program.parallel ? " parallel" : " serial",
                                 program.debug ? " debug\n" : "\n");
  for (size_t i = 0; i < program.refs.size(); ++i) {
    const Ref& ref = program.refs[i];
    absl::StrAppend(&out, "r", i, " ", kMemoryNames[static_cast<int>(ref.memory)],
                    ref.is_output ? " out " : " in ", ir::ToString(ref.type),
                    ref.window.has_value() ? Print(*ref.window) : "",
                    ref.pieces == 1 ? "" : absl::StrCat(" pieces=", ref.pieces), "\n");
  }
  for (size_t i = 0; i < program.exprs.size(); ++i) {
    absl::StrAppend(&out, i, " = ", Print(program.exprs[i]), "\n");
  }
  Append(program.statements, 0, &out);
  return out;
}

int64_t Program::grid_steps() const {
  if (!parallel) return 1;
  int64_t steps = 0;
  for (const Statement& s : statements) steps += s.grid_steps;
  return steps;
}

int Program::num_buffers() const {
  int count = 0;
  for (const Ref& ref : refs) count += ref.memory == Memory::kHbm;
  return count;
}

}  // namespace tilewright::tile
