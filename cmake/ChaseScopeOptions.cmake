# Language level, warnings and sanitizers for all of our own targets, through one interface target: cs_options.
option(CHASESCOPE_WERROR "Treat warnings as errors" ON)
set(CHASESCOPE_SANITIZE "" CACHE STRING "Sanitizers for every target, as for -fsanitize (address,undefined or thread)")

option(CHASESCOPE_LIBFUZZER "Build the fuzzers as libFuzzer programs (clang only)" OFF)

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
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Of files that are compiled together, clang takes a local name for one that hides a name of another file.
  list(APPEND CHASESCOPE_WARNINGS -Wno-shadow)
endif()
if(CHASESCOPE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND CHASESCOPE_WARNINGS -Wno-maybe-uninitialized)  # false alarms in instrumented code (GCC manual, -fsanitize=address)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler tidies its memory from 128 MiB on, which one precompiled header fills already; later, it takes an eighth less time for a
  # fifth more memory.
  set(CHASESCOPE_TIDY_LATE --param=ggc-min-heapsize=524288)  # KiB
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
target_compile_options(cs_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${CHASESCOPE_WARNINGS};-Wpedantic;${CHASESCOPE_TIDY_LATE}>")
target_compile_options(cs_options INTERFACE "$<$<BOOL:$<TARGET_PROPERTY:CHASESCOPE_TEST>>:-Wno-shadow;$<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>>")
if(CHASESCOPE_SANITIZE)
  target_compile_options(cs_options INTERFACE -fsanitize=${CHASESCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(cs_options INTERFACE -fsanitize=${CHASESCOPE_SANITIZE})
endif()

# What is handed to others: as Debian builds its own packages, and with no folder of the build in it, so that the same sources give the
# same bytes wherever they are compiled.
option(CHASESCOPE_HARDEN "Harden the program as Debian does, and keep the folders of the build out of it" OFF)
if(CHASESCOPE_HARDEN)
  target_compile_options(cs_options INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-fstack-protector-strong;-fstack-clash-protection;-fcf-protection;-Wformat;-Werror=format-security>"
    "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<CONFIG:Debug>>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>"
    "$<$<COMPILE_LANGUAGE:CXX>:-ffile-prefix-map=${PROJECT_BINARY_DIR}=build;-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.>")
  target_link_options(cs_options INTERFACE -Wl,-z,relro -Wl,-z,now)
endif()

if(CHASESCOPE_LIBFUZZER)
  target_compile_options(cs_options INTERFACE -fsanitize=fuzzer-no-link)  # where an input leads, in all of our code
  target_link_options(cs_options INTERFACE -fsanitize=fuzzer-no-link)
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
    cs_precompile(cs_window_headers "${PROJECT_SOURCE_DIR}/cmake/window_headers.h")
  endif()
endfunction()

# Qt6::Test names the folder of each program, which nothing here asks for; what is precompiled would be that folder's alone.
set(CHASESCOPE_ANY_FOLDER -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR)

function(cs_prepare_tests)
  cs_shared_headers(cs_test_headers PROGRAM cs_options GTest::gtest GTest::gmock)
  target_compile_options(cs_test_headers PRIVATE -fPIC)  # as Qt asks for of whoever links it, and all tests must be alike
  cs_precompile(cs_test_headers <gtest/gtest.h> <gmock/gmock.h>)
  if(CHASESCOPE_WINDOW)
    cs_shared_headers(cs_window_test_headers PROGRAM cs_qt GTest::gtest GTest::gmock Qt6::Test)
    target_compile_options(cs_window_test_headers PRIVATE ${CHASESCOPE_ANY_FOLDER})
    cs_precompile(cs_window_test_headers <QtWidgets/QtWidgets> <QtTest/QtTest> <gtest/gtest.h> <gmock/gmock.h>)
  endif()
endfunction()

# From nothing, what the files of a folder include is read once for all of them; when one of them changes, all are compiled again.
option(CHASESCOPE_UNITY "Compile the files of a folder together" ON)

# What goes through millions of accesses says FAST and is optimised fully: the software GPU, what asks for traces and reads them, what
# draws them. All else waits for people, for Qt or for a device, and compiles in half the time with those optimisations alone that cost
# the compiler little.
set(CHASESCOPE_LIGHT_OPTIMISATION "$<$<CONFIG:Release>:-Og>")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND CHASESCOPE_LIGHT_OPTIMISATION -Wno-maybe-uninitialized)  # false alarms where less is inlined
endif()

# A library of this project: every .cpp of its folder, the options above, and the libraries that it may know.
#   cs_library(cs_trace)                                          plain C++
#   cs_library(cs_session LIBRARIES cs_session_report Qt6::Core)  with what it links
#   cs_library(cs_model FAST LIBRARIES cs_model_array)            optimised fully
#   cs_library(cs_shell QT LIBRARIES cs_document)                 for the window
# With QT it knows Qt's widgets, and headers with Q_OBJECT are run through moc; the file of such a header ends by including what moc makes
# of it (`#include "moc_view.cpp"`).
# Within a folder, names are one file's alone: its files are compiled together.
function(cs_library name)
  cmake_parse_arguments(ARG "QT;FAST" "" "LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
  add_library(${name} STATIC ${sources})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  set(together 20)  # each compilation pays a second for what the headers leave to be instantiated
  if(ARG_FAST AND NOT ARG_QT)
    set(together 12)
  endif()
  if(CHASESCOPE_UNITY)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${together})
  endif()
  if(ARG_QT)
    target_link_libraries(${name} PUBLIC cs_qt ${ARG_LIBRARIES})
    cs_moc(${name} ${sources})
    set(shared cs_window_headers)
  else()
    target_link_libraries(${name} PUBLIC cs_options ${ARG_LIBRARIES})
    set(shared cs_engine_headers)
  endif()
  if(NOT ARG_FAST)
    target_compile_options(${name} PRIVATE "${CHASESCOPE_LIGHT_OPTIMISATION}")
  endif()
  if(CHASESCOPE_PCH)
    target_precompile_headers(${name} REUSE_FROM ${shared})
  endif()
endfunction()

# Runs the headers with Q_OBJECT through moc. (A header that begins to have one needs a new configuration.) CMake's AUTOMOC takes twenty
# times as long: it has moc read all headers of Qt, of which it needs nothing, and compiles a file for each library that includes nothing.
function(cs_moc name)
  foreach(header IN LISTS ARGN)
    if(NOT header MATCHES "\\.h$")
      continue()
    endif()
    file(STRINGS "${header}" meets REGEX "^ *Q_OBJECT" LIMIT_COUNT 1)
    if(meets)
      cmake_path(GET header STEM stem)
      cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE folder)
      set(made "${CMAKE_CURRENT_BINARY_DIR}/moc/moc_${stem}.cpp")
      add_custom_command(OUTPUT "${made}" COMMAND Qt6::moc "${header}" -p "${folder}" -o "${made}" DEPENDS "${header}" VERBATIM
                         COMMENT "Running moc on ${folder}/${stem}.h")
      target_sources(${name} PRIVATE "${made}")
      set_source_files_properties("${made}" PROPERTIES HEADER_FILE_ONLY ON)  # a part of the header's own .cpp
    endif()
  endforeach()
  target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/moc")
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/moc")
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

# Compiles the files of targets in tests/ together, as those of a library are. Those that name the checkout (cs_tell_source_dir) and those
# of one program each (with a `main`) stay alone. A test may call a variable what another file calls a constant.
function(cs_test_together)
  set_target_properties(${ARGN} PROPERTIES CHASESCOPE_TEST ON)
  if(CHASESCOPE_UNITY)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
endfunction()

# For what else is in tests/ and does not know the window: the headers that tests share.
function(cs_engine_test)
  cs_test_together(${ARGN})
  if(CHASESCOPE_PCH)
    foreach(name IN LISTS ARGN)
      target_link_libraries(${name} PRIVATE GTest::gtest)  # what is precompiled knows it
      target_compile_options(${name} PRIVATE -fPIC)
      target_precompile_headers(${name} REUSE_FROM cs_test_headers)
    endforeach()
  endif()
endfunction()

# For programs of tests/ that know the window: the headers that they share.
function(cs_window_test)
  cs_test_together(${ARGN})
  foreach(name IN LISTS ARGN)
    target_link_libraries(${name} PRIVATE cs_qt Qt6::Test GTest::gtest)
    target_compile_options(${name} PRIVATE ${CHASESCOPE_ANY_FOLDER})
    if(CHASESCOPE_PCH)
      target_precompile_headers(${name} REUSE_FROM cs_window_test_headers)
    endif()
  endforeach()
endfunction()

# A test program: every .cpp of its folder, with GoogleTest, one ctest entry per test case. A sanitizer on a busy machine takes its
# time before the names are there, so that the five seconds of CMake don't suffice.
function(cs_gtest name)
  cmake_parse_arguments(ARG "" "" "LIBRARIES;LABELS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE cs_options GTest::gtest_main GTest::gmock ${ARG_LIBRARIES})
  cs_engine_test(${name})
  cs_tell_source_dir(${name})
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 120 PROPERTIES LABELS "${ARG_LABELS}")
endfunction()
