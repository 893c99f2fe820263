// The code of tinygltf, which is one header: compiled here and nowhere else.
#include <fstream>  // it forgets this one when it is to open no file

#define TINYGLTF_IMPLEMENTATION
#include <tiny_gltf.h>
