#include "jit/disassemble.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "jit/llvm_status.h"
#include "jit/llvm_targets.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include "support/status_macros.h"

namespace tilewright::jit {
namespace {

using llvm::object::ELFObjectFileBase;

absl::Status Damaged(llvm::Error error) {
  return ToStatus(std::move(error), absl::StatusCode::kDataLoss, "object is damaged");
}

absl::StatusOr<std::unique_ptr<ELFObjectFileBase>> OpenObject(absl::string_view object) {
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createELFObjectFile(
          llvm::MemoryBufferRef(ToRef(object), "object"));
  if (!file) return Damaged(file.takeError());
  return std::unique_ptr<ELFObjectFileBase>(
      static_cast<ELFObjectFileBase*>(file->release()));
}

// LLVM's machinery for one target.
struct Decoder {
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> assembler;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstrAnalysis> analysis;
  std::unique_ptr<llvm::MCInstPrinter> printer;
};

absl::StatusOr<Decoder> MakeDecoder(const Target& target) {
  InitializeLlvmTargets();
  std::string error;
  const llvm::Triple triple(target.triple);
  const llvm::Target* const llvm_target =
      llvm::TargetRegistry::lookupTarget(target.triple, error);
  if (llvm_target == nullptr) return absl::UnimplementedError(error);
  Decoder decoder;
  decoder.registers.reset(llvm_target->createMCRegInfo(target.triple));
  decoder.assembler.reset(llvm_target->createMCAsmInfo(*decoder.registers, target.triple,
                                                       llvm::MCTargetOptions()));
  decoder.instructions.reset(llvm_target->createMCInstrInfo());
  decoder.subtarget.reset(llvm_target->createMCSubtargetInfo(target.triple, target.cpu,
                                                             target.FeatureText()));
  decoder.context = std::make_unique<llvm::MCContext>(
      triple, decoder.assembler.get(), decoder.registers.get(), decoder.subtarget.get());
  decoder.disassembler.reset(
      llvm_target->createMCDisassembler(*decoder.subtarget, *decoder.context));
  decoder.analysis.reset(llvm_target->createMCInstrAnalysis(decoder.instructions.get()));
  decoder.printer.reset(llvm_target->createMCInstPrinter(
      triple, decoder.assembler->getAssemblerDialect(), *decoder.assembler,
      *decoder.instructions, *decoder.registers));
  if (decoder.disassembler == nullptr || decoder.printer == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("LLVM has no disassembler for ", target.triple));
  }
  return decoder;
}

// What `bytes` are as floating-point numbers, when they look like some.
std::string ConstantText(llvm::StringRef bytes) {
  std::string text;
  for (size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    uint32_t bits = 0;
    std::memcpy(&bits, bytes.data() + at, 4);
    float value = 0;
    std::memcpy(&value, &bits, 4);
    absl::StrAppend(&text, at == 0 ? "" : ", ");
    const bool plain =
        value == 0 || (std::fabs(value) > 1e-12f && std::fabs(value) < 1e12f);
    if (plain) {
      absl::StrAppendFormat(&text, "%.9g", value);
    } else {
      absl::StrAppendFormat(&text, "0x%08x", bits);
    }
  }
  return text;
}

// Bytes of one constant in a section that the assembler merges constants in:
// 4 for ".rodata.cst4". 0 for others.
uint64_t ConstantBytes(llvm::StringRef section) {
  const size_t at = section.rfind(".cst");
  uint64_t bytes = 0;
  if (at == llvm::StringRef::npos) return 0;
  if (section.drop_front(at + 4).getAsInteger(10, bytes)) return 0;
  return bytes <= 64 ? bytes : 0;
}

// A relocation as a comment: the name that it brings in, or the constant.
std::string RelocationText(const ELFObjectFileBase& file,
                           const llvm::object::RelocationRef& relocation) {
  const llvm::object::symbol_iterator symbol = relocation.getSymbol();
  if (symbol == file.symbol_end()) return "";
  llvm::Expected<llvm::StringRef> name = symbol->getName();
  if (!name) llvm::consumeError(name.takeError());
  if (name && !name->empty()) return name->str();
  llvm::Expected<llvm::object::section_iterator> section = symbol->getSection();
  if (!section) {
    llvm::consumeError(section.takeError());
    return "";
  }
  if (*section == file.section_end()) return "";
  llvm::Expected<llvm::StringRef> section_name = (*section)->getName();
  llvm::Expected<llvm::StringRef> contents = (*section)->getContents();
  if (!section_name) llvm::consumeError(section_name.takeError());
  if (!contents) llvm::consumeError(contents.takeError());
  if (!section_name) return "";
  llvm::Expected<int64_t> addend = llvm::object::ELFRelocationRef(relocation).getAddend();
  if (!addend) llvm::consumeError(addend.takeError());
  const uint64_t bytes = ConstantBytes(*section_name);
  if (!contents || !addend || bytes == 0) return section_name->str();
  // On x86 the addend counts from the end of a 4-byte field.
  llvm::Expected<uint64_t> value = symbol->getValue();
  if (!value) {
    llvm::consumeError(value.takeError());
    return section_name->str();
  }
  const int64_t bias = file.getEMachine() == llvm::ELF::EM_X86_64 ? 4 : 0;
  const uint64_t begin = (*value + static_cast<uint64_t>(*addend + bias)) / bytes * bytes;
  if (begin > contents->size() || contents->size() - begin < bytes) {
    return section_name->str();
  }
  return ConstantText(contents->substr(begin, bytes));
}

struct Instruction {
  uint64_t address = 0;
  uint64_t bytes = 0;
  std::optional<llvm::MCInst> decoded;  // nothing: no instruction
};

std::vector<Instruction> Decode(const Decoder& decoder, llvm::StringRef code) {
  const llvm::ArrayRef<uint8_t> all(reinterpret_cast<const uint8_t*>(code.data()),
                                    code.size());
  std::vector<Instruction> instructions;
  for (uint64_t at = 0; at < all.size();) {
    Instruction instruction{at, 1, std::nullopt};
    llvm::MCInst decoded;
    uint64_t size = 0;
    if (decoder.disassembler->getInstruction(decoded, size, all.slice(at), at,
                                             llvm::nulls()) !=
        llvm::MCDisassembler::Fail) {
      instruction.decoded = std::move(decoded);
    }
    instruction.bytes = std::clamp<uint64_t>(size, 1, all.size() - at);
    at += instruction.bytes;
    instructions.push_back(std::move(instruction));
  }
  return instructions;
}

class SectionPrinter {
 public:
  SectionPrinter(const ELFObjectFileBase& file, const llvm::object::SectionRef& section,
                 const Decoder& decoder, llvm::StringRef code)
      : decoder_(decoder), code_(code), instructions_(Decode(decoder, code)) {
    for (const Instruction& instruction : instructions_) {
      if (std::optional<uint64_t> goal = BranchGoal(instruction)) labels_[*goal] = "";
    }
    int number = 0;
    for (auto& [address, label] : labels_) label = absl::StrCat("L", ++number);
    for (const llvm::object::SymbolRef& symbol : file.symbols())
      NameSymbol(symbol, section);
    for (const llvm::object::SectionRef& other : file.sections()) {
      llvm::Expected<llvm::object::section_iterator> of = other.getRelocatedSection();
      if (!of) {
        llvm::consumeError(of.takeError());
        continue;
      }
      if (*of == file.section_end() || **of != section) continue;
      for (const llvm::object::RelocationRef& relocation : other.relocations()) {
        relocations_[relocation.getOffset()] = RelocationText(file, relocation);
      }
    }
  }

