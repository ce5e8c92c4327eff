#include "tile/verify.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "tile/visit.h"

namespace tilewright::tile {
namespace {

using ir::Dims;

Dims Joined(const Dims& a, const Dims& b) {
  Dims out = a;
  out.insert(out.end(), b.begin(), b.end());
  return out;
}

bool IsPermutation(const Dims& order, size_t rank) {
  Dims sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (size_t d = 0; d < sorted.size(); ++d) {
    if (sorted[d] != static_cast<int64_t>(d)) return false;
  }
  return order.size() == rank;
}

class Verifier {
 public:
  explicit Verifier(const Program& program) : program_(program) {}

  absl::Status Run() {
    for (size_t r = 0; r < program_.refs.size() && ok(); ++r) CheckRef(r);
    for (size_t e = 0; e < program_.exprs.size() && ok(); ++e) CheckExpr(e);
    CheckAll(program_.statements);
    if (ok() && has_results_) CheckNames();
    return status_;
  }

 private:
  bool ok() const { return status_.ok(); }

  template <typename... Parts>
  void Fail(const Parts&... parts) {
    if (ok()) {
      status_ = absl::InternalError(
          absl::StrCat("tile program '", program_.name, "': ", parts...));
    }
  }

  bool IsRef(RefId ref) const {
    return ref >= 0 && static_cast<size_t>(ref) < program_.refs.size();
  }
  bool IsExpr(ExprId e) const {
    return e >= 0 && static_cast<size_t>(e) < program_.exprs.size();
  }
  const ir::TensorType& type(ExprId e) const { return program_.exprs[e].type; }
  bool IsIndex(ExprId e) const {
    return IsExpr(e) && type(e).rank() == 0 && ir::IsInteger(type(e).element);
  }

  // --- Refs -------------------------------------------------------------------

  void CheckRef(size_t r) {
    const Ref& ref = program_.refs[r];
    if (ref.pieces < 1 || (ref.pieces > 1 && ref.type.num_elements() % ref.pieces != 0)) {
      Fail("r", r, ": ", ref.pieces, " pieces of ", ir::ToString(ref.type));
    }
    if (!ref.window.has_value()) return;
    const Window& window = *ref.window;
    if (!IsRef(window.array) || program_.refs[window.array].memory != Memory::kHbm) {
      return Fail("r", r, ": a window of what is no array");
    }
    const ir::TensorType& array = program_.refs[window.array].type;
    const size_t rank = array.dims.size();
    Dims seen;
    for (int64_t d : window.kept) {
      if (d < 0 || static_cast<size_t>(d) >= window.block.size()) {
        return Fail("r", r, ": its window keeps dimension ", d);
      }
      seen.push_back(window.block[d]);
    }
    if (window.block.size() != rank || window.start.size() != rank ||
        ref.type.dims != seen || ref.type.element != array.element) {
      Fail("r", r, ", ", ir::ToString(ref.type), ": its window of ", ir::ToString(array),
           " has a block of [", ir::Join(window.block), "] at ", window.start.size(),
           " places");
    }
    for (ExprId start : window.start) {
      if (!IsIndex(start)) Fail("r", r, ": its window's place is no index");
    }
  }

  // --- Expressions --------------------------------------------------------------

  template <typename... Parts>
  void FailExpr(size_t id, const Parts&... parts) {
    Fail("expression ", id, ", ", ir::ToString(program_.exprs[id].type), ": ", parts...);
  }

