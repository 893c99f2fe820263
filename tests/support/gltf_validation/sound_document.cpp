#include "tests/support/gltf_validation/sound_document.hpp"

#include <array>
#include <cstring>
#include <initializer_list>
#include <span>

namespace rigkiln::gltf_validation::test {
namespace {

constexpr std::string_view kDocument = R"({
"asset": {"version": "2.0"},
"extensionsUsed": ["KHR_lights_punctual"],
"extensions": {"KHR_lights_punctual": {"lights": [{"type": "spot", "spot": {}}]}},
"scene": 0,
"scenes": [{"nodes": [0, 1, 4]}],
"nodes": [
    {"mesh": 0, "skin": 0},
    {"children": [2, 3]},
    {"name": "knee"},
    {"camera": 0, "rotation": [0, 0, 0, 1]},
    {"mesh": 1, "extensions": {"KHR_lights_punctual": {"light": 0}}}],
"skins": [{"joints": [1, 2], "inverseBindMatrices": 6, "skeleton": 1}],
"meshes": [
    {"primitives": [{
        "attributes": {"POSITION": 0, "NORMAL": 1, "TANGENT": 9, "COLOR_0": 10, "TEXCOORD_0": 4, "JOINTS_0": 2, "WEIGHTS_0": 3},
        "indices": 5, "material": 0, "targets": [{"POSITION": 11}]}], "weights": [0]},
    {"primitives": [{"attributes": {"POSITION": 0}}]}],
"materials": [{
    "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
    "normalTexture": {"index": 0}}],
"textures": [{"source": 0, "sampler": 0}],
"samplers": [{}],
"images": [{"bufferView": 13, "mimeType": "image/png"}],
"cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}],
"animations": [{
    "channels": [
        {"sampler": 0, "target": {"node": 2, "path": "rotation"}},
        {"sampler": 1, "target": {"node": 1, "path": "rotation"}}],
    "samplers": [
        {"input": 7, "output": 8},
        {"input": 7, "output": 12, "interpolation": "CUBICSPLINE"}]}],
"accessors": [
    {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
    {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3"},
    {"bufferView": 2, "componentType": 5121, "count": 3, "type": "VEC4"},
    {"bufferView": 3, "componentType": 5126, "count": 3, "type": "VEC4"},
    {"bufferView": 4, "componentType": 5126, "count": 3, "type": "VEC2"},
    {"bufferView": 5, "componentType": 5123, "count": 3, "type": "SCALAR"},
    {"bufferView": 6, "componentType": 5126, "count": 2, "type": "MAT4"},
    {"bufferView": 7, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0], "max": [1]},
    {"bufferView": 8, "componentType": 5126, "count": 3, "type": "VEC4"},
    {"bufferView": 9, "componentType": 5126, "count": 3, "type": "VEC4"},
    {"bufferView": 10, "componentType": 5126, "count": 3, "type": "VEC4"},
    {"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [2, 2, 2], "sparse":
        {"count": 2, "indices": {"bufferView": 11, "componentType": 5123}, "values": {"bufferView": 12}}},
    {"bufferView": 14, "componentType": 5126, "count": 9, "type": "VEC4"}],
"bufferViews": [
    {"buffer": 0, "byteOffset": 0, "byteLength": 36, "target": 34962},
    {"buffer": 0, "byteOffset": 36, "byteLength": 36, "target": 34962},
    {"buffer": 0, "byteOffset": 72, "byteLength": 12, "target": 34962},
    {"buffer": 0, "byteOffset": 84, "byteLength": 48, "target": 34962},
    {"buffer": 0, "byteOffset": 132, "byteLength": 24, "target": 34962},
    {"buffer": 0, "byteOffset": 156, "byteLength": 6, "target": 34963},
    {"buffer": 0, "byteOffset": 164, "byteLength": 128},
    {"buffer": 0, "byteOffset": 292, "byteLength": 12},
    {"buffer": 0, "byteOffset": 304, "byteLength": 48},
    {"buffer": 0, "byteOffset": 352, "byteLength": 48, "target": 34962},
    {"buffer": 0, "byteOffset": 400, "byteLength": 48, "target": 34962},
    {"buffer": 0, "byteOffset": 448, "byteLength": 4},
    {"buffer": 0, "byteOffset": 452, "byteLength": 24},
    {"buffer": 0, "byteOffset": 620, "byteLength": 62},
    {"buffer": 0, "byteOffset": 476, "byteLength": 144}],
"buffers": [{"byteLength": 684}]})";

void appendFloats(Bytes& bytes, std::initializer_list<float> values) {
    for (const float value : values) {
        bytes.resize(bytes.size() + sizeof value);
        std::memcpy(bytes.data() + bytes.size() - sizeof value, &value, sizeof value);
    }
}

void appendBytes(Bytes& bytes, std::initializer_list<unsigned> values) {
    for (const unsigned value : values)
        bytes.push_back(static_cast<std::byte>(value));
}

void append(Bytes& bytes, const Bytes& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

void appendNumber(Bytes& bytes, std::size_t value) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::byte>(value >> shift & 0xFFU));
}

