#include "formats/gltf/gltf_buffers.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/uri.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

class BufferLoader {
public:
    BufferLoader(const GltfFile& file, FileSource& companions) : file_(file), companions_(companions) {}

    BufferBytes load(std::size_t index) {
        const Value* buffer = element(&file_.json, "buffers", index);
        const std::string where = fmt::format("buffers[{}]", index);
        const auto size = asInteger(member(buffer, "byteLength"));
        if (!size || *size < 0) fail("{}.byteLength is missing, expected a whole number", where);
        const Value* uri = member(buffer, "uri");
        if (uri == nullptr) return withoutUri(index, static_cast<std::uint64_t>(*size), where);
        const std::string* text = asText(uri);
        if (text == nullptr) fail("{}.uri is {}, expected a text", where, typeName(*uri));
        BufferBytes loaded;
        if (isDataUri(*text)) {
            loaded.owned = embedded(*text, where);
            loaded.bytes = loaded.owned;
        } else if (const auto known = bySource_.find(*text); known != bySource_.end()) {
            loaded.bytes = known->second;
        } else {
            loaded.owned = beside(*text, where);
            loaded.bytes = loaded.owned;
            bySource_.emplace(*text, loaded.bytes);
        }
        loaded.bytes = checked(loaded.bytes, static_cast<std::uint64_t>(*size), where);
        return loaded;
    }

private:
    BufferBytes withoutUri(std::size_t index, std::uint64_t size, const std::string& where) const {
        BufferBytes loaded;
        if (index == 0 && file_.container.binaryOffset != 0)
            loaded.bytes = checked(file_.container.binary, size, where);
        return loaded;
    }

    static std::span<const std::byte> checked(std::span<const std::byte> bytes, std::uint64_t size,
                                              const std::string& where) {
        if (size > bytes.size()) fail("{}.byteLength is {}, there are {} bytes", where, size, bytes.size());
        return bytes.first(static_cast<std::size_t>(size));
    }

    static std::vector<std::byte> embedded(const std::string& uri, const std::string& where) {
        auto data = decodeDataUri(uri);
        if (!data) fail("{}.uri is {}, expected base64 data", where, quote(uri, 40));
        return std::move(data->bytes);
    }

    SharedBytes beside(const std::string& uri, const std::string& where) {
        const auto path = decodePercent(uri);
        if (!path) fail("{}.uri is {}, expected two digits behind %", where, quote(uri));
        Result<FileSource::Found> found = companions_.readBeside(*path, kMaximumBufferBytes);
        if (!found) failWith(found.error().code(), "{}.uri: {}", where, found.error().text());
        if (found->bytes.size() > left_)
            fail("{}: the files beside this one have more than {} bytes", where, kMaximumBytesBeside);
        left_ -= found->bytes.size();
        return std::move(found->bytes);
    }

    const GltfFile& file_;
    FileSource& companions_;
    std::map<std::string_view, std::span<const std::byte>> bySource_;  ///< files shared by several buffers
    std::size_t left_ = kMaximumBytesBeside;
};

}  // namespace

FileBuffers loadBuffers(const GltfFile& file, FileSource& companions) {
    FileBuffers loaded;
    const ValueList* list = asList(member(&file.json, "buffers"));
    if (list == nullptr) return loaded;
    BufferLoader loader(file, companions);
    loaded.buffers.reserve(list->size());
    for (std::size_t i = 0; i < list->size(); ++i)
        loaded.buffers.push_back(loader.load(i));
    return loaded;
}

std::size_t mostDecodedBytes(const FileBuffers& buffers, std::size_t sourceBytes) {
    std::size_t bytes = sourceBytes;
    for (const BufferBytes& buffer : buffers.buffers)
        bytes += buffer.owned.size();
    return std::max(kDecodedBytesAtLeast, bytes * kDecodedBytesPerByte);
}

std::span<const std::byte> bufferViewBytes(const GltfFile& file, const FileBuffers& buffers,
                                           std::int64_t view, const std::string& where) {
    const auto& views = file.model.bufferViews;
    const std::size_t index = checkedIndex(view, views.size(), where);
    if (index < buffers.views.size() && buffers.views[index]) return *buffers.views[index];
    const tinygltf::BufferView& found = views[index];
    const std::string path = fmt::format("bufferViews[{}]", index);
    const std::size_t buffer = checkedIndex(found.buffer, buffers.buffers.size(), path + ".buffer");
    const std::span<const std::byte> bytes = buffers.buffers[buffer].bytes;
    if (found.byteOffset > bytes.size() || found.byteLength > bytes.size() - found.byteOffset) {
        fail("{} has {} bytes from byte {} on, buffers[{}] has {}", path, found.byteLength, found.byteOffset,
             buffer, bytes.size());
    }
    return bytes.subspan(found.byteOffset, found.byteLength);
}

}  // namespace rigkiln::gltf
