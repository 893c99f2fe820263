#include "tests/unit/pipeline/recipe/random_recipe.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <string_view>

namespace rigkiln {
namespace {

using namespace std::string_view_literals;

constexpr std::array kTexts = {""sv,
                               "walk"sv,
                               "/art/Sword (2)/walk.ala"sv,
                               "a\"b\\c/d"sv,
                               "zero\0inside"sv,
                               "\n\t\x01\x1F\x7F"sv,
                               "Gr\xC3\xBC\xC3\x9F"sv,
                               "\xF0\x9F\x90\x89 dragon"sv,
                               "\xE2\x80\xA8\xEF\xBF\xBF"sv,
                               "latin \xFC"sv,
                               "\xFF\x00\xFE"sv,
                               "\xED\xA0\x80"sv,  // a surrogate
                               "\xC0\x80"sv,      // an overlong zero
                               "cut \xF0\x9F\x90"sv};

constexpr std::array kNumbers = {0.0,
                                 -0.0,
                                 30.0,
                                 -1.0,
                                 0.1,
                                 1e300,
                                 -1e-300,
                                 1e15,
                                 9007199254740993.0,
                                 std::numeric_limits<double>::max(),
                                 std::numeric_limits<double>::lowest(),
                                 std::numeric_limits<double>::min(),
                                 std::numeric_limits<double>::denorm_min()};

/// Draws parts of a recipe. Uses only the bits of the generator, as distributions differ between libraries.
class RecipeMaker {
public:
    explicit RecipeMaker(std::uint64_t seed) : random_(seed) {}

    Recipe recipe() {
        Recipe recipe;
        recipe.parts = list<Part>(1 + below(3), [&] { return part(); });
        recipe.steps = list<Step>(below(4), [&]() -> Step {
            if (flag()) return MergeStep{.name = text()};
            if (flag()) return AlignStep{number()};
            if (flag()) return RootMotionStep{{.isRemoved = flag()}};
            if (flag()) return TPoseStep{};
            if (flag()) return RestVisibilityStep{};
            if (flag()) return LibraryStep{.file = text()};
            if (flag()) return RigidSkinStep{{.onlyMoving = flag(), .visibilityFloor = number()}};
            return fileStep();
        });
        recipe.reading = readSettings();
        recipe.exporting = ExportSettings{.exporter = code(),
                                          .options = options(),
                                          .outputRoot = text(),
                                          .clipFiles = flag() ? "{clip}" : "{main}_{clip}"};
        recipe.output = text();
        return recipe;
    }

private:
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
    bool flag() { return below(2) == 0; }

    template <class Value, class Make>
    std::vector<Value> list(std::size_t size, Make make) {
        std::vector<Value> values;
        for (std::size_t i = 0; i < size; ++i)
            values.push_back(make());
        return values;
    }

    std::string text() {
        std::string text;
        for (std::size_t pieces = below(3) + 1; pieces > 0; --pieces)
            text += kTexts.at(below(kTexts.size()));
        if (below(8) == 0) text += static_cast<char>(below(256));
        return text;
    }

    double number() {
        if (flag()) return kNumbers.at(below(kNumbers.size()));
        const auto number = std::bit_cast<double>(std::uint64_t{random_()});
        return std::isfinite(number) ? number : 0.5;
    }

    template <class Integer>
    Integer integer() {
        static constexpr std::array kSpecial = {std::numeric_limits<Integer>::min(),
                                                std::numeric_limits<Integer>::max(), Integer{0}, Integer{30}};
        if (flag()) return kSpecial.at(below(kSpecial.size()));
        return static_cast<Integer>(random_());
    }

    CodeRevision code() { return {.id = text(), .revision = integer<std::uint32_t>()}; }

    OptionValue option() {
        switch (below(5)) {
            case 0:
                return flag();
            case 1:
                return integer<std::int64_t>();
            case 2:
                return number();
            case 3:
                return text();
            default:
                return list<std::string>(below(3), [&] { return text(); });
        }
    }

    OptionValues options() {
        OptionValues options;
        for (std::size_t count = below(5); count > 0; --count) {
            // Nine of the texts are UTF-8, as names must be.
            options.set(std::string(kTexts.at(below(9))) + std::to_string(count), option());
        }
        return options;
    }

    Step fileStep() {
        if (flag()) return ResampleStep{.rate = number()};
        ReductionSettings settings{.maxError = number(),
                                   .shell = number(),
                                   .samplesCurves = flag(),
                                   .fitsSplines = flag(),
                                   .shellOnly = flag(),
                                   .packsKeys = flag()};
        if (flag()) settings.characterHeight = number();
        return ReduceStep{.settings = settings};
    }

