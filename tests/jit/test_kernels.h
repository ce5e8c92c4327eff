// Kernels as LLVM text, for tests.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "jit/library/kernel_library.h"
#include "jit/llvm/object_compiler.h"
#include "jit/llvm/target.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "support/check.h"
#include "support/hash.h"

namespace tilewright::jit {

// A kernel whose body is `body`; %buffers, %scratch, %begin and %end are its
// arguments. `rest` is further text of the module.
inline std::string KernelText(absl::string_view body, absl::string_view rest = "") {
  return absl::StrCat("define void @tw_kernel(ptr %buffers, ptr %scratch, i64 %begin, ",
                      "i64 %end) {\n", body, "\nret void\n}\n", rest);
}

// Stores `value` at buffers[0].
inline std::string StoreText(int value) {
  return KernelText(
      absl::StrCat("%p = load ptr, ptr %buffers\n  store i32 ", value, ", ptr %p\n"));
}

inline std::unique_ptr<llvm::Module> ParseModule(llvm::LLVMContext& context,
                                                 const std::string& text) {
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, diagnostic, context);
  if (module == nullptr) diagnostic.print("test", llvm::errs());
  TW_CHECK(module != nullptr);
  return module;
}

inline KernelRequest Request(const std::string& text, std::string name = "kernel") {
  KernelRequest request;
  request.name = std::move(name);
  request.text = text;
  request.identity = ContentName(text);
  request.emit =
      [text](
          llvm::LLVMContext& context) -> absl::StatusOr<std::unique_ptr<llvm::Module>> {
    return ParseModule(context, text);
  };
  return request;
}

inline Target NativeTarget() {
  absl::StatusOr<Target> target = FindTarget("native");
  TW_CHECK(target.ok());
  return *target;
}

// The object of a module on `target`.
inline absl::StatusOr<std::string> CompileText(const std::string& text,
                                               const Target& target) {
  absl::StatusOr<std::unique_ptr<ObjectCompiler>> compiler =
      ObjectCompiler::Create(target);
  if (!compiler.ok()) return compiler.status();
  llvm::LLVMContext context;
  return (*compiler)->Compile(*ParseModule(context, text));
}

}  // namespace tilewright::jit
