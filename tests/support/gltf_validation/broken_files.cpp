#include "tests/support/gltf_validation/broken_files.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace rigkiln::gltf_validation::test {
namespace {

void addPatched(std::vector<BrokenFile>& files, const std::vector<BrokenJson>& changes) {
    for (const BrokenJson& change : changes) {
        SoundDocument document = soundDocument();
        document.json = document.json.patch(Json::parse(change.patch));
        files.push_back({std::string(change.name) + ".gltf", asGltf(document)});
    }
}

/// Adds the sound document with other bytes.
void addBytes(std::vector<BrokenFile>& files, std::string_view name,
              const std::function<void(Bytes&)>& change, std::string_view patch = "[]") {
    SoundDocument document = soundDocument();
    document.json = document.json.patch(Json::parse(patch));
    change(document.buffer);
    files.push_back({std::string(name) + ".gltf", asGltf(document)});
}

/// Adds the sound document with one other float.
void addFloat(std::vector<BrokenFile>& files, std::string_view name, std::size_t at, float value,
              std::string_view patch = "[]") {
    addBytes(
        files, name, [&](Bytes& bytes) { setFloat(bytes, at, value); }, patch);
}

void addByte(std::vector<BrokenFile>& files, std::string_view name, std::size_t at, unsigned value,
             std::string_view patch = "[]") {
    addBytes(
        files, name, [&](Bytes& bytes) { bytes.at(at) = static_cast<std::byte>(value); }, patch);
}

/// Adds the sound document with another image.
void addImage(std::vector<BrokenFile>& files, std::string_view name, const Bytes& image,
              std::string_view patch = "[]") {
    SoundDocument document = soundDocument();
    document.buffer.resize(kImageAt);
    document.buffer.insert(document.buffer.end(), image.begin(), image.end());
    document.json["bufferViews"][13]["byteLength"] = image.size();
    document.json["buffers"][0]["byteLength"] = document.buffer.size();
    document.json = document.json.patch(Json::parse(patch));
    files.push_back({std::string(name) + ".gltf", asGltf(document)});
}

constexpr std::string_view kBinaryType{"BIN\0", 4};

Bytes soundJson(std::size_t padding = 4) {
    std::string json = soundDocument().json.dump();
    json.resize((json.size() + padding - 1) / padding * padding, ' ');
    return bytesOfText(json);
}

/// JSON of a file without buffers, in a multiple of 4 bytes.
Bytes plainJson() {
    return bytesOfText(R"({"asset":{"version":"2.0"}} )");
}

}  // namespace

void addBrokenContainers(std::vector<BrokenFile>& files) {
    const Bytes sound = asGlb(soundDocument());
    const auto add = [&](std::string_view name, Bytes bytes) {
        files.push_back({std::string(name) + ".glb", std::move(bytes)});
    };
    const auto changed = [&](std::size_t at, unsigned value) {
        Bytes bytes = sound;
        bytes.at(at) = static_cast<std::byte>(value);
        return bytes;
    };
    const auto cut = [&](std::size_t size) {
        return Bytes(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(size));
    };
    add("sound", sound);
    add("glb_invalid_magic", changed(0, 'G'));
    add("glb_invalid_version", changed(4, 1));
    add("glb_length_too_small", makeGlb({{"JSON", plainJson()}}, 12));
    add("glb_length_mismatch", makeGlb({{"JSON", plainJson()}}, 100));
    add("glb_header_cut", cut(11));
    add("glb_chunk_header_cut", cut(16));
    add("glb_chunk_cut", cut(40));
    add("glb_chunk_unaligned", makeGlb({{"JSON", bytesOfText(R"({"asset":{"version":"2.0"}})")}}));
    add("glb_chunk_too_big", makeGlb({{"JSON", plainJson()}}, 16));
    add("glb_first_chunk", makeGlb({{kBinaryType, Bytes(4)}, {"JSON", plainJson()}}));
    add("glb_unknown_chunk", makeGlb({{"JSON", plainJson()}, {"WHAT", Bytes(4)}}));
    add("glb_empty_json", makeGlb({{"JSON", {}}, {"WHAT", Bytes(4)}}));
    add("glb_empty_binary", makeGlb({{"JSON", plainJson()}, {kBinaryType, {}}, {"WHAT", Bytes(4)}}));
    add("glb_duplicate_chunk", makeGlb({{"JSON", plainJson()}, {"JSON", plainJson()}}));
    add("glb_late_binary",
        makeGlb({{"JSON", soundJson()}, {"WHAT", Bytes(4)}, {kBinaryType, soundDocument().buffer}}));
    Bytes longer = sound;
    longer.resize(longer.size() + 4);
    add("glb_extra_data", longer);
    add("buffer_without_binary", makeGlb({{"JSON", soundJson()}}));
    Bytes big = soundDocument().buffer;
    big.resize(big.size() + 8);
    add("binary_too_big", makeGlb({{"JSON", soundJson()}, {kBinaryType, big}}));
    add("data_uri_in_glb", makeGlb({{"JSON", [] {
                                         Bytes json = asGltf(soundDocument());
                                         json.resize((json.size() + 3) / 4 * 4, std::byte{' '});
                                         return json;
                                     }()}}));
    files.push_back({"sound.gltf", asGltf(soundDocument())});
    files.push_back({"json_cut.gltf", bytesOfText(R"({"asset":{"version":"2.0"})")});
    files.push_back({"json_is_list.gltf", bytesOfText("[]")});
    files.push_back({"json_with_mark.gltf", bytesOfText("\xEF\xBB\xBF{\"asset\":{\"version\":\"2.0\"}}")});
    files.push_back(
        {"json_with_zero.gltf", bytesOfText(std::string_view("{\"asset\":{\"version\":\"2.0\"}}\0", 28))});
    files.push_back(
        {"json_not_utf8.gltf", bytesOfText("{\"asset\":{\"version\":\"2.0\",\"copyright\":\"\xFF\"}}")});
}

