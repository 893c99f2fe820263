# project_library(<name> HEADERS ... SOURCES ... DEPENDS ...)
#
# One library per folder. DEPENDS is the whole list of project and package libraries that the folder may
# include from; every header in HEADERS is public and must compile alone (target all_verify_interface_header_sets).
function(project_library name)
  cmake_parse_arguments(ARG "" "" "HEADERS;SOURCES;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_sources(${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${ARG_HEADERS})
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS} PRIVATE project_warnings)
  set_target_properties(${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

# project_test(<name> SOURCES ... DEPENDS ... [LABELS threads]): one test program, its cases found when the tests run.
# The label says that the program starts threads, and is run under the thread sanitizer too.
function(project_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_compile_options(${name} PRIVATE "$<$<CONFIG:RelWithDebInfo>:${RIGKILN_TEST_OPTIONS}>")
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} test_support GTest::gmock GTest::gtest_main project_warnings)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} PROPERTIES TIMEOUT 900 LABELS "${ARG_LABELS}")
endfunction()

# project_fuzzer(<name> SOURCES ... DEPENDS ...): a libFuzzer target in the fuzz preset; everywhere else a program that
# replays the files it is given, so that found inputs stay tested by every compiler.
function(project_fuzzer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} project_warnings)
  if(RIGKILN_FUZZ)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/fuzz/replay_main.cpp)
    add_test(NAME ${name}.replay COMMAND ${name} ${PROJECT_SOURCE_DIR}/tests/fuzz/regressions/${name})
  endif()
endfunction()
