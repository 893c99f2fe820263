# Hardening of optimised builds: faults that memory safety leaves open end the process instead of going on. What each part costs, and
# that the program has them, is in docs/performance.md and tests/integration/hardening_test.cpp.
#
# Test sources have none of it: they are compiled without optimisation, which _FORTIFY_SOURCE needs.
option(RIGKILN_HARDENING "Harden optimised builds: checks of indices and copies, of the stack, read-only relocations; sanitizers have checks of their own" ON)

include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)

# project_hardening(<name>): a library or program of ours.
function(project_hardening name)
  if(NOT RIGKILN_HARDENING OR NOT CMAKE_BUILD_TYPE MATCHES "^Rel")
    return()
  endif()
  # Debian's compilers may define _FORTIFY_SOURCE themselves.
  target_compile_options(${name} PRIVATE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -D_GLIBCXX_ASSERTIONS
    -fstack-protector-strong -fstack-clash-protection)
  get_target_property(type ${name} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  if(NOT type STREQUAL "STATIC_LIBRARY")
    target_link_options(${name} PRIVATE LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
  endif()
endfunction()
