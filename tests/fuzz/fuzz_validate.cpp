#include <cstdlib>
#include <span>

#include "formats/gltf/engine_rules/engine_rules.hpp"
#include "formats/gltf/validate/validate_gltf.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/gltf_json.hpp"

/// Any bytes, as container and as JSON, with the rules of all engines: nothing crashes, findings keep to
/// their limit, and each has a rule and a message.
FUZZ_TARGET(fuzz_validate, bytes) {
    using namespace rigkiln;
    constexpr std::size_t kMostFindings = 100;
    for (const bool isGlb : {false, true}) {
        NoFiles companions;
        const auto checkEngines = [](gltf_validation::Findings& findings, const Value& json,
                                     gltf_validation::Document& document) {
            for (const std::string_view name : gltf_engine_rules::kEngineNames)
                gltf_engine_rules::checkForEngine(findings, json, document,
                                                  *gltf_engine_rules::engineNamed(name));
        };
        const auto validation = gltf_validation::validateGltf({.bytes = bytes,
                                                               .isGlb = isGlb,
                                                               .companions = companions,
                                                               .mostFindings = kMostFindings,
                                                               .further = checkEngines});
        if (validation.findings.size() > kMostFindings) std::abort();
        for (const gltf_validation::Finding& finding : validation.findings) {
            if (finding.rule == nullptr || finding.message.empty()) std::abort();
        }
    }
}

FUZZ_MUTATOR(rigkiln::mutateGltfJson);
