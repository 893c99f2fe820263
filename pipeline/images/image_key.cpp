#include "pipeline/images/image_key.hpp"

#include <array>
#include <cstdint>
#include <iterator>
#include <new>
#include <sodium.h>

#include <fmt/format.h>

namespace rigkiln {
namespace {

/// Revision of the hashed text and of kept files (kept_image.cpp): raise when either changes its meaning.
constexpr int kKeyRevision = 2;
constexpr std::size_t kHashBytes = 32;

/// Initialises the library once, which selects the fastest code for this processor. Any thread may be the
/// first.
void prepareHashing() {
    static const int kStatus = ::sodium_init();
    if (kStatus < 0) throw std::bad_alloc();  // it fails without memory pages or random numbers
}

std::string recipeText(const ImageRecipe& recipe) {
    std::string text =
        fmt::format("content={} alpha={} tint={},{},{} key=", static_cast<int>(recipe.content),
                    static_cast<int>(recipe.alpha), recipe.tint.red, recipe.tint.green, recipe.tint.blue);
    if (recipe.colorKey) {
        text += fmt::format("{},{},{}", recipe.colorKey->red, recipe.colorKey->green, recipe.colorKey->blue);
    }
    text +=
        fmt::format(" flip={} side={} powers={} encoding={} traits={}", recipe.flipGreen, recipe.maximumSide,
                    recipe.powersOfTwo, static_cast<int>(recipe.encoding), recipe.needsTraits);
    // Keys from before there was a quality stay.
    if (recipe.quality != 0) text += fmt::format(" quality={}", recipe.quality);
    return text;
}

}  // namespace

std::string imageKey(const ImageFormats& formats, const ImageModule& format, const ImageRecipe& recipe,
                     std::span<const std::byte> file) {
    prepareHashing();
    // The head ends with a zero byte. The text contains none, so no file content can imitate a longer head.
    const std::string head = fmt::format("rigkiln image {} made={} format={}/{} {}", kKeyRevision,
                                         formats.revision, format.id, format.revision, recipeText(recipe));
    crypto_generichash_state state{};
    ::crypto_generichash_init(&state, nullptr, 0, kHashBytes);
    ::crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(head.c_str()),
                                head.size() + 1);
    ::crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(file.data()), file.size());
    std::array<unsigned char, kHashBytes> hash{};
    ::crypto_generichash_final(&state, hash.data(), hash.size());
    std::string key;
    for (const unsigned char octet : hash)
        fmt::format_to(std::back_inserter(key), "{:02x}", octet);
    return key;
}

}  // namespace rigkiln
