#include "codegen/emit/emit.h"

#include <algorithm>

#include "codegen/analysis/aligned.h"
#include "codegen/analysis/copy_notes.h"
#include "codegen/emit/ir_passes.h"
#include "codegen/emit/statement_emitter.h"
#include "codegen/eval/source_lines.h"
#include "llvm/IR/Module.h"
#include "support/abi.h"
#include "support/status_macros.h"
#include "tile/sizes.h"

namespace tilewright::codegen {
namespace {

using llvm::Value;

// Scratch up to this size is a local variable in loops, and mostly a register.
constexpr int64_t kMaxLocalBytes = 256;

bool HasLoop(const tile::Program& program) {
  return std::any_of(program.statements.begin(), program.statements.end(),
                     [](const tile::Statement& s) { return s.Is<tile::While>(); });
}

// Binds HBM refs to the caller's pointers, and symbols to their values.
void BindArrays(const tile::Program& program, KernelBuilder& kb, Evaluator& evaluator,
                Value* buffers) {
  llvm::IRBuilder<>& b = kb.ir();
  int64_t parameter = 0;
  for (size_t r = 0; r < program.refs.size(); ++r) {
    if (program.refs[r].memory != tile::Memory::kHbm) continue;
    Value* const slot = b.CreateGEP(b.getPtrTy(), buffers, kb.I64(parameter++));
    evaluator.BindRef(static_cast<tile::RefId>(r), b.CreateLoad(b.getPtrTy(), slot));
  }
  if (program.sizes >= 0) {
    kb.BindSymbols(program.symbols, evaluator.pointer(program.sizes));
  }
}

// Binds VMEM refs to scratch; returns the scratch that is left for the statements' own
// use.
Value* BindScratch(const tile::Program& program, KernelBuilder& kb, Evaluator& evaluator,
                   Value* scratch) {
  llvm::IRBuilder<>& b = kb.ir();
  ir::Size offset = 0;
  for (size_t r = 0; r < program.refs.size(); ++r) {
    const tile::Ref& ref = program.refs[r];
    if (ref.memory == tile::Memory::kHbm || !TakesScratch(ref)) {
      continue;  // bound already, or at each point of the grid
    } else if (HasLoop(program) && ref.type.byte_size() <= kMaxLocalBytes) {
      llvm::Type* const element = StorageType(b, ir::RealPart(ref.type.element), 0);
      const int64_t parts = ir::IsComplex(ref.type.element) ? 2 : 1;
      const int64_t elements =
          ref.type.num_elements() * parts * TimesInScratch(program, ref);
      llvm::AllocaInst* const local =
          b.CreateAlloca(llvm::ArrayType::get(element, std::max<int64_t>(elements, 1)));
      local->setAlignment(llvm::Align(TW_BUFFER_ALIGNMENT));
      evaluator.BindRef(static_cast<tile::RefId>(r), local);
    } else {
      evaluator.BindRef(static_cast<tile::RefId>(r),
                        b.CreateGEP(b.getInt8Ty(), scratch, kb.ValueOf(offset)));
      offset = offset + Aligned(PieceBytes(ref) * TimesInScratch(program, ref));
    }
  }
  const auto take = [&](int64_t bytes) {
    Value* const at = b.CreateGEP(b.getInt8Ty(), scratch, kb.ValueOf(offset));
    offset = offset + Aligned(bytes);
    return at;
  };
  if (program.debug) {
    evaluator.BindUnwritten(take(sizeof(int32_t)));
    evaluator.BindCopies(take(CopyNotes(program).bytes()));
  }
  for (size_t r = 0; r < program.refs.size(); ++r) {
    const tile::Ref& ref = program.refs[r];
    const int64_t bytes = ShadowBytes(program, ref);
    if (bytes > 0) evaluator.BindShadow(static_cast<tile::RefId>(r), take(bytes));
  }
  return take(0);
}

}  // namespace

absl::StatusOr<std::unique_ptr<llvm::Module>> EmitKernel(const tile::Program& program,
                                                         const EmitOptions& options,
                                                         llvm::LLVMContext& context) {
  auto module = std::make_unique<llvm::Module>("tile_kernel", context);
  llvm::Type* const pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* const i64 = llvm::Type::getInt64Ty(context);
  llvm::FunctionType* const type = llvm::FunctionType::get(
      llvm::Type::getVoidTy(context), {pointer, pointer, i64, i64, i64}, false);
  llvm::Function* const function = llvm::Function::Create(
      type, llvm::Function::ExternalLinkage, kKernelSymbol, module.get());
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::NoRecurse);
  if (tile::HasSymbols(program)) function->addFnAttr(kOpenSizesAttribute);

  KernelBuilder kb(function, options);
  SourceLines sources(program, *function);
  Evaluator evaluator(program, kb, sources);
  BindArrays(program, kb, evaluator, function->getArg(0));
  StatementEmitter emitter(evaluator,
                           BindScratch(program, kb, evaluator, function->getArg(1)));
  Value* const begin = function->getArg(2);
  Value* const end = function->getArg(3);
  llvm::IRBuilder<>& b = kb.ir();
  Value* const resumes = b.CreateICmpNE(function->getArg(4), kb.I64(0));
  if (!program.parallel || program.statements.size() == 1) {
    for (const tile::Statement& statement : program.statements) {
      const bool one = !program.parallel;
      if (one) {
        emitter.Emit(statement, kb.I64(0), kb.ValueOf(statement.grid_steps));
      } else {
        emitter.Emit(statement, begin, end, resumes);
      }
      evaluator.Forget();
    }
  } else {
    ir::Size first = 0;
    for (const tile::Statement& statement : program.statements) {
      // The part of [begin, end) that is this statement's.
      const auto clip = [&](Value* step) {
        Value* const at = b.CreateSub(step, kb.ValueOf(first));
        Value* const low = b.CreateSelect(b.CreateICmpSLT(at, kb.I64(0)), kb.I64(0), at);
        Value* const top = kb.ValueOf(statement.grid_steps);
        return b.CreateSelect(b.CreateICmpSGT(low, top), top, low);
      };
      Value* const from = clip(begin);
      Value* const to = clip(end);
      // The call before ended in this statement, or it starts with its first step.
      kb.If(b.CreateICmpSLT(from, to),
            [&] { emitter.Emit(statement, from, to, resumes); });
      evaluator.Forget();
      first = first + statement.grid_steps;
    }
  }
  b.CreateRetVoid();
  if (!evaluator.status().ok()) return evaluator.status();
  TW_RETURN_IF_ERROR(kb.size_status());
  if (HasLoop(program)) KeepLoopStateInRegisters(*module);
  LeaveOutUnused(*function);
  return module;
}

}  // namespace tilewright::codegen
