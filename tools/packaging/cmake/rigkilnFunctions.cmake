# Steps of a build that convert art. Both have depfiles: they run again when something changed that they read, or appeared where they
# looked. For the generators of Ninja and of makefiles.
cmake_policy(PUSH)
cmake_policy(SET CMP0116 NEW)  # depfiles relative to the build folder
include_guard(GLOBAL)

# _rigkiln_check(<function>): stops for arguments that nobody knows, and for generators that read no depfiles.
macro(_rigkiln_check function)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${function}: unknown argument ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${function}: ${arg_KEYWORDS_MISSING_VALUES} has no value")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "${function}: the generator ${CMAKE_GENERATOR} reads no depfiles; use Ninja or Unix Makefiles")
  endif()
endmacro()

# Sets `command` to the words before the arguments of rigkiln, and `settle` to what makes outputs settle. CMake before 3.28 does not
# pass the job server of make on.
macro(_rigkiln_command)
  set(command rigkiln::rigkiln)
  set(settle "")
  set(aware "")
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    set(settle --touch-unchanged)
    if(CMAKE_VERSION VERSION_LESS 3.28)
      set(command "${CMAKE_COMMAND}" -E env --unset=MAKEFLAGS $<TARGET_FILE:rigkiln::rigkiln>)
    else()
      set(aware JOB_SERVER_AWARE TRUE)
    endif()
  endif()
endmacro()

# _rigkiln_file(<variable> <path>): the file on the disk that holds a source, which may lie in an archive.
function(_rigkiln_file variable path)
  set(file "${path}")
  while(NOT EXISTS "${file}")
    get_filename_component(above "${file}" DIRECTORY)
    if(above STREQUAL file)
      break()
    endif()
    set(file "${above}")
  endwhile()
  # Neither there nor in an archive: another step may make it.
  if(IS_DIRECTORY "${file}" AND NOT file STREQUAL path)
    set(file "${path}")
  endif()
  set(${variable} "${file}" PARENT_SCOPE)
endfunction()

# rigkiln_asset(SOURCE <file>... OUTPUT <file> [OPTIONS <option>...] [DEPENDS <file or target>...])
#
# Converts a model and its clips to one file with `rigkiln convert`. Sources are relative to the source folder, the output to the binary
# folder; add the output to a target. OPTIONS are those of `rigkiln convert`.
function(rigkiln_asset)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUTPUT" "SOURCE;OPTIONS;DEPENDS")
  _rigkiln_check(rigkiln_asset)
  if(NOT arg_SOURCE OR NOT arg_OUTPUT)
    message(FATAL_ERROR "rigkiln_asset: needs SOURCE and OUTPUT, as in rigkiln_asset(SOURCE art/hero.alo OUTPUT hero.glb)")
  endif()
  set(sources "")
  set(files "")
  foreach(source IN LISTS arg_SOURCE)
    get_filename_component(source "${source}" ABSOLUTE)
    if(IS_DIRECTORY "${source}")
      message(FATAL_ERROR "rigkiln_asset: ${source} is a folder; rigkiln_convert converts many files")
    endif()
    _rigkiln_file(file "${source}")
    list(APPEND sources "${source}")
    list(APPEND files "${file}")
  endforeach()
  get_filename_component(output "${arg_OUTPUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  string(SHA1 hash "${output}")
  set(depfile "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/rigkiln/${hash}.d")
  file(RELATIVE_PATH name "${CMAKE_BINARY_DIR}" "${output}")
  _rigkiln_command()
  # Several steps run at a time: one processor for each.
  add_custom_command(OUTPUT "${output}"
    COMMAND ${command} convert ${sources} -o "${output}" --jobs 1 --progress none ${settle} --depfile "${depfile}" ${arg_OPTIONS}
    DEPENDS ${files} ${arg_DEPENDS} rigkiln::rigkiln
    DEPFILE "${depfile}" ${aware} COMMENT "Converting ${name}" VERBATIM)
endfunction()

# rigkiln_convert(TARGET <name> CONFIG <file> [OUTPUTS <file>...] [DEFINES <name>=<value>...] [DEPENDS <file or target>...])
#
# Runs a configuration with `rigkiln run`, as a target of the default build. OUTPUTS are files that it makes, relative to the binary folder:
# other steps may use them, and one that was deleted is made again. DEFINES are -D of `rigkiln run`.
function(rigkiln_convert)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;CONFIG" "OUTPUTS;DEFINES;DEPENDS")
  _rigkiln_check(rigkiln_convert)
  if(NOT arg_TARGET OR NOT arg_CONFIG)
    message(FATAL_ERROR "rigkiln_convert: needs TARGET and CONFIG, as in rigkiln_convert(TARGET models CONFIG art.yaml)")
  endif()
  get_filename_component(config "${arg_CONFIG}" ABSOLUTE)
  set(defines "")
  foreach(define IN LISTS arg_DEFINES)
    if(NOT define MATCHES "^[^=]+=")
      message(FATAL_ERROR "rigkiln_convert: ${define} in DEFINES, expected name=value")
    endif()
    list(APPEND defines -D "${define}")
  endforeach()
  set(outputs "")
  foreach(output IN LISTS arg_OUTPUTS)
    get_filename_component(output "${output}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    list(APPEND outputs "${output}")
  endforeach()
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/rigkiln/${arg_TARGET}.stamp")
  _rigkiln_command()
  add_custom_command(OUTPUT "${stamp}" ${outputs}
    COMMAND ${command} run "${config}" ${defines} --progress none ${settle} --depfile "${stamp}.d" --stamp "${stamp}"
    DEPENDS "${config}" ${arg_DEPENDS} rigkiln::rigkiln
    DEPFILE "${stamp}.d" ${aware} COMMENT "Converting ${arg_TARGET}" VERBATIM)
  add_custom_target(${arg_TARGET} ALL DEPENDS "${stamp}" ${outputs})
endfunction()

cmake_policy(POP)
