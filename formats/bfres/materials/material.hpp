#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/bfres/base/bfres_reader.hpp"
#include "formats/bfres/base/bfres_writer.hpp"
#include "formats/bfres/base/user_data.hpp"

/// FMAT, materials (README, section Materials).
namespace rigkiln::bfres {

struct Sampler {
    std::string name;                      ///< tells the use of its texture: "_a0" albedo, "_n0" normals
    std::array<std::uint32_t, 3> words{};  ///< Wii U: wrapping and filters in the graphics chip's format

    bool operator==(const Sampler&) const = default;
};

/// Wii U. Assigns data of the file to names in the shader.
struct ShaderAssign {
    using Names = std::vector<std::pair<std::string, std::string>>;
    std::string archive;
    std::string model;
    std::uint32_t revision = 0;
    Names attributes;
    Names samplers;
    Names options;

    bool operator==(const ShaderAssign&) const = default;
};

/// Wii U. Hints to the game's renderer. The alternatives are in the order of the file's types.
struct RenderInfo {
    std::string name;
    std::variant<std::vector<std::int32_t>, std::vector<float>, std::vector<std::string>> values;

    bool operator==(const RenderInfo&) const = default;
};

/// Wii U. Describes a value in the material's parameter data.
struct ShaderParameter {
    std::string name;
    std::uint8_t type = 0;
    std::uint8_t size = 0;
    std::uint16_t offset = 0;
    std::array<std::uint16_t, 2> indices{};

    bool operator==(const ShaderParameter&) const = default;
};

/// Words: flags, polygon, depth, alpha test, reference, colour control, blend target, blend, four of colour.
using RenderState = std::array<std::uint32_t, 12>;

/// Sampler i uses texture i. For the Switch only names are known.
struct Material {
    std::string name;
    std::uint32_t flags = 0;  ///< bit 0: visible; Wii U and Switch from 0.9
    std::uint16_t index = 0;  ///< its own index; Wii U
    std::vector<std::string> textures;
    std::vector<Sampler> samplers;
    std::optional<ShaderAssign> shader;
    std::optional<RenderState> renderState;
    std::vector<RenderInfo> renderInfos;
    std::vector<ShaderParameter> parameters;
    std::vector<std::byte> parameterData;
    std::vector<UserData> userData;

    bool operator==(const Material&) const = default;
};

[[nodiscard]] std::size_t materialSize(const Layout& layout);

/// Throws FormatError.
[[nodiscard]] Material readMaterial(BfresReader& file, Place section);

/// Throws EncodeError.
void writeMaterials(BfresWriter& out, const std::vector<Material>& materials,
                    const std::vector<Label>& labels);

}  // namespace rigkiln::bfres