    Step partStep() {
        if (flag()) return CoordinatesStep{.metresPerUnit = number()};
        if (flag()) return HeightStep{{.metres = number(), .from = text(), .to = text()}};
        if (flag()) return GroundStep{};
        return SelectStep{.keep = {.collision = flag(),
                                   .shadow = flag(),
                                   .hidden = flag(),
                                   .lods = flag(),
                                   .alternatives = flag()}};
    }

    FileRecipe file() {
        FileRecipe file{.path = text(), .name = text()};
        // Settings that nobody set are shared by all files.
        if (below(4) == 0) return file;
        file.settings = FileSettings{.format = code(),
                                     .options = options(),
                                     .steps = list<Step>(below(3), [&] { return fileStep(); })};
        return file;
    }

    Part part() {
        Part part;
        if (flag()) part.model = file();
        part.clips = list<FileRecipe>(part.model ? below(4) : 1, [&] { return file(); });
        part.steps = list<Step>(below(3), [&] { return partStep(); });
        return part;
    }

    ReadSettings readSettings() {
        return {.archives = {.maximumBytes = integer<std::uint64_t>(),
                             .maximumTotal = integer<std::uint64_t>(),
                             .maximumRatio = integer<std::uint64_t>()},
                .limits = {.chunks = integer<std::uint64_t>(),
                           .jsonValues = integer<std::uint64_t>(),
                           .jsonElements = integer<std::uint64_t>(),
                           .jsonLevels = integer<std::uint64_t>(),
                           .joints = integer<std::uint64_t>(),
                           .triangles = integer<std::uint64_t>(),
                           .keys = integer<std::uint64_t>()},
                .textures = {.maximumSide = integer<std::uint32_t>(),
                             .powersOfTwo = flag(),
                             .flipGreen = flag(),
                             .encoding = flag() ? ImageEncoding::Keep
                                                : (flag() ? ImageEncoding::Png : ImageEncoding::Webp),
                             .quality = static_cast<std::uint32_t>(flag() ? 0 : 85)},
                .textureRoots = list<std::string>(below(3), [&] { return text(); }),
                .code = list<CodeRevision>(below(3), [&] { return code(); })};
    }

    std::mt19937_64 random_;
};

}  // namespace

Recipe randomRecipe(std::uint64_t seed) {
    return RecipeMaker(seed).recipe();
}

Recipe smallRecipe() {
    OptionValues modelOptions;
    modelOptions.set("skins", true);
    modelOptions.set("slots", std::int64_t{30});
    modelOptions.set("scale", 30.0);
    modelOptions.set("root", std::string("Hip"));
    modelOptions.set("keep", std::vector<std::string>{"lods", "bad \xFF"});
    OptionValues exportOptions;
    exportOptions.set("extras", false);

    Recipe recipe;
    Part& part = recipe.parts.emplace_back();
    part.model =
        FileRecipe{.path = "/art/wolf.alo",
                   .name = "wolf",
                   .settings = FileSettings{.format = {.id = "alo", .revision = 2}, .options = modelOptions}};
    const ReductionSettings exact{.maxError = 0.001, .characterHeight = 1.75, .packsKeys = true};
    part.clips.push_back(
        {.path = "/art/wolf_r\xFCn.ala",
         .name = "run \xF0\x9F\x90\xBA",
         .settings = FileSettings{.format = {.id = "ala", .revision = 3},
                                  .steps = {ResampleStep{.rate = 30}, ReduceStep{.settings = exact}}}});
    part.steps =
        std::vector<Step>{CoordinatesStep{.metresPerUnit = 0.1}, SelectStep{.keep = {.shadow = true}}};
    recipe.steps = std::vector<Step>{MergeStep{.name = "pack"}};
    recipe.reading =
        ReadSettings{.archives = {.maximumBytes = 1024,
                                  .maximumTotal = std::numeric_limits<std::uint64_t>::max(),
                                  .maximumRatio = 1000},
                     .limits = {.chunks = 1,
                                .jsonValues = 2,
                                .jsonElements = 3,
                                .jsonLevels = 4,
                                .joints = 5,
                                .triangles = 6,
                                .keys = 7},
                     .textures = {.maximumSide = 512, .flipGreen = true, .encoding = ImageEncoding::Png},
                     .textureRoots = {"/art/textures"},
                     .code = {{.id = "step:resample", .revision = 1}}};
    recipe.exporting = ExportSettings{
        .exporter = {.id = "gltf", .revision = 4}, .options = exportOptions, .outputRoot = "/out"};
    recipe.output = "/out/wolf.glb";
    return recipe;
}

}  // namespace rigkiln
