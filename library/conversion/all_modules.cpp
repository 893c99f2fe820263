#include "library/conversion/all_modules.hpp"

#include "exporters/registry.hpp"
#include "formats/registry.hpp"

namespace rigkiln {

Registries registries() {
    return {.formats = allFormats(),
            .exporters = allExporters(),
            .images = allImageFormats(),
            .containers = allContainers()};
}

}  // namespace rigkiln
