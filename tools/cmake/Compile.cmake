# Compiler settings shared by every target, and the helper functions that make the targets.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
find_package(Threads REQUIRED)
# The engine and grandee-match link fmt::fmt-header-only: they need nothing beyond the standard
# library where they run.
if(CMAKE_CROSSCOMPILING)
  include(${CMAKE_CURRENT_LIST_DIR}/Cross.cmake)
else()
  find_package(fmt REQUIRED)
endif()

add_library(grandee_flags INTERFACE)
target_compile_options(grandee_flags INTERFACE
  -Wall -Wextra -Wconversion -Werror
  # A node count must not depend on whether the compiler fuses a multiply and an add.
  -ffp-contract=off)
# g++ 12 sees overlapping copies in inlined std::string operators where there are none (GCC bug 105651),
# below -O2 copies beyond the string too.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(grandee_flags INTERFACE -Wno-restrict)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(grandee_flags INTERFACE -Wno-array-bounds)
  endif()
endif()
if(GRANDEE_NATIVE)
  target_compile_options(grandee_flags INTERFACE -march=native)
  # g++ 12 finds fault with its own header of AVX-512 (GCC bug 105593).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(grandee_flags INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized)
  endif()
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(grandee_flags INTERFACE -march=x86-64-v2)
endif()
# g++ would copy a Position by "rep movs", which costs as much as the move then made on the copy.
include(CheckCXXCompilerFlag)
set(GRANDEE_COPY_FLAG "-mmemcpy-strategy=vector_loop:512:noalign,libcall:-1:noalign")
check_cxx_compiler_flag(${GRANDEE_COPY_FLAG} GRANDEE_HAS_COPY_FLAG)
if(GRANDEE_HAS_COPY_FLAG)
  target_compile_options(grandee_flags INTERFACE ${GRANDEE_COPY_FLAG})
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_compile_definitions(grandee_flags INTERFACE GRANDEE_DEBUG)
endif()
if(GRANDEE_TUNE)
  target_compile_definitions(grandee_flags INTERFACE GRANDEE_TUNE)
endif()
if(GRANDEE_SANITIZE)
  target_compile_options(grandee_flags INTERFACE
    -fsanitize=${GRANDEE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(grandee_flags INTERFACE -fsanitize=${GRANDEE_SANITIZE})
  if(GRANDEE_SANITIZE MATCHES "address")
    target_compile_definitions(grandee_flags INTERFACE _GLIBCXX_ASSERTIONS)
  endif()
endif()
# Sets what every target of ours has. Includes are written from the layers' parents: "board/see.hpp",
# "search/tt.hpp", "nn/evaluate.hpp", "tools/common/progress.hpp".
function(grandee_target name)
  target_link_libraries(${name} PRIVATE grandee_flags)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/engine ${PROJECT_SOURCE_DIR})
endfunction()

# A library of one layer: grandee_layer(grandee_board SOURCES … LINK grandee_base).
function(grandee_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  grandee_target(${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# A program in bin/: grandee_program(grandee-match SOURCES … LINK …).
function(grandee_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  grandee_target(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
endfunction()
