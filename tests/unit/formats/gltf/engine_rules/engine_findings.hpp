#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "formats/gltf/engine_rules/engine_rules.hpp"
#include "formats/gltf/validate/validate_gltf.hpp"
#include "tests/support/gltf_validation/sound_document.hpp"

/// Files for tests of the rules of engines.
namespace rigkiln::gltf_engine_rules::test {

using gltf_validation::test::Json;
using gltf_validation::test::SoundDocument;
using gltf_validation::test::soundDocument;

/// Returns the sound document after changes of its JSON (RFC 6902).
inline SoundDocument changedDocument(std::string_view patch) {
    SoundDocument document = soundDocument();
    document.json = document.json.patch(Json::parse(patch));
    return document;
}

/// Findings by the rules of an engine, as "CODE pointer".
inline std::set<std::string> findingsFor(Engine engine, const gltf_validation::test::Bytes& gltf) {
    NoFiles companions;
    const auto validation =
        gltf_validation::validateGltf({.bytes = gltf,
                                       .companions = companions,
                                       .further = [&](gltf_validation::Findings& findings, const Value& json,
                                                      gltf_validation::Document& document) {
                                           checkForEngine(findings, json, document, engine);
                                       }});
    std::set<std::string> lines;
    for (const gltf_validation::Finding& finding : validation.findings) {
        for (const EngineRule* rule : rulesOf(engine)) {
            if (&rule->rule == finding.rule)
                lines.insert(fmt::format("{} {}", finding.rule->code, finding.pointer));
        }
    }
    return lines;
}

inline std::set<std::string> findingsFor(Engine engine, const SoundDocument& document) {
    return findingsFor(engine, gltf_validation::test::asGltf(document));
}

/// Appends floats to the buffer, and an accessor of them. Returns its number.
inline std::size_t addFloats(SoundDocument& document, std::string_view type, std::size_t components,
                             std::initializer_list<float> values) {
    const std::size_t at = document.buffer.size();
    document.buffer.resize(at + values.size() * sizeof(float));
    std::size_t place = at;
    for (const float value : values) {
        gltf_validation::test::setFloat(document.buffer, place, value);
        place += sizeof(float);
    }
    Json& json = document.json;
    json["buffers"][0]["byteLength"] = document.buffer.size();
    json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", at}, {"byteLength", values.size() * sizeof(float)}});
    json["accessors"].push_back({{"bufferView", json["bufferViews"].size() - 1},
                                 {"componentType", 5126},
                                 {"count", values.size() / components},
                                 {"type", type}});
    return json["accessors"].size() - 1;
}

/// Adds a channel to the first animation that scales a node at the three times of the document.
inline void addScales(SoundDocument& document, std::size_t node, std::initializer_list<float> values) {
    const std::size_t output = addFloats(document, "VEC3", 3, values);
    Json& animation = document.json["animations"][0];
    animation["samplers"].push_back({{"input", 7}, {"output", output}});
    animation["channels"].push_back(
        {{"sampler", animation["samplers"].size() - 1}, {"target", {{"node", node}, {"path", "scale"}}}});
}

}  // namespace rigkiln::gltf_engine_rules::test
