#include "exporters/gltf/source_record.hpp"

#include <fmt/format.h>
#include <xxhash.h>

namespace rigkiln::gltf_export {

Properties packSource(const SourceCopy& source, BufferPacker& packer) {
    Properties record;
    record.set("format", source.format);
    record.set("offset", packer.addSource(source.bytes));
    record.set("length", source.bytes.size());
    // Tools that rewrite the file drop views that nothing refers to, and renumber the others: the hash tells
    // whether these are still the bytes.
    record.set("xxh64", fmt::format("{:016x}", XXH64(source.bytes.data(), source.bytes.size(), 0)));
    return record;
}

}  // namespace rigkiln::gltf_export
