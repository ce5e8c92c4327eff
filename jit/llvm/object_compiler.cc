#include "jit/llvm/object_compiler.h"

#include <climits>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "jit/llvm/codegen_pipeline.h"
#include "jit/llvm/fatal_error.h"
#include "jit/llvm/llvm_options.h"
#include "jit/llvm/llvm_status.h"
#include "jit/llvm/llvm_targets.h"
#include "jit/llvm/prefix_masks.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "support/status_macros.h"

namespace tilewright::jit {
namespace {

llvm::TargetOptions Options() {
  llvm::TargetOptions options;
  // A multiplication and an addition are fused where the emitter says so only.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  options.UnsafeFPMath = false;
  options.NoInfsFPMath = false;
  options.NoNaNsFPMath = false;
  options.NoSignedZerosFPMath = false;
  return options;
}

// While it lives, errors that LLVM reports through the context are kept here;
// the default handler would end the process.
class DiagnosticCollector {
 public:
  explicit DiagnosticCollector(llvm::LLVMContext& context) : context_(context) {
    context_.setDiagnosticHandlerCallBack(&Handle, this);
  }
  ~DiagnosticCollector() { context_.setDiagnosticHandlerCallBack(nullptr, nullptr); }
  const std::string& errors() const { return errors_; }

 private:
  static void Handle(const llvm::DiagnosticInfo* info, void* self) {
    if (info->getSeverity() != llvm::DS_Error) return;
    llvm::raw_string_ostream out(static_cast<DiagnosticCollector*>(self)->errors_);
    llvm::DiagnosticPrinterRawOStream printer(out);
    info->print(printer);
    out << "; ";
  }

  llvm::LLVMContext& context_;
  std::string errors_;
};

}  // namespace

ObjectCompiler::ObjectCompiler(const Target& target,
                               std::unique_ptr<llvm::TargetMachine> machine)
    : target_(target), features_(target.FeatureText()), machine_(std::move(machine)) {}

ObjectCompiler::~ObjectCompiler() = default;

absl::StatusOr<std::unique_ptr<ObjectCompiler>> ObjectCompiler::Create(
    const Target& target) {
  InitializeLlvmTargets();
  TW_RETURN_IF_ERROR(ApplyLlvmOptions());
  std::string error;
  const llvm::Target* llvm_target =
      llvm::TargetRegistry::lookupTarget(target.triple, error);
  if (llvm_target == nullptr) {
    return absl::FailedPreconditionError(
        absl::StrCat("target ", target.name, ": ", error));
  }
  std::unique_ptr<llvm::TargetMachine> machine(llvm_target->createTargetMachine(
      target.triple, target.cpu, target.FeatureText(), Options(), llvm::Reloc::PIC_,
      llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
  if (machine == nullptr) {
    return absl::FailedPreconditionError(
        absl::StrCat("target ", target.name, ": LLVM makes no code for ", target.triple));
  }
  return absl::WrapUnique(new ObjectCompiler(target, std::move(machine)));
}

absl::StatusOr<std::string> ObjectCompiler::Compile(llvm::Module& module) {
  const std::string name = module.getModuleIdentifier();
  // Names for people stay out of the object: equal kernels are equal bytes.
  module.setModuleIdentifier("tilewright");
  module.setSourceFileName("tilewright");
  module.setTargetTriple(target_.triple);
  module.setDataLayout(machine_->createDataLayout());
  module.setPICLevel(llvm::PICLevel::BigPIC);
  module.setUwtable(llvm::UWTableKind::Async);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr("target-cpu", target_.cpu);
    function.addFnAttr("target-features", features_);
    // Some CPUs' tuning splits 512-bit operations into 256-bit halves.
    function.addFnAttr("prefer-vector-width", absl::StrCat(target_.vector.vector_bits));
    function.setUWTableKind(llvm::UWTableKind::Async);
  }

  std::string broken;
  llvm::raw_string_ostream broken_out(broken);
  if (llvm::verifyModule(module, &broken_out)) {
    return absl::InternalError(
        absl::StrCat("kernel ", name, ": the module is not well formed: ", broken));
  }

  // x86-64 has masks for 4 bytes and more, AVX-512 for all.
  if (!target_.vector.x86) ExpandPrefixMasks(module, INT_MAX);
  if (target_.vector.x86 && !target_.vector.avx512) ExpandPrefixMasks(module, 31);
  const DiagnosticCollector diagnostics(module.getContext());
  CodegenPipeline::For size = CodegenPipeline::SizeOf(module);
  // What codegenprepare does is missed where masks have no registers of their own: it
  // makes them where they are used.
  const bool keeps_masks = target_.vector.x86 && target_.vector.avx512;
  if (size == CodegenPipeline::For::kOpen && !keeps_masks) {
    size = CodegenPipeline::For::kAny;
  }
  std::unique_ptr<CodegenPipeline>& kept = pipelines_[static_cast<size_t>(size)];
  std::unique_ptr<CodegenPipeline> pipeline = std::move(kept);
  if (pipeline == nullptr) pipeline = CodegenPipeline::Create(*machine_, size);
  if (pipeline == nullptr) {
    return absl::InternalError(
        absl::StrCat("target ", target_.name, ": LLVM emits no object files for it"));
  }
  std::string fatal;
  if (!RunCatchingFatalErrors([&] { pipeline->Run(module); }, &fatal)) {
    lost_ = true;
    pipeline.release();
    return absl::InternalError(absl::StrCat("kernel ", name, ", target ", target_.name,
                                            ": LLVM cannot compile it: ", fatal));
  }
  if (!diagnostics.errors().empty()) {
    return absl::InternalError(
        absl::StrCat("kernel ", name, ": LLVM: ", diagnostics.errors()));
  }
  std::string object(pipeline->output());
  kept = std::move(pipeline);
  return object;
}

}  // namespace tilewright::jit
