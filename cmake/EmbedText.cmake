# project_texts(<target> NAMESPACE <name> FILES <function>=<file>...): gives the target functions that return the content of files.
#
# The files stay readable and checkable in a form of their own, and the program needs no file beside it. Callers declare
#     namespace rigkiln::<name> { std::string_view <function>(); }
# in a header of the target. The sources are made anew when a file changes.
if(CMAKE_SCRIPT_MODE_FILE)
  file(READ ${TEXT_FILE} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n    " bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  file(WRITE ${SOURCE_FILE} "#include <string_view>

namespace rigkiln::${TEXT_NAMESPACE} {

std::string_view ${TEXT_FUNCTION}();

std::string_view ${TEXT_FUNCTION}() {
    static constexpr char kText[] = {
    ${bytes}};
    return {kText, sizeof(kText)};
}

}  // namespace rigkiln::${TEXT_NAMESPACE}
")
  return()
endif()

set(PROJECT_TEXTS_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(project_texts target)
  cmake_parse_arguments(ARG "" "NAMESPACE" "FILES" ${ARGN})
  foreach(entry ${ARG_FILES})
    string(REPLACE "=" ";" parts ${entry})
    list(GET parts 0 function)
    list(GET parts 1 file)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/texts/${function}.cpp)
    add_custom_command(OUTPUT ${source}
      COMMAND ${CMAKE_COMMAND} -D TEXT_FILE=${file} -D SOURCE_FILE=${source} -D TEXT_NAMESPACE=${ARG_NAMESPACE} -D TEXT_FUNCTION=${function}
        -P ${PROJECT_TEXTS_SCRIPT}
      DEPENDS ${file} ${PROJECT_TEXTS_SCRIPT} VERBATIM)
    set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(${target} PRIVATE ${source})
  endforeach()
endfunction()
