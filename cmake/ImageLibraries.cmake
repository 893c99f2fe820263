# Libraries of images that come without CMake files of their own.
function(image_library name library header)
  find_path(${name}_INCLUDE ${header} REQUIRED)
  find_library(${name}_LIBRARY ${library} REQUIRED)
  add_library(${name} INTERFACE IMPORTED)
  target_include_directories(${name} INTERFACE ${${name}_INCLUDE})
  target_link_libraries(${name} INTERFACE ${${name}_LIBRARY})
endfunction()

image_library(libspng spng spng.h)
image_library(libdeflate deflate libdeflate.h)
image_library(libturbojpeg turbojpeg turbojpeg.h)

# Headers alone.
find_path(stb_INCLUDE stb/stb_image_resize.h REQUIRED)
add_library(stb INTERFACE IMPORTED)
target_include_directories(stb INTERFACE ${stb_INCLUDE})
