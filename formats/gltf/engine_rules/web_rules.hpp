#pragma once

#include <array>

#include "formats/gltf/engine_rules/engine_rule.hpp"

namespace rigkiln::gltf_engine_rules {

inline constexpr EngineRule kWebExtensionRequired{
    {"WEB_EXTENSION_REQUIRED", FindingSeverity::Error,
     "the file requires an extension that Babylon.js does not read, so that Babylon.js refuses it"},
    "`profile: web` or `core`",
    "@babylonjs/loaders 9.28 glTF/2.0/glTFLoader.pure.js (Required extension is not available), "
    "glTF/2.0/Extensions"};
inline constexpr EngineRule kWebExtensionOfBabylon{
    {"WEB_EXTENSION_OF_BABYLON", FindingSeverity::Warning,
     "the file requires an extension that Babylon.js reads and three.js does not, which warns and goes on"},
    "`profile: web` or `core`",
    "three r187 examples/jsm/loaders/GLTFLoader.js (EXTENSIONS, Unknown extension)"};
inline constexpr EngineRule kWebInfluences{
    {"WEB_INFLUENCES", FindingSeverity::Warning,
     "vertices have more than four influences, of which three.js reads the first four (JOINTS_0)"},
    "keep the four largest influences",
    "three r187 examples/jsm/loaders/GLTFLoader.js (ATTRIBUTES)"};
inline constexpr EngineRule kWebNameCharacters{
    {"WEB_NAME_CHARACTERS", FindingSeverity::Warning,
     "three.js deletes the characters [ ] . : / of a node's name, so that programs do not find it"},
    "`names: safe`",
    "three r187 src/animation/PropertyBinding.js (sanitizeNodeName)"};
inline constexpr EngineRule kWebSameNames{{"WEB_SAME_NAMES", FindingSeverity::Warning,
                                           "two nodes have one name in three.js, which deletes [ ] . : / and "
                                           "writes _ for blanks: the second gets a "
                                           "number"},
                                          "`names: safe`",
                                          "three r187 examples/jsm/loaders/GLTFLoader.js (createUniqueName)"};
inline constexpr EngineRule kWebDecoder{
    {"WEB_DECODER", FindingSeverity::Information,
     "three.js refuses the file unless the page sets the decoder of a required extension first"},
    "setMeshoptDecoder, setDRACOLoader or setKTX2Loader; `profile: core` needs none",
    "three r187 examples/jsm/loaders/GLTFLoader.js (setMeshoptDecoder must be called)"};
inline constexpr EngineRule kWebExtensionIgnored{{"WEB_EXTENSION_IGNORED", FindingSeverity::Information,
                                                  "the file uses an extension that three.js or Babylon.js "
                                                  "does not read, so that its content is missing there"},
                                                 "`profile: web` or `core`",
                                                 "three r187 examples/jsm/loaders/GLTFLoader.js "
                                                 "(EXTENSIONS); @babylonjs/loaders 9.28 glTF/2.0/Extensions"};

inline constexpr std::array kWebRules = {&kWebExtensionRequired, &kWebExtensionOfBabylon, &kWebInfluences,
                                         &kWebNameCharacters,    &kWebSameNames,          &kWebDecoder,
                                         &kWebExtensionIgnored};

}  // namespace rigkiln::gltf_engine_rules
