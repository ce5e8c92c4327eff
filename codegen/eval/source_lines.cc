#include "codegen/eval/source_lines.h"

#include <utility>

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace tilewright::codegen {

SourceLines::SourceLines(const tile::Program& program, llvm::Function& function)
    : lines_(program) {
  llvm::Module& module = *function.getParent();
  module.addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                       llvm::DEBUG_METADATA_VERSION);
  module.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 4);
  llvm::DIBuilder builder(module);
  // Nothing here may tell equal kernels apart: the name is always the same.
  llvm::DIFile* const file = builder.createFile("tile", "");
  llvm::DICompileUnit* const unit =
      builder.createCompileUnit(llvm::dwarf::DW_LANG_C, file, "", /*isOptimized=*/true,
                                "", 0, "", llvm::DICompileUnit::DebugDirectivesOnly);
  subprogram_ = builder.createFunction(
      unit, function.getName(), "", file, 0,
      builder.createSubroutineType(builder.getOrCreateTypeArray({})), 0,
      llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(subprogram_);
  builder.finalize();
}

SourceLines::Scope::Scope(llvm::IRBuilderBase& builder, llvm::DILocation* location)
    : builder_(builder), outer_(builder.getCurrentDebugLocation()) {
  if (location != nullptr) builder.SetCurrentDebugLocation(location);
}

llvm::DILocation* SourceLines::Location(int line) {
  if (line <= 0) return nullptr;
  const size_t at = static_cast<size_t>(line);
  if (locations_.size() <= at) locations_.resize(at + 1);
  if (locations_[at] == nullptr) {
    locations_[at] =
        llvm::DILocation::get(subprogram_->getContext(), line, 0, subprogram_);
  }
  return locations_[at];
}

}  // namespace tilewright::codegen
