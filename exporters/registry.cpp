#include "exporters/registry.hpp"

#include <array>

#include "exporters/ctsa/ctsa_exporter.hpp"
#include "exporters/gltf/gltf_exporter.hpp"
#include "exporters/swat3/gsa_exporter.hpp"
#include "exporters/swat3/gsm_exporter.hpp"

namespace rigkiln {

std::span<const ExporterModule* const> allExporters() {
    static constexpr std::array<const ExporterModule*, 4> kExporters = {
        &gltf_export::kGltfExporter, &swat3_export::kGsmExporter, &swat3_export::kGsaExporter,
        &ctsa_export::kCtsaExporter};
    return kExporters;
}

}  // namespace rigkiln
