#include "formats/image/image_formats.hpp"

#include "formats/image/dds.hpp"
#include "formats/image/jpeg.hpp"
#include "formats/image/png.hpp"

namespace rigkiln::image_format {

const std::array<const ImageModule*, 3> kImageFormats = {&kPngFormat, &kJpegFormat, &kDdsFormat};

}  // namespace rigkiln::image_format
