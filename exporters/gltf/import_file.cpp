#include "exporters/gltf/import_file.hpp"

#include <string>

namespace rigkiln::gltf_export {
namespace {

/// From godot editor/file_system/editor_file_system.cpp (_reimport_file) and
/// editor/import/3d/resource_importer_scene.cpp (get_importer_name):
/// * Without uid, path and deps, the file is imported when Godot first sees it, and gets them.
/// * Tracks that repeat the rest pose return what another clip moved (complete_clips); Godot drops them by
///   default.
/// * A file without gltf/naming_version is taken for one of Godot 4.1 (handle_compatibility_options in
///   modules/gltf/editor/editor_scene_importer_gltf.cpp), so that its nodes could have other names than those
///   of the model, which Godot imports in its newest way. 2 is that of 4.5; 4.2 to 4.4 only ask whether it is
///   0, and 4.1 does not know it.
constexpr std::string_view kGodotLibrary =
    "[remap]\n"
    "\n"
    "importer=\"animation_library\"\n"
    "type=\"AnimationLibrary\"\n"
    "\n"
    "[params]\n"
    "\n"
    "animation/remove_immutable_tracks=false\n"
    "gltf/naming_version=2\n";

}  // namespace

OutputFile godotImportFile(std::string_view fileName) {
    OutputFile file{.name = std::string(fileName) + ".import", .pieces = {}, .onlyIfAbsent = true};
    file.pieces.emplace_back(std::string(kGodotLibrary));
    return file;
}

}  // namespace rigkiln::gltf_export
