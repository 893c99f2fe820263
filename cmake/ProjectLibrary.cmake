# Unity builds compile the sources of a target in batches: parsing the standard library, fmt and glm once per batch instead of
# once per source is what makes a first build take minutes (docs/performance.md). They need names in anonymous namespaces to be
# distinct within a library.
option(RIGKILN_UNITY "Compile the sources of each target in batches" OFF)
set(RIGKILN_UNITY_BATCH 24 CACHE STRING "Most sources to a batch")
set(RIGKILN_GLUE_OPTIONS "" CACHE STRING "Compiler options of GLUE libraries in optimised builds: the checks of sanitizers take long to optimise")
# The shared library needs code that runs at any address. Without -fno-semantic-interposition g++ would neither inline nor bind such
# code within a source, for fear that another library replaces it; the program is as fast as without both (docs/performance.md).
option(RIGKILN_LIBRARY "Build the shared library" OFF)
option(RIGKILN_SPLIT_DEBUG "Move the debug information of programs into files beside them" OFF)

# project_program(<name>): a program that people run. Its debug information is in a file of its own beside it, which debuggers find
# by the link inside the program.
function(project_program name)
  project_unity(${name})
  project_hardening(${name})
  project_split_debug(${name})
endfunction()

# project_split_debug(<name>): moves the debug information of a program or a shared library into a file beside it.
function(project_split_debug name)
  if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" AND RIGKILN_SPLIT_DEBUG)
    add_custom_command(TARGET ${name} POST_BUILD
      COMMAND ${CMAKE_OBJCOPY} --only-keep-debug $<TARGET_FILE:${name}> $<TARGET_FILE:${name}>.debug
      COMMAND ${CMAKE_OBJCOPY} --strip-debug --strip-unneeded --add-gnu-debuglink=$<TARGET_FILE:${name}>.debug $<TARGET_FILE:${name}>
      VERBATIM)
  endif()
endfunction()

function(project_unity name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${RIGKILN_UNITY} UNITY_BUILD_BATCH_SIZE ${RIGKILN_UNITY_BATCH}
    UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include): a batch is made of sources")
endfunction()

# project_library(<name> [GLUE] HEADERS ... SOURCES ... DEPENDS ... [SEPARATE ...])
#
# One library per folder. SEPARATE names sources that stay out of batches: modules of one kind, whose private functions are
# called alike (`read`, `recognise`) because each is a row of the same table. DEPENDS is the whole list of project and package libraries that the folder may
# include from; every header in HEADERS is public and must compile alone (tools/checks/check_headers.py).
# GLUE names a library whose own code takes little of the time of a run.
function(project_library name)
  cmake_parse_arguments(ARG "GLUE" "" "HEADERS;SOURCES;DEPENDS;SEPARATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  set_source_files_properties(${ARG_SEPARATE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${ARG_HEADERS})
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS} PRIVATE project_warnings)
  set_target_properties(${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  if(RIGKILN_LIBRARY)
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${name} PRIVATE -fno-semantic-interposition)
  endif()
  if(RIGKILN_FUZZ)
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)  # what libraries run guides the fuzzer
  endif()
  if(ARG_GLUE)
    target_compile_options(${name} PRIVATE "$<$<CONFIG:RelWithDebInfo>:${RIGKILN_GLUE_OPTIONS}>")
  endif()
  project_unity(${name})
  project_hardening(${name})
endfunction()

# Headers that nearly every test includes, parsed once for all of them: parsing them takes a quarter of the time of a batch. That a test
# includes what it uses is seen where there is no such header, as below clang-tidy.
option(RIGKILN_PRECOMPILED_TESTS "Precompile the headers of tests" OFF)

