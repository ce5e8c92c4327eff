// Of the PJRT C API: the table of its functions.
#pragma once

#include "frontend/pjrt/abi/base.h"
#include "frontend/pjrt/abi/buffer.h"
#include "frontend/pjrt/abi/client.h"
#include "frontend/pjrt/abi/device.h"
#include "frontend/pjrt/abi/events.h"
#include "frontend/pjrt/abi/executable.h"
#include "frontend/pjrt/abi/execute.h"
#include "frontend/pjrt/abi/transfer.h"

namespace tilewright::pjrt {

// The table's functions in order, without their prefix; they take PJRT_<name>_Args and
// return an error or null, but for the two before them, which return nothing.
#define TW_PJRT_FUNCTIONS(X)                          \
  X(Error_GetCode)                                    \
  X(Plugin_Initialize)                                \
  X(Plugin_Attributes)                                \
  X(Event_Destroy)                                    \
  X(Event_IsReady)                                    \
  X(Event_Error)                                      \
  X(Event_Await)                                      \
  X(Event_OnReady)                                    \
  X(Client_Create)                                    \
  X(Client_Destroy)                                   \
  X(Client_PlatformName)                              \
  X(Client_ProcessIndex)                              \
  X(Client_PlatformVersion)                           \
  X(Client_Devices)                                   \
  X(Client_AddressableDevices)                        \
  X(Client_LookupDevice)                              \
  X(Client_LookupAddressableDevice)                   \
  X(Client_AddressableMemories)                       \
  X(Client_Compile)                                   \
  X(Client_DefaultDeviceAssignment)                   \
  X(Client_BufferFromHostBuffer)                      \
  X(DeviceDescription_Id)                             \
  X(DeviceDescription_ProcessIndex)                   \
  X(DeviceDescription_Attributes)                     \
  X(DeviceDescription_Kind)                           \
  X(DeviceDescription_DebugString)                    \
  X(DeviceDescription_ToString)                       \
  X(Device_GetDescription)                            \
  X(Device_IsAddressable)                             \
  X(Device_LocalHardwareId)                           \
  X(Device_AddressableMemories)                       \
  X(Device_DefaultMemory)                             \
  X(Device_MemoryStats)                               \
  X(Memory_Id)                                        \
  X(Memory_Kind)                                      \
  X(Memory_DebugString)                               \
  X(Memory_ToString)                                  \
  X(Memory_AddressableByDevices)                      \
  X(Executable_Destroy)                               \
  X(Executable_Name)                                  \
  X(Executable_NumReplicas)                           \
  X(Executable_NumPartitions)                         \
  X(Executable_NumOutputs)                            \
  X(Executable_SizeOfGeneratedCodeInBytes)            \
  X(Executable_GetCostAnalysis)                       \
  X(Executable_OutputMemoryKinds)                     \
  X(Executable_OptimizedProgram)                      \
  X(Executable_Serialize)                             \
  X(LoadedExecutable_Destroy)                         \
  X(LoadedExecutable_GetExecutable)                   \
  X(LoadedExecutable_AddressableDevices)              \
  X(LoadedExecutable_Delete)                          \
  X(LoadedExecutable_IsDeleted)                       \
  X(LoadedExecutable_Execute)                         \
  X(Executable_DeserializeAndLoad)                    \
  X(LoadedExecutable_Fingerprint)                     \
  X(Buffer_Destroy)                                   \
  X(Buffer_ElementType)                               \
  X(Buffer_Dimensions)                                \
  X(Buffer_UnpaddedDimensions)                        \
  X(Buffer_DynamicDimensionIndices)                   \
  X(Buffer_GetMemoryLayout)                           \
  X(Buffer_OnDeviceSizeInBytes)                       \
  X(Buffer_Device)                                    \
  X(Buffer_Memory)                                    \
  X(Buffer_Delete)                                    \
  X(Buffer_IsDeleted)                                 \
  X(Buffer_CopyToDevice)                              \
  X(Buffer_ToHostBuffer)                              \
  X(Buffer_IsOnCpu)                                   \
  X(Buffer_ReadyEvent)                                \
  X(Buffer_UnsafePointer)                             \
  X(Buffer_IncreaseExternalReferenceCount)            \
  X(Buffer_DecreaseExternalReferenceCount)            \
  X(Buffer_OpaqueDeviceMemoryDataPointer)             \
  X(CopyToDeviceStream_Destroy)                       \
  X(CopyToDeviceStream_AddChunk)                      \
  X(CopyToDeviceStream_TotalBytes)                    \
  X(CopyToDeviceStream_GranuleSize)                   \
  X(CopyToDeviceStream_CurrentBytes)                  \
  X(TopologyDescription_Create)                       \
  X(TopologyDescription_Destroy)                      \
  X(TopologyDescription_PlatformName)                 \
  X(TopologyDescription_PlatformVersion)              \
  X(TopologyDescription_GetDeviceDescriptions)        \
  X(TopologyDescription_Serialize)                    \
  X(TopologyDescription_Attributes)                   \
  X(Compile)                                          \
  X(Executable_OutputElementTypes)                    \
  X(Executable_OutputDimensions)                      \
  X(Buffer_CopyToMemory)                              \
  X(Client_CreateViewOfDeviceBuffer)                  \
  X(Executable_Fingerprint)                           \
  X(Client_TopologyDescription)                       \
  X(Executable_GetCompiledMemoryStats)                \
  X(Memory_Kind_Id)                                   \
  X(ExecuteContext_Create)                            \
  X(ExecuteContext_Destroy)                           \
  X(Buffer_CopyRawToHost)                             \
  X(AsyncHostToDeviceTransferManager_Destroy)         \
  X(AsyncHostToDeviceTransferManager_TransferData)    \
  X(Client_CreateBuffersForAsyncHostToDevice)         \
  X(AsyncHostToDeviceTransferManager_RetrieveBuffer)  \
  X(AsyncHostToDeviceTransferManager_Device)          \
  X(AsyncHostToDeviceTransferManager_BufferCount)     \
  X(AsyncHostToDeviceTransferManager_BufferSize)      \
  X(AsyncHostToDeviceTransferManager_SetBufferError)  \
  X(AsyncHostToDeviceTransferManager_AddMetadata)     \
  X(Client_DmaMap)                                    \
  X(Client_DmaUnmap)                                  \
  X(Client_CreateUninitializedBuffer)                 \
  X(Client_UpdateGlobalProcessInfo)                   \
  X(TopologyDescription_Deserialize)                  \
  X(Client_CreateAliasBuffer)                         \
  X(Client_FulfillAliasBuffer)                        \
  X(LoadedExecutable_GetDeviceAssignment)             \
  X(Client_CreateErrorBuffer)                         \
  X(AsyncHostToDeviceTransferManager_TransferLiteral) \
  X(Buffer_CopyRawToHostFuture)                       \
  X(Device_PoisonExecution)                           \
  X(Device_CreateAsyncTrackingEvent)                  \
  X(AsyncTrackingEvent_Destroy)                       \
  X(Executable_GetCompileOptions)                     \
  X(Buffer_DonateWithControlDependency)               \
  X(Event_Create)                                     \
  X(Event_Set)

struct PJRT_Api : Args {
  PJRT_Api_Version pjrt_api_version;
  void (*PJRT_Error_Destroy)(PJRT_Error_Destroy_Args* args);
  void (*PJRT_Error_Message)(PJRT_Error_Message_Args* args);
#define TW_PJRT_SLOT(name) PJRT_Error* (*PJRT_##name)(PJRT_##name##_Args * args);
  TW_PJRT_FUNCTIONS(TW_PJRT_SLOT)
#undef TW_PJRT_SLOT
};

}  // namespace tilewright::pjrt
