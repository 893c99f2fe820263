#include "formats/ctsa/ctsa_to_scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/vec2.hpp>

#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::ctsa {
namespace {

/// Size in scene units.
struct QuadSize {
    float width = 1;
    float height = 1;
};

QuadSize quadSize(const CtsaScene& source) {
    if (source.image) {
        const auto pixels = framePixels(source.file, source.reading.sheet.size);
        if (pixels) {
            return {.width = static_cast<float>(pixels->width / source.reading.pixelsPerUnit),
                    .height = static_cast<float>(pixels->height / source.reading.pixelsPerUnit)};
        }
    }
    // Without an image the sheet is assumed to be square.
    const CtsaFile& file = source.file;
    const double height = (static_cast<double>(file.topV) - static_cast<double>(file.bottomV)) /
                          static_cast<double>(file.frameWidth);
    constexpr double kTallest = 1e6;
    const bool isSound = std::isfinite(height) && height >= 1 / kTallest && height <= kTallest;
    return {.width = 1, .height = isSound ? static_cast<float>(height) : 1.0F};
}

/// Replaces NaN and infinity by 0; the record keeps the original.
float finite(float number) {
    return std::isfinite(number) ? number : 0.0F;
}

Primitive makeQuad(const CtsaScene& source, QuadSize size, std::size_t frame) {
    const FrameRect rect = frameRect(source.file, frame, source.reading.sheet.place);
    const float left = finite(rect.leftU);
    const float right = finite(rect.rightU);
    const float top = finite(1.0F - rect.topV);
    const float bottom = finite(1.0F - rect.bottomV);
    const float x = size.width / 2;
    const float y = size.height / 2;
    Primitive quad;
    quad.material = IndexOf<Material>(0);
    quad.positions = {{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}};
    quad.texCoordSets = {{{left, bottom}, {right, bottom}, {right, top}, {left, top}}};
    quad.indices = {0, 1, 2, 0, 2, 3};
    return quad;
}

Material makeMaterial(const CtsaScene& source) {
    Material material;
    material.name = source.name;
    material.unlit = true;
    material.doubleSided = true;
    if (!source.image) return material;
    material.name = source.image->file;
    material.alphaMode = source.image->alphaMode;
    material.baseColorTexture = TextureUse{.texture = source.image->texture,
                                           .sampler = {.wrapS = TextureWrap::ClampToEdge,
                                                       .wrapT = TextureWrap::ClampToEdge,
                                                       .filter = TextureFilter::Nearest}};
    return material;
}

void addQuad(const CtsaScene& source, std::size_t frame, IndexOf<Joint> joint, std::string name,
             Scene& scene) {
    Mesh mesh{.name = name, .primitives = {makeQuad(source, quadSize(source), frame)}, .extras = {}};
    MeshInstance instance{.name = std::move(name),
                          .mesh = IndexOf<Mesh>(scene.meshes.size()),
                          .skin = {},
                          .joint = joint,
                          .levelOfDetail = {},
                          .alternative = {},
                          .variantBase = {},
                          .extras = {}};
    scene.meshes.push_back(std::move(mesh));
    scene.instances.push_back(std::move(instance));
}

/// Visible from the frame's start to the next one's. Has keys at the changes and at both ends of the clip.
Track<std::uint8_t> shownTrack(const FrameTimes& times, std::size_t frame) {
    const float start = times.starts[frame];
    const bool isLast = frame + 1 == times.starts.size();
    const float end = isLast ? times.total : times.starts[frame + 1];
    Track<std::uint8_t> track{.interpolation = Interpolation::Step, .times = {}, .values = {}};
    const auto add = [&](float time, bool isShown) {
        if (!track.times.empty() && track.times.back() == time) {
            track.values.back() = static_cast<std::uint8_t>(isShown);
            return;
        }
        track.times.push_back(time);
        track.values.push_back(static_cast<std::uint8_t>(isShown));
    };
    add(0, false);
    if (start < end) {
        add(start, true);
        if (!isLast) add(end, false);
    }
    add(times.total, start < end && (isLast || end == times.total));
    return track;
}

void addFrames(const CtsaScene& source, const FrameTimes& times, Scene& scene, Clip& clip) {
    for (std::size_t frame = 0; frame < source.file.frames.size(); ++frame) {
        Joint joint;
        joint.name = fmt::format("{}_{:03}", source.name, frame);
        joint.parent = IndexOf<Joint>(0);
        joint.visible = frame == 0;
        const IndexOf<Joint> index(scene.joints.size());
        addQuad(source, frame, index, joint.name + "_quad", scene);
        scene.joints.push_back(std::move(joint));
        JointTracks tracks;
        tracks.joint = index;
        tracks.visibility = shownTrack(times, frame);
        clip.joints.push_back(std::move(tracks));
    }
}

void addMovedTexture(const CtsaScene& source, const FrameTimes& times, Scene& scene, Clip& clip) {
    addQuad(source, 0, IndexOf<Joint>(0), std::string(source.name) + "_quad", scene);
    if (!source.image) return;
    const double width = static_cast<double>(source.file.frameWidth) * source.reading.sheet.place.scaleU;
    Track<glm::vec2> track{.interpolation = Interpolation::Step, .times = {}, .values = {}};
    for (std::size_t frame = 0; frame < times.starts.size(); ++frame) {
        const glm::vec2 offset(finite(static_cast<float>(static_cast<double>(frame) * width)), 0);
        if (!track.times.empty() && track.times.back() == times.starts[frame]) {
            track.values.back() = offset;
            continue;
        }
        track.times.push_back(times.starts[frame]);
        track.values.push_back(offset);
    }
    if (track.times.back() < times.total) {
        track.times.push_back(times.total);
        track.values.push_back(track.values.back());
    }
    clip.materials.push_back({.material = IndexOf<Material>(0), .baseColorOffset = std::move(track)});
}

}  // namespace

FrameTimes frameTimes(const CtsaTiming& timing) {
    FrameTimes times;
    times.starts.reserve(timing.starts.size());
    static constexpr double kLatest = 1e30;
    const auto toFloat = [](double seconds) { return static_cast<float>(std::min(seconds, kLatest)); };
    for (const double start : timing.starts)
        times.starts.push_back(toFloat(start));
    times.total = toFloat(timing.total);
    return times;
}

Status addToScene(const CtsaScene& source, Scene& scene) {
    const CtsaFile& file = source.file;
    const bool isQuads = source.reading.mode == SpriteMode::Nodes;
    if (isQuads && file.frames.size() > kMostQuads) {
        return kBeyondLimit.at("frames",
                               fmt::format("are {}, at most {} become quads; mode pointer takes any number",
                                           file.frames.size(), kMostQuads));
    }
    const Properties record = makeRecord(file, source.reading);
    Joint root;
    root.name = source.name;
    root.extras.set(kRecordName, record);
    root.visible = !file.frames.empty();
    scene.joints.push_back(std::move(root));
    if (file.frames.empty()) return Done{};

    scene.materials.push_back(makeMaterial(source));
    const FrameTimes times = frameTimes(timingOf(file, source.reading.ticksPerSecond));
    Clip clip;
    clip.name = source.name;
    clip.duration = times.total;
    clip.sourceFrameCount = static_cast<std::uint32_t>(file.frames.size());
    clip.extras.set(kRecordName, record);
    if (isQuads) {
        addFrames(source, times, scene, clip);
    } else {
        addMovedTexture(source, times, scene, clip);
    }
    scene.clips.push_back(std::move(clip));
    return Done{};
}

}  // namespace rigkiln::ctsa
