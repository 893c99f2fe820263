#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/compare/compare_parts.hpp"
#include "pipeline/compare/match_names.hpp"
#include "pipeline/compare/value_difference.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kListedMembers = 100;
constexpr std::size_t kShownMembers = 3;

class ExtrasComparison {
public:
    ExtrasComparison(const ScenePair& pair, DifferenceList& found) : pair_(pair), found_(found) {}

    void compare(const std::string& object, const Properties& left, const Properties& right,
                 const std::vector<std::string_view>& ignored = {}) {
        if (left == right) return;
        const std::vector<std::string> members = valueDifferences(left, right, ignored, kListedMembers);
        if (members.empty()) return;
        std::string text;
        for (std::size_t i = 0; i < std::min(members.size(), kShownMembers); ++i)
            text += (i == 0 ? "" : "; ") + members[i];
        if (members.size() > kShownMembers)
            text += fmt::format("; and {} more members", members.size() - kShownMembers);
        found_.add({.part = ComparedPart::Extras,
                    .gravity = Gravity::Record,
                    .object = object,
                    .text = std::move(text),
                    .weight = static_cast<double>(members.size())});
    }

    void compareClip(const ComparedClip& compared) {
        // How the keys were reduced says nothing about the asset.
        const std::vector<std::string_view> ignored = {"reduction", "rigkiln_reduction"};
        const LoadedClip left(pair_.left.clips[compared.left]);
        const LoadedClip right(pair_.right.clips[compared.right]);
        const std::string object = "clip " + quote(compared.name);
        compare(object, left->extras, right->extras, ignored);
        std::map<std::size_t, const JointTracks*> byJoint;
        for (const JointTracks& tracks : right->joints) {
            if (const auto& partner = pair_.backPartners[tracks.joint.value])
                byJoint.emplace(partner->value, &tracks);
        }
        for (const JointTracks& tracks : left->joints) {
            const auto partner = byJoint.find(tracks.joint.value);
            if (partner == byJoint.end()) continue;
            compare(fmt::format("joint {} in {}", jointText(pair_.left, tracks.joint), object), tracks.extras,
                    partner->second->extras);
        }
        const NameMatches events = matchNames(
            left->events, right->events, [](const ClipEvent& event) { return std::string_view(event.name); });
        for (std::size_t i = 0; i < events.ofLeft.size(); ++i) {
            if (!events.ofLeft[i]) continue;
            compare(fmt::format("event {} of {}", quote(left->events[i].name), object),
                    left->events[i].extras, right->events[*events.ofLeft[i]].extras);
        }
    }

    /// Compares elements that are matched by name. `each` is called for every pair.
    template <class Element, class NameOf, class Each>
    static void forEachPair(const std::vector<Element>& left, const std::vector<Element>& right,
                            NameOf nameOf, Each each) {
        const NameMatches matches = matchNames(left, right, nameOf);
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (matches.ofLeft[i]) each(left[i], right[*matches.ofLeft[i]]);
        }
    }

private:
    const ScenePair& pair_;
    DifferenceList& found_;
};

}  // namespace

void compareExtras(const ScenePair& pair, const PoseDifference& poses, DifferenceList& found) {
    ExtrasComparison extras(pair, found);
    const Scene& left = pair.left;
    const Scene& right = pair.right;
    const auto nameOf = [](const auto& element) { return std::string_view(element.name); };
    // A file that was converted says from what.
    extras.compare("asset", left.extras, right.extras, {"source_format"});
    for (std::size_t joint = 0; joint < pair.partners.size(); ++joint) {
        if (!pair.partners[joint]) continue;
        extras.compare("joint " + quote(left.joints[joint].name), left.joints[joint].extras,
                       right.joints[pair.partners[joint]->value].extras);
    }
    ExtrasComparison::forEachPair(
        left.instances, right.instances, nameOf, [&](const MeshInstance& one, const MeshInstance& other) {
            const std::string object = "mesh " + quote(one.name);
            extras.compare(object, one.extras, other.extras);
            extras.compare(object, left.meshes[one.mesh.value].extras, right.meshes[other.mesh.value].extras);
        });
    ExtrasComparison::forEachPair(left.materials, right.materials, nameOf,
                                  [&](const Material& one, const Material& other) {
                                      extras.compare("material " + quote(one.name), one.extras, other.extras);
                                  });
    ExtrasComparison::forEachPair(
        left.attachments, right.attachments,
        [](const Attachment& attachment) {
            return std::pair<std::string_view, std::string_view>(attachment.name, attachment.kind);
        },
        [&](const Attachment& one, const Attachment& other) {
            extras.compare(fmt::format("{} {}", one.kind, quote(one.name)), one.extras, other.extras);
        });
    ExtrasComparison::forEachPair(left.lights, right.lights, nameOf,
                                  [&](const Light& one, const Light& other) {
                                      extras.compare("light " + quote(one.name), one.extras, other.extras);
                                  });
    for (const ComparedClip& clip : poses.clips)
        extras.compareClip(clip);
}

}  // namespace rigkiln
