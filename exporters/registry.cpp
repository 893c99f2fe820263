#include "exporters/registry.hpp"

#include <array>

#include "exporters/ctsa/ctsa_exporter.hpp"
#include "exporters/gltf/gltf_exporter.hpp"
#include "exporters/swat3/gsa_exporter.hpp"
#include "exporters/swat3/gsm_exporter.hpp"

namespace rigkiln {

std::span<const ExporterModule* const> allExporters() {
    static constexpr std::array<const ExporterModule*, 4> kExporters = {
        &gltf::kGltfExporter, &swat3_writer::kGsmExporter, &swat3_writer::kGsaExporter,
        &ctsa_writer::kCtsaExporter};
    return kExporters;
}

}  // namespace rigkiln
