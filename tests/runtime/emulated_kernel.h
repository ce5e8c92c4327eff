// Kernels made for aarch64, run here by an emulator: nothing else has to be built for
// that processor.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "codegen/emit/emit.h"
#include "codegen/facts/code_facts.h"
#include "jit/llvm/object_compiler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "support/files.h"
#include "support/status_macros.h"
#include "tile/program.h"

namespace tilewright::runtime {

class KernelEmulator {
 public:
  // `cpu`: one of `qemu-aarch64 -cpu help`. NotFound without clang, lld and qemu.
  static absl::StatusOr<std::unique_ptr<KernelEmulator>> Create(std::string cpu) {
    std::unique_ptr<KernelEmulator> made(new KernelEmulator(std::move(cpu)));
    if (!made->Shell("command -v clang-19 ld.lld-19 qemu-aarch64 > /dev/null").ok()) {
      return absl::NotFoundError("clang-19, ld.lld-19 and qemu-aarch64 are needed");
    }
    // What it defines must not become calls of itself.
    TW_RETURN_IF_ERROR(made->Shell(absl::StrCat(
        "clang-19 --target=aarch64-linux-gnu -O1 -ffreestanding -fno-builtin "
        "-fno-stack-protector -c ",
        TILEWRIGHT_TESTS_DIR, "/runtime/emulated_kernel.c -o ", made->At("frame.o"))));
    return made;
  }
  ~KernelEmulator() { std::filesystem::remove_all(folder_); }

  // Runs all steps of the program's kernel on `buffers`, which may be parts of each
  // other.
  absl::Status Run(const tile::Program& program, const codegen::KernelFacts& facts,
                   int64_t scratch_bytes, int64_t steps,
                   const std::vector<void*>& buffers) {
    TW_ASSIGN_OR_RETURN(const auto compiler, jit::ObjectCompiler::Create(facts.target));
    llvm::LLVMContext context;
    TW_ASSIGN_OR_RETURN(
        const auto module,
        codegen::EmitKernel(program, codegen::EmitOptionsFor(facts), context));
    TW_ASSIGN_OR_RETURN(const std::string object, compiler->Compile(*module));
    Write(At("kernel.o"), object);
    const std::vector<Range> ranges = RangesOf(program, buffers);
    Write(At("in"), Request(facts, scratch_bytes, steps, buffers, ranges));
    TW_RETURN_IF_ERROR(Shell(absl::StrCat(
        "cd ", folder_, " && ld.lld-19 -static frame.o kernel.o -o kernel && QEMU_CPU=",
        cpu_, " qemu-aarch64 kernel < in > out")));
    TW_ASSIGN_OR_RETURN(const std::string out, ReadFile(At("out")));
    size_t at = 0;
    for (const Range& range : ranges) {
      const size_t bytes = range.end - range.begin;
      if (out.size() < at + bytes) return absl::DataLossError("the kernel wrote less");
      std::copy_n(out.data() + at, bytes, range.begin);
      at += bytes;
    }
    return absl::OkStatus();
  }

 private:
  struct Range {
    char* begin;
    char* end;
  };

  explicit KernelEmulator(std::string cpu) : cpu_(std::move(cpu)) {
    std::string name =
        (std::filesystem::temp_directory_path() / "tilewright-emulated-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) folder_ = name;
  }

  std::string At(absl::string_view name) const {
    return absl::StrCat(folder_, "/", name);
  }

  // Without a place for it what comes next fails.
  static void Write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  static absl::Status Shell(const std::string& command) {
    if (std::system(command.c_str()) == 0) return absl::OkStatus();
    return absl::InternalError(absl::StrCat("failed: ", command));
  }

  // The memory of the buffers, without overlaps.
  static std::vector<Range> RangesOf(const tile::Program& program,
                                     const std::vector<void*>& buffers) {
    std::vector<Range> all;
    size_t next = 0;
    for (const tile::Ref& ref : program.refs) {
      if (ref.memory != tile::Memory::kHbm) continue;
      char* const begin = static_cast<char*>(buffers[next++]);
      if (ref.type.byte_size() > 0) all.push_back({begin, begin + ref.type.byte_size()});
    }
    std::sort(all.begin(), all.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
    std::vector<Range> ranges;
    for (const Range& range : all) {
      if (!ranges.empty() && range.begin < ranges.back().end) {
        ranges.back().end = std::max(ranges.back().end, range.end);
      } else {
        ranges.push_back(range);
      }
    }
    return ranges;
  }

  static std::string Request(const codegen::KernelFacts& facts, int64_t scratch_bytes,
                             int64_t steps, const std::vector<void*>& buffers,
                             const std::vector<Range>& ranges) {
    // FPCR's FZ and FZ16; see support/float_state.cc.
    const int64_t control = facts.numerics == Numerics::kTpu ? (1 << 24) | (1 << 19) : 0;
    std::vector<int64_t> head = {control, scratch_bytes, steps,
                                 static_cast<int64_t>(ranges.size()),
                                 static_cast<int64_t>(buffers.size())};
    for (const Range& range : ranges) {
      head.push_back(range.end - range.begin);
      head.push_back(static_cast<int64_t>(reinterpret_cast<uintptr_t>(range.begin) % 64));
    }
    for (void* const buffer : buffers) {
      const auto range = std::find_if(
          ranges.begin(), ranges.end(),
          [buffer](const Range& r) { return r.begin <= buffer && buffer < r.end; });
      // An empty buffer may lie anywhere.
      const bool found = range != ranges.end();
      head.push_back(found ? range - ranges.begin() : 0);
      head.push_back(found ? static_cast<char*>(buffer) - range->begin : 0);
    }
    std::string text(reinterpret_cast<const char*>(head.data()), 8 * head.size());
    for (const Range& range : ranges) text.append(range.begin, range.end);
    return text;
  }

  std::string cpu_, folder_;
};

}  // namespace tilewright::runtime
