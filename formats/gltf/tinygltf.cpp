// Compiles the implementation of tinygltf, a single-header library.
#include <fstream>  // tinygltf needs it but does not include it without file access

#define TINYGLTF_IMPLEMENTATION
#include <tiny_gltf.h>
