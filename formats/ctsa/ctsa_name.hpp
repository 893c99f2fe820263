#pragma once

#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// The name of an animation, which its file stores as UTF-16 code units.
namespace rigkiln::ctsa {

struct NameText {
    std::string utf8{};
    /// Code units that are half of a character without its other half; each became U+FFFD, so that the name
    /// cannot be made from the text again.
    std::size_t loneSurrogates = 0;
    std::size_t firstLoneSurrogate = 0;  ///< where; meaningless when there are none
};

/// Control characters stay what they are.
[[nodiscard]] NameText nameText(std::u16string_view codeUnits);

/// Nothing when the text is no UTF-8.
[[nodiscard]] std::optional<std::u16string> codeUnitsOf(std::string_view utf8);

/// Each code unit as if it had been read in the other byte order.
[[nodiscard]] std::u16string withOctetsSwapped(std::u16string_view codeUnits);

/// In which order the code units of a name were stored that has been read big-endian. When the file is called
/// as one reading says and not as the other, that one is right. Otherwise the order is big-endian, as all
/// known writers have it, unless every code unit would be a Latin letter, digit or the like (U+0001 to
/// U+00FF) the other way round. `baseName` is that of the file, without extension; empty when it is not
/// known.
[[nodiscard]] std::endian findNameOrder(std::u16string_view readBigEndian, std::string_view baseName);

}  // namespace rigkiln::ctsa
