# Builds for another system take the headers of this one for libraries that are nothing but headers.
# /usr/include as a whole must stay out of the other compiler's sight, so they are linked one by one
# into a folder of the build.
set(headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(header fmt CLI nlohmann xsimd xxhash.h)
  find_path(GRANDEE_HOST_${header} ${header} PATHS /usr/include /usr/local/include REQUIRED
            NO_DEFAULT_PATH)
  file(CREATE_LINK ${GRANDEE_HOST_${header}}/${header} ${headers}/${header} SYMBOLIC)
endforeach()
include_directories(SYSTEM ${headers})
foreach(library fmt::fmt-header-only CLI11::CLI11 nlohmann_json::nlohmann_json)
  add_library(${library} INTERFACE IMPORTED GLOBAL)
endforeach()
target_compile_definitions(fmt::fmt-header-only INTERFACE FMT_HEADER_ONLY=1)
