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

/// A document as plain data: what a person wrote, with the place of every value and key. Nothing is
/// interpreted; `yes`, `010` and `0.5mm` are their texts.
struct YamlNode {
    enum class Kind : std::uint8_t { Null, Scalar, List, Map };

    Kind kind = Kind::Null;
    SourcePosition position{};
    std::string text{};               ///< of a scalar
    std::vector<YamlEntry> children;  ///< of a list (keys empty) or a map, in the order of the text

    /// The value of a key of a map, null when there is none.
    [[nodiscard]] const YamlNode* find(std::string_view key) const;
};

/// An element of a list, or a key with its value. Laws: the keys of a map differ.
struct YamlEntry {
    std::string key{};
    SourcePosition keyPosition{};
    YamlNode value{};
};

/// "a map", "a list", "a text", "nothing": for messages.
[[nodiscard]] std::string_view toString(YamlNode::Kind kind);

/// Every limit is far above what a person or a generator writes, and low enough that no text takes more than
/// a second or 100 MB. The size is so low because yaml-cpp holds all tokens of an open `[` at once: measured
/// 240 bytes of memory for each byte of text.
struct YamlLimits {
    static constexpr std::size_t kSizeBytes = std::size_t{256} * 1024;
    static constexpr std::size_t kDepth = 64;
    static constexpr std::size_t kNodes = 100'000;                        ///< aliases counted as copies
    static constexpr std::size_t kAliasBytes = std::size_t{1024} * 1024;  ///< text copied by aliases
};

struct YamlTree {
    std::optional<YamlNode> root;  ///< nothing when the text could not be read to its end
    std::vector<SettingsProblem> problems;
};

/// Reads one YAML document. Refused, each with its place: what breaks a limit, aliases that contain
/// themselves, keys given twice, keys that are no plain texts, tags, merge keys, a second document, and what
/// is no YAML. Never throws, whatever the text.
[[nodiscard]] YamlTree parseYamlTree(std::string_view text);

}  // namespace rigkiln
