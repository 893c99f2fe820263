# The allocator of the programs that are shipped and measured.
#
# Scenes are many small blocks (a name, a property, a track each) and some large ones (vertices, images), made and freed on several
# threads. docs/performance.md says what jemalloc with huge pages gains over other allocators. It is linked statically: programs start
# sooner, and need no library more.
option(RIGKILN_JEMALLOC "Allocate with jemalloc; must be off with a sanitizer, which has an allocator of its own" ON)

add_library(project_allocator INTERFACE)
if(RIGKILN_JEMALLOC)
  find_library(RIGKILN_JEMALLOC_LIBRARY NAMES jemalloc_pic jemalloc
    DOC "libjemalloc-dev on Debian; -D RIGKILN_JEMALLOC=OFF builds without it" REQUIRED)
  target_sources(project_allocator INTERFACE ${PROJECT_SOURCE_DIR}/tools/allocator/allocator_settings.cpp)
  target_link_libraries(project_allocator INTERFACE ${RIGKILN_JEMALLOC_LIBRARY})
endif()
