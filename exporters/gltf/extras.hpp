#pragma once

#include <string>
#include <string_view>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::gltf_export {

/// Writes the extras of one glTF object by the rules of docs/extras.md: keys in the order they are added,
/// each with one text as its value. Blender keeps such texts and drops nested objects.
class ExtrasWriter {
public:
    /// Adds the record's JSON as a text, unless the record is empty.
    void addRecord(std::string_view key, const Properties& record);
    /// Adds JSON as it is, for objects whose extras are plain JSON.
    void addPlain(std::string_view key, std::string_view json);
    void addText(std::string_view key, std::string_view text);
    /// Keeps the source's name where the written one differs.
    void addSourceName(std::string_view source, std::string_view written);

    /// Empty when nothing was added.
    [[nodiscard]] ExtrasJson take();

private:
    void addKey(std::string_view key);

    std::string json_;
};

/// Our members first, then the source's. A member of the source that has the name of one of ours is kept
/// under that name with "source_" in front.
[[nodiscard]] Properties joined(Properties ours, const Properties& source);

/// Extras of an object that needs only its source name and one record under `key`.
[[nodiscard]] ExtrasJson namedExtras(std::string_view sourceName, std::string_view writtenName,
                                     std::string_view key, const Properties& record);

/// Adds one more text to extras that are finished.
void appendText(ExtrasJson& extras, std::string_view key, std::string_view text);
/// Adds JSON as it is.
void appendPlain(ExtrasJson& extras, std::string_view key, std::string_view json);

}  // namespace rigkiln::gltf_export
