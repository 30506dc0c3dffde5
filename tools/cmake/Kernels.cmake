# Code for one instruction set, chosen at run time. Such an object must not share a function with the
# rest of the program: the linker may keep its copy for everyone. So each is compiled by itself,
# optimised also in debug builds (what is inlined leaves no symbol) and without link-time
# optimisation, and a test looks at its symbols (tests/check_kernel_symbols.cmake).
set(GRANDEE_KERNEL_FLAGS -O3 -fno-lto -fno-exceptions -fno-math-errno)
set(GRANDEE_SSE41_FLAGS ${GRANDEE_KERNEL_FLAGS} -msse4.1)
set(GRANDEE_AVX2_FLAGS ${GRANDEE_KERNEL_FLAGS} -mavx2 -mfma)
set(GRANDEE_AVX512_FLAGS ${GRANDEE_KERNEL_FLAGS} -mavx2 -mfma
    -mavx512f -mavx512bw -mavx512cd -mavx512dq)
set(GRANDEE_NEON_FLAGS ${GRANDEE_KERNEL_FLAGS})
if(MINGW)
  # The stack of 64-bit Windows is aligned to 16 bytes, which g++ forgets when it saves wider
  # registers there (GCC bug 54412).
  list(APPEND GRANDEE_AVX2_FLAGS -Wa,-muse-unaligned-vector-move)
  list(APPEND GRANDEE_AVX512_FLAGS -Wa,-muse-unaligned-vector-move)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 takes the undefined upper halves inside its own intrinsics for a mistake of ours.
  list(APPEND GRANDEE_AVX512_FLAGS -Wno-uninitialized -Wno-maybe-uninitialized)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(GRANDEE_X86 ON)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64|ARM64")
  set(GRANDEE_ARM64 ON)
endif()

# grandee_kernels(name SSE41 file AVX2 file AVX512 file NEON file): an object library of these
# sources, those for this kind of processor.
function(grandee_kernels name)
  cmake_parse_arguments(ARG "" "SSE41;AVX2;AVX512;NEON" "" ${ARGN})
  set(sources "")
  foreach(isa SSE41 AVX2 AVX512 NEON)
    if(ARG_${isa})
      list(APPEND sources ${ARG_${isa}})
      set_source_files_properties(${ARG_${isa}} PROPERTIES COMPILE_OPTIONS "${GRANDEE_${isa}_FLAGS}")
    endif()
  endforeach()
  add_library(${name} OBJECT ${sources})
  target_link_libraries(${name} PRIVATE grandee_flags)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/engine ${PROJECT_SOURCE_DIR})
endfunction()
