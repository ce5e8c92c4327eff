// Which part of the tile program each instruction comes from, for people who read
// the code: debug locations whose lines are those of the program's text.
#pragma once

#include <vector>

#include "llvm/IR/IRBuilder.h"
#include "tile/text/text_lines.h"

namespace llvm {
class DILocation;
class DISubprogram;
}  // namespace llvm

namespace tilewright::codegen {

// The object has a line table for it and no other debug information; the code is
// the same as without.
class SourceLines {
 public:
  // `program` outlives it.
  SourceLines(const tile::Program& program, llvm::Function& function);

  // While it lives, what is built comes from the part. Parts without a line leave
  // things as they are.
  class Scope {
   public:
    Scope(llvm::IRBuilderBase& builder, llvm::DILocation* location);
    ~Scope() { builder_.SetCurrentDebugLocation(std::move(outer_)); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    llvm::IRBuilderBase& builder_;
    llvm::DebugLoc outer_;
  };
  // `part` is what tile::TextLines knows.
  template <typename Part>
  Scope From(const Part& part, llvm::IRBuilderBase& builder) {
    return Scope(builder, Location(lines_.Of(part)));
  }

 private:
  llvm::DILocation* Location(int line);

  const tile::TextLines lines_;
  llvm::DISubprogram* subprogram_ = nullptr;
  std::vector<llvm::DILocation*> locations_;  // by line
};

}  // namespace tilewright::codegen
