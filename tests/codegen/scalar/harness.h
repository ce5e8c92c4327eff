// Runs one elementwise operation over arrays: emits a loop around
// EmitScalarOp, compiles it for a named target and loads it.
#pragma once

#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "codegen/scalar/scalar_ops.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace tilewright::codegen {

struct TestTarget {
  std::string name;
  std::string triple;
  std::string cpu;
  std::string features;
  VectorTarget vector;
  bool runs_here;
  bool slow_underflow = false;  // Processor's
};

// Whether this machine is an x86-64 with `feature`, a literal.
#if defined(__x86_64__)
#define TW_HOST_HAS(feature) (__builtin_cpu_supports(feature) != 0)
#else
#define TW_HOST_HAS(feature) false
#endif

inline TestTarget X86V3() {
  VectorTarget vector;
  vector.vector_bits = 256;
  vector.avx512 = false;
  bool runs = TW_HOST_HAS("avx2") && TW_HOST_HAS("fma");
  return {"x86-64-v3", "x86_64-unknown-linux-gnu", "x86-64-v3", "", vector, runs};
}
inline TestTarget X86V4() {
  bool runs = TW_HOST_HAS("avx512dq") && TW_HOST_HAS("avx512vl");
  return {"x86-64-v4",    "x86_64-unknown-linux-gnu",
          "x86-64-v4",    "-prefer-256-bit",
          VectorTarget(), runs};
}
inline TestTarget X86V4Bf16() {
  TestTarget target = X86V4();
  target.name = "x86-64-v4-bf16";
  target.features = "-prefer-256-bit,+avx512bf16";
  target.vector.avx512_bf16 = true;
  target.runs_here = target.runs_here && TW_HOST_HAS("avx512bf16");
  return target;
}
inline TestTarget Aarch64() {
  VectorTarget vector;
  vector.vector_bits = 128;
  vector.avx512 = false;
  vector.x86 = false;
#if defined(__aarch64__)
  constexpr bool kRuns = true;
#else
  constexpr bool kRuns = false;
#endif
  return {"aarch64", "aarch64-unknown-linux-gnu", "generic", "", vector, kRuns};
}
// Armv8.6's: with bfcvtn.
inline TestTarget Aarch64Bf16() {
  TestTarget target = Aarch64();
  target.name = "aarch64-v8.6";
  target.features = "+bf16";
  target.vector.neon_bf16 = true;
#if defined(__aarch64__)
  target.runs_here = (getauxval(AT_HWCAP2) & HWCAP2_BF16) != 0;
#endif
  return target;
}
// The best that can run on this machine.
inline TestTarget Here() {
  if (Aarch64Bf16().runs_here) return Aarch64Bf16();
  if (Aarch64().runs_here) return Aarch64();
  return X86V4().runs_here ? X86V4() : X86V3();
}

struct TestOp {
  ScalarOp op;
  std::vector<ir::ElementType> operands;
  ir::ElementType result;
};

inline Lanes LoadLanes(llvm::IRBuilderBase& b, const ScalarOptions& options,
                       ir::ElementType type, int lanes, llvm::Value* base,
                       llvm::Value* index) {
  if (!ir::IsComplex(type)) {
    llvm::Value* at = b.CreateGEP(StorageType(b, type, 0), base, index);
    llvm::Value* bits =
        b.CreateAlignedLoad(StorageType(b, type, lanes), at, llvm::Align(1));
    return Decode(b, options, type, bits);
  }
  Lanes result{.type = type};
  llvm::Type* part = StorageType(b, ir::RealPart(type), 0);
  llvm::Value* at = b.CreateGEP(part, base, b.CreateShl(index, 1));
  if (lanes == 0) {
    result.re = b.CreateLoad(part, at);
    result.im = b.CreateLoad(part, b.CreateConstGEP1_64(part, at, 1));
    return result;
  }
  llvm::Value* both = b.CreateAlignedLoad(llvm::FixedVectorType::get(part, 2 * lanes), at,
                                          llvm::Align(1));
  std::vector<int> even, odd;
  for (int i = 0; i < lanes; ++i) {
    even.push_back(2 * i);
    odd.push_back(2 * i + 1);
  }
  result.re = b.CreateShuffleVector(both, even);
  result.im = b.CreateShuffleVector(both, odd);
  return result;
}

inline void StoreLanes(llvm::IRBuilderBase& b, const ScalarOptions& options,
                       const Lanes& value, int lanes, llvm::Value* base,
                       llvm::Value* index) {
  if (!ir::IsComplex(value.type)) {
    llvm::Value* at = b.CreateGEP(StorageType(b, value.type, 0), base, index);
    b.CreateAlignedStore(Encode(b, options, value), at, llvm::Align(1));
    return;
  }
  llvm::Type* part = StorageType(b, ir::RealPart(value.type), 0);
  llvm::Value* at = b.CreateGEP(part, base, b.CreateShl(index, 1));
  if (lanes == 0) {
    b.CreateStore(value.re, at);
    b.CreateStore(value.im, b.CreateConstGEP1_64(part, at, 1));
    return;
  }
  std::vector<int> mix;
  for (int i = 0; i < lanes; ++i) {
    mix.push_back(i);
    mix.push_back(lanes + i);
  }
  b.CreateAlignedStore(b.CreateShuffleVector(value.re, value.im, mix), at,
                       llvm::Align(1));
}