  std::string Print() const {
    std::string text;
    for (const Instruction& instruction : instructions_) {
      const auto symbol = symbols_.find(instruction.address);
      if (symbol != symbols_.end()) absl::StrAppend(&text, symbol->second, ":\n");
      const auto label = labels_.find(instruction.address);
      if (label != labels_.end()) absl::StrAppend(&text, label->second, ":\n");
      absl::StrAppend(&text, Line(instruction), "\n");
    }
    return text;
  }

 private:
  std::optional<uint64_t> BranchGoal(const Instruction& instruction) const {
    uint64_t goal = 0;
    if (!instruction.decoded.has_value() || decoder_.analysis == nullptr ||
        !decoder_.analysis->isBranch(*instruction.decoded) ||
        !decoder_.analysis->evaluateBranch(*instruction.decoded, instruction.address,
                                           instruction.bytes, goal) ||
        goal >= code_.size()) {
      return std::nullopt;
    }
    return goal;
  }

  void NameSymbol(const llvm::object::SymbolRef& symbol,
                  const llvm::object::SectionRef& section) {
    llvm::Expected<llvm::object::section_iterator> place = symbol.getSection();
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    llvm::Expected<uint64_t> value = symbol.getValue();
    if (place && name && value && !name->empty() &&
        *place != section.getObject()->section_end() && **place == section) {
      symbols_[*value] = name->str();
    }
    if (!place) llvm::consumeError(place.takeError());
    if (!name) llvm::consumeError(name.takeError());
    if (!value) llvm::consumeError(value.takeError());
  }

