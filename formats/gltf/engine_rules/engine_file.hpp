#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/gltf/engine_rules/engine_rule.hpp"
#include "formats/gltf/validate/document.hpp"
#include "formats/gltf/validate/findings.hpp"
#include "formats/gltf/validate/node_forest.hpp"
#include "pipeline/base/value.hpp"

/// The document and its findings, and the check of extensions, for the checks of each engine.
namespace rigkiln::gltf_engine_rules {

using gltf_validation::Document;
using gltf_validation::Findings;
using gltf_validation::Integer;
using gltf_validation::kNone;
using gltf_validation::Node;

/// A document whose rules are checked, and where the findings go.
class EngineFile {
public:
    EngineFile(Findings& findings, const Value& json, Document& document)
        : findings_(findings), json_(json), document_(document) {}

    [[nodiscard]] Document& document() const { return document_; }
    [[nodiscard]] Findings& findings() const { return findings_; }

    void report(const EngineRule& rule, std::string pointer, std::string message) const {
        findings_.add(rule.rule, std::move(pointer), std::move(message));
    }

    /// Returns the object with this number in a list of the document; null when it is not there.
    [[nodiscard]] const Value* object(std::string_view list, std::size_t index) const;
    /// Returns the name of such an object; empty when it has none.
    [[nodiscard]] std::string_view nameOf(std::string_view list, std::size_t index) const;
    /// Number of elements of a list of the document.
    [[nodiscard]] std::size_t countOf(std::string_view list) const;
    /// Returns the texts of a list of the document, such as extensionsUsed; others are empty.
    [[nodiscard]] std::vector<std::string_view> textsOf(std::string_view list) const;

private:
    Findings& findings_;
    const Value& json_;
    Document& document_;
};

/// Lists of objects with names that engines look at.
inline constexpr std::array<std::string_view, 4> kNamedLists = {"nodes", "meshes", "materials", "animations"};

/// Extensions that an importer reads, and the rules that files with others break.
struct ExtensionSupport {
    std::span<const std::string_view> read{};
    const EngineRule& refused;  ///< required and not read
    const EngineRule& ignored;  ///< used, not required and not read
};

/// Reports extensions that an importer does not read.
void checkRequiredExtensions(const EngineFile& file, const ExtensionSupport& support);
void checkIgnoredExtensions(const EngineFile& file, const ExtensionSupport& support);

/// Reports meshes with more than four influences per vertex.
void checkInfluences(const EngineFile& file, const EngineRule& rule);

// Checks of the engines.
void checkForBlender(const EngineFile& file);
void checkForGodot(const EngineFile& file);
void checkForUnreal(const EngineFile& file);
void checkForUnity(const EngineFile& file);
void checkForWeb(const EngineFile& file);

}  // namespace rigkiln::gltf_engine_rules
