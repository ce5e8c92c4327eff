// Calls about compiled programs: how they are made, and what is told of them.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/error.h"
#include "frontend/pjrt/executable.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {

// Bytes that were handed out, each with a deleter of its type.
struct PJRT_SerializedExecutable {
  std::string bytes;
};
struct PJRT_SerializedCompileOptions {
  std::string bytes;
};
struct PJRT_DeviceAssignmentSerialized {
  std::string bytes;
};

namespace calls {
namespace {

absl::StatusOr<CompiledPtr> CompileProgram(const PJRT_TopologyDescription& topology,
                                           const PJRT_Program* program,
                                           const char* options, size_t options_size) {
  TW_RETURN_IF_ERROR(CheckPointers({{"program", program},
                                    {"program.code", program->code},
                                    {"program.format", program->format}}));
  if (options == nullptr) options_size = 0;
  return CompileFor(topology, {program->format, program->format_size},
                    {program->code, program->code_size}, {options, options_size});
}

absl::StatusOr<CompiledPtr> CheckedGet(const PJRT_LoadedExecutable* executable) {
  TW_RETURN_IF_ERROR(CheckPointers({{"executable", executable}}));
  CompiledPtr compiled = executable->Get();
  if (compiled == nullptr) {
    return absl::InvalidArgumentError("the executable was deleted");
  }
  return compiled;
}

// Of an executable whose handle is there: its compiled program.
absl::StatusOr<const Compiled*> CheckedGet(const PJRT_Executable* executable) {
  TW_RETURN_IF_ERROR(CheckPointers({{"executable", executable}}));
  return executable->compiled.get();
}

}  // namespace

absl::Status Client_Compile(PJRT_Client_Compile_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  TW_ASSIGN_OR_RETURN(CompiledPtr compiled,
                      CompileProgram(*args.client->topology, args.program,
                                     args.compile_options, args.compile_options_size));
  TW_ASSIGN_OR_RETURN(args.executable,
                      Load(args.client->shared_from_this(), std::move(compiled)));
  return absl::OkStatus();
}

absl::Status Compile(PJRT_Compile_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"topology", args.topology}}));
  TW_ASSIGN_OR_RETURN(CompiledPtr compiled,
                      CompileProgram(*args.topology, args.program, args.compile_options,
                                     args.compile_options_size));
  args.executable =
      new PJRT_Executable{std::move(compiled), args.topology->platform_version};
  return absl::OkStatus();
}

absl::Status Executable_DeserializeAndLoad(
    PJRT_Executable_DeserializeAndLoad_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers(
      {{"client", args.client}, {"serialized_executable", args.serialized_executable}}));
  absl::string_view options;
  if (args.overridden_serialized_compile_options != nullptr) {
    options = {args.overridden_serialized_compile_options,
               args.overridden_serialized_compile_options_size};
  }
  TW_ASSIGN_OR_RETURN(
      CompiledPtr compiled,
      DeserializeCompiled(*args.client->topology,
                          {args.serialized_executable, args.serialized_executable_size},
                          options));
  TW_ASSIGN_OR_RETURN(args.loaded_executable,
                      Load(args.client->shared_from_this(), std::move(compiled)));
  return absl::OkStatus();
}

absl::Status Executable_Destroy(PJRT_Executable_Destroy_Args& args) {
  delete args.executable;
  return absl::OkStatus();
}

absl::Status LoadedExecutable_Destroy(PJRT_LoadedExecutable_Destroy_Args& args) {
  delete args.executable;
  return absl::OkStatus();
}

absl::Status LoadedExecutable_GetExecutable(
    PJRT_LoadedExecutable_GetExecutable_Args& args) {
  TW_ASSIGN_OR_RETURN(CompiledPtr compiled, CheckedGet(args.loaded_executable));
  args.executable = new PJRT_Executable{
      std::move(compiled), args.loaded_executable->client->topology->platform_version};
  return absl::OkStatus();
}

absl::Status LoadedExecutable_GetDeviceAssignment(
    PJRT_LoadedExecutable_GetDeviceAssignment_Args& args) {
  TW_ASSIGN_OR_RETURN(const CompiledPtr compiled, CheckedGet(args.executable));
  CompileRequest request = compiled->request;
  request.device_ids = {args.executable->device->description->id};
  args.serialized_device_assignment =
      new PJRT_DeviceAssignmentSerialized{DeviceAssignmentBytes(request)};
  args.serialized_bytes = args.serialized_device_assignment->bytes.data();
  args.serialized_bytes_size = args.serialized_device_assignment->bytes.size();
  args.serialized_device_assignment_deleter = [](PJRT_DeviceAssignmentSerialized* bytes) {
    delete bytes;
  };
  return absl::OkStatus();
}

absl::Status LoadedExecutable_AddressableDevices(
    PJRT_LoadedExecutable_AddressableDevices_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"executable", args.executable}}));
  args.addressable_devices = &args.executable->device;
  args.num_addressable_devices = 1;
  return absl::OkStatus();
}

absl::Status LoadedExecutable_Delete(PJRT_LoadedExecutable_Delete_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"executable", args.executable}}));
  CompiledPtr last;
  const std::lock_guard<SpinLock> lock(args.executable->lock);
  last = std::move(args.executable->compiled);
  return absl::OkStatus();
}

absl::Status LoadedExecutable_IsDeleted(PJRT_LoadedExecutable_IsDeleted_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"executable", args.executable}}));
  args.is_deleted = args.executable->Get() == nullptr;
  return absl::OkStatus();
}