  void CheckExpr(size_t id) {
    const Expr& e = program_.exprs[id];
    for (ExprId operand : e.operands) {
      if (!IsExpr(operand) || static_cast<size_t>(operand) >= id) {
        return FailExpr(id, "operand ", operand, " does not come before it");
      }
    }
    const auto has = [&](size_t operands, size_t a) {
      if (e.operands.size() == operands && e.a.size() == a) return true;
      FailExpr(id, e.operands.size(), " operands and ", e.a.size(), " parameters");
      return false;
    };
    const size_t rank = e.type.dims.size();
    switch (e.kind) {
      case ExprKind::kConstant:
        if (e.literal.type().element != e.type.element) FailExpr(id, "another literal");
        return;
      case ExprKind::kIota:
        if (has(0, 1) && (e.a[0] < 0 || static_cast<size_t>(e.a[0]) >= rank)) {
          FailExpr(id, "counts along dimension ", e.a[0]);
        }
        return;
      case ExprKind::kLoad:
        return CheckLoad(id);
      case ExprKind::kScalar:
        for (ExprId x : e.operands) {
          if (type(x).rank() != 0 && type(x).dims != e.type.dims) {
            return FailExpr(id, ir::Name(e.op), " of ", ir::ToString(type(x)));
          }
        }
        if (e.operands.empty()) FailExpr(id, ir::Name(e.op), " of nothing");
        return;
      case ExprKind::kResult:
        has_results_ = true;
        has(0, 2);
        return;
      case ExprKind::kCounter:
      case ExprKind::kParameter:
        has(0, 1);
        return;
      default:
        return CheckMove(id);
    }
  }

  void CheckLoad(size_t id) {
    const Expr& e = program_.exprs[id];
    if (!IsRef(e.ref)) return FailExpr(id, "loads r", e.ref);
    const ir::TensorType& from = program_.refs[e.ref].type;
    if (from.element != e.type.element || from.num_elements() != e.type.num_elements()) {
      FailExpr(id, "loads r", e.ref, ", ", ir::ToString(from));
    }
  }

  void CheckMove(size_t id) {
    const Expr& e = program_.exprs[id];
    if (e.operands.empty()) return FailExpr(id, "moves nothing");
    const ir::TensorType& x = type(e.operands[0]);
    const size_t rank = e.type.dims.size(), from = x.dims.size();
    const auto expect = [&](bool fits) {
      if (!fits) FailExpr(id, "does not fit its operand, ", ir::ToString(x));
    };
    expect(x.element == e.type.element);
    switch (e.kind) {
      case ExprKind::kBroadcast: {
        bool fits = e.a.size() == from;
        for (size_t d = 0; fits && d < from; ++d) {
          fits = e.a[d] >= 0 && static_cast<size_t>(e.a[d]) < rank &&
                 (x.dims[d] == 1 || x.dims[d] == e.type.dims[e.a[d]]);
        }
        return expect(fits);
      }
      case ExprKind::kReshape:
        return expect(x.num_elements() == e.type.num_elements());
      case ExprKind::kTranspose: {
        bool fits = rank == from && IsPermutation(e.a, rank);
        for (size_t d = 0; fits && d < rank; ++d) {
          fits = e.type.dims[d] == x.dims[e.a[d]];
        }
        return expect(fits);
      }
      case ExprKind::kSlice: {
        bool fits = rank == from && e.a.size() == rank && e.b.size() == rank;
        for (size_t d = 0; fits && d < rank; ++d) {
          fits =
              e.a[d] >= 0 && e.b[d] >= 1 &&
              (e.type.dims[d] == 0 || e.a[d] + (e.type.dims[d] - 1) * e.b[d] < x.dims[d]);
        }
        return expect(fits);
      }
      case ExprKind::kReverse:
        return expect(e.type.dims == x.dims);
      case ExprKind::kPad:
        return expect(rank == from && e.operands.size() == 2 && e.a.size() == rank &&
                      e.b.size() == rank);
      case ExprKind::kConcatenate: {
        if (e.a.size() != 1 || e.a[0] < 0 || static_cast<size_t>(e.a[0]) >= rank) {
          return expect(false);
        }
        int64_t total = 0;
        for (ExprId part : e.operands) {
          Dims dims = type(part).dims;
          if (dims.size() != rank) return expect(false);
          total += dims[e.a[0]];
          dims[e.a[0]] = e.type.dims[e.a[0]];
          expect(dims == e.type.dims);
        }
        return expect(total == e.type.dims[e.a[0]]);
      }
      case ExprKind::kDynamicSlice:
      case ExprKind::kDynamicUpdateSlice: {
        const bool slice = e.kind == ExprKind::kDynamicSlice;
        const size_t first = slice ? 1 : 2;
        if (e.operands.size() != first + from || rank != from) return expect(false);
        const Dims& part = slice ? e.type.dims : type(e.operands[1]).dims;
        expect(part.size() == rank && (slice || e.type.dims == x.dims));
        for (size_t d = 0; ok() && d < rank; ++d) {
          expect(part[d] <= x.dims[d] && IsIndex(e.operands[first + d]));
        }
        return;
      }
      case ExprKind::kGather:
        return expect(e.operands.size() == 2 && e.gather.size() == 1 &&
                      e.gather[0].slice_sizes.size() == from);
      case ExprKind::kWindow:
        return expect(rank == 2 * from && e.operands.size() == 2 && e.a.size() == from &&
                      e.b.size() == from && e.c.size() == from && e.d.size() == from);
      default:
        return;
    }
  }

