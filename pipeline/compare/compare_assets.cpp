#include "pipeline/compare/compare_assets.hpp"

#include <utility>

#include "pipeline/compare/compare_parts.hpp"

namespace rigkiln {

Comparison compareAssets(const Scene& left, const Scene& right, const CompareOptions& options) {
    const ScenePair pair(left, right, options);
    Comparison comparison;
    if (pair.has(ComparedPart::Poses) || pair.has(ComparedPart::Events) || pair.has(ComparedPart::Extras))
        comparison.poses = comparePoses(pair);
    DifferenceList found;
    if (pair.has(ComparedPart::Structure)) compareJoints(pair, found);
    if (pair.has(ComparedPart::Meshes) || pair.has(ComparedPart::Skins)) compareMeshes(pair, found);
    if (pair.has(ComparedPart::Materials) || pair.has(ComparedPart::Images)) compareMaterials(pair, found);
    if (pair.has(ComparedPart::Poses)) compareMotion(pair, comparison.poses, found);
    if (pair.has(ComparedPart::Attachments)) compareAttachments(pair, found);
    if (pair.has(ComparedPart::Lights)) compareLights(pair, found);
    if (pair.has(ComparedPart::Events)) compareEvents(pair, comparison.poses, found);
    if (pair.has(ComparedPart::Extras)) compareExtras(pair, comparison.poses, found);
    comparison.differences = std::move(found).take();
    return comparison;
}

}  // namespace rigkiln
