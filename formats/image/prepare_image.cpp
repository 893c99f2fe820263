#include "formats/image/prepare_image.hpp"

#include <utility>

#include "formats/image/change_channels.hpp"
#include "formats/image/color_key.hpp"
#include "formats/image/resize_image.hpp"

namespace rigkiln::images {
namespace {

bool settleAlphaUse(Image& image, const ImageRecipe& recipe) {
    switch (recipe.alpha) {
        case ImageAlpha::Opacity:
        case ImageAlpha::Mask:
            return false;
        case ImageAlpha::Dropped:
            return dropAlpha(image);
        case ImageAlpha::Tint:
            return tintByAlpha(image, recipe.tint);
    }
    return false;
}

}  // namespace

PreparedImage prepareImage(Image image, const ImageRecipe& recipe) {
    PreparedImage prepared;
    prepared.traits.width = image.width;
    prepared.traits.height = image.height;
    prepared.traits.isKeyed = recipe.colorKey && applyColorKey(image, *recipe.colorKey);
    prepared.isChanged = prepared.traits.isKeyed;
    if (settleAlphaUse(image, recipe)) prepared.isChanged = true;
    prepared.traits.alpha = alphaKindOf(image);
    if (recipe.flipGreen) {
        flipGreen(image);
        prepared.isChanged = true;
    }
    const ImageSize size{image.width, image.height};
    const ImageSize wanted = sizeFor(size, recipe);
    if (wanted != size) {
        image = resized(image, wanted, recipe.content, recipe.alpha);
        prepared.isChanged = true;
    }
    prepared.image = std::move(image);
    return prepared;
}

}  // namespace rigkiln::images
