#include "tests/unit/tools/optimize/animated_gltf.hpp"

#include <cmath>
#include <cstring>

#include "formats/gltf/glb.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "pipeline/process/align_rotation_signs.hpp"

namespace rigkiln::optimize::test {
namespace {

constexpr int kLastKey = 60;
constexpr float kSeconds = 2;

std::vector<float> times() {
    std::vector<float> result;
    for (int key = 0; key <= kLastKey; ++key)
        result.push_back(kSeconds * static_cast<float>(key) / kLastKey);
    return result;
}

/// Rotations around Z that go there and back.
std::vector<float> turns(float radians) {
    std::vector<float> result;
    for (const float time : times()) {
        const float half = radians * std::sin(time * 3) / 2;
        result.insert(result.end(), {0, 0, std::sin(half), std::cos(half)});
    }
    return result;
}

std::vector<float> positions(float x, float y, float rise) {
    std::vector<float> result;
    for (const float time : times())
        result.insert(result.end(), {x, y + rise * time, 0});
    return result;
}

std::size_t addChannel(Json& animation, std::size_t sampler, std::size_t node, const char* path) {
    animation["channels"].push_back({{"sampler", sampler}, {"target", {{"node", node}, {"path", path}}}});
    return animation["channels"].size() - 1;
}

}  // namespace

GltfBuilder swing() {
    GltfBuilder builder;
    builder.addSkinnedTriangle();
    const std::size_t input = builder.addFloats(times(), "SCALAR");
    builder.json["accessors"][input]["min"] = {0};
    builder.json["accessors"][input]["max"] = {kSeconds};
    const std::vector<std::size_t> outputs = {
        builder.addFloats(turns(0.8F), "VEC4"), builder.addFloats(turns(-0.5F), "VEC4"),
        builder.addFloats(positions(0, 1, 0), "VEC3"), builder.addFloats(positions(0, 0, 0.25F), "VEC3")};
    Json animation = {{"name", "swing"}, {"samplers", Json::array()}, {"channels", Json::array()}};
    for (const std::size_t output : outputs)
        animation["samplers"].push_back({{"input", input}, {"interpolation", "LINEAR"}, {"output", output}});
    addChannel(animation, 0, 0, "rotation");
    addChannel(animation, 1, 1, "rotation");
    addChannel(animation, 2, 0, "translation");
    addChannel(animation, 3, 1, "translation");
    builder.json["animations"].push_back(animation);
    return builder;
}

std::size_t addRisingTrack(GltfBuilder& builder, std::size_t animation, std::size_t node) {
    const std::size_t input = builder.addFloats(times(), "SCALAR");
    builder.json["accessors"][input]["min"] = {0};
    builder.json["accessors"][input]["max"] = {kSeconds};
    const std::size_t output = builder.addFloats(positions(0, 0, 1), "VEC3");
    Json& edited = builder.json["animations"][animation];
    edited["samplers"].push_back({{"input", input}, {"output", output}});
    return addChannel(edited, edited["samplers"].size() - 1, node, "translation");
}

Json Optimized::json() const {
    return Json::parse(gltf::splitContainer(main).json);
}

Optimized optimized(std::span<const std::byte> file, const How& how, FilesBeside& beside) {
    const OptionValues options(gltf::kGltfFormat.options);
    const ReadRequest request{
        .path = "model", .name = "model", .bytes = file, .options = options, .companions = beside};
    Optimized result;
    Result<OptimizedGltf> made = optimizeGltf(
        request, {.maxError = how.maxError, .shell = 0.03, .characterHeight = {}, .shellOnly = how.shellOnly},
        {.fileName = how.name, .isSameFolder = how.isSameFolder, .companions = beside}, result.diagnostics);
    if (!made) {
        result.error = made.error().text();
        return result;
    }
    for (const SharedBytes& piece : made->files.set.back().pieces)
        result.main.insert(result.main.end(), piece.begin(), piece.end());
    result.files = std::move(made->files);
    result.reductions = std::move(made->reductions);
    return result;
}

Optimized optimized(std::span<const std::byte> file, const How& how) {
    FilesBeside beside;
    return optimized(file, how, beside);
}

Scene sceneOf(std::span<const std::byte> file) {
    Scene scene = gltf::test::readFile(file).scene;
    alignRotationSigns(scene);
    return scene;
}

std::size_t bufferSize(std::span<const std::byte> glb) {
    return Json::parse(gltf::splitContainer(glb).json)["buffers"][0]["byteLength"];
}

std::vector<float> floatsOf(std::span<const std::byte> glb, std::size_t accessor) {
    const gltf::Container container = gltf::splitContainer(glb);
    const Json json = Json::parse(container.json);
    const Json& found = json["accessors"][accessor];
    const Json& view = json["bufferViews"][found["bufferView"].get<std::size_t>()];
    const std::size_t components = found["type"] == "SCALAR" ? 1 : found["type"] == "VEC3" ? 3 : 4;
    std::vector<float> numbers(found["count"].get<std::size_t>() * components);
    const std::size_t offset = view.value("byteOffset", 0U) + found.value("byteOffset", 0U);
    std::memcpy(numbers.data(), container.binary.subspan(offset, numbers.size() * sizeof(float)).data(),
                numbers.size() * sizeof(float));
    return numbers;
}

}  // namespace rigkiln::optimize::test
