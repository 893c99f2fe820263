#include "formats/image/image_formats.hpp"

#include "formats/image/bmp.hpp"
#include "formats/image/dds.hpp"
#include "formats/image/jpeg.hpp"
#include "formats/image/png.hpp"
#include "formats/image/tga.hpp"
#include "formats/image/webp.hpp"

namespace rigkiln::images {

const std::array<const ImageModule*, 6> kImageFormats = {&kPngFormat, &kJpegFormat, &kWebpFormat,
                                                         &kDdsFormat, &kBmpFormat,  &kTgaFormat};

}  // namespace rigkiln::images
