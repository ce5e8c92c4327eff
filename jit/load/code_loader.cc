#include "jit/load/code_loader.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "codegen/facts/emit_options.h"
#include "jit/llvm/llvm_status.h"
#include "jit/load/jitlink_memory.h"
#include "jit/load/rename_symbol.h"
#include "llvm/ExecutionEngine/JITLink/EHFrameSupport.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/DebugObjectManagerPlugin.h"
#include "llvm/ExecutionEngine/Orc/EPCDebugObjectRegistrar.h"
#include "llvm/ExecutionEngine/Orc/ExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/TargetProcess/JITLoaderGDB.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "support/environment.h"
#include "support/status_macros.h"

namespace tilewright::jit {
namespace {

using llvm::orc::ExecutorAddr;

// A perf map: a line of address, size and name for each function. Only ever
// appended to; perf takes the newest line for an address.
class PerfMap {
 public:
  PerfMap() {
    // /tmp is everybody's: a link in the file's place is not followed.
    const int file = open(absl::StrCat("/tmp/perf-", getpid(), ".map").c_str(),
                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return;
    file_ = fdopen(file, "a");
    if (file_ == nullptr) close(file);
  }
  ~PerfMap() {
    if (file_ != nullptr) std::fclose(file_);
  }
  PerfMap(const PerfMap&) = delete;
  PerfMap& operator=(const PerfMap&) = delete;

  void Add(const void* start, int64_t bytes, absl::string_view name) {
    if (file_ == nullptr) return;
    std::string line_name(name);
    for (char& c : line_name) {
      if (c == '\n' || c == '\r') c = ' ';
    }
    std::lock_guard<std::mutex> lock(mutex_);
    std::fprintf(file_, "%llx %llx tilewright:%s\n",
                 static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(start)),
                 static_cast<unsigned long long>(bytes), line_name.c_str());
    std::fflush(file_);
  }

 private:
  std::mutex mutex_;
  std::FILE* file_ = nullptr;
};

// Bytes of the kernel's machine code as the checked object says.
int64_t KernelBytes(absl::string_view object) {
  auto file = llvm::object::ELF64LEObjectFile::create(
      llvm::MemoryBufferRef(ToRef(object), "kernel"));
  if (!file) {
    llvm::consumeError(file.takeError());
    return 0;
  }
  for (const llvm::object::ELFSymbolRef symbol : file->symbols()) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    if (*name == codegen::kKernelSymbol) return static_cast<int64_t>(symbol.getSize());
  }
  return 0;
}

// "tilewright.dot_general.3.17": unique, and a name to every debugger.
std::string SymbolName(absl::string_view name, uint64_t number) {
  std::string symbol = absl::StrCat("tilewright.", name.substr(0, 200), ".", number);
  for (char& c : symbol) {
    if (!absl::ascii_isalnum(c) && c != '.' && c != '_') c = '_';
  }
  return symbol;
}

// ORC's session and what hangs on it. Shared by the loader and its kernels, so
// that code outlives the loader when it must.
struct Session {
  std::shared_ptr<SlabMemory> memory = std::make_shared<SlabMemory>();
  std::unique_ptr<llvm::orc::ExecutionSession> execution;
  std::unique_ptr<llvm::orc::ObjectLinkingLayer> linking;
  llvm::orc::JITDylib* imports = nullptr;
  std::unique_ptr<PerfMap> perf;
  bool names_symbols = false;
  std::atomic<uint64_t> next_number{0};

  // Errors that ORC reports apart from its results.
  std::mutex errors_mutex;
  std::string errors;

  std::string TakeErrors() {
    std::lock_guard<std::mutex> lock(errors_mutex);
    return std::exchange(errors, std::string());
  }

  ~Session() {
    if (execution == nullptr) return;
    llvm::consumeError(execution->endSession());
    linking.reset();
    execution.reset();
  }
};

// Owns the dynamic library that holds one object.
class Kernel : public LoadedKernel {
 public:
  Kernel(std::shared_ptr<Session> session, llvm::orc::JITDylib& dylib)
      : session_(std::move(session)), dylib_(&dylib) {}
  ~Kernel() override { llvm::consumeError(session_->execution->removeJITDylib(*dylib_)); }

  void Set(tw_kernel_v2 entry, int64_t code_bytes) {
    entry_ = entry;
    code_bytes_ = code_bytes;
  }

 private:
  std::shared_ptr<Session> session_;
  llvm::orc::JITDylib* dylib_;
};

class OrcLoader : public CodeLoader {
 public:
  explicit OrcLoader(std::shared_ptr<Session> session) : session_(std::move(session)) {}