function(project_precompiled_tests name)
  if(NOT RIGKILN_PRECOMPILED_TESTS)
    return()
  endif()
  if(NOT TARGET test_headers)
    file(WRITE ${PROJECT_BINARY_DIR}/test_headers.cpp "")
    add_library(test_headers OBJECT ${PROJECT_BINARY_DIR}/test_headers.cpp)
    target_compile_options(test_headers PRIVATE "$<$<CONFIG:RelWithDebInfo>:${RIGKILN_TEST_OPTIONS}>"
      $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
    target_include_directories(test_headers PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(test_headers PRIVATE fmt::fmt glm::glm GTest::gmock GTest::gtest_main project_warnings)
    target_precompile_headers(test_headers PRIVATE <algorithm> <array> <atomic> <chrono> <cmath> <cstddef> <cstdint> <filesystem> <fstream> <functional> <limits>
      <map> <memory> <optional> <set> <span> <string> <string_view> <thread> <unordered_map> <utility> <variant> <vector>
      <fmt/format.h> <gmock/gmock.h> <gtest/gtest.h> ${PROJECT_SOURCE_DIR}/pipeline/scene/scene.hpp)
  endif()
  target_precompile_headers(${name} REUSE_FROM test_headers)
endfunction()

# project_test_program(<name> SOURCES ... DEPENDS ...): a program that only tests run. Its sources are hardly optimised, its libraries as
# they are shipped.
function(project_test_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  project_precompiled_tests(${name})
  target_compile_options(${name} PRIVATE "$<$<CONFIG:RelWithDebInfo>:${RIGKILN_TEST_OPTIONS}>")
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} GTest::gmock GTest::gtest_main project_warnings)
  project_unity(${name})
  set_property(GLOBAL APPEND PROPERTY RIGKILN_TEST_PROGRAMS ${name})
endfunction()

# project_link_libraries_before_tests(): to be called when all targets are known. Inline functions are compiled in tests too, and linkers take the
# first of several copies: the unoptimised one of the tests, which made tests of glTF take twice as long (docs/performance.md). So the
# libraries of a test program stand before its own objects, whole, since nothing asks for a part of them yet.
function(project_link_libraries_before_tests)
  get_property(programs GLOBAL PROPERTY RIGKILN_TEST_PROGRAMS)
  foreach(program IN LISTS programs)
    project_libraries_of(libraries ${program})
    list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_FILE:\\1>")
    target_link_options(${program} PRIVATE LINKER:--whole-archive ${libraries} LINKER:--no-whole-archive)
  endforeach()
endfunction()

# Sets <result> to all static libraries that a target links and that are no part of the tests, each once.
function(project_libraries_of result target)
  set(found "")
  set(open ${target})
  set(seen "")
  while(open)
    list(POP_FRONT open next)
    get_target_property(links ${next} LINK_LIBRARIES)
    foreach(link IN LISTS links)
      if(link IN_LIST seen OR NOT TARGET "${link}")
        continue()
      endif()
      list(APPEND seen ${link})
      get_target_property(imported ${link} IMPORTED)
      get_target_property(type ${link} TYPE)
      if(imported OR NOT type STREQUAL "STATIC_LIBRARY")
        continue()
      endif()
      list(APPEND open ${link})
      get_target_property(folder ${link} SOURCE_DIR)
      if(NOT folder MATCHES "^${PROJECT_SOURCE_DIR}/tests/")
        list(APPEND found ${link})
      endif()
    endforeach()
  endwhile()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# project_test(<name> SOURCES ... DEPENDS ... [LABELS threads] [COST seconds] [SHARDS count]): one test program, its cases found when the
# tests run. The label says that the program starts threads, and is run under the thread sanitizer too; the target threaded_tests
# builds all of these. Tests with a COST start first: a long one that starts last has the other processors wait for it. SHARDS:
# processes that share the cases where RIGKILN_WHOLE_TEST_PROGRAMS is on.
function(project_test name)
  cmake_parse_arguments(ARG "" "COST;SHARDS" "SOURCES;DEPENDS;LABELS" ${ARGN})
  if(NOT ARG_COST)
    set(ARG_COST 0)
  endif()
  project_test_program(${name} SOURCES ${ARG_SOURCES} DEPENDS ${ARG_DEPENDS} test_support)
  if("threads" IN_LIST ARG_LABELS)
    if(NOT TARGET threaded_tests)
      add_custom_target(threaded_tests)
    endif()
    add_dependencies(threaded_tests ${name})
  endif()
  if(RIGKILN_WHOLE_TEST_PROGRAMS)
    project_whole_test(${name} "${ARG_SHARDS}" "${ARG_COST}" "${ARG_LABELS}")
  else()
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
      PROPERTIES TIMEOUT 900 COST ${ARG_COST} LABELS "${ARG_LABELS}")
  endif()
endfunction()

# Runs the cases of a test program in a few processes. Each writes its results below test-results/, where report_skips.py finds what
# was skipped.
function(project_whole_test name shards cost labels)
  if(NOT shards)
    set(shards 1)
  endif()
  math(EXPR last "${shards} - 1")
  foreach(shard RANGE ${last})
    add_test(NAME ${name}.${shard} COMMAND ${name} --gtest_brief=1
      --gtest_output=xml:${PROJECT_BINARY_DIR}/test-results/${name}.${shard}.xml WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name}.${shard} PROPERTIES TIMEOUT 900 COST ${cost} LABELS "${labels}"
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard}")
  endforeach()
endfunction()

# project_fuzzer(<name> SOURCES ... DEPENDS ...): a libFuzzer program where RIGKILN_FUZZ is on. Everywhere else a target of the program
# fuzz_replay, which replays inputs found earlier, so that they stay tested by every compiler.
function(project_fuzzer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  if(RIGKILN_FUZZ)
    if(NOT TARGET input_cost)
      add_library(input_cost OBJECT ${PROJECT_SOURCE_DIR}/tests/fuzz/input_cost.cpp)
      target_include_directories(input_cost PUBLIC ${PROJECT_SOURCE_DIR})
      target_link_libraries(input_cost PRIVATE fmt::fmt project_warnings)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} input_cost project_warnings)
    target_compile_definitions(${name} PRIVATE RIGKILN_FUZZ)
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  else()
    if(NOT TARGET fuzz_replay)
      project_test_program(fuzz_replay SOURCES ${PROJECT_SOURCE_DIR}/tests/fuzz/replay_main.cpp)
    endif()
    target_sources(fuzz_replay PRIVATE ${ARG_SOURCES})
    target_link_libraries(fuzz_replay PRIVATE ${ARG_DEPENDS})
    set(kept ${PROJECT_BINARY_DIR}/fuzz-kept)
    if(NOT TEST fuzz.unpack)
      add_test(NAME fuzz.unpack COMMAND ${PROJECT_SOURCE_DIR}/tools/fuzz --unpack ${kept})
      set_tests_properties(fuzz.unpack PROPERTIES FIXTURES_SETUP fuzz_kept)
    endif()
    set(inputs ${PROJECT_SOURCE_DIR}/tests/fuzz/regressions/${name})
    if(EXISTS ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name}.zip)
      list(APPEND inputs ${kept}/${name})
    endif()
    add_test(NAME ${name}.replay COMMAND fuzz_replay ${name} ${inputs})
    set_tests_properties(${name}.replay PROPERTIES FIXTURES_REQUIRED fuzz_kept)
  endif()
endfunction()
