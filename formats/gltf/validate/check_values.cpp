#include "formats/gltf/validate/check_values.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/validate/accessor_values.hpp"
#include "formats/gltf/validate/element_checks.hpp"
#include "formats/gltf/validate/value_budget.hpp"

namespace rigkiln::gltf_validation {
namespace {

class ValueChecker {
public:
    ValueChecker(Findings& findings, Document& document)
        : findings_(findings), document_(document), budget_(findings, document) {}

    void checkAccessors() {
        for (std::size_t i = 0; i < document_.accessors.items.size(); ++i) {
            const auto& accessor = document_.accessors.items[i];
            if (!accessor) continue;
            const std::string pointer = fmt::format("/accessors/{}", i);
            if (accessor->sparse) checkSparse(*accessor, pointer);
            const bool isFloat = accessor->format.componentType == kFloat;
            if (isFloat || accessor->min || accessor->max)
                runCheck(*accessor, BoundsCheck(findings_, *accessor, pointer));
        }
    }

    void checkUse(const DataCheck& check) {
        const Accessor* accessor = document_.accessors.find(check.accessor);
        // Most accessors that several objects share are right; there is no need to look at them again.
        const auto key = std::tuple(check.rule, check.accessor, check.vertices, check.isTriangles);
        if (accessor == nullptr || right_.contains(key)) return;
        const std::size_t before = findings_.count();
        runUse(*accessor, check);
        if (findings_.count() == before) right_.insert(key);
    }

    void checkInfluences();

private:
    void runUse(const Accessor& accessor, const DataCheck& check);
    void checkSparse(const Accessor& accessor, const std::string& pointer);
    void checkPrimitive(const Primitive& primitive, const std::string& pointer, std::size_t joints,
                        std::size_t skin);

    template <class Check>
    void runCheck(const Accessor& accessor, Check check) {
        const auto values = findValues(document_, accessor);
        if (!values || !budget_.take(values->count * componentCount(values->format.shape))) return;
        ElementReader reader(*values);
        Element element{};
        for (Integer i = 0; i < values->count; ++i) {
            reader.read(element);
            check.look(i, element);
        }
        check.finish();
    }

