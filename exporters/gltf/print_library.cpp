#include "exporters/gltf/print_library.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <xxhash.h>

#include "exporters/gltf/json_writer.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Digest of everything that a file says of one clip.
class ClipDigest {
public:
    ClipDigest() : state_(XXH3_createState(), &XXH3_freeState) { XXH3_128bits_reset(state_.get()); }

    void number(std::uint64_t number) { bytes(&number, sizeof number); }
    void number(float number) { bytes(&number, sizeof number); }
    void text(std::string_view text) {
        number(text.size());
        bytes(text.data(), text.size());
    }
    void properties(const Properties& properties) { text(properties.empty() ? "" : toJson(properties)); }

    template <class Type>
    void track(const Track<Type>& track) {
        number(static_cast<std::uint64_t>(track.interpolation));
        number(track.times.size());
        bytes(track.times.data(), track.times.size() * sizeof(float));
        number(track.values.size());
        bytes(track.values.data(), track.values.size() * sizeof(Type));
    }

    [[nodiscard]] std::array<std::uint64_t, 2> value() const {
        const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
        return {hash.high64, hash.low64};
    }

private:
    void bytes(const void* data, std::size_t size) {
        if (size > 0) XXH3_128bits_update(state_.get(), data, size);
    }

    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_;
};

void addHead(const Clip& clip, ClipDigest& digest) {
    digest.text(clip.name);
    digest.number(clip.duration);
    digest.number(clip.sourceFrameRate.value_or(-1.0F));
    digest.number(std::uint64_t{clip.sourceFrameCount});
    digest.number(static_cast<std::uint64_t>(clip.binding));
    digest.properties(clip.extras);
    digest.number(std::uint64_t{clip.source.has_value()});
    if (clip.source)
        digest.text({reinterpret_cast<const char*>(clip.source->bytes.data()), clip.source->bytes.size()});
    digest.number(clip.events.size());
    for (const ClipEvent& event : clip.events) {
        digest.number(event.time);
        digest.text(event.name);
        digest.properties(event.extras);
    }
}

/// Adds the tracks by the names of their joints, since models may have equal joints in another order.
void addJoints(const Clip& clip, const Document& document, ClipDigest& digest) {
    std::vector<const JointTracks*> tracks;
    for (const JointTracks& one : clip.joints)
        tracks.push_back(&one);
    std::ranges::sort(tracks, {}, [&](const JointTracks* one) -> const std::string& {
        return document.nodes[one->joint.value].name;
    });
    digest.number(tracks.size());
    for (const JointTracks* one : tracks) {
        digest.text(document.nodes[one->joint.value].name);
        digest.track(one->translation);
        digest.track(one->rotation);
        digest.track(one->scale);
        digest.track(one->visibility);
        digest.properties(one->extras);
    }
}

void addMaterials(const Clip& clip, const Document& document, ClipDigest& digest) {
    digest.number(clip.materials.size());
    for (const MaterialTracks& tracks : clip.materials) {
        digest.text(document.materials[tracks.material.value].name);
        digest.track(tracks.baseColorOffset);
    }
}

std::string shownBy(const std::vector<Leaf>& leaves, const Document& document) {
    std::string shown;
    for (const Leaf& leaf : leaves) {
        if (!leaf.canHide) continue;
        if (!shown.empty()) shown += ", ";
        shown += quote(document.nodes[leaf.node].name);
        if (!leaf.obeysScale) shown += " without scale";
    }
    return shown;
}

std::vector<bool> jointsOfSkins(const Document& document) {
    std::vector<bool> isInSkin(document.nodes.size(), false);
    for (const DocumentSkin& skin : document.skins) {
        for (const Index joint : skin.joints)
            isInSkin[joint] = true;
    }
    return isInSkin;
}

}  // namespace

LibraryPrint printLibrary(const Scene& scene, const Document& document,
                          std::span<const std::vector<Leaf>> leaves, const ClipPlan& plan) {
    LibraryPrint print;
    const std::vector<bool> isInSkin = jointsOfSkins(document);
    print.joints.reserve(scene.joints.size());
    for (std::size_t joint = 0; joint < scene.joints.size(); ++joint) {
        const std::optional<IndexOf<Joint>> parent = scene.joints[joint].parent;
        const bool isShowing = !plan.moves.empty() && plan.moves[joint].visibility;
        print.joints.push_back(
            {.name = document.nodes[joint].name,
             .parent = parent ? std::optional(static_cast<std::uint32_t>(parent->value)) : std::nullopt,
             .rest = document.nodes[joint].transform,
             .isInSkin = isInSkin[joint],
             .isVisible = scene.joints[joint].visible,
             .shown = isShowing ? shownBy(leaves[joint], document) : std::string()});
    }
    print.clips.reserve(scene.clips.size());
    for (std::size_t i = 0; i < scene.clips.size(); ++i) {
        checkStop();
        const LoadedClip clip(scene.clips[i]);
        ClipDigest digest;
        addHead(*clip, digest);
        addJoints(*clip, document, digest);
        addMaterials(*clip, document, digest);
        print.clips.push_back({.name = plan.names[i], .digest = digest.value()});
    }
    return print;
}

}  // namespace rigkiln::gltf_export