  std::string Line(const Instruction& instruction) const {
    if (!instruction.decoded.has_value()) {
      std::string bytes;
      for (uint64_t i = 0; i < instruction.bytes; ++i) {
        absl::StrAppendFormat(&bytes, "%s0x%02x", i == 0 ? "" : ", ",
                              static_cast<uint8_t>(code_[instruction.address + i]));
      }
      return absl::StrCat("\t.byte\t", bytes);
    }
    std::string text;
    llvm::raw_string_ostream out(text);
    decoder_.printer->printInst(&*instruction.decoded, instruction.address, "",
                                *decoder_.subtarget, out);
    out.flush();
    std::vector<std::string> comments;
    if (std::optional<uint64_t> goal = BranchGoal(instruction)) {
      comments.push_back(labels_.at(*goal));
    }
    for (auto it = relocations_.lower_bound(instruction.address);
         it != relocations_.end() && it->first < instruction.address + instruction.bytes;
         ++it) {
      if (!it->second.empty()) comments.push_back(it->second);
    }
    for (size_t i = 0; i < comments.size(); ++i) {
      absl::StrAppend(&text, i == 0 ? "  # " : "; ", comments[i]);
    }
    return text;
  }

  const Decoder& decoder_;
  const llvm::StringRef code_;
  const std::vector<Instruction> instructions_;
  std::map<uint64_t, std::string> labels_;
  std::map<uint64_t, std::string> symbols_;
  std::map<uint64_t, std::string> relocations_;
};

}  // namespace

absl::StatusOr<std::string> Disassemble(absl::string_view object, const Target& target) {
  TW_ASSIGN_OR_RETURN(const std::unique_ptr<ELFObjectFileBase> file, OpenObject(object));
  TW_ASSIGN_OR_RETURN(const Decoder decoder, MakeDecoder(target));
  std::string text;
  for (const llvm::object::SectionRef& section : file->sections()) {
    if (!section.isText() || section.getSize() == 0) continue;
    llvm::Expected<llvm::StringRef> contents = section.getContents();
    if (!contents) return Damaged(contents.takeError());
    absl::StrAppend(&text, SectionPrinter(*file, section, decoder, *contents).Print());
  }
  return text;
}

absl::StatusOr<std::vector<ObjectSymbol>> SymbolsOf(absl::string_view object) {
  TW_ASSIGN_OR_RETURN(const std::unique_ptr<ELFObjectFileBase> file, OpenObject(object));
  std::vector<ObjectSymbol> symbols;
  for (const llvm::object::ELFSymbolRef symbol : file->symbols()) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    if (!name) return Damaged(name.takeError());
    if (name->empty() || symbol.getELFType() == llvm::ELF::STT_FILE ||
        symbol.getELFType() == llvm::ELF::STT_SECTION) {
      continue;
    }
    llvm::Expected<llvm::object::section_iterator> section = symbol.getSection();
    if (!section) return Damaged(section.takeError());
    ObjectSymbol row;
    row.name = name->str();
    row.bytes = static_cast<int64_t>(symbol.getSize());
    row.exported =
        symbol.getBinding() != llvm::ELF::STB_LOCAL && *section != file->section_end();
    if (*section != file->section_end()) {
      llvm::Expected<llvm::StringRef> section_name = (*section)->getName();
      if (!section_name) return Damaged(section_name.takeError());
      row.section = section_name->str();
    }
    symbols.push_back(std::move(row));
  }
  return symbols;
}

}  // namespace tilewright::jit
