// What a kernel with checks does besides its work: it looks for mistakes, and
// keeps the first in its report (support/abi.h).
#pragma once

#include <vector>

#include "codegen/eval/evaluator.h"

namespace tilewright::codegen {

// Of a program with `debug`; holds nothing of its own.
class KernelChecks {
 public:
  explicit KernelChecks(Evaluator& eval)
      : eval_(eval), kb_(eval.kb()), b_(eval.kb().ir()), program_(eval.program()) {}

  // Around a grid step: scratch holds nothing and no copy is on its way; in the end
  // all copies have been awaited.
  void BeginStep();
  void EndStep();
  // Whether the window that begins at `start` lies where it may.
  void Window(tile::RefId ref, const std::vector<llvm::Value*>& start);
  // Whether the parts of refs that the statement reads and writes lie inside.
  void BeforeStatement(const tile::Statement& statement);
  // Whether something was read that had not been written.
  void AfterStatement(const tile::Statement& statement);
  // A window that is a copy is at `start` now: where it was elsewhere, it holds
  // nothing.
  void Moved(tile::RefId ref, const std::vector<llvm::Value*>& start);
  // Counts the copy's bytes on its semaphore; awaited ones have to be there.
  void Copy(const tile::Dma& dma);
  // Counts what is signalled; what is waited for has to be there.
  void Signal(const tile::Signal& signal);

 private:
  // Keeps the failure where `bad` holds and none is kept yet.
  void Fail(llvm::Value* bad, int check, llvm::Value* ref,
            const std::vector<llvm::Value*>& figures);
  // Whether the rectangle of `sizes` at `start` lies inside the ref.
  void Part(tile::RefId ref, const tile::ExprId* start, const ir::Dims& sizes);
  // What the ref's memory is said to hold from now on.
  void SetShadow(tile::RefId ref, uint8_t holds);
  llvm::Value* Report() const;
  std::vector<tile::RefId> Semaphores() const;

  Evaluator& eval_;
  KernelBuilder& kb_;
  llvm::IRBuilder<>& b_;
  const tile::Program& program_;
};

}  // namespace tilewright::codegen
