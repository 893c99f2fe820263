#include "formats/image/image_formats.hpp"

#include "formats/image/bmp.hpp"
#include "formats/image/dds.hpp"
#include "formats/image/jpeg.hpp"
#include "formats/image/png.hpp"
#include "formats/image/tga.hpp"

namespace rigkiln::images {

const std::array<const ImageModule*, 5> kImageFormats = {&kPngFormat, &kJpegFormat, &kDdsFormat, &kBmpFormat,
                                                         &kTgaFormat};

}  // namespace rigkiln::images