  // --- Statements ---------------------------------------------------------------

  void CheckAll(const std::vector<Statement>& statements) {
    for (const Statement& s : statements) {
      if (ok()) CheckStatement(s);
    }
  }

  void CheckStatement(const Statement& s) {
    if (s.grid_steps < 1) Fail("a statement of ", s.grid_steps, " steps");
    ForEachExpr(s, [&](ExprId e) {
      if (!IsExpr(e)) Fail("a statement evaluates expression ", e);
    });
    ForEachRef(s, [&](RefId ref) {
      if (!IsRef(ref)) Fail("a statement names r", ref);
    });
    if (!ok()) return;
    ForEachStore(s, [&](const Store& store) { CheckStore(store); });
    switch (s.kind) {
      case StatementKind::kNest:
        CheckNest(s.nest);
        break;
      case StatementKind::kMatmul:
        CheckMatmul(s.matmul);
        break;
      case StatementKind::kScan:
        CheckRows("scan", s.scan.reduce.inputs, s.scan.outputs, s.scan.dimension);
        named_.insert(s.scan.reduce.id);
        break;
      case StatementKind::kSort:
        CheckRows("sort", s.sort.inputs, s.sort.outputs, s.sort.dimension, s.sort.stable);
        break;
      case StatementKind::kIf:
        if (type(s.branch.predicate) != ir::Scalar(ir::ElementType::kI1)) {
          Fail("a branch on ", ir::ToString(type(s.branch.predicate)));
        }
        break;
      case StatementKind::kFor:
        if (!IsIndex(s.counted.begin) || !IsIndex(s.counted.end)) {
          Fail("a loop's bounds are no indices");
        }
        break;
      case StatementKind::kGrid:
        if (s.grid.sizes.size() != s.grid.sequential.size()) {
          Fail("a grid of ", s.grid.sizes.size(), " sizes and ", s.grid.sequential.size(),
               " semantics");
        }
        break;
      default:
        break;
    }
    ForEachBody(s, [&](const std::vector<Statement>& body) { CheckAll(body); });
  }

  void CheckStore(const Store& store) {
    const Ref& ref = program_.refs[store.ref];
    const ir::TensorType& value = type(store.value);
    const auto fail = [&](const auto&... parts) {
      Fail("a store of ", ir::ToString(value), " to r", store.ref, ", ",
           ir::ToString(ref.type), ": ", parts...);
    };
    const bool input =
        (ref.memory == Memory::kHbm || ref.window.has_value()) && !ref.is_output;
    if (input) fail("it is not written");
    if (value.element != ref.type.element) fail("another element type");
    const size_t rank = ref.type.dims.size();
    if (store.is_shifted()) {
      for (size_t size : {store.offset.size(), store.dynamic_offset.size()}) {
        if (size != 0 && size != rank) fail("an offset of ", size, " dimensions");
      }
      return;
    }
    // Scratch of a row holds one row of the domain at a time.
    const int64_t elements = std::max<int64_t>(ref.type.num_elements(), 1);
    const bool row = ref.memory == Memory::kVmem && value.num_elements() % elements == 0;
    if (value.num_elements() != ref.type.num_elements() && !row) fail("another size");
  }

