# Built here for aarch64, against a sysroot of Debian's packages (tools/dev/cross.sh).
# Programs of the build's own tests run under qemu.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
get_filename_component(sysroot ${CMAKE_CURRENT_LIST_DIR}/../build/sysroot-aarch64 ABSOLUTE)
set(CMAKE_SYSROOT ${sysroot})
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# OpenBLAS lies in a folder of its own, which Debian's alternatives would lead to.
set(CMAKE_CROSSCOMPILING_EMULATOR
  qemu-aarch64 -L ${sysroot}
  -E LD_LIBRARY_PATH=/usr/lib/aarch64-linux-gnu/openblas-serial:/usr/lib/llvm-19/lib)