absl::Status LoadedExecutable_Fingerprint(PJRT_LoadedExecutable_Fingerprint_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"executable", args.executable}}));
  args.executable_fingerprint = args.executable->fingerprint.data();
  args.executable_fingerprint_size = args.executable->fingerprint.size();
  return absl::OkStatus();
}

absl::Status Executable_Name(PJRT_Executable_Name_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.executable_name = compiled->name.data();
  args.executable_name_size = compiled->name.size();
  return absl::OkStatus();
}

absl::Status Executable_NumReplicas(PJRT_Executable_NumReplicas_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.num_replicas = compiled->request.num_replicas;
  return absl::OkStatus();
}

absl::Status Executable_NumPartitions(PJRT_Executable_NumPartitions_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.num_partitions = compiled->request.num_partitions;
  return absl::OkStatus();
}

absl::Status Executable_NumOutputs(PJRT_Executable_NumOutputs_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.num_outputs = compiled->types.size();
  return absl::OkStatus();
}

absl::Status Executable_SizeOfGeneratedCodeInBytes(
    PJRT_Executable_SizeOfGeneratedCodeInBytes_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.size_in_bytes = compiled->executable->code_bytes();
  return absl::OkStatus();
}

absl::Status Executable_Fingerprint(PJRT_Executable_Fingerprint_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.executable_fingerprint = compiled->fingerprint.data();
  args.executable_fingerprint_size = compiled->fingerprint.size();
  return absl::OkStatus();
}

absl::Status Executable_GetCostAnalysis(PJRT_Executable_GetCostAnalysis_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.num_properties = compiled->cost.size();
  args.properties = compiled->cost.data();
  return absl::OkStatus();
}

absl::Status Executable_GetCompiledMemoryStats(
    PJRT_Executable_GetCompiledMemoryStats_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  const plan::Plan& plan = compiled->plan();
  int64_t arguments = 0, outputs = 0, aliased = 0;
  for (const ir::TensorType& type : plan.inputs) arguments += type.byte_size();
  for (const ir::TensorType& type : plan.outputs) outputs += type.byte_size();
  for (const plan::DonatedBuffer& donated : plan.donations) {
    aliased += plan.outputs[donated.output].byte_size();
  }
  const int64_t temporary =
      compiled->executable->arena_bytes() + compiled->executable->held_bytes();
  args.generated_code_size_in_bytes = compiled->executable->code_bytes();
  args.argument_size_in_bytes = arguments;
  args.output_size_in_bytes = outputs;
  args.alias_size_in_bytes = aliased;
  args.temp_size_in_bytes = temporary;
  args.host_generated_code_size_in_bytes = 0;
  args.host_argument_size_in_bytes = 0;
  args.host_output_size_in_bytes = 0;
  args.host_alias_size_in_bytes = 0;
  args.host_temp_size_in_bytes = 0;
  args.peak_memory_in_bytes = arguments + outputs - aliased + temporary;
  args.total_size_in_bytes = arguments + outputs - aliased + temporary;
  return absl::OkStatus();
}

absl::Status Executable_OutputElementTypes(
    PJRT_Executable_OutputElementTypes_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.output_types = const_cast<PJRT_Buffer_Type*>(compiled->types.data());
  args.num_output_types = compiled->types.size();
  return absl::OkStatus();
}

absl::Status Executable_OutputDimensions(PJRT_Executable_OutputDimensions_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.num_outputs = compiled->types.size();
  args.dims = compiled->dims.data();
  args.dim_sizes = compiled->dim_counts.data();
  return absl::OkStatus();
}

absl::Status Executable_OutputMemoryKinds(PJRT_Executable_OutputMemoryKinds_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.num_outputs = compiled->memory_kinds.size();
  args.memory_kinds = compiled->memory_kinds.data();
  args.memory_kind_sizes = compiled->memory_kind_sizes.data();
  return absl::OkStatus();
}

absl::Status Executable_OptimizedProgram(PJRT_Executable_OptimizedProgram_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  TW_RETURN_IF_ERROR(CheckPointers({{"program", args.program}}));
  TW_ASSIGN_OR_RETURN(const std::string text, TextOf(*compiled));
  constexpr absl::string_view kFormat = "mlir";
  PJRT_Program& program = *args.program;
  program.format = kFormat.data();
  program.format_size = kFormat.size();
  if (program.code == nullptr) {
    program.code_size = text.size();
    return absl::OkStatus();
  }
  if (program.code_size < text.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "room for ", program.code_size, " bytes of a program of ", text.size()));
  }
  std::memcpy(program.code, text.data(), text.size());
  return absl::OkStatus();
}

absl::Status Executable_Serialize(PJRT_Executable_Serialize_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.serialized_executable = new PJRT_SerializedExecutable{
      SerializeCompiled(args.executable->platform_version, *compiled)};
  args.serialized_bytes = args.serialized_executable->bytes.data();
  args.serialized_bytes_size = args.serialized_executable->bytes.size();
  args.serialized_executable_deleter = [](PJRT_SerializedExecutable* bytes) {
    delete bytes;
  };
  return absl::OkStatus();
}

absl::Status Executable_GetCompileOptions(PJRT_Executable_GetCompileOptions_Args& args) {
  TW_ASSIGN_OR_RETURN(const Compiled* const compiled, CheckedGet(args.executable));
  args.serialized_compile_options = new PJRT_SerializedCompileOptions{compiled->options};
  args.serialized_bytes = args.serialized_compile_options->bytes.data();
  args.serialized_bytes_size = args.serialized_compile_options->bytes.size();
  args.serialized_compile_options_deleter = [](PJRT_SerializedCompileOptions* bytes) {
    delete bytes;
  };
  return absl::OkStatus();
}

}  // namespace calls
}  // namespace tilewright::pjrt
