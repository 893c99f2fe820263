#include "formats/bfres/animation/adapt_clips.hpp"

#include <cstddef>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "formats/bfres/base/bfres_issues.hpp"
#include "pipeline/base/name_list.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::bfres {

void adaptClipsToModel(const Scene& model, Scene& clips, Diagnostics& diagnostics) {
    std::unordered_map<std::string, const Joint*> joints;  // for look-ups only, never iterated
    for (const Joint& joint : model.joints)
        joints.emplace(foldCase(joint.name), &joint);
    NameList differing;
    std::size_t compared = 0;
    for (const Joint& joint : clips.joints) {
        if (!joint.sourceIndex || !joint.parent) continue;
        const auto found = joints.find(foldCase(joint.name));
        if (found == joints.end() || !found->second->parent) continue;
        ++compared;
        if (found->second->compensatesParentScale != joint.compensatesParentScale)
            differing.add(quote(joint.name));
    }
    if (differing.empty()) return;
    for (const Clip& clip : clips.clips) {
        diagnostics.add(kCompensationDiffers, fmt::format("clip {}", quote(clip.name)),
                        differing.text(compared, "bones"));
    }
}

}  // namespace rigkiln::bfres
