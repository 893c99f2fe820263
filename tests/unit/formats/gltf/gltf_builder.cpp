#include "tests/unit/formats/gltf/gltf_builder.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "formats/gltf/gltf_format.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln::gltf::test {
namespace {

void appendNumber(std::vector<std::byte>& bytes, std::size_t number) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::byte>(number >> shift & 0xFFU));
}

std::size_t componentsOf(const std::string& type) {
    static const std::map<std::string, std::size_t> kComponents = {
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    return kComponents.at(type);
}

}  // namespace

std::vector<std::byte> bytesOf(std::string_view text) {
    std::vector<std::byte> bytes(text.size());
    std::ranges::transform(text, bytes.begin(),
                           [](char character) { return static_cast<std::byte>(character); });
    return bytes;
}

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8U | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * k) & 63U];
    }
    return text;
}

std::size_t GltfBuilder::addView(std::span<const std::byte> bytes) {
    buffer_.resize((buffer_.size() + 3) / 4 * 4);
    json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", buffer_.size()}, {"byteLength", bytes.size()}});
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    return json["bufferViews"].size() - 1;
}

std::size_t GltfBuilder::addAccessorOf(std::span<const std::byte> bytes, std::size_t numbers,
                                       const std::string& type, int componentType) {
    const std::size_t view = addView(bytes);  // before taking references into the JSON, as it moves them
    json["accessors"].push_back({{"bufferView", view},
                                 {"componentType", componentType},
                                 {"count", numbers / componentsOf(type)},
                                 {"type", type}});
    return json["accessors"].size() - 1;
}

std::size_t GltfBuilder::addTriangle() {
    const std::size_t positions = addFloats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    json["meshes"].push_back({{"primitives", {{{"attributes", {{"POSITION", positions}}}}}}});
    return json["meshes"].size() - 1;
}

std::size_t GltfBuilder::addNode(Json node) {
    json["nodes"].push_back(std::move(node));
    return json["nodes"].size() - 1;
}

std::size_t GltfBuilder::addRoot(Json node) {
    const std::size_t number = addNode(std::move(node));
    json["scenes"][0]["nodes"].push_back(number);
    return number;
}

std::size_t GltfBuilder::addSkinnedTriangle() {
    const std::size_t mesh = addTriangle();
    Json& attributes = json["meshes"][mesh]["primitives"][0]["attributes"];
    attributes["JOINTS_0"] = addAccessor<std::uint8_t>({0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, "VEC4", 5121);
    attributes["WEIGHTS_0"] = addFloats({1, 0, 0, 0, 0.75F, 0.25F, 0, 0, 0.5F, 0.5F, 0, 0}, "VEC4");
    const std::size_t tip = addNode({{"name", "tip"}, {"translation", {0, 1, 0}}});
    const std::size_t root = addRoot({{"name", "root"}, {"children", {tip}}});
    json["skins"].push_back({{"joints", {root, tip}}});
    return addRoot({{"name", "body"}, {"mesh", mesh}, {"skin", json["skins"].size() - 1}});
}

std::string GltfBuilder::gltf() const {
    Json whole = json;
    if (!buffer_.empty()) {
        whole["buffers"] = {{{"byteLength", buffer_.size()},
                             {"uri", "data:application/octet-stream;base64," + base64(buffer_)}}};
    }
    return whole.dump();
}

std::vector<std::byte> GltfBuilder::glb() const {
    Json whole = json;
    whole["buffers"] = {{{"byteLength", buffer_.size()}}};
    return glbOf({{"JSON", bytesOf(whole.dump())}, {std::string_view("BIN\0", 4), buffer_}});
}

std::vector<std::byte> glbOf(const std::vector<std::pair<std::string_view, std::vector<std::byte>>>& chunks) {
    std::vector<std::byte> content;
    for (const auto& [type, bytes] : chunks) {
        const std::size_t size = (bytes.size() + 3) / 4 * 4;
        appendNumber(content, size);
        const std::vector<std::byte> name = bytesOf(type);
        content.insert(content.end(), name.begin(), name.end());
        content.insert(content.end(), bytes.begin(), bytes.end());
        content.resize(content.size() + size - bytes.size(), type == "JSON" ? std::byte{' '} : std::byte{0});
    }
    std::vector<std::byte> glb = bytesOf("glTF");
    appendNumber(glb, 2);
    appendNumber(glb, content.size() + 12);
    glb.insert(glb.end(), content.begin(), content.end());
    return glb;
}

std::vector<std::byte> joined(const OutputFile& file) {
    std::vector<std::byte> bytes;
    for (const SharedBytes& piece : file.pieces)
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    return bytes;
}

std::optional<FileSource::Found> FilesBeside::loadImage(std::string_view name,
                                                        const ImageRecipe& /*recipe*/) {
    const auto found = images.find(std::string(name.substr(name.rfind('/') + 1)));
    if (found == images.end()) return std::nullopt;
    return Found{"found/" + found->first, found->second};
}

std::optional<FileSource::Found> FilesBeside::loadShared(std::size_t levelsUp, const std::string& folder,
                                                         const std::string& name) {
    std::string path;
    for (; levelsUp > 0; --levelsUp)
        path += "../";
    const auto found = files.find(path + folder + "/" + name);
    if (found == files.end()) return std::nullopt;
    return Found{found->first, found->second};
}

Result<FileSource::Found> FilesBeside::loadBeside(const std::string& path, std::size_t limit) {
    const auto found = files.find(path);
    if (found == files.end()) return rigkiln::test::kInputError.in(path, "there is no such file");
    if (found->second.size() > limit) return rigkiln::test::kInputError.in(path, "is too long");
    return Found{path, found->second};
}

std::vector<std::string> ReadBack::placesOf(const IssueKind& kind) const {
    std::vector<std::string> places;
    for (const Issue& issue : diagnostics.issues()) {
        if (issue.kind == &kind) places.push_back(issue.where);
    }
    return places;
}

ReadBack readFile(std::span<const std::byte> file, FileSource& companions) {
    ReadBack back;
    const OptionValues options(kGltfFormat.options);
    Result<Scene> scene = kGltfFormat.read(
        {.path = "model.gltf", .name = "model", .bytes = file, .options = options, .companions = companions},
        back.diagnostics);
    if (!scene) {
        back.error = scene.error().text();
        return back;
    }
    back.scene = std::move(*scene);
    for (const SceneProblem& problem : validateScene(back.scene))
        ADD_FAILURE() << problem.where << ": " << problem.problem;
    return back;
}

ReadBack readFile(std::span<const std::byte> file) {
    NoFiles none;
    return readFile(file, none);
}

ReadBack readFile(std::string_view gltf) {
    return readFile(std::as_bytes(std::span(gltf)));
}

ReadBack readFile(const GltfBuilder& builder) {
    return readFile(builder.gltf());
}

}  // namespace rigkiln::gltf::test
