#pragma once

#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Name of an animation, stored as UTF-16 code units.
namespace rigkiln::ctsa {

struct NameText {
    std::string utf8{};
    /// Number of surrogates without their other half. Each became U+FFFD, so the name cannot be restored from
    /// the text.
    std::size_t loneSurrogates = 0;
    std::size_t firstLoneSurrogate = 0;  ///< index of the code unit; meaningless when there are none
};

/// Converts to UTF-8. Keeps control characters.
[[nodiscard]] NameText nameText(std::u16string_view codeUnits);

/// Converts to UTF-16. Returns nothing when the text is not valid UTF-8.
[[nodiscard]] std::optional<std::u16string> codeUnitsOf(std::string_view utf8);

/// Swaps the bytes of each code unit, as if it had been read in the other byte order.
[[nodiscard]] std::u16string withOctetsSwapped(std::u16string_view codeUnits);

/// Finds the byte order of a stored name, given as read big-endian. If only one reading equals the file's
/// name, that one is right. Otherwise the order is big-endian, as all known writers store it. Exception: it
/// is little-endian if then every code unit is from U+0001 to U+00FF (Latin letters, digits and the like).
/// `baseName` is the file name without extension; empty when unknown.
[[nodiscard]] std::endian findNameOrder(std::u16string_view readBigEndian, std::string_view baseName);

}  // namespace rigkiln::ctsa
