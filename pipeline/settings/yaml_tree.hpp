#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/settings/settings.hpp"

namespace rigkiln {

struct YamlEntry;

/// A document as plain data, with the position of every value and key. Nothing is interpreted: `yes`, `010`
/// and `0.5mm` stay texts.
struct YamlNode {
    enum class Kind : std::uint8_t { Null, Scalar, List, Map };

    Kind kind = Kind::Null;
    SourcePosition position{};
    std::string text{};               ///< of a scalar; of nothing: a comment in its place, "#FF0000"
    std::vector<YamlEntry> children;  ///< of a list (with empty keys) or a map, in the order of the text

    /// Returns the value of a map's key, or null when there is none.
    [[nodiscard]] const YamlNode* find(std::string_view key) const;
};

/// An element of a list, or a key with its value. Law: keys of a map are unique.
struct YamlEntry {
    std::string key{};
    SourcePosition keyPosition{};
    YamlNode value{};
};

/// Returns "a map", "a list", "a text" or "nothing", for messages.
[[nodiscard]] std::string_view toString(YamlNode::Kind kind);

/// Limits far above what people and generators write, and low enough that no text takes more than a second or
/// 100 MB. The size limit is low because yaml-cpp keeps all tokens of an open `[` at once: 240 bytes of
/// memory per byte of text (measured).
struct YamlLimits {
    static constexpr std::size_t kSizeBytes = std::size_t{256} * 1024;
    static constexpr std::size_t kDepth = 64;
    static constexpr std::size_t kNodes = 100'000;  ///< including the copies made by aliases
    static constexpr std::size_t kAliasBytes = std::size_t{1024} * 1024;  ///< text copied by aliases
};

struct YamlTree {
    std::optional<YamlNode> root;  ///< empty when the text could not be read to its end
    std::vector<SettingsProblem> problems;
};

/// Reads one YAML document. Reports with their positions: exceeded limits, aliases that contain themselves,
/// duplicate keys, keys that are no plain texts, tags, merge keys, a second document, and invalid YAML. Never
/// throws.
[[nodiscard]] YamlTree parseYamlTree(std::string_view text);

}  // namespace rigkiln
