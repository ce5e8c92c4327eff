// What a kernel with checks does besides its work: it looks for mistakes, and
// keeps the first in its report (support/abi.h).
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "codegen/analysis/copy_notes.h"
#include "codegen/eval/evaluator.h"

namespace tilewright::codegen {

// Of a program with `debug`.
class KernelChecks {
 public:
  explicit KernelChecks(Evaluator& eval);

  // Around a grid step, which is parallel point `step`: scratch holds nothing and no
  // copy is on its way; in the end all copies have been awaited.
  void BeginStep(llvm::Value* step);
  void EndStep();
  // After all of them: whether each block of an output was stored by one.
  void EndGrid();
  // A point of the grid begins: all counters are known.
  void BeginPoint();

  // Whether the window that begins at `start` lies where it may.
  void Window(tile::RefId ref, const std::vector<llvm::Value*>& start);
  // A window that is a copy is at `start` now: where it was elsewhere, it holds
  // nothing.
  void Moved(tile::RefId ref, const std::vector<llvm::Value*>& start);
  // What was written to it goes to its array: whether no other step wrote it, too.
  void Flushed(tile::RefId ref, const std::vector<llvm::Value*>& start);

  // Whether the parts of refs that the statement reads and writes lie inside, and no
  // copy on its way reads or writes what it writes.
  void BeforeStatement(const tile::Statement& statement);
  // Whether something was read that had not been written.
  void AfterStatement(const tile::Statement& statement);
  // Counts the copy's bytes on its semaphore; awaited ones have to be there. From its
  // start to its wait it is on its way.
  void Copy(const tile::Dma& dma);
  // Counts what is signalled; what is waited for has to be there.
  void Signal(const tile::Signal& signal);

 private:
  using Values = std::vector<llvm::Value*>;
  struct Mistake {
    int check;
    llvm::Value* ref;
    Values figures = {};
    llvm::Value* other_statement = nullptr;
    std::function<Values()> other_point = nullptr;
  };
  // Keeps the mistake where `bad` holds and none is kept yet.
  void Fail(llvm::Value* bad, const Mistake& mistake);
  void KeepPoint(int64_t word, const Values& indices);
  llvm::Value* ReportWord(int64_t word);
  llvm::Value* ReportWord(llvm::Value* word);

  // The semaphore's number, which has to be one of them.
  llvm::Value* SlotOf(tile::RefId semaphore, tile::ExprId slot);
  // Whether the rectangle of `sizes` at `start` lies inside the ref.
  void Part(tile::RefId ref, const tile::ExprId* start, const ir::Dims& sizes);
  // What the ref's memory is said to hold from now on.
  void SetShadow(tile::RefId ref, Shadow holds);
  // What it holds before anything is written.
  Shadow AtFirst(tile::RefId ref) const;

  // --- Copies on their way (check_copies.cc) ----------------------------------

  // A part of a ref, in its dimensions: so many elements, each `step` behind the last.
  struct Rectangle {
    tile::RefId ref = -1;
    Values start, size, step;
  };
  Rectangle RectangleOf(tile::RefId ref, const std::vector<tile::ExprId>& start,
                        const ir::Dims& sizes, const ir::Dims& strides);
  llvm::Value* EndOf(llvm::Value* start, llvm::Value* size, llvm::Value* step);
  Rectangle TargetOf(const tile::Store& store);
  Rectangle SourceOf(const tile::Dma& dma);
  void ForEachCopy(const std::function<void(llvm::Value* copy)>& body);
  llvm::Value* CopyWord(llvm::Value* copy, int64_t word);
  llvm::Value* CopyField(llvm::Value* copy, int64_t word);
  // Whether the copy's part, whose words begin at `word`, is of this ref and meets this.
  llvm::Value* Meets(llvm::Value* copy, int ref_word, int64_t word,
                     const Rectangle& part);
  // No copy on its way writes the part or, where it is `written`, reads it.
  void NotOnTheWay(const Rectangle& part, bool written);
  // What a copy counts on: how many bytes, on which element of which semaphores.
  struct Count {
    tile::RefId semaphores = -1;
    llvm::Value* slot = nullptr;
    int64_t bytes = 0;
  };
  llvm::Value* CountsOn(llvm::Value* copy, tile::RefId semaphores, llvm::Value* slot);
  void NoteStart(const Rectangle& from, const Rectangle& to, const Count& count);
  void NoteWait(const Rectangle& to, const Count& count);
  // A semaphore is back at zero, and no copy that counts on it is on its way.
  void NothingLeft(tile::RefId semaphores, llvm::Value* slot);

  // --- Who wrote the elements of outputs (check_writers.cc) --------------------

  // This step writes the elements of an output, of a window those that something was
  // stored to.
  void Claim(tile::RefId window, const Rectangle& part);
  // Every element of [0, size): its index, the last dimension fastest.
  void ForEachElement(const Values& size, const std::function<void(const Values&)>& body);
  llvm::Value* Writer(tile::RefId output, const Values& index);
  // Of the parallel point; -1 in sequential dimensions.
  Values PointOf(llvm::Value* step);

  Evaluator& eval_;
  KernelBuilder& kb_;
  llvm::IRBuilder<>& b_;
  const tile::Program& program_;
  const tile::Grid& grid_;
  std::map<const tile::Statement*, int> numbers_;
  std::vector<tile::RefId> semaphores_;
  std::vector<bool> copied_;  // by ref: copies read or write it
  CopyNotes notes_;
  int statement_ = 0;  // that is emitted
  // The counters that are known: those of the step, of the point.
  enum { kNoPoint, kStep, kPoint } known_ = kNoPoint;
  llvm::Value* step_ = nullptr;
};

}  // namespace tilewright::codegen