    Findings& findings_;
    Document& document_;
    ValueBudget budget_;
    std::set<std::tuple<DataRule, Integer, Integer, bool>> right_;
    std::set<std::vector<Integer>> rightInfluences_;
};

void ValueChecker::checkSparse(const Accessor& accessor, const std::string& pointer) {
    const auto values = findSparseIndices(document_, accessor);
    if (!values || !budget_.take(values->sparseCount)) return;
    Integer last = kNone;
    for (Integer i = 0; i < values->sparseCount; ++i) {
        const Integer index = sparseIndex(*values, i);
        if (index <= last) {
            findings_.add(kAccessorSparseIndicesNonIncreasing, pointer + "/sparse",
                          fmt::format("index {} is {}, the one before {}", i, index, last));
        }
        if (index >= accessor.count) {
            findings_.add(
                kAccessorSparseIndexOob, pointer + "/sparse",
                fmt::format("index {} is {}, the accessor has {} elements", i, index, accessor.count));
        }
        last = index;
    }
}

void ValueChecker::runUse(const Accessor& accessor, const DataCheck& check) {
    const Reporter report(findings_, check.pointer);
    switch (check.rule) {
        case DataRule::KeyTimes:
            return runCheck(accessor, KeyTimesCheck{report});
        case DataRule::Quaternions:
            return runCheck(accessor, QuaternionCheck{report, accessor.format, false});
        case DataRule::SplineQuaternions:
            return runCheck(accessor, QuaternionCheck{report, accessor.format, true});
        case DataRule::Normals:
            return runCheck(accessor, DirectionCheck{report, accessor.format, false});
        case DataRule::Tangents:
            return runCheck(accessor, DirectionCheck{report, accessor.format, true});
        case DataRule::Colours:
            return runCheck(accessor, ColourCheck{report, componentCount(accessor.format.shape)});
        case DataRule::InverseBinds:
            return runCheck(accessor, InverseBindCheck{report});
        case DataRule::Indices:
            return runCheck(accessor, IndicesCheck(report, accessor.format.componentType, check.vertices,
                                                   check.isTriangles));
    }
}

void ValueChecker::checkPrimitive(const Primitive& primitive, const std::string& pointer, std::size_t joints,
                                  std::size_t skin) {
    std::vector<InfluenceSource> sources;
    std::vector<Integer> key = {static_cast<Integer>(joints), primitive.vertices};
    const std::map<std::string_view, Integer> byName(primitive.attributes.begin(),
                                                     primitive.attributes.end());
    for (Integer set = 0; set < primitive.jointSets; ++set) {
        const auto accessorOf = [&](const std::string& name) {
            const auto found = byName.find(name);
            key.push_back(found == byName.end() ? kNone : found->second);
            return document_.accessors.find(key.back());
        };
        const Accessor* jointAccessor = accessorOf(fmt::format("JOINTS_{}", set));
        const Accessor* weightAccessor = accessorOf(fmt::format("WEIGHTS_{}", set));
        if (jointAccessor == nullptr || weightAccessor == nullptr) return;
        const auto jointValues = findValues(document_, *jointAccessor);
        const auto weightValues = findValues(document_, *weightAccessor);
        if (!jointValues || !weightValues || jointAccessor->count != primitive.vertices ||
            weightAccessor->count != primitive.vertices)
            return;
        if (jointAccessor->format.shape != Shape::Vec4 || weightAccessor->format.shape != Shape::Vec4 ||
            jointAccessor->format.componentType == kFloat)
            return;
        sources.push_back({*jointValues, *weightValues});
    }
    const auto work = primitive.vertices * 8 * primitive.jointSets + static_cast<Integer>(joints);
    if (rightInfluences_.contains(key) || !budget_.take(work)) return;
    const std::size_t before = findings_.count();
    checkInfluencesOf(findings_, pointer, sources, primitive.vertices, joints, skin);
    if (findings_.count() == before) rightInfluences_.insert(std::move(key));
}

void ValueChecker::checkInfluences() {
    struct Limit {
        std::size_t joints = 0;
        std::size_t skin = 0;
    };
    // The skin with the fewest joints decides.
    std::vector<std::optional<Limit>> limits(document_.meshes.items.size());
    for (const auto& node : document_.nodes.items) {
        if (!node || document_.meshes.find(node->mesh) == nullptr) continue;
        const Skin* skin = document_.skins.find(node->skin);
        if (skin == nullptr || !skin->joints) continue;
        auto& limit = limits[static_cast<std::size_t>(node->mesh)];
        if (!limit || skin->joints->size() < limit->joints)
            limit = Limit{skin->joints->size(), static_cast<std::size_t>(node->skin)};
    }
    for (std::size_t i = 0; i < limits.size(); ++i) {
        const auto& mesh = document_.meshes.items[i];
        if (!limits[i] || !mesh || !mesh->primitives) continue;
        for (std::size_t number = 0; number < mesh->primitives->size(); ++number) {
            const Primitive& primitive = (*mesh->primitives)[number];
            if (primitive.jointSets == 0 || primitive.vertices == kNone) continue;
            checkPrimitive(primitive, fmt::format("/meshes/{}/primitives/{}/attributes", i, number),
                           limits[i]->joints, limits[i]->skin);
        }
    }
}

}  // namespace

void checkValues(Findings& findings, Document& document, std::span<const DataCheck> checks) {
    ValueChecker checker(findings, document);
    checker.checkAccessors();
    for (const DataCheck& check : checks)
        checker.checkUse(check);
    checker.checkInfluences();
}

}  // namespace rigkiln::gltf_validation