  absl::StatusOr<std::shared_ptr<const LoadedKernel>> Load(
      absl::string_view object, absl::string_view name) override {
    TW_RETURN_IF_ERROR(CheckObject(object));
    Session& session = *session_;
    const uint64_t number = session.next_number.fetch_add(1);
    std::string symbol_name = codegen::kKernelSymbol;
    std::string renamed;
    if (session.names_symbols) {
      symbol_name = SymbolName(name, number);
      TW_ASSIGN_OR_RETURN(renamed, RenameKernel(object, symbol_name));
    }
    const int64_t code_bytes = KernelBytes(object);
    if (!renamed.empty()) object = renamed;
    // Every object exports the same name: each gets a library of its own.
    llvm::orc::JITDylib& dylib =
        session.execution->createBareJITDylib(absl::StrCat("kernel", number));
    std::shared_ptr<Kernel> kernel = std::make_shared<Kernel>(session_, dylib);
    dylib.addToLinkOrder(*session.imports);
    std::unique_ptr<llvm::MemoryBuffer> buffer = llvm::MemoryBuffer::getMemBuffer(
        ToRef(object), ToRef(name), /*RequiresNullTerminator=*/false);
    if (llvm::Error error = session.linking->add(dylib, std::move(buffer))) {
      return Failure(name, llvm::toString(std::move(error)));
    }
    llvm::Expected<llvm::orc::ExecutorSymbolDef> symbol = session.execution->lookup(
        llvm::ArrayRef<llvm::orc::JITDylib*>{&dylib}, symbol_name);
    if (!symbol) return Failure(name, llvm::toString(symbol.takeError()));
    const tw_kernel_v2 entry = symbol->getAddress().toPtr<tw_kernel_v2>();
    kernel->Set(entry, code_bytes);
    if (session.perf != nullptr) {
      session.perf->Add(reinterpret_cast<const void*>(entry), code_bytes, name);
    }
    return std::shared_ptr<const LoadedKernel>(std::move(kernel));
  }

  int64_t mapped_bytes() const override { return session_->memory->mapped_bytes(); }

 private:
  absl::Status Failure(absl::string_view name, absl::string_view why) {
    return absl::InternalError(absl::StrCat("kernel ", name,
                                            ": the object does not load: ", why, " ",
                                            session_->TakeErrors()));
  }

  std::shared_ptr<Session> session_;
};

absl::Status DefineImports(Session& session) {
  llvm::orc::SymbolMap symbols;
  const llvm::JITSymbolFlags flags =
      llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable;
#define TW_DEFINE(name)                       \
  symbols[session.execution->intern(#name)] = \
      llvm::orc::ExecutorSymbolDef(ExecutorAddr::fromPtr(&name), flags);
  TW_ABI_IMPORTS(TW_DEFINE)
#undef TW_DEFINE
  if (llvm::Error error =
          session.imports->define(llvm::orc::absoluteSymbols(std::move(symbols)))) {
    return ToStatus(std::move(error), absl::StatusCode::kInternal, "code loader");
  }
  return absl::OkStatus();
}

bool IsSet(const char* variable) {
  const absl::string_view value = Environment(variable);
  return !value.empty() && value != "0";
}

}  // namespace

CodeLoader::Options CodeLoader::OptionsFromEnvironment() {
  return Options{.perf = IsSet("TILEWRIGHT_PERF"), .gdb = IsSet("TILEWRIGHT_GDB")};
}

absl::StatusOr<std::shared_ptr<CodeLoader>> CodeLoader::Create(const Options& options) {
  std::shared_ptr<Session> session = std::make_shared<Session>();
  llvm::Expected<std::unique_ptr<llvm::orc::SelfExecutorProcessControl>> process =
      llvm::orc::SelfExecutorProcessControl::Create(
          nullptr, std::make_unique<llvm::orc::InPlaceTaskDispatcher>());
  if (!process) {
    return ToStatus(process.takeError(), absl::StatusCode::kInternal, "code loader");
  }
  session->execution = std::make_unique<llvm::orc::ExecutionSession>(std::move(*process));
  Session* const raw = session.get();
  session->execution->setErrorReporter([raw](llvm::Error error) {
    std::lock_guard<std::mutex> lock(raw->errors_mutex);
    absl::StrAppend(&raw->errors, llvm::toString(std::move(error)), "; ");
  });
  session->linking = std::make_unique<llvm::orc::ObjectLinkingLayer>(
      *session->execution, std::make_unique<SlabMemoryManager>(session->memory));
  session->linking->addPlugin(std::make_shared<llvm::orc::EHFrameRegistrationPlugin>(
      *session->execution, std::make_unique<llvm::jitlink::InProcessEHFrameRegistrar>()));
  if (options.gdb) {
    session->names_symbols = true;
    session->linking->addPlugin(std::make_shared<llvm::orc::DebugObjectManagerPlugin>(
        *session->execution,
        std::make_unique<llvm::orc::EPCDebugObjectRegistrar>(
            *session->execution,
            ExecutorAddr::fromPtr(&llvm_orc_registerJITLoaderGDBAllocAction)),
        /*RequireDebugSections=*/false, /*AutoRegisterCode=*/true));
  }
  if (options.perf) session->perf = std::make_unique<PerfMap>();
  session->imports = &session->execution->createBareJITDylib("imports");
  TW_RETURN_IF_ERROR(DefineImports(*session));
  return std::shared_ptr<CodeLoader>(std::make_shared<OrcLoader>(std::move(session)));
}

}  // namespace tilewright::jit
