#include <algorithm>
#include <cstdlib>
#include <span>

#include "formats/gltf/gltf_format.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/gltf_json.hpp"

/// Any bytes: nothing crashes, a scene that is read keeps all laws, and the probe counts the same joints.
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
    if (!probe || probe->jointCount != scene->joints.size()) std::abort();
}

FUZZ_MUTATOR(rigkiln::mutateGltfJson);
