#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/bfres/animation/evaluate_curve.hpp"
#include "formats/bfres/bfres_format.hpp"
#include "formats/bfres/bfres_options.hpp"
#include "formats/bfres/file/bfres_file.hpp"
#include "pipeline/binary/format_error.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/scene/validate_scene.hpp"

namespace rigkiln::bfres {

inline void evaluateAll(const BfresFile& file) {
    for (const SkeletalAnimation& animation : file.skeletalAnimations) {
        for (const BoneAnimation& bone : animation.bones) {
            for (const Curve& curve : bone.curves) {
                for (const double frame : {-1.5, 0.0, 9.75, 1e9})
                    (void)evaluateCurve(curve, frame);
                (void)bakedSize(curve);
            }
        }
    }
}

/// Encodes a file. Nullopt when it cannot be encoded: duplicate keys, or sections that the decoder does not
/// read.
inline std::optional<std::vector<std::byte>> tryEncode(const BfresFile& file) {
    try {
        return encodeBfres(file);
    } catch (const EncodeError&) {
        return std::nullopt;
    }
}

// Compares bytes instead of models: models may hold NaN, which does not equal itself.
inline void checkRoundTrip(const BfresFile& file) {
    const auto once = tryEncode(file);
    if (!once) return;
    if (tryEncode(decodeBfres(*once)) != once) std::abort();
}

/// Aborts when a scene that was read breaks a law.
inline void readScene(std::span<const std::byte> bytes) {
    NoFiles companions;
    OptionValues options(kBfresFormat.options);
    options.set(kTexturePatterns, std::string(kPatternShapes));
    Diagnostics diagnostics;
    const Result<Scene> scene = kBfresFormat.read(
        {.path = "fuzz", .name = "fuzz", .bytes = bytes, .options = options, .companions = companions},
        diagnostics);
    if (scene && !validateScene(*scene).empty()) std::abort();
}

/// Checks any bytes: nothing crashes, and what decodes encodes to a file that decodes and encodes to itself.
/// So do its skeletal animations alone. Aborts otherwise.
inline void fuzzBfres(Console console, std::span<const std::byte> bytes) {
    (void)kBfresFormat.recognise(bytes.first(std::min(bytes.size(), kHeadSize)), ".bfres");
    (void)kBfresFormat.recognise(bytes, ".bfres");
    (void)kBfresFormat.probe(bytes, {});
    readScene(bytes);
    BfresFile file;
    try {
        if (readLayout(bytes).console != console) return;
        file = decodeBfres(bytes);
    } catch (const FormatError&) {
        return;
    }
    if (!kBfresFormat.probe(bytes, {}) || !kBfresFormat.dump(bytes)) std::abort();
    evaluateAll(file);
    for (auto& names : file.unread)
        names.clear();
    checkRoundTrip(file);
    BfresFile animations;
    animations.layout = file.layout;
    animations.skeletalAnimations = std::move(file.skeletalAnimations);
    checkRoundTrip(animations);
}

}  // namespace rigkiln::bfres
