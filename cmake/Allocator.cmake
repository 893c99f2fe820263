# The allocator of the programs that are shipped and measured.
#
# Scenes are many small blocks (a name, a property, a track each), made and freed on several threads; docs/performance.md says
# what tcmalloc gains over glibc's malloc. mimalloc and jemalloc gain as much and hold a third more memory, oneTBB's gains half.
option(RIGKILN_TCMALLOC "Allocate with tcmalloc; must be off with a sanitizer, which has an allocator of its own" ON)

add_library(project_allocator INTERFACE)
if(RIGKILN_TCMALLOC)
  find_library(RIGKILN_TCMALLOC_LIBRARY tcmalloc_minimal
    DOC "libgoogle-perftools-dev on Debian; -D RIGKILN_TCMALLOC=OFF builds without it" REQUIRED)
  # Nothing refers to it by name, so a linker that drops what is not needed would drop it.
  target_link_libraries(project_allocator INTERFACE -Wl,--push-state,--no-as-needed ${RIGKILN_TCMALLOC_LIBRARY} -Wl,--pop-state)
endif()
