#include "tile/canonical.h"

#include <map>
#include <utility>

#include "tile/visit.h"

namespace tilewright::tile {
namespace {

class Numbering {
 public:
  explicit Numbering(Program* program)
      : program_(*program),
        refs_(program->refs.size(), -1),
        exprs_(program->exprs.size(), kNoExpr) {}

  std::vector<RefId> Run() {
    for (Statement& s : program_.statements) Take(s);
    for (Expr& e : new_exprs_) {
      if (auto* const result = e.As<ResultOf>()) result->id = results_[result->id];
    }
    program_.refs = std::move(new_refs_);
    program_.exprs = std::move(new_exprs_);
    return std::move(refs_);
  }

 private:
  void Take(Statement& s) {
    ForEachResult(s, [this](int& id) {
      id = results_.try_emplace(id, static_cast<int>(results_.size())).first->second;
    });
    ForEachExpr(s, [this](ExprId& root) {
      if (root >= 0) root = NumberOf(root);
    });
    ForEachRef(s, [this](RefId& ref) {
      if (ref >= 0) ref = NumberOfRef(ref);
    });
    ForEachBody(s, [this](std::vector<Statement>& body) {
      for (Statement& inner : body) Take(inner);
    });
  }

  RefId NumberOfRef(RefId ref) {
    if (refs_[ref] < 0) {
      refs_[ref] = static_cast<RefId>(new_refs_.size());
      new_refs_.push_back(std::move(program_.refs[ref]));
    }
    return refs_[ref];
  }

  // Operands come before what is made of them.
  ExprId NumberOf(ExprId root) {
    std::vector<ExprId> stack = {root};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      Expr& e = program_.exprs[id];
      const size_t waiting = stack.size();
      if (exprs_[id] == kNoExpr) {
        for (size_t k = e.operands.size(); k-- > 0;) {
          if (exprs_[e.operands[k]] == kNoExpr) stack.push_back(e.operands[k]);
        }
      }
      if (stack.size() > waiting) continue;
      stack.pop_back();
      if (exprs_[id] != kNoExpr) continue;
      for (ExprId& operand : e.operands) operand = exprs_[operand];
      Load* const load = e.As<Load>();
      if (load != nullptr && load->ref >= 0) load->ref = NumberOfRef(load->ref);
      exprs_[id] = static_cast<ExprId>(new_exprs_.size());
      new_exprs_.push_back(std::move(e));
    }
    return exprs_[root];
  }

  Program& program_;
  std::vector<RefId> refs_;    // new numbers
  std::vector<ExprId> exprs_;  // new numbers
  std::map<int, int> results_;
  std::vector<Ref> new_refs_;
  std::vector<Expr> new_exprs_;
};

}  // namespace

std::vector<RefId> Canonicalize(Program* program) { return Numbering(program).Run(); }

}  // namespace tilewright::tile
