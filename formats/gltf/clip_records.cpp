#include "formats/gltf/clip_records.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/json_value.hpp"

namespace rigkiln::gltf {
std::optional<Properties> recordOnNode(const GltfFile& file, std::string_view key, Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < file.model.nodes.size(); ++i) {
        const Value* extras = member(element(&file.json, "nodes", i), "extras");
        const Value* record = member(extras, key);
        if (record != nullptr)
            return readRecord(*record, fmt::format("nodes[{}].extras.{}", i, key), diagnostics);
    }
    return std::nullopt;
}

ClipRecords readClipRecords(const GltfFile& file, Diagnostics& diagnostics) {
    ClipRecords records(file.model.animations.size());
    std::vector<std::size_t> without;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const Value* extras = member(element(&file.json, "animations", i), "extras");
        if (const Value* own = member(extras, "rigkiln")) {
            records[i] = readRecord(*own, fmt::format("animations[{}].extras.rigkiln", i), diagnostics);
        } else {
            without.push_back(i);
        }
    }
    if (without.empty()) return records;
    const std::optional<Properties> copies = recordOnNode(file, "rigkiln_clips", diagnostics);
    if (!copies) return records;
    std::map<std::string_view, const Value*> byName;
    for (const Properties::Entry& entry : copies->entries())
        byName.try_emplace(entry.first, &entry.second);
    for (const std::size_t i : without) {
        const auto copy = byName.find(file.model.animations[i].name);
        const Properties* record = copy == byName.end() ? nullptr : asObject(copy->second);
        if (record != nullptr) records[i] = *record;
    }
    return records;
}

}  // namespace rigkiln::gltf
