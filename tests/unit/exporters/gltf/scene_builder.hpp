#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/scene/scene.hpp"

/// Builds small scenes that keep the laws, for tests of the glTF exporter.
namespace rigkiln::gltf_export::test {

/// Root joint plus `count - 1` joints in a chain below it: "joint0", "joint1" ...
[[nodiscard]] Scene chainOfJoints(std::size_t count);

/// One triangle in the plane of x and y, with normals.
[[nodiscard]] Primitive triangle();

/// Adds a mesh of one triangle and its instance on the joint. Returns the index of the instance.
std::size_t addTriangle(Scene& scene, std::size_t joint, const std::string& name);

/// Adds a triangle skinned to all joints of the scene: vertex i follows joint i modulo their number. Returns
/// the index of the instance.
std::size_t addSkinnedTriangle(Scene& scene, const std::string& name);

/// Finds the clip's tracks of a joint, or appends them. Precondition: joints are requested in ascending
/// order.
JointTracks& tracksOf(Clip& clip, std::size_t joint);

[[nodiscard]] Attachment attachmentNamed(const std::string& name, const std::string& kind);
[[nodiscard]] Light lightNamed(const std::string& name, LightKind kind = LightKind::Point);
[[nodiscard]] Clip clipNamed(const std::string& name, float duration);

/// Makes a PNG of one grey pixel, with `extra` chunks before the image data.
[[nodiscard]] std::vector<std::byte> tinyPng(const std::vector<std::byte>& extra = {});
/// Makes a chunk of a PNG: length, type, content, and a checksum of zeros, which no test reads.
[[nodiscard]] std::vector<std::byte> pngChunk(const std::string& type, const std::string& content);
/// Makes a JPEG without image data, with that number of components.
[[nodiscard]] std::vector<std::byte> tinyJpeg(unsigned components = 3);
/// Makes a lossless WebP of 1 by 1 pixel, with that name of its chunk.
[[nodiscard]] std::vector<std::byte> tinyWebp(const std::string& chunk = "VP8L");

struct ExportSettings {
    std::string fileName = "model.glb";
    std::string container = "auto";
    std::string profile = "core";
    std::string visibility = "auto";
    bool lights = true;
    bool completeClips = true;
    std::string textureFiles = "auto";
    std::string attributes = "all";
    std::string colorBits = "16";
    bool weld = false;
    std::string names = "source";
    std::string jointNames = "source";
    std::optional<NameTable> jointTable{};
    std::string skinJoints = "source";
    std::string levels = "auto";
    std::string collisionNames = "source";
    std::string sockets = "nodes";
    bool loopNames = false;
    std::string clips = "embed";
    std::string clipFiles{kClipBesideMain};
    bool eventsFile = false;
    std::string importFile = "none";
    std::string humanoid = "none";
    std::vector<std::string> vrmAuthors{};
    std::string vrmLicenseUrl{};
    std::string sharedFolder = "textures";
    std::function<void(std::size_t clip)> dropClip{};
    const SharedLibrary* library = nullptr;
};

/// Runs the exporter as a job would.
[[nodiscard]] Result<OutputSet> exportScene(const Scene& scene, const ExportSettings& settings,
                                            Diagnostics& diagnostics);
[[nodiscard]] Result<OutputSet> exportScene(const Scene& scene, const ExportSettings& settings = {});

/// Returns the print of the library that the scene would have with these settings.
[[nodiscard]] Result<LibraryPrint> printOf(const Scene& scene, const ExportSettings& settings);

}  // namespace rigkiln::gltf_export::test
