#include <cstring>

#include "absl/strings/str_cat.h"
#include "codegen/facts/emit_options.h"
#include "jit/llvm/llvm_status.h"
#include "jit/load/code_loader.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFTypes.h"
#include "support/status_macros.h"

namespace tilewright::jit {
namespace {

using cache::Refusal;
using Elf = llvm::object::ELF64LE;
using ElfFile = llvm::object::ELFFile<Elf>;

#if defined(__x86_64__)
constexpr uint16_t kHostMachine = llvm::ELF::EM_X86_64;
#elif defined(__aarch64__)
constexpr uint16_t kHostMachine = llvm::ELF::EM_AARCH64;
#else
#error "code is loaded on x86_64 and aarch64 only"
#endif

// Of a section: a page.
constexpr uint64_t kMaxAlignment = 4096;

constexpr absl::string_view kImports[] = {
#define TW_NAME(name) #name,
    TW_ABI_IMPORTS(TW_NAME)
#undef TW_NAME
};

bool IsImport(absl::string_view name) {
  for (absl::string_view import : kImports) {
    if (import == name) return true;
  }
  // The linker's own name for the table it makes.
  return name == "_GLOBAL_OFFSET_TABLE_";
}

absl::Status Refuse(absl::string_view reason) {
  return absl::FailedPreconditionError(absl::StrCat("object refused: ", reason));
}

absl::Status Damaged(llvm::Error error) {
  return ToStatus(std::move(error), absl::StatusCode::kDataLoss, "object is damaged");
}

// Memory that is mapped for the object is in the file, byte for byte.
absl::Status CheckPlace(const ElfFile& file, const Elf::Shdr& section,
                        absl::string_view name) {
  if (section.sh_type == llvm::ELF::SHT_NULL) return absl::OkStatus();
  if (section.sh_type == llvm::ELF::SHT_NOBITS) {
    if (section.sh_size == 0) return absl::OkStatus();
    return Refuse(absl::StrCat("it has memory that is not in the file (", name, ")"));
  }
  if (section.sh_size > file.getBufSize() ||
      section.sh_offset > file.getBufSize() - section.sh_size) {
    return Refuse(absl::StrCat("a section is beyond the file (", name, ")"));
  }
  const uint64_t alignment = section.sh_addralign;
  if (alignment > kMaxAlignment || (alignment & (alignment - 1)) != 0) {
    return Refuse(absl::StrCat("a section is aligned to ", alignment, " (", name, ")"));
  }
  return absl::OkStatus();
}

absl::Status CheckSection(const ElfFile& file, const Elf::Shdr& section, Refusal* why) {
  llvm::Expected<llvm::StringRef> found = file.getSectionName(section);
  if (!found) return Damaged(found.takeError());
  const absl::string_view name = ToView(*found);
  switch (section.sh_type) {
    case llvm::ELF::SHT_INIT_ARRAY:
    case llvm::ELF::SHT_FINI_ARRAY:
    case llvm::ELF::SHT_PREINIT_ARRAY:
      *why = Refusal::kConstructors;
      return Refuse(absl::StrCat("it has constructors or destructors (", name, ")"));
    default:
      break;
  }
  for (absl::string_view prefix : {".init", ".fini", ".preinit", ".ctors", ".dtors"}) {
    if (name.substr(0, prefix.size()) == prefix) {
      *why = Refusal::kConstructors;
      return Refuse(absl::StrCat("it has constructors or destructors (", name, ")"));
    }
  }
  if ((section.sh_flags & llvm::ELF::SHF_TLS) != 0) {
    return Refuse(absl::StrCat("it has thread-local data (", name, ")"));
  }
  if ((section.sh_flags & llvm::ELF::SHF_ALLOC) != 0 &&
      (section.sh_flags & llvm::ELF::SHF_WRITE) != 0 && section.sh_size != 0) {
    return Refuse(absl::StrCat("it has writable data (", name, ")"));
  }
  return CheckPlace(file, section, name);
}

// Bytes that a relocation writes, or fewer than it does where it is of a type that the
// linker does not know and refuses.
uint64_t BytesPatched(uint16_t machine, uint32_t type) {
  if (machine == llvm::ELF::EM_X86_64) {
    const bool wide =
        type == llvm::ELF::R_X86_64_64 || type == llvm::ELF::R_X86_64_PC64 ||
        type == llvm::ELF::R_X86_64_GOTOFF64 || type == llvm::ELF::R_X86_64_GOTPC64 ||
        type == llvm::ELF::R_X86_64_GOTPCREL64 || type == llvm::ELF::R_X86_64_GOT64 ||
        type == llvm::ELF::R_X86_64_SIZE64;
    return wide ? 8 : 4;
  }
  const bool wide =
      type == llvm::ELF::R_AARCH64_ABS64 || type == llvm::ELF::R_AARCH64_PREL64;
  return wide ? 8 : 4;
}

// The linker writes where relocations say.
absl::Status CheckRelocations(const ElfFile& file, Elf::ShdrRange sections,
                              const Elf::Shdr& section, uint64_t symbols) {
  if (section.sh_type == llvm::ELF::SHT_REL) {
    return Refuse("it has relocations without addends");
  }
  if (section.sh_type != llvm::ELF::SHT_RELA) return absl::OkStatus();
  if (section.sh_info == 0 || section.sh_info >= sections.size()) {
    return Refuse("relocations of a section that there is not");
  }
  const Elf::Shdr& target = sections[section.sh_info];
  llvm::Expected<Elf::RelaRange> relocations = file.relas(section);
  if (!relocations) return Damaged(relocations.takeError());
  const uint16_t machine = file.getHeader().e_machine;
  for (const Elf::Rela& relocation : *relocations) {
    const uint64_t bytes =
        BytesPatched(machine, relocation.getType(/*isMips64EL=*/false));
    if (target.sh_size < bytes || relocation.r_offset > target.sh_size - bytes) {
      return Refuse("a relocation is beyond its section");
    }
    if (relocation.getSymbol(/*isMips64EL=*/false) >= symbols) {
      return Refuse("a relocation names a symbol that there is not");
    }
  }
  return absl::OkStatus();
}

// What a symbol stands for is in the section that it names.
absl::Status CheckSymbolPlace(Elf::ShdrRange sections, const Elf::Sym& symbol,
                              absl::string_view name) {
  if (symbol.isUndefined() || symbol.getType() == llvm::ELF::STT_FILE) {
    return absl::OkStatus();
  }
  if (symbol.st_shndx >= sections.size()) {
    return Refuse(absl::StrCat("symbol ", name, " is in no section"));
  }
  const Elf::Shdr& section = sections[symbol.st_shndx];
  if (symbol.st_value > section.sh_size ||
      symbol.st_size > section.sh_size - symbol.st_value) {
    return Refuse(absl::StrCat("symbol ", name, " is beyond its section"));
  }
  const bool runs = (section.sh_flags & llvm::ELF::SHF_EXECINSTR) != 0;
  if (name == codegen::kKernelSymbol && (!runs || symbol.st_value >= section.sh_size)) {
    return Refuse(absl::StrCat(name, " is not code"));
  }
  return absl::OkStatus();
}

// Sets *is_kernel for the definition that the loader is after.
absl::Status CheckSymbol(const Elf::Sym& symbol, absl::string_view name, bool* is_kernel,
                         Refusal* why) {
  if (symbol.getType() == llvm::ELF::STT_GNU_IFUNC) {
    return Refuse(absl::StrCat("it has an indirect function (", name, ")"));
  }
  if (symbol.getType() == llvm::ELF::STT_TLS) {
    return Refuse(absl::StrCat("it has thread-local data (", name, ")"));
  }
  if (symbol.isUndefined()) {
    if (name.empty() || IsImport(name)) return absl::OkStatus();
    *why = Refusal::kImports;
    return Refuse(absl::StrCat("it imports ", name,
                               ", which is not in the list of permitted imports"));
  }
  if (symbol.getBinding() == llvm::ELF::STB_LOCAL) return absl::OkStatus();
  if (name != codegen::kKernelSymbol) {
    return Refuse(absl::StrCat("it exports ", name, "; only ", codegen::kKernelSymbol,
                               " may be exported"));
  }
  if (symbol.getType() != llvm::ELF::STT_FUNC) {
    return Refuse(absl::StrCat(name, " is not a function"));
  }
  *is_kernel = true;
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckObject(absl::string_view object, Refusal* why) {
  return CheckObjectFor(kHostMachine, object, why);
}

absl::Status CheckObjectFor(uint16_t machine, absl::string_view object, Refusal* why) {
  Refusal ignored;
  if (why == nullptr) why = &ignored;
  *why = Refusal::kContent;
  if (object.size() < sizeof(Elf::Ehdr) ||
      std::memcmp(object.data(), llvm::ELF::ElfMagic, 4) != 0 ||
      object[llvm::ELF::EI_CLASS] != llvm::ELF::ELFCLASS64 ||
      object[llvm::ELF::EI_DATA] != llvm::ELF::ELFDATA2LSB) {
    return absl::DataLossError("object is damaged: not a 64-bit little-endian ELF file");
  }
  llvm::Expected<ElfFile> file = ElfFile::create(ToRef(object));
  if (!file) return Damaged(file.takeError());
  const Elf::Ehdr& header = file->getHeader();
  if (header.e_machine != machine) {
    *why = Refusal::kMachine;
    return Refuse(absl::StrCat("it is for ELF machine ", uint16_t{header.e_machine},
                               ", not ", machine));
  }
  if (header.e_type != llvm::ELF::ET_REL) return Refuse("it is not relocatable");

  llvm::Expected<Elf::ShdrRange> sections = file->sections();
  if (!sections) return Damaged(sections.takeError());
  bool has_kernel = false;
  int symbol_tables = 0;
  uint64_t symbol_count = 0;
  uint64_t mapped = 0;
  for (const Elf::Shdr& section : *sections) {
    if (absl::Status status = CheckSection(*file, section, why); !status.ok())
      return status;
    // Sections that lie on top of each other would be mapped once each.
    if ((section.sh_flags & llvm::ELF::SHF_ALLOC) != 0) mapped += section.sh_size;
    if (mapped > object.size()) return Refuse("its sections overlap");
    if (section.sh_type != llvm::ELF::SHT_SYMTAB) continue;
    if (++symbol_tables > 1) return Refuse("it has several symbol tables");
    llvm::Expected<Elf::SymRange> symbols = file->symbols(&section);
    if (!symbols) return Damaged(symbols.takeError());
    llvm::Expected<llvm::StringRef> names =
        file->getStringTableForSymtab(section, *sections);
    if (!names) return Damaged(names.takeError());
    symbol_count = symbols->size();
    for (const Elf::Sym& symbol : *symbols) {
      llvm::Expected<llvm::StringRef> name = symbol.getName(*names);
      if (!name) return Damaged(name.takeError());
      TW_RETURN_IF_ERROR(CheckSymbolPlace(*sections, symbol, ToView(*name)));
      if (absl::Status status = CheckSymbol(symbol, ToView(*name), &has_kernel, why);
          !status.ok()) {
        return status;
      }
    }
  }
  if (!has_kernel) {
    return Refuse(absl::StrCat("it does not define ", codegen::kKernelSymbol));
  }
  for (const Elf::Shdr& section : *sections) {
    TW_RETURN_IF_ERROR(CheckRelocations(*file, *sections, section, symbol_count));
  }
  return absl::OkStatus();
}

}  // namespace tilewright::jit
