#include "formats/gltf/kept_sources.hpp"

#include <cstddef>
#include <span>

#include <fmt/format.h>
#include <xxhash.h>

#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"

namespace rigkiln::gltf {
namespace {

/// Returns the bytes of the view that holds sources; empty when it is missing or lies outside its buffer.
std::span<const std::byte> viewOf(const Reading& reading, const std::string& where) {
    if (!reading.sourceView || *reading.sourceView >= reading.file.model.bufferViews.size()) return {};
    try {
        return bufferViewBytes(reading.file, reading.buffers, *reading.sourceView, where);
    } catch (const GltfError&) {
        return {};
    }
}

}  // namespace

std::optional<SourceCopy> keptSource(const Reading& reading, const Properties& record,
                                     const std::string& where) {
    Record members(record);
    const auto format = members.takeText("format");
    const std::size_t offset = members.takeCount("offset").value_or(0);
    const std::size_t length = members.takeCount("length").value_or(0);
    const auto hash = members.takeText("xxh64");
    const std::span<const std::byte> view = viewOf(reading, where);
    const bool isInside = offset <= view.size() && length <= view.size() - offset;
    if (format && hash && isInside) {
        const std::span<const std::byte> bytes = view.subspan(offset, length);
        if (fmt::format("{:016x}", XXH64(bytes.data(), bytes.size(), 0)) == *hash)
            return SourceCopy{.format = *format, .bytes = {bytes.begin(), bytes.end()}};
    }
    reading.diagnostics.add(kSourceGone, where);
    return std::nullopt;
}

}  // namespace rigkiln::gltf