Bytes makeBuffer() {
    Bytes bytes;
    appendFloats(bytes, {0, 0, 0, 1, 0, 0, 0, 1, 0});
    appendFloats(bytes, {0, 0, 1, 0, 0, 1, 0, 0, 1});
    appendBytes(bytes, {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
    appendFloats(bytes, {0.5F, 0.5F, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    appendFloats(bytes, {0, 0, 1, 0, 0, 1});
    appendBytes(bytes, {0, 0, 1, 0, 2, 0, 0, 0});
    for (int joint = 0; joint < 2; ++joint)
        appendFloats(bytes, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    appendFloats(bytes, {0, 0.5F, 1});
    appendFloats(bytes, {0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1});
    appendFloats(bytes, {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1});
    appendFloats(bytes, {1, 1, 1, 1, 0, 0, 0, 1, 0.5F, 0.5F, 0.5F, 1});
    appendBytes(bytes, {0, 0, 2, 0});
    appendFloats(bytes, {1, 1, 1, 2, 2, 2});
    for (int key = 0; key < 3; ++key)
        appendFloats(bytes, {3, 3, 3, 3, 0, 0, 0, 1, -3, 3, 3, 3});
    append(bytes, smallPng());
    bytes.resize((bytes.size() + 3) / 4 * 4);
    return bytes;
}

}  // namespace

Bytes bytesOfText(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

void setFloat(Bytes& bytes, std::size_t at, float value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

std::string pngChunkText(std::string_view type, std::string_view content) {
    std::string chunk(3, '\0');
    chunk += static_cast<char>(content.size());
    chunk += type;
    chunk += content;
    return chunk + std::string(4, '\0');
}

Bytes smallPng(std::string_view chunks) {
    using namespace std::string_view_literals;
    std::string png = "\x89PNG\r\n\x1A\n";
    png += pngChunkText("IHDR", "\0\0\0\1\0\0\0\1\x08\0\0\0\0"sv);
    png += chunks;
    return bytesOfText(png + pngChunkText("IDAT", "\x78\x9c\x63\x60\x60"sv) + pngChunkText("IEND", ""));
}

SoundDocument soundDocument() {
    return {.json = Json::parse(kDocument), .buffer = makeBuffer()};
}

std::string dataUri(std::string_view type, const Bytes& bytes) {
    static constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text = "data:" + std::string(type) + ";base64,";
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned bits = 0;
        for (std::size_t part = 0; part < 3; ++part)
            bits = bits << 8U | (i + part < bytes.size() ? std::to_integer<unsigned>(bytes[i + part]) : 0U);
        for (std::size_t digit = 0; digit < 4; ++digit)
            text += i + digit > bytes.size()
                        ? '='
                        : kDigits[bits >> (18U - 6U * static_cast<unsigned>(digit)) & 63U];
    }
    return text;
}

Bytes asGltf(const SoundDocument& document) {
    Json json = document.json;
    if (json.contains("buffers") && json["buffers"].is_array() && !json["buffers"].empty() &&
        json["buffers"][0].is_object() && !json["buffers"][0].contains("uri"))
        json["buffers"][0]["uri"] = dataUri("application/octet-stream", document.buffer);
    return bytesOfText(json.dump());
}

Bytes makeGlb(const std::vector<Chunk>& chunks, std::uint32_t length) {
    Bytes body;
    for (const Chunk& chunk : chunks) {
        appendNumber(body, chunk.content.size());
        append(body, bytesOfText(chunk.type));
        append(body, chunk.content);
    }
    Bytes glb = bytesOfText("glTF");
    appendNumber(glb, 2);
    appendNumber(glb, length == 0 ? body.size() + 12 : length);
    append(glb, body);
    return glb;
}

Bytes asGlb(const SoundDocument& document) {
    std::string json = document.json.dump();
    json.resize((json.size() + 3) / 4 * 4, ' ');
    return makeGlb({{"JSON", bytesOfText(json)}, {std::string_view("BIN\0", 4), document.buffer}});
}

}  // namespace rigkiln::gltf_validation::test
