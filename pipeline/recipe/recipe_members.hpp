#pragma once

#include <array>
#include <concepts>
#include <string_view>
#include <type_traits>

#include "pipeline/recipe/recipe.hpp"
#include "pipeline/recipe/recipe_json.hpp"

// The members of each record in JSON, in their order, described once for the writer and the reader. Whoever
// changes one raises kRecipeVersion. A codec has
//   member(name, value)          a member
//   include(shared)              the members of a value, beside those of its owner
//   steps<Allowed...>(steps)     the member "steps", with the alternatives of Step that are allowed there
//   version(name, number)        a member that always has this number

namespace rigkiln {

template <class Record, class Type>
concept Is = std::same_as<std::remove_const_t<Record>, Type>;

template <class Codec, Is<CodeRevision> Record>
void describe(Codec& codec, Record& code) {
    codec.member("id", code.id);
    codec.member("revision", code.revision);
}

template <class Codec, Is<ResampleStep> Record>
void describe(Codec& codec, Record& step) {
    codec.member("rate", step.rate);
}

template <class Codec, Is<ReduceStep> Record>
void describe(Codec& codec, Record& step) {
    codec.member("max_error", step.settings.maxError);
    codec.member("shell", step.settings.shell);
    codec.member("character_height", step.settings.characterHeight);
    codec.member("samples_curves", step.settings.samplesCurves);
    codec.member("fits_splines", step.settings.fitsSplines);
    codec.member("shell_only", step.settings.shellOnly);
    codec.member("packs_keys", step.settings.packsKeys);
}

template <class Codec, Is<CoordinatesStep> Record>
void describe(Codec& codec, Record& step) {
    codec.member("metres_per_unit", step.metresPerUnit);
}

template <class Codec, Is<SelectOptions> Record>
void describe(Codec& codec, Record& keep) {
    codec.member("collision", keep.collision);
    codec.member("shadow", keep.shadow);
    codec.member("hidden", keep.hidden);
    codec.member("lods", keep.lods);
    codec.member("alternatives", keep.alternatives);
}

template <class Codec, Is<SelectStep> Record>
void describe(Codec& codec, Record& step) {
    codec.member("keep", step.keep);
}

template <class Codec, Is<MergeStep> Record>
void describe(Codec& codec, Record& step) {
    codec.member("name", step.name);
}

template <class Codec, Is<RigidSkinStep> Record>
void describe(Codec& codec, Record& step) {
    codec.member("only_moving", step.options.onlyMoving);
    codec.member("visibility_floor", step.options.visibilityFloor);
}

template <class Codec, Is<AlignStep> Record>
void describe(Codec& codec, Record& step) {
    codec.member("frames_per_second", step.framesPerSecond);
}

template <class Codec, Is<RootMotionStep> Record>
void describe(Codec& codec, Record& step) {
    codec.member("is_removed", step.options.isRemoved);
}

template <class Codec, Is<HeightStep> Record>
void describe(Codec& codec, Record& step) {
    codec.member("metres", step.options.metres);
    codec.member("from", step.options.from);
    codec.member("to", step.options.to);
}

template <class Codec, Is<GroundStep> Record>
void describe(Codec& /*codec*/, Record& /*step*/) {}

template <class Codec, Is<TPoseStep> Record>
void describe(Codec& /*codec*/, Record& /*step*/) {}

template <class Codec, Is<RestVisibilityStep> Record>
void describe(Codec& /*codec*/, Record& /*step*/) {}

template <class Codec, Is<LibraryStep> Record>
void describe(Codec& codec, Record& step) {
    codec.member("file", step.file);
}

template <class Codec, Is<FileSettings> Record>
void describe(Codec& codec, Record& settings) {
    codec.member("format", settings.format);
    codec.member("options", settings.options);
    codec.template steps<ResampleStep, ReduceStep>(settings.steps);
}

template <class Codec, Is<FileRecipe> Record>
void describe(Codec& codec, Record& file) {
    codec.member("path", file.path);
    codec.member("name", file.name);
    codec.include(file.settings);
}

template <class Codec, Is<Part> Record>
void describe(Codec& codec, Record& part) {
    codec.member("model", part.model);
    codec.member("clips", part.clips);
    codec.template steps<CoordinatesStep, HeightStep, GroundStep, SelectStep>(part.steps);
}

template <class Codec, Is<ContainerLimits> Record>
void describe(Codec& codec, Record& limits) {
    codec.member("maximum_bytes", limits.maximumBytes);
    codec.member("maximum_total", limits.maximumTotal);
    codec.member("maximum_ratio", limits.maximumRatio);
}

template <class Codec, Is<ReadLimits> Record>
void describe(Codec& codec, Record& limits) {
    codec.member("chunks", limits.chunks);
    codec.member("json_values", limits.jsonValues);
    codec.member("json_elements", limits.jsonElements);
    codec.member("json_levels", limits.jsonLevels);
    codec.member("joints", limits.joints);
    codec.member("triangles", limits.triangles);
    codec.member("keys", limits.keys);
}

template <class Codec, Is<TextureSettings> Record>
void describe(Codec& codec, Record& textures) {
    codec.member("maximum_side", textures.maximumSide);
    codec.member("powers_of_two", textures.powersOfTwo);
    codec.member("flip_green", textures.flipGreen);
    codec.member("encoding", textures.encoding);
    codec.member("quality", textures.quality);
}

template <class Codec, Is<ReadSettings> Record>
void describe(Codec& codec, Record& reading) {
    codec.member("archives", reading.archives);
    codec.member("limits", reading.limits);
    codec.member("textures", reading.textures);
    codec.member("texture_roots", reading.textureRoots);
    codec.member("code", reading.code);
}

template <class Codec, Is<ExportSettings> Record>
void describe(Codec& codec, Record& exporting) {
    codec.member("exporter", exporting.exporter);
    codec.member("options", exporting.options);
    codec.member("output_root", exporting.outputRoot);
    codec.member("clip_files", exporting.clipFiles);
}

template <class Codec, Is<Recipe> Record>
void describe(Codec& codec, Record& recipe) {
    codec.version("recipe", kRecipeVersion);
    codec.member("parts", recipe.parts);
    codec.template steps<MergeStep, RestVisibilityStep, RigidSkinStep, RootMotionStep, TPoseStep,
                         ResampleStep, AlignStep, ReduceStep, LibraryStep>(recipe.steps);
    codec.member("reading", recipe.reading);
    codec.member("exporting", recipe.exporting);
    codec.member("output", recipe.output);
}

struct EncodingWord {
    ImageEncoding encoding;
    std::string_view word;
};

inline constexpr std::array<EncodingWord, 3> kEncodingWords = {{
    {ImageEncoding::Keep, "keep"},
    {ImageEncoding::Png, "png"},
    {ImageEncoding::Webp, "webp"},
}};

/// Member that holds the bytes of a text that is not UTF-8, which JSON cannot hold as a text.
inline constexpr std::string_view kBytesName = "bytes";

}  // namespace rigkiln
