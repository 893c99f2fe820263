#include "tools/optimize/gltf_source.hpp"

#include <cmath>
#include <optional>
#include <string>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln::optimize {
namespace {

constexpr std::uint32_t kBinaryChunk = 0x004E4942;
constexpr std::size_t kHeaderSize = 12;

/// Collects the chunks behind the first, except BIN. Precondition: the reader of the format has accepted the
/// file.
void findOtherChunks(std::span<const std::byte> file, OpenedGltf& opened) {
    FieldPath path;
    ByteReader reader(file, path);
    (void)reader.take("magic and version", kHeaderSize - sizeof(std::uint32_t));
    const auto length = reader.read<std::uint32_t>("length");
    ByteReader chunks = reader.section("chunks", length - kHeaderSize, "the GLB");
    for (bool isFirst = true; !chunks.atEnd(); isFirst = false) {
        const auto size = chunks.read<std::uint32_t>("length");
        const auto type = chunks.read<std::uint32_t>("type");
        const std::span<const std::byte> content = chunks.take("data", size);
        if (!isFirst && type != kBinaryChunk) opened.otherChunks.emplace_back(type, content);
    }
}

OpenedGltf open(const ReadRequest& request) {
    Diagnostics ignored;  // reported when the file is read
    const gltf::GltfFile file = gltf::decodeGltf(request.bytes, ignored);
    OpenedGltf opened;
    opened.isGlb = file.container.isGlb;
    opened.buffers = gltf::loadBuffers(file, request.companions).buffers;
    opened.json = Json::parse(file.container.json);
    if (opened.isGlb) findOtherChunks(request.bytes, opened);
    return opened;
}

}  // namespace

Result<OpenedGltf> openGltf(const ReadRequest& request) {
    try {
        return open(request);
    } catch (const gltf::GltfError& error) {
        return error.toError();
    } catch (const FormatError& error) {
        return error.toError();
    } catch (const Json::exception& error) {
        return kDamaged.error(error.what());
    }
}

std::optional<std::size_t> indexIn(const Json& value) {
    if (value.is_number_unsigned()) return value.get<std::size_t>();
    constexpr double kMost = 4294967295.0;
    if (!value.is_number()) return std::nullopt;
    const auto number = value.get<double>();
    if (!(number >= 0 && number <= kMost) || number != std::floor(number)) return std::nullopt;
    return static_cast<std::size_t>(number);
}

std::optional<std::size_t> indexIn(const Json& object, const char* name) {
    const Json* value = memberOf(object, name);
    return value == nullptr ? std::nullopt : indexIn(*value);
}

const Json* memberOf(const Json& object, const char* name) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

Json* memberOf(Json& object, const char* name) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

std::span<Json> elementsOf(Json& object, const char* name) {
    Json* list = memberOf(object, name);
    if (list == nullptr || !list->is_array()) return {};
    return list->get_ref<Json::array_t&>();
}

std::span<const Json> elementsOf(const Json& object, const char* name) {
    const Json* list = memberOf(object, name);
    if (list == nullptr || !list->is_array()) return {};
    return list->get_ref<const Json::array_t&>();
}

}  // namespace rigkiln::optimize
