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
  # Without the first setting, ccache refuses files with a precompiled header. With the other two, all checkouts share one cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${CCACHE}")
endif()
option(CHASESCOPE_PCH "Precompile the headers of the libraries, which are most of what the compiler reads" ON)

set(CHASESCOPE_WARNINGS -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
    -Wno-missing-field-initializers)  # designated initializers leave members out on purpose
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # At -O3 these warnings are false alarms about std::string's own code (GCC bugs 105651 and 105562). A precompiled header brings more
  # of them.
  list(APPEND CHASESCOPE_WARNINGS -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Where files are compiled together, clang warns when a local name of one file hides a name of another file.
  list(APPEND CHASESCOPE_WARNINGS -Wno-shadow)
endif()
if(CHASESCOPE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND CHASESCOPE_WARNINGS -Wno-maybe-uninitialized)  # false alarms in instrumented code (GCC manual, -fsanitize=address)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler collects garbage from 128 MiB of memory on, which one precompiled header already fills. With a higher bound the compiler
  # takes an eighth less time and a fifth more memory.
  set(CHASESCOPE_TIDY_LATE --param=ggc-min-heapsize=524288)  # KiB
endif()
if(CHASESCOPE_WERROR)
  list(APPEND CHASESCOPE_WARNINGS -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A full disk or a stopped build can leave a damaged precompiled header, in the build folder or in the compiler's cache. The build
    # then goes on: the compiler warns and reads the header's text, which takes longer.
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

# For programs that are handed to others. They are hardened as Debian's own packages are, and no folder of the build is named in them, so
# that the same sources give the same bytes wherever they are compiled.
option(CHASESCOPE_HARDEN "Harden the program as Debian does, and keep the folders of the build out of it" OFF)
if(CHASESCOPE_HARDEN)
  target_compile_options(cs_options INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-fstack-protector-strong;-fstack-clash-protection;-fcf-protection;-Wformat;-Werror=format-security>"
    "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<CONFIG:Debug>>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>"
    "$<$<COMPILE_LANGUAGE:CXX>:-ffile-prefix-map=${PROJECT_BINARY_DIR}=build;-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.>")
  target_link_options(cs_options INTERFACE -Wl,-z,relro -Wl,-z,now)
endif()

if(CHASESCOPE_LIBFUZZER)
  target_compile_options(cs_options INTERFACE -fsanitize=fuzzer-no-link)  # the coverage of an input, for all of our code
  target_link_options(cs_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Precompiles headers of other libraries that most files of a target read: the standard ones (C++ and JSON) and those that are given.
function(cs_precompile name)
  if(CHASESCOPE_PCH)
    target_precompile_headers(${name} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/cmake/standard_headers.h>" ${ARGN})
  endif()
endfunction()

# Makes a nearly empty target whose precompiled header others share. There are many small libraries and tests, and each kind shares one.
#   cs_shared_headers(cs_engine_headers LIBRARY cs_options)   for libraries; PROGRAM for tests, which CMake compiles with other options
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

# Makes the precompiled headers of the engine's libraries and of the window's libraries. Called once, after the packages were found. For
# tests, cs_prepare_tests does the same.
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

# Qt6::Test defines the folder of each test program as a macro, which nothing here uses. With these macros, programs of different folders
# could not share a precompiled header.
set(CHASESCOPE_ANY_FOLDER -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR)

function(cs_prepare_tests)
  cs_shared_headers(cs_test_headers PROGRAM cs_options GTest::gtest GTest::gmock)
  target_compile_options(cs_test_headers PRIVATE -fPIC)  # Qt asks for it of all programs that link Qt, and all tests share this header
  cs_precompile(cs_test_headers <gtest/gtest.h> <gmock/gmock.h>)
  if(CHASESCOPE_WINDOW)
    cs_shared_headers(cs_window_test_headers PROGRAM cs_qt GTest::gtest GTest::gmock Qt6::Test)
    target_compile_options(cs_window_test_headers PRIVATE ${CHASESCOPE_ANY_FOLDER})
    cs_precompile(cs_window_test_headers <QtWidgets/QtWidgets> <QtTest/QtTest> <gtest/gtest.h> <gmock/gmock.h>)
  endif()
endfunction()

# A complete build reads the headers once for all files of a folder. In exchange, when one file changes, all files of its folder are
# compiled again.
option(CHASESCOPE_UNITY "Compile the files of a folder together" ON)

# Libraries that go through millions of accesses say FAST and are optimised fully: the software GPU, and the code that asks for traces,
# reads them and draws them. All other code mostly waits for people, for Qt or for a device. With only the cheap optimisations it compiles
# in half the time.
set(CHASESCOPE_LIGHT_OPTIMISATION "$<$<CONFIG:Release>:-Og>")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND CHASESCOPE_LIGHT_OPTIMISATION -Wno-maybe-uninitialized)  # false alarms where less is inlined
endif()

# A library of this project: every .cpp of its folder, the options above, and the libraries that it may know.
#   cs_library(cs_trace)                                          plain C++
#   cs_library(cs_session LIBRARIES cs_session_report Qt6::Core)  with what it links
#   cs_library(cs_model FAST LIBRARIES cs_model_array)            optimised fully
#   cs_library(cs_shell QT LIBRARIES cs_document)                 for the window
# With QT the library knows Qt's widgets, and headers with Q_OBJECT are run through moc. The .cpp file of such a header ends by including
# the file that moc makes of the header (`#include "moc_view.cpp"`).
# The files of a folder are compiled together, so that no two of them may define the same name.
function(cs_library name)
  cmake_parse_arguments(ARG "QT;FAST" "" "LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
  add_library(${name} STATIC ${sources})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  set(together 20)  # files in one compilation; each compilation takes a second to instantiate templates of the headers
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

# Runs the headers with Q_OBJECT through moc. (After Q_OBJECT was added to a header, CMake must configure again.) CMake's AUTOMOC takes
# twenty times as long: it has moc read all headers of Qt, which moc doesn't need, and it compiles a further, empty file for each library.
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
      set_source_files_properties("${made}" PROPERTIES HEADER_FILE_ONLY ON)  # included by the header's .cpp, not compiled alone
    endif()
  endforeach()
  target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/moc")
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/moc")
endfunction()

# Defines CHASESCOPE_SOURCE_DIR, the folder of the checkout, for those sources of a target that use it. All other sources are compiled
# alike in every checkout, so that the compiler's cache serves them. (After a source begins to use it, CMake must configure again.)
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

# Compiles the files of targets in tests/ together, as the files of a library are. Files that name the checkout (cs_tell_source_dir) and
# programs of one file (with a `main`) are compiled alone. A variable of a test may have the name of another file's constant.
function(cs_test_together)
  set_target_properties(${ARGN} PROPERTIES CHASESCOPE_TEST ON)
  if(CHASESCOPE_UNITY)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
endfunction()

# Lets targets in tests/ that do not use the window share the precompiled headers of tests.
function(cs_engine_test)
  cs_test_together(${ARGN})
  if(CHASESCOPE_PCH)
    foreach(name IN LISTS ARGN)
      target_link_libraries(${name} PRIVATE GTest::gtest)  # the precompiled headers include it
      target_compile_options(${name} PRIVATE -fPIC)
      target_precompile_headers(${name} REUSE_FROM cs_test_headers)
    endforeach()
  endif()
endfunction()

# Lets programs in tests/ that use the window share the precompiled headers of the window's tests.
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

# A test program: every .cpp of its folder, with GoogleTest, one ctest entry per test case. On a busy machine, a program with a sanitizer
# can need more than CMake's default of five seconds to list its tests, so that the limit is 120 seconds.
function(cs_gtest name)
  cmake_parse_arguments(ARG "" "" "LIBRARIES;LABELS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE cs_options GTest::gtest_main GTest::gmock ${ARG_LIBRARIES})
  cs_engine_test(${name})
  cs_tell_source_dir(${name})
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 120 PROPERTIES LABELS "${ARG_LABELS}")
endfunction()
