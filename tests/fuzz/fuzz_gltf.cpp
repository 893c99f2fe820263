#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gltf/gltf_format.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/scene/rigid_skin.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/gltf_json.hpp"

namespace {

/// Whether the file may have joints that reading removes again.
bool hasAddedJoints(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return text.find(rigkiln::kAddedJoint) != std::string_view::npos;
}

/// Makes one skin of the rigid parts: the scene keeps all laws, or its numbers have left the range of floats.
void skinParts(rigkiln::Scene scene) {
    using namespace rigkiln;
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    const std::vector<SceneProblem> problems = validateScene(scene);
    const bool areInfinite = std::ranges::any_of(problems, [](const SceneProblem& problem) {
        return problem.problem.find("finite") != std::string::npos;
    });
    if (!problems.empty() && !areInfinite) std::abort();
}

}  // namespace

/// Any bytes: nothing crashes, a scene that is read keeps all laws, also with its rigid parts as one skin,
/// and the probe counts the same joints.
FUZZ_TARGET(fuzz_gltf, bytes) {
    using namespace rigkiln;
    const FormatModule& module = gltf::kGltfFormat;
    (void)module.recognise(bytes.first(std::min(bytes.size(), kHeadSize)), module.extensions.back());
    (void)module.dump(bytes);
    const auto probe = module.probe(bytes, {});
    NoFiles companions;
    const OptionValues options(module.options);
    Diagnostics diagnostics;
    const ReadRequest request{
        .path = "fuzz", .name = "fuzz", .bytes = bytes, .options = options, .companions = companions};
    const auto scene = module.read(request, diagnostics);
    if (!scene) return;
    if (!validateScene(*scene).empty()) std::abort();
    if (!probe || probe->jointCount < scene->joints.size()) std::abort();
    if (probe->jointCount != scene->joints.size() && !hasAddedJoints(bytes)) std::abort();
    skinParts(*scene);
}

FUZZ_MUTATOR(rigkiln::mutateGltfJson);
