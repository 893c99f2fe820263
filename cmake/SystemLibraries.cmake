# Libraries of images, containers and hashes that come without CMake files of their own, or with files that ask for programs too.
function(system_library name library header)
  find_path(${name}_INCLUDE ${header} REQUIRED)
  find_library(${name}_LIBRARY ${library} REQUIRED)
  add_library(${name} INTERFACE IMPORTED)
  target_include_directories(${name} INTERFACE ${${name}_INCLUDE})
  target_link_libraries(${name} INTERFACE ${${name}_LIBRARY})
endfunction()

system_library(libspng spng spng.h)
system_library(libdeflate deflate libdeflate.h)
system_library(libturbojpeg turbojpeg turbojpeg.h)
system_library(libzip zip zip.h)
system_library(libzstd zstd zstd.h)
system_library(zlib z zlib.h)
system_library(libsodium sodium sodium.h)
system_library(sqlite3 sqlite3 sqlite3.h)
system_library(libutf8proc utf8proc utf8proc.h)

# Headers alone. Looked for here, so that a machine without one stops at once and not in the middle of the build.
find_path(tinygltf_INCLUDE tiny_gltf.h REQUIRED)
find_path(stb_INCLUDE stb/stb_image_resize.h REQUIRED)
add_library(stb INTERFACE IMPORTED)
target_include_directories(stb INTERFACE ${stb_INCLUDE})
