// What tools read of relocatable ELF objects. Foreign input: whatever is wrong with it
// is an error here, where LLVM's friendlier interface would end the process.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFTypes.h"

namespace tilewright::jit {

// Refers to the bytes it was opened with.
class ObjectFile {
 public:
  using Elf = llvm::object::ELF64LE;

  struct Symbol {
    std::string name;
    uint64_t section = 0;  // number; 0: imported
    uint64_t value = 0;
    uint64_t size = 0;
    unsigned char type = 0;  // llvm::ELF::STT_*
    bool is_local = false;
  };

  // DataLoss for what is no 64-bit little-endian ELF file.
  static absl::StatusOr<ObjectFile> Open(absl::string_view bytes);

  uint16_t machine() const { return file_.getHeader().e_machine; }
  llvm::ArrayRef<Elf::Shdr> sections() const { return sections_; }
  const std::vector<Symbol>& symbols() const { return symbols_; }
  absl::StatusOr<llvm::ArrayRef<uint8_t>> Contents(const Elf::Shdr& section) const;
  // "" for a section that there is not.
  std::string SectionName(uint64_t number) const;
  // Of the section with this number.
  absl::StatusOr<std::vector<Elf::Rela>> Relocations(uint64_t number) const;

 private:
  explicit ObjectFile(llvm::object::ELFFile<Elf> file) : file_(std::move(file)) {}
  absl::Status ReadSymbols(const Elf::Shdr& table);

  llvm::object::ELFFile<Elf> file_;
  llvm::ArrayRef<Elf::Shdr> sections_;
  std::vector<Symbol> symbols_;
};

}  // namespace tilewright::jit
