#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/scene/scene.hpp"

/// glTF files put together number by number, and what our reader makes of them.
namespace rigkiln::gltf::test {

using Json = nlohmann::ordered_json;

[[nodiscard]] std::vector<std::byte> bytesOf(std::string_view text);
[[nodiscard]] std::string base64(std::span<const std::byte> bytes);

/// A file whose one buffer is embedded. `json` may be changed at will.
class GltfBuilder {
public:
    Json json = {{"asset", {{"version", "2.0"}}}};

    /// Adds the numbers as a buffer view and an accessor of it; its number. `type` is "VEC3" and the like.
    template <class Number>
    std::size_t addAccessor(const std::vector<Number>& numbers, const std::string& type, int componentType) {
        return addAccessorOf(std::as_bytes(std::span(numbers)), numbers.size(), type, componentType);
    }
    std::size_t addFloats(const std::vector<float>& numbers, const std::string& type) {
        return addAccessor(numbers, type, 5126);
    }
    /// Adds bytes as a buffer view; its number.
    std::size_t addView(std::span<const std::byte> bytes);

    /// A triangle in the plane z = 0 as the first primitive of a new mesh; the mesh's number.
    std::size_t addTriangle();
    /// A node in the only scene; its number.
    std::size_t addRoot(Json node);
    /// A node that is only somebody's child.
    std::size_t addNode(Json node);

    /// Two joints below a root, and a skinned triangle on them whose node is returned: weights 1 for joint 0,
    /// 0.75 and 0.25, 0.5 and 0.5.
    std::size_t addSkinnedTriangle();

    [[nodiscard]] std::string gltf() const;
    /// Makes a GLB, with the buffer as BIN chunk.
    [[nodiscard]] std::vector<std::byte> glb() const;

private:
    std::size_t addAccessorOf(std::span<const std::byte> bytes, std::size_t numbers, const std::string& type,
                              int componentType);

    std::vector<std::byte> buffer_;
};

/// A GLB of these chunks, each with its type.
[[nodiscard]] std::vector<std::byte> glbOf(
    const std::vector<std::pair<std::string_view, std::vector<std::byte>>>& chunks);

/// The bytes of an output, its pieces one behind the other.
[[nodiscard]] std::vector<std::byte> joined(const OutputFile& file);

/// Files by their path below the folder of the asset, shared images by the whole path ("../textures/a.png"),
/// and those that are found by their names.
class FilesBeside final : public FileSource {
public:
    std::map<std::string, std::vector<std::byte>> files{};
    std::map<std::string, std::vector<std::byte>> images{};

    [[nodiscard]] std::optional<Found> loadImage(std::string_view name,
                                                 const ImageRecipe& /*recipe*/) override;

private:
    [[nodiscard]] Result<Found> loadBeside(const std::string& path, std::size_t limit) override;
    [[nodiscard]] std::optional<Found> loadShared(std::size_t levelsUp, const std::string& folder,
                                                  const std::string& name) override;
};

struct ReadBack {
    Scene scene{};
    std::string error{};  ///< empty when the file was read
    Diagnostics diagnostics{};

    /// Where the issues of a kind are.
    [[nodiscard]] std::vector<std::string> placesOf(const IssueKind& kind) const;
};

/// Reads the file as "model". Fails the test when the scene breaks a law.
[[nodiscard]] ReadBack readFile(std::span<const std::byte> file, FileSource& companions);
[[nodiscard]] ReadBack readFile(std::span<const std::byte> file);
[[nodiscard]] ReadBack readFile(std::string_view gltf);
[[nodiscard]] ReadBack readFile(const GltfBuilder& builder);

}  // namespace rigkiln::gltf::test
