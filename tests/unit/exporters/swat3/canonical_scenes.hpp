#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/swat3/gsa_to_scene.hpp"
#include "formats/swat3/gsm_options.hpp"
#include "formats/swat3/gsm_to_scene.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "tests/support/image_map.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

/// Files of SWAT 3 and the scenes that the pipeline makes of them.
namespace rigkiln::swat3_export {

using swat3::GsaFile;
using swat3::GsmFile;
using swat3::QuaternionSense;

inline constexpr double kInch = 0.0254;

/// Reading options that a user may set.
struct Reading {
    QuaternionSense sense = QuaternionSense::Conjugated;
    bool isLeftHanded = false;
    double metresPerUnit = 1;
};

inline Scene liftModel(const GsmFile& model, const Reading& reading) {
    test::ImageMap images;
    Diagnostics diagnostics;
    OptionValues options(swat3::kGsmOptions);
    options.set("quat", std::string(reading.sense == QuaternionSense::Raw ? "raw" : "conj"));
    options.set("handed", std::string(reading.isLeftHanded ? "left" : "right"));
    return swat3::gsmToScene(
        model, {.path = "guy.gsm", .name = "guy", .bytes = {}, .options = options, .companions = images},
        diagnostics);
}

inline Scene liftClip(const GsaFile& clip) {
    test::ImageMap images;
    Diagnostics diagnostics;
    const OptionValues options(swat3::kGsaOptions);
    return swat3::gsaToScene(
        clip, {.path = "walk.gsa", .name = "walk", .bytes = {}, .options = options, .companions = images},
        diagnostics);
}

/// Makes the scene of a model and its clips with the steps of the pipeline.
inline Scene canonical(const GsmFile& model, const std::vector<GsaFile>& clips, const Reading& reading) {
    Diagnostics diagnostics;
    Scene scene = liftModel(model, reading);
    for (const GsaFile& clip : clips) {
        Scene lifted = liftClip(clip);
        swat3::adaptGsaToModel(scene, lifted, diagnostics);
        EXPECT_TRUE(bindClips(scene, std::move(lifted), diagnostics));
        scene.clips.back().name += std::to_string(scene.clips.size());
    }
    convertCoordinates(scene, reading.metresPerUnit);
    alignRotationSigns(scene);
    return scene;
}

struct Set {
    std::vector<GsmFile> models;
    std::vector<GsaFile> clips;
};

/// Files of a generated set, grouped by their number of bones.
inline std::map<std::size_t, Set> setsOf(std::size_t number) {
    Diagnostics diagnostics;
    std::map<std::size_t, Set> sets;
    for (const corpus::ArtFile& file : corpus::makeSwat3Files(5, number)) {
        if (file.path.ends_with(".GSM")) {
            const GsmFile model = *swat3::decodeGsm(file.bytes, diagnostics);
            sets[swat3::boneCount(model.skeletons)].models.push_back(model);
        } else if (file.path.ends_with(".gsa")) {
            const GsaFile clip = *swat3::decodeGsa(file.bytes, diagnostics);
            sets[swat3::boneCount(clip.skeletons)].clips.push_back(clip);
        }
    }
    return sets;
}

/// Quaternion sense of a generated set: sets alternate between conjugated and raw. Two are in model space,
/// two in bone space.
inline QuaternionSense senseOf(std::size_t set) {
    return set % 2 == 1 ? QuaternionSense::Raw : QuaternionSense::Conjugated;
}

}  // namespace rigkiln::swat3_export