void addBrokenData(std::vector<BrokenFile>& files) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    addFloat(files, "bytes_position_infinite", kPositionsAt, kInfinity);
    addFloat(files, "bytes_position_not_a_number", kPositionsAt + 4, std::numeric_limits<float>::quiet_NaN());
    addFloat(files, "bytes_above_max", kPositionsAt, 2);
    addFloat(files, "bytes_below_min", kPositionsAt, -2);
    addFloat(files, "bytes_normal_long", kNormalsAt, 1);
    addFloat(files, "bytes_normal_within_tolerance", kNormalsAt + 8, 1.0067F);
    addFloat(files, "bytes_tangent_long", kTangentsAt, 2);
    addFloat(files, "bytes_tangent_sign", kTangentsAt + 12, 0.5F);
    addFloat(files, "bytes_colour_above_one", kColoursAt, 1.5F);
    addFloat(files, "bytes_colour_negative", kColoursAt, -0.5F);
    addFloat(files, "bytes_time_negative", kTimesAt, -1);
    addFloat(files, "bytes_time_decreases", kTimesAt + 4, 2);
    addFloat(files, "bytes_time_repeats", kTimesAt + 4, 0);
    addFloat(files, "bytes_rotation_long", kRotationsAt, 1);
    addFloat(files, "bytes_rotation_within_tolerance", kRotationsAt + 12, 1.0076F);
    addFloat(files, "bytes_spline_value_long", kSplineAt + 16, 1);
    addFloat(files, "bytes_spline_tangent_long", kSplineAt, 9);
    addFloat(files, "bytes_inverse_bind_row", kInverseBindsAt + 12, 1);
    addFloat(files, "bytes_inverse_bind_corner", kInverseBindsAt + 60, 2);
    addFloat(files, "bytes_weights_sum", kWeightsAt, 0.4F);
    addFloat(files, "bytes_weights_almost_one", kWeightsAt, 0.5000002F);
    addFloat(files, "bytes_weight_negative", kWeightsAt, -0.5F);
    addFloat(files, "bytes_weight_zero", kWeightsAt + 4, 0);
    addByte(files, "bytes_joint_out_of_range", kJointsAt, 2);
    addByte(files, "bytes_joint_twice", kJointsAt, 1);
    addByte(files, "bytes_joint_without_weight", kJointsAt + 2, 1);
    addByte(files, "bytes_index_out_of_range", kIndicesAt, 3);
    addBytes(files, "bytes_index_restart",
             [](Bytes& bytes) { bytes.at(kIndicesAt) = bytes.at(kIndicesAt + 1) = std::byte{255}; });
    addByte(files, "bytes_triangle_degenerate", kIndicesAt, 1);
    addByte(files, "bytes_sparse_index_out_of_range", kSparseIndicesAt + 2, 3);
    addByte(files, "bytes_sparse_index_repeats", kSparseIndicesAt + 2, 0);
    addFloat(files, "bytes_sparse_value", kSparseValuesAt, 3);
    addFloat(files, "bytes_behind_short_buffer", kPositionsAt, 2,
             R"([{"op":"replace","path":"/buffers/0/byteLength","value":700}])");
}

