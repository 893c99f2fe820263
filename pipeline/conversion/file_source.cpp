#include "pipeline/conversion/file_source.hpp"

namespace rigkiln {

std::optional<FileSource::Found> NoFiles::findImage(std::string_view /*name*/) {
    return std::nullopt;
}

}  // namespace rigkiln
