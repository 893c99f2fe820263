#include "formats/gltf/gltf_dump.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/gltf/glb.hpp"
#include "formats/gltf/json_value.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

/// Limits for texts and lists on one line; longer texts, such as embedded buffers, are cut.
constexpr std::size_t kShownCharacters = 120;
constexpr std::size_t kShownNumbers = 16;

bool isShort(const Value& value) {
    const auto isPlain = [](const Value& content) {
        return asObject(&content) == nullptr && asList(&content) == nullptr && asText(&content) == nullptr;
    };
    const ValueList* list = asList(&value);
    if (list != nullptr) return list->size() <= kShownNumbers && std::ranges::all_of(*list, isPlain);
    const Properties* members = asObject(&value);
    return members == nullptr || members->empty();
}

std::string shortText(const Value& value) {
    const std::string* text = asText(&value);
    if (text == nullptr || text->size() <= kShownCharacters) return toJson(value);
    return fmt::format("{} ({} characters)", quote(*text, kShownCharacters), text->size());
}

class Dumper {
public:
    explicit Dumper(const Container& container) : container_(container) {}

    std::string dump() {
        if (container_.isGlb) line(0, 0, "glTF binary, version 2");
        line(container_.jsonOffset, 0, fmt::format("JSON: {} bytes", container_.json.size()));
        const Value json = parseJson(container_.json, "json");
        content(json, 1, {});
        if (container_.binaryOffset != 0)
            line(container_.binaryOffset, 0, fmt::format("BIN: {} bytes", container_.binary.size()));
        views(json);
        return std::move(text_);
    }

private:
    void line(std::size_t offset, std::size_t depth, std::string_view text) {
        fmt::format_to(std::back_inserter(text_), "0x{:08X} {:{}}{}\n", offset, "", depth * 2, text);
    }
    void line(std::size_t depth, std::string_view text) {
        fmt::format_to(std::back_inserter(text_), "           {:{}}{}\n", "", depth * 2, text);
    }

    /// Recursion is bounded by ReadLimits::jsonLevels.
    void content(const Value& value, std::size_t depth, std::string_view name) {
        if (isShort(value)) {
            line(depth, fmt::format("{}: {}", name, shortText(value)));
            return;
        }
        if (!name.empty()) line(depth++, name);
        if (const Properties* members = asObject(&value)) {
            for (const auto& [key, element] : members->entries())
                content(element, depth, toUtf8(key));
            return;
        }
        const ValueList& list = *asList(&value);
        for (std::size_t i = 0; i < list.size(); ++i)
            content(list[i], depth, fmt::format("[{}]", i));
    }

    /// Lists the buffer views of the BIN chunk with their offsets.
    void views(const Value& json) {
        const ValueList* list = asList(member(&json, "bufferViews"));
        if (list == nullptr || container_.binaryOffset == 0) return;
        for (std::size_t i = 0; i < list->size(); ++i) {
            const Value& view = (*list)[i];
            const auto offset = asInteger(member(&view, "byteOffset")).value_or(0);
            const auto size = asInteger(member(&view, "byteLength")).value_or(0);
            if (asInteger(member(&view, "buffer")) != 0 || offset < 0) continue;
            line(container_.binaryOffset + static_cast<std::size_t>(offset), 1,
                 fmt::format("bufferViews[{}]: {} bytes", i, size));
        }
    }

    const Container& container_;
    std::string text_;
};

}  // namespace

std::string dumpGltf(std::span<const std::byte> file) {
    const Container container = splitContainer(file);
    return Dumper(container).dump();
}

}  // namespace rigkiln::gltf