// void kernel(const void* const in[], void* out, int64_t count); count is a
// multiple of the lanes.
inline absl::StatusOr<std::unique_ptr<llvm::Module>> EmitLoop(
    llvm::LLVMContext& context, const TestOp& op, int lanes,
    const ScalarOptions& options) {
  std::unique_ptr<llvm::Module> module = std::make_unique<llvm::Module>("test", context);
  llvm::IRBuilder<> b(context);
  llvm::FunctionType* type = llvm::FunctionType::get(
      b.getVoidTy(), {b.getPtrTy(), b.getPtrTy(), b.getInt64Ty()}, false);
  llvm::Function* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                                    "kernel", module.get());
  llvm::BasicBlock* entry = llvm::BasicBlock::Create(context, "entry", function);
  llvm::BasicBlock* loop = llvm::BasicBlock::Create(context, "loop", function);
  llvm::BasicBlock* done = llvm::BasicBlock::Create(context, "done", function);
  b.SetInsertPoint(entry);
  std::vector<llvm::Value*> bases;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    bases.push_back(b.CreateLoad(
        b.getPtrTy(), b.CreateConstGEP1_64(b.getPtrTy(), function->getArg(0), i)));
  }
  b.CreateCondBr(b.CreateICmpSGT(function->getArg(2), b.getInt64(0)), loop, done);
  b.SetInsertPoint(loop);
  llvm::PHINode* index = b.CreatePHI(b.getInt64Ty(), 2);
  index->addIncoming(b.getInt64(0), entry);
  std::vector<Lanes> operands;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    operands.push_back(LoadLanes(b, options, op.operands[i], lanes, bases[i], index));
  }
  absl::StatusOr<Lanes> result = EmitScalarOp(b, options, op.op, operands, op.result);
  if (!result.ok()) return result.status();
  StoreLanes(b, options, *result, lanes, function->getArg(1), index);
  llvm::Value* next = b.CreateAdd(index, b.getInt64(lanes == 0 ? 1 : lanes));
  index->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpSLT(next, function->getArg(2)), loop, done);
  b.SetInsertPoint(done);
  b.CreateRetVoid();
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(*module, &stream)) return absl::InternalError(stream.str());
  return module;
}

inline std::unique_ptr<llvm::TargetMachine> MachineFor(const TestTarget& target) {
  static const bool initialized = [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    return true;
  }();
  (void)initialized;
  std::string error;
  const llvm::Target* found = llvm::TargetRegistry::lookupTarget(target.triple, error);
  return std::unique_ptr<llvm::TargetMachine>(found->createTargetMachine(
      target.triple, target.cpu, target.features, llvm::TargetOptions(),
      llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

inline std::unique_ptr<llvm::MemoryBuffer> ObjectFor(llvm::Module& module,
                                                     const TestTarget& target) {
  std::unique_ptr<llvm::TargetMachine> machine = MachineFor(target);
  module.setTargetTriple(target.triple);
  module.setDataLayout(machine->createDataLayout());
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  machine->addPassesToEmitFile(passes, stream, nullptr,
                               llvm::CodeGenFileType::ObjectFile);
  passes.run(module);
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(bytes),
      /*RequiresNullTerminator=*/false);
}

// Names that an object leaves for others to define.
inline std::vector<std::string> Imports(const llvm::MemoryBuffer& object) {
  std::vector<std::string> names;
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createObjectFile(object.getMemBufferRef());
  if (!file) return {"unreadable object"};
  for (const llvm::object::SymbolRef& symbol : (*file)->symbols()) {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    if (flags && name && (*flags & llvm::object::SymbolRef::SF_Undefined) &&
        !name->empty()) {
      names.push_back(name->str());
    }
  }
  return names;
}

// A compiled operation.
class Kernel {
 public:
  static absl::StatusOr<Kernel> Make(const TestOp& op, int lanes, Numerics numerics,
                                     const TestTarget& target = Here()) {
    ScalarOptions options{.numerics = numerics,
                          .target = target.vector,
                          .slow_underflow = target.slow_underflow};
    llvm::LLVMContext context;
    absl::StatusOr<std::unique_ptr<llvm::Module>> module =
        EmitLoop(context, op, lanes, options);
    if (!module.ok()) return module.status();
    std::unique_ptr<llvm::MemoryBuffer> object = ObjectFor(**module, target);
    std::unique_ptr<llvm::orc::LLJIT> jit =
        llvm::cantFail(llvm::orc::LLJITBuilder().create());
    llvm::cantFail(jit->addObjectFile(std::move(object)));
    Kernel kernel;
    kernel.function_ = llvm::cantFail(jit->lookup("kernel")).toPtr<Function>();
    kernel.jit_ = std::move(jit);
    return kernel;
  }
  // `count` is a multiple of the lanes.
  void Run(const std::vector<const void*>& in, void* out, int64_t count) const {
    function_(in.data(), out, count);
  }

 private:
  using Function = void (*)(const void* const*, void*, int64_t);
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  Function function_ = nullptr;
};

}  // namespace tilewright::codegen
