# Language level, warnings and sanitizers for all of our own targets, through one interface target: cs_options.
option(CHASESCOPE_WERROR "Treat warnings as errors" ON)
set(CHASESCOPE_SANITIZE "" CACHE STRING "Sanitizers for every target, as for -fsanitize (address,undefined or thread)")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache gives up on files with a precompiled header without the first; by the others, all checkouts share what was compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${CCACHE}")
endif()
option(CHASESCOPE_PCH "Precompile the headers of the libraries, which are most of what the compiler reads" ON)

set(CHASESCOPE_WARNINGS -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
    -Wno-missing-field-initializers)  # designated initializers leave members out on purpose
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # These warn of std::string's own code at -O3 (GCC bugs 105651 and 105562), more so where its header was precompiled.
  list(APPEND CHASESCOPE_WARNINGS -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()
if(CHASESCOPE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND CHASESCOPE_WARNINGS -Wno-maybe-uninitialized)  # false alarms in instrumented code (GCC manual, -fsanitize=address)
endif()
if(CHASESCOPE_WERROR)
  list(APPEND CHASESCOPE_WARNINGS -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A precompiled header that a full disk or a stopped build left damaged, also in the compiler's cache, costs time, not the build:
    # the compiler says so and reads the header's text.
    list(APPEND CHASESCOPE_WARNINGS -Wno-error=invalid-pch)
  endif()
endif()

add_library(cs_options INTERFACE)
target_compile_features(cs_options INTERFACE cxx_std_20)
target_include_directories(cs_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(cs_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${CHASESCOPE_WARNINGS};-Wpedantic>")
if(CHASESCOPE_SANITIZE)
  target_compile_options(cs_options INTERFACE -fsanitize=${CHASESCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(cs_options INTERFACE -fsanitize=${CHASESCOPE_SANITIZE})
endif()

# Headers of other libraries that most files of a target read: standard (C++ and JSON), or those given besides.
function(cs_precompile name)
  if(CHASESCOPE_PCH)
    target_precompile_headers(${name} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/cmake/standard_headers.h>" ${ARGN})
  endif()
endfunction()

# There are many small libraries and tests: each kind shares one precompiled header, that of a target with hardly a source.
#   cs_shared_headers(cs_engine_headers LIBRARY cs_options)   for libraries; PROGRAM for tests, whose code may not be moved
function(cs_shared_headers name kind)
  set(file "${CMAKE_BINARY_DIR}/${name}.cpp")
  file(WRITE "${file}.new" "// Only for its precompiled header.\nint main() {}\n")
  file(COPY_FILE "${file}.new" "${file}" ONLY_IF_DIFFERENT)
  if(kind STREQUAL PROGRAM)
    add_executable(${name} "${file}")
  else()
    add_library(${name} STATIC "${file}")
  endif()
  set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTOUIC OFF AUTORCC OFF)
  target_link_libraries(${name} PRIVATE ${ARGN})
endfunction()

# What every library of the engine, and every one of the window, is compiled with. Called once, after the packages were found. For tests of
# the engine cs_prepare_tests does the same.
function(cs_prepare_libraries)
  cs_shared_headers(cs_engine_headers LIBRARY cs_options)
  cs_precompile(cs_engine_headers)
  if(CHASESCOPE_WINDOW)
    add_library(cs_qt INTERFACE)
    target_link_libraries(cs_qt INTERFACE cs_options Qt6::Widgets Qt6::PrintSupport Qt6::Svg)
    cs_shared_headers(cs_window_headers LIBRARY cs_qt)
    cs_precompile(cs_window_headers <QtWidgets/QtWidgets>)
  endif()
endfunction()

function(cs_prepare_tests)
  cs_shared_headers(cs_test_headers PROGRAM cs_options GTest::gtest GTest::gmock)
  target_compile_options(cs_test_headers PRIVATE -fPIC)  # as Qt asks for of whoever links it, and all tests must be alike
  cs_precompile(cs_test_headers <gtest/gtest.h> <gmock/gmock.h>)
endfunction()

# From nothing, what the files of a folder include is read once for all of them; when one of them changes, all are compiled again.
option(CHASESCOPE_UNITY "Compile the files of a folder together" ON)

# A library of this project: every .cpp of its folder, the options above, and the libraries that it may know.
#   cs_library(cs_trace)                                          plain C++
#   cs_library(cs_session LIBRARIES cs_session_report Qt6::Core)  with what it links
# With QT it knows Qt's widgets, and headers with Q_OBJECT are run through moc; the file of such a header ends by including what moc makes
# of it, or the folder's would be a compilation of their own.
# Within a folder, names are one file's alone: its files are compiled together.
function(cs_library name)
  cmake_parse_arguments(ARG "QT" "" "LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
  add_library(${name} STATIC ${sources})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  if(CHASESCOPE_UNITY)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
  if(ARG_QT)
    target_link_libraries(${name} PUBLIC cs_qt ${ARG_LIBRARIES})
    set(shared cs_window_headers)
  else()
    set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTOUIC OFF AUTORCC OFF)
    target_link_libraries(${name} PUBLIC cs_options ${ARG_LIBRARIES})
    set(shared cs_engine_headers)
  endif()
  if(CHASESCOPE_PCH)
    target_precompile_headers(${name} REUSE_FROM ${shared})
  endif()
endfunction()

# Tells those sources of a target where the checkout is that use CHASESCOPE_SOURCE_DIR, and no others: the compiler's cache then
# serves these whatever checkout they are in. (A source that begins to use it needs a new configuration.)
function(cs_tell_source_dir target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    if(EXISTS "${source}")
      file(STRINGS "${source}" used REGEX "CHASESCOPE_SOURCE_DIR" LIMIT_COUNT 1)
      if(used)
        set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_DEFINITIONS "CHASESCOPE_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
      endif()
    endif()
  endforeach()
endfunction()

# A test program: every .cpp of its folder, with GoogleTest, one ctest entry per test case.
function(cs_gtest name)
  cmake_parse_arguments(ARG "" "" "LIBRARIES;LABELS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
  add_executable(${name} ${sources})
  set_target_properties(${name} PROPERTIES AUTOMOC OFF)
  target_link_libraries(${name} PRIVATE cs_options GTest::gtest_main GTest::gmock ${ARG_LIBRARIES})
  if(CHASESCOPE_PCH)
    target_compile_options(${name} PRIVATE -fPIC)
    target_precompile_headers(${name} REUSE_FROM cs_test_headers)
  endif()
  cs_tell_source_dir(${name})
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST PROPERTIES LABELS "${ARG_LABELS}")
endfunction()
