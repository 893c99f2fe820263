#include "exporters/registry.hpp"

#include <array>

#include "exporters/gltf/gltf_exporter.hpp"

namespace rigkiln {

std::span<const ExporterModule* const> allExporters() {
    static constexpr std::array<const ExporterModule*, 1> kExporters = {&gltf::kGltfExporter};
    return kExporters;
}

}  // namespace rigkiln
