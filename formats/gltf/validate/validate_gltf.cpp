#include "formats/gltf/validate/validate_gltf.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/validate/check_values.hpp"
#include "formats/gltf/validate/glb_chunks.hpp"
#include "formats/gltf/validate/link_document.hpp"
#include "formats/gltf/validate/read_document.hpp"
#include "formats/gltf/validate/resources.hpp"

namespace rigkiln::gltf_validation {
namespace {

/// Parses the document. Returns nothing when it is no JSON.
std::optional<Value> parseDocument(Findings& findings, std::string_view json) {
    if (json.starts_with('\xEF'))
        findings.add(kInvalidJson, {}, "the document starts with a byte order mark");
    // The parser takes a zero byte for the end of the text.
    if (const std::size_t zero = json.find('\0'); zero != std::string_view::npos) {
        findings.add(kInvalidJson, {}, fmt::format("the document has a zero byte at {}", zero));
        return std::nullopt;
    }
    try {
        return gltf::parseJson(json, "the document");
    } catch (const gltf::GltfError& error) {
        findings.add(kInvalidJson, {}, error.what());
        return std::nullopt;
    }
}

void check(Findings& findings, const ValidationRequest& request) {
    GlbChunks chunks;
    if (request.isGlb) {
        auto found = checkGlb(findings, request.bytes);
        if (!found || !found->json) return;
        chunks = *found;
    } else {
        chunks.json =
            std::string_view(reinterpret_cast<const char*>(request.bytes.data()), request.bytes.size());
    }
    const std::optional<Value> json = parseDocument(findings, *chunks.json);
    if (!json) return;
    MemberReader in(findings);
    std::optional<Document> document = readDocument(in, *json, request.isGlb);
    if (!document) return;
    const std::vector<DataCheck> checks = linkDocument(in, *document);
    checkResources(in, *document, request.companions, request.isGlb, chunks.binary);
    checkValues(findings, *document, checks);
    if (request.further) request.further(findings, *json, *document);
}

}  // namespace

std::size_t Validation::count(FindingSeverity severity) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        findings, [&](const Finding& finding) { return finding.rule->severity == severity; }));
}

Validation validateGltf(const ValidationRequest& request) {
    Findings findings(request.mostFindings);
    Validation validation;
    try {
        check(findings, request);
    } catch (const FindingsFull&) {
        validation.isCut = true;
    }
    validation.findings = std::move(findings).take();
    return validation;
}

std::string_view severityName(FindingSeverity severity) {
    static constexpr std::array<std::string_view, 4> kNames = {"error", "warning", "information", "hint"};
    return kNames.at(static_cast<std::size_t>(severity));
}

}  // namespace rigkiln::gltf_validation