  void CheckNest(const Nest& nest) {
    for (const Phase& phase : nest.phases) {
      const Dims domain = Joined(nest.outer, phase.inner);
      const auto covers = [&](ExprId e) {
        if (type(e).dims == domain) return;
        Fail("a nest over [", ir::Join(domain), "] evaluates ", ir::ToString(type(e)));
      };
      for (const Store& store : phase.stores) covers(store.value);
      for (const Reduce& reduce : phase.reduces) {
        for (ExprId input : reduce.inputs) covers(input);
        CheckReduce(reduce);
      }
    }
  }

  void CheckReduce(const Reduce& reduce) {
    named_.insert(reduce.id);
    if (reduce.inputs.empty() || reduce.inits.size() != reduce.inputs.size()) {
      Fail("a reduction of ", reduce.inputs.size(), " arrays from ", reduce.inits.size(),
           " values");
    }
    for (ExprId init : reduce.inits) {
      if (type(init).rank() != 0) Fail("a reduction begins with an array");
    }
    const size_t count = reduce.inputs.size();
    if (!reduce.has_monoid &&
        (reduce.region.results.size() != count ||
         reduce.region.num_parameters != static_cast<int>(2 * count))) {
      Fail("a reduction of ", count, " arrays by a region of ",
           reduce.region.num_parameters, " parameters");
    }
  }

  void CheckMatmul(const Matmul& m) {
    named_.insert(m.id);
    const auto is = [&](ExprId e, const Dims& dims, absl::string_view what) {
      if (type(e).dims == dims) return;
      Fail("a matmul's ", what, " is ", ir::ToString(type(e)), ", not [", ir::Join(dims),
           "]");
    };
    is(m.lhs, {m.batch, m.m, m.k}, "left side");
    is(m.rhs, {m.batch, m.k, m.n}, "right side");
    for (const Store& store : m.stores) {
      is(store.value, {m.batch, m.m, m.n}, "result");
    }
    if (m.block_m < 1 || m.block_n < 1) {
      Fail("a matmul's block is [", m.block_m, ", ", m.block_n, "]");
    }
  }

  // `front`: outputs may have the first elements of rows only.
  void CheckRows(absl::string_view what, const std::vector<ExprId>& inputs,
                 const std::vector<RefId>& outputs, int64_t dimension,
                 bool front = false) {
    if (inputs.empty() || inputs.size() != outputs.size()) {
      return Fail("a ", what, " of ", inputs.size(), " arrays to ", outputs.size());
    }
    const Dims& dims = type(inputs[0]).dims;
    if (dimension < 0 || static_cast<size_t>(dimension) >= dims.size()) {
      return Fail("a ", what, " along dimension ", dimension, " of [", ir::Join(dims),
                  "]");
    }
    // Of what is kept, all outputs keep as much.
    Dims kept = dims;
    if (front && program_.refs[outputs[0]].type.rank() == static_cast<int>(dims.size())) {
      kept[dimension] =
          std::min(kept[dimension], program_.refs[outputs[0]].type.dims[dimension]);
    }
    for (size_t i = 0; i < inputs.size(); ++i) {
      const ir::TensorType& to = program_.refs[outputs[i]].type;
      const bool whole = to.num_elements() == type(inputs[i]).num_elements();
      if (type(inputs[i]).dims == dims && (kept == dims ? whole : to.dims == kept)) {
        continue;
      }
      Fail("a ", what, " of ", ir::ToString(type(inputs[i])), " to ", ir::ToString(to));
    }
  }

  // Results are of reductions and products that there are.
  void CheckNames() {
    for (size_t e = 0; e < program_.exprs.size(); ++e) {
      const Expr& expr = program_.exprs[e];
      if (expr.kind == ExprKind::kResult &&
          named_.count(static_cast<int>(expr.a[0])) == 0) {
        FailExpr(e, "there is no reduction or product ", expr.a[0]);
      }
    }
  }

  const Program& program_;
  absl::Status status_;
  bool has_results_ = false;
  std::set<int> named_;
};

}  // namespace

absl::Status Verify(const Program& program) { return Verifier(program).Run(); }

}  // namespace tilewright::tile