void addBrokenImages(std::vector<BrokenFile>& files) {
    using namespace std::string_view_literals;
    const Bytes jpeg =
        bytesOfText("\xFF\xD8\xFF\xE0\0\4\0\0\xFF\xC0\0\x11\x08\0\x08\0\x08\3\0\0\0\0\0\0\0\0\0\xFF\xD9"sv);
    addImage(files, "image_jpeg_as_png", jpeg);
    addImage(files, "image_jpeg", jpeg,
             R"([{"op":"replace","path":"/images/0/mimeType","value":"image/jpeg"}])");
    Bytes fourChannels = jpeg;
    fourChannels.at(17) = std::byte{4};
    addImage(files, "image_jpeg_channels", fourChannels,
             R"([{"op":"replace","path":"/images/0/mimeType","value":"image/jpeg"}])");
    Bytes odd = smallPng();
    odd.at(19) = std::byte{3};
    addImage(files, "image_npot", odd);
    Bytes cut = smallPng();
    cut.resize(24);
    addImage(files, "image_cut", cut);
    addImage(files, "image_unknown", bytesOfText("This is not an image at all."));
    addImage(files, "image_chunk_length", smallPng(pngChunkText("gAMA", "12345")));
    addImage(files, "image_gamma", smallPng(pngChunkText("gAMA", "\0\1\0\1"sv)));
    addImage(files, "image_gamma_usual", smallPng(pngChunkText("gAMA", "\0\0\xB1\x8F"sv)));
    addImage(files, "image_profile", smallPng(pngChunkText("iCCP", "name\0\0xx"sv)));
    addImage(files, "image_long_pixels", smallPng(pngChunkText("pHYs", "\0\0\0\1\0\0\0\2\0"sv)));
    addImage(files, "image_square_pixels", smallPng(pngChunkText("pHYs", "\0\0\0\2\0\0\0\2\0"sv)));
    addImage(files, "image_primaries", smallPng(pngChunkText("cHRM", std::string(32, '\1'))));
    addImage(files, "image_primaries_overridden",
             smallPng(pngChunkText("sRGB", "\0"sv) + pngChunkText("cHRM", std::string(32, '\1'))));
    const Bytes webp = bytesOfText("RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2F\x07\xC0\x01\0\0\0\0\0\0"sv);
    addImage(files, "image_webp", webp, R"([{"op":"remove","path":"/images/0/mimeType"}])");
    addImage(files, "image_webp_enabled", webp, R"([
        {"op":"replace","path":"/images/0/mimeType","value":"image/webp"},
        {"op":"add","path":"/extensionsUsed/-","value":"EXT_texture_webp"},
        {"op":"replace","path":"/textures/0","value":{"sampler":0,"extensions":{"EXT_texture_webp":{"source":0}}}}])");
    addImage(files, "image_webp_in_texture", webp, R"([
        {"op":"replace","path":"/images/0/mimeType","value":"image/webp"},
        {"op":"add","path":"/extensionsUsed/-","value":"EXT_texture_webp"}])");
    addImage(files, "image_png_as_webp", smallPng(), R"([
        {"op":"add","path":"/extensionsUsed/-","value":"EXT_texture_webp"},
        {"op":"replace","path":"/textures/0","value":{"sampler":0,"extensions":{"EXT_texture_webp":{"source":0}}}}])");
}

std::vector<BrokenFile> brokenFiles() {
    std::vector<BrokenFile> files;
    addBrokenContainers(files);
    addBrokenData(files);
    addBrokenImages(files);
    addPatched(files, brokenMembers());
    addPatched(files, brokenLinks());
    addPatched(files, brokenExtensions());
    std::ranges::sort(files, {}, &BrokenFile::name);
    return files;
}

}  // namespace rigkiln::gltf_validation::test
