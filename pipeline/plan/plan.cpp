#include "pipeline/plan/plan.hpp"

namespace rigkiln {

std::vector<PartSources> PlannedUnit::parts() const {
    std::vector<PartSources> all = {{.model = model, .clips = clips}};
    all.reserve(1 + furtherParts.size());
    for (const UnitPart& part : furtherParts)
        all.push_back({.model = part.model, .clips = part.clips});
    return all;
}

std::vector<const SourceFile*> PlannedUnit::sources() const {
    std::vector<const SourceFile*> files;
    for (const PartSources& part : parts()) {
        if (part.model) files.push_back(&*part.model);
        for (const SourceFile& clip : part.clips)
            files.push_back(&clip);
    }
    return files;
}

std::size_t PlannedUnit::sourceBytes() const {
    std::size_t bytes = 0;
    for (const SourceFile* file : sources())
        bytes += file->sizeBytes;
    return bytes;
}

bool PlannedUnit::packsKeys() const {
    if (exportJob == nullptr || exportJob->exporter == nullptr) return false;
    const ExporterModule& exporter = *exportJob->exporter;
    return exporter.packsKeys != nullptr && exporter.packsKeys(exportJob->options);
}

}  // namespace rigkiln
