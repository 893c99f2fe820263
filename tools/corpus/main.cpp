#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "pipeline/files/file_errors.hpp"
#include "tools/corpus/archives.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/bfres.hpp"
#include "tools/corpus/bfres_art.hpp"
#include "tools/corpus/growing/growing.hpp"
#include "tools/corpus/heavy.hpp"
#include "tools/corpus/images.hpp"
#include "tools/corpus/recipes.hpp"
#include "tools/corpus/sprites.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"
#include "tools/corpus/textured.hpp"
#include "tools/corpus/unit_records.hpp"

namespace rigkiln::corpus {
namespace {

struct Arguments {
    std::string output;
    std::string seeds;
    std::string configs = "configs";
    std::uint64_t seed = 1;
    std::size_t count = 1;
    bool damaged = false;
    bool archives = false;
    bool lacksTextures = false;
    std::size_t textured = 0;
    std::vector<std::size_t> heavy{};
    std::string growing{};
    bool listsGrowing = false;
};

Status writeArt(const Arguments& arguments) {
    std::size_t fileCount = 0;
    const auto write = [&](const std::vector<ArtFile>& files) {
        fileCount += files.size();
        return writeFiles(files, arguments.output);
    };
    for (std::size_t number = 0; number < arguments.count; ++number) {
        if (Status status = write(makeArtFiles(arguments.seed, number)); !status) return status;
        if (Status status = write(makeSwat3Files(arguments.seed, number)); !status) return status;
    }
    if (Status status = write(makeTextures(arguments.seed)); !status) return status;
    if (!arguments.lacksTextures) {
        if (Status status = write(makeFurtherTextures(arguments.seed)); !status) return status;
    }
    if (Status status = write(makeSpriteFiles(arguments.seed)); !status) return status;
    if (Status status = write(makeBfresArt(arguments.seed)); !status) return status;
    if (arguments.damaged) {
        if (Status status = write(makeDamagedFiles(arguments.seed)); !status) return status;
    }
    if (arguments.archives) {
        if (Status status = write(makeArchiveFiles(arguments.seed)); !status) return status;
    }
    fmt::print("{} files in {}\n", fileCount, arguments.output);
    return Done{};
}

/// Writes the input of the texture benchmark: models of one box each that share fifty textures. Neighbouring
/// models share a texture, as models of one kind do.
Status writeTextured(const Arguments& arguments) {
    constexpr std::size_t kTextures = 50;
    constexpr std::uint32_t kSide = 1024;
    std::vector<ArtFile> models;
    const std::size_t textures = std::min(kTextures, arguments.textured);
    for (std::size_t number = 0; number < arguments.textured; ++number)
        models.push_back(makeTexturedModel(number, number * textures / arguments.textured));
    if (Status status = writeFiles(models, arguments.output); !status) return status;
    for (std::size_t number = 0; number < textures; ++number) {
        // Written one at a time: together they take 37 MB.
        const std::vector<ArtFile> texture = {makePaintedDds(number, kSide, number % 2 == 1)};
        if (Status status = writeFiles(texture, arguments.output); !status) return status;
    }
    return Done{};
}

/// Writes the input of the memory benchmark, one file at a time.
Status writeHeavy(const Arguments& arguments) {
    constexpr std::size_t kMegabyte = 1'000'000;
    std::size_t number = 0;
    for (const std::size_t megabytes : arguments.heavy) {
        const std::vector<ArtFile> model = {makeHeavyModel(number++, megabytes * kMegabyte)};
        if (Status status = writeFiles(model, arguments.output); !status) return status;
    }
    return Done{};
}

void listGrowingCounts() {
    for (const GrowingCount& count : allGrowingCounts())
        fmt::print("{}\t{}\n", count.most, count.name);
}

/// Writes the input of the growth benchmark.
Status writeGrowing(const Arguments& arguments) {
    for (const GrowingCount& count : allGrowingCounts()) {
        if (count.name == arguments.growing) return writeFiles(count.make(arguments.count), arguments.output);
    }
    return kCannotWrite.in(
        arguments.output,
        fmt::format("there is no count '{}'; --growing-counts lists them", arguments.growing));
}

/// Copies the ready configurations as seeds for the fuzz target of the configuration reader.
Status copyConfigs(const Arguments& arguments) {
    const std::filesystem::path target = std::filesystem::path(arguments.seeds) / "fuzz_config";
    std::error_code error;
    std::filesystem::create_directories(target, error);
    for (std::filesystem::directory_iterator entry(arguments.configs, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() != ".yaml") continue;
        std::filesystem::copy_file(entry->path(), target / entry->path().filename(),
                                   std::filesystem::copy_options::overwrite_existing, error);
        if (error) break;
    }
    if (error) return kCannotWrite.in(arguments.configs, error.message());
    return Done{};
}

Status run(const Arguments& arguments) {
    if (arguments.listsGrowing) listGrowingCounts();
    if (!arguments.seeds.empty()) {
        if (Status status = writeFiles(makeSeeds(), arguments.seeds); !status) return status;
        if (Status status = writeFiles(makeArchiveSeeds(), arguments.seeds); !status) return status;
        if (Status status = writeFiles(makeImageSeeds(), arguments.seeds); !status) return status;
        if (Status status = writeFiles(makeSpriteSeeds(), arguments.seeds); !status) return status;
        if (Status status = writeFiles(makeBfresSeeds(), arguments.seeds); !status) return status;
        if (Status status = writeFiles(makeSwat3Seeds(), arguments.seeds); !status) return status;
        if (Status status = writeFiles(makeRecipeSeeds(), arguments.seeds); !status) return status;
        if (Status status = writeFiles(makeUnitRecordSeeds(), arguments.seeds); !status) return status;
        if (Status status = copyConfigs(arguments); !status) return status;
    }
    if (arguments.output.empty()) return Done{};
    if (!arguments.growing.empty()) return writeGrowing(arguments);
    if (!arguments.heavy.empty()) return writeHeavy(arguments);
    return arguments.textured > 0 ? writeTextured(arguments) : writeArt(arguments);
}

int runProgram(int argc, char** argv) {
    Arguments arguments;
    CLI::App app{
        "Makes an art folder of models, clips, sprites and textures in the layout of the old games."};
    app.add_option("OUTPUT", arguments.output, "folder to write; files of the same name are replaced");
    app.add_option("--seed", arguments.seed, "other numbers, other proportions (1)");
    app.add_option("--count", arguments.count, "how many sets of models and clips (1)");
    app.add_flag("--damaged", arguments.damaged, "also a folder of files that cannot be read");
    app.add_flag("--archives", arguments.archives, "also a folder of archives with art in them");
    app.add_flag("--missing-textures", arguments.lacksTextures,
                 "without the textures that tests of missing ones do without");
    app.add_option("--textured", arguments.textured,
                   "instead, so many models of a box each, which share fifty textures of 1024 x 1024");
    app.add_option("--heavy", arguments.heavy, "instead, models of these sizes in MB, as in 1,20,700")
        ->delimiter(',')
        ->check(CLI::Range(1, 1000));
    app.add_option("--growing", arguments.growing,
                   "instead, files in which this count is --count and all others are small");
    app.add_flag("--growing-counts", arguments.listsGrowing,
                 "list what --growing takes, with the most of each");
    app.add_option("--seeds", arguments.seeds, "write small files for each fuzz target into this folder");
    app.add_option("--configs", arguments.configs, "where the seeds of fuzz_config come from (configs)");
    try {
        app.parse(argc, argv);
        if (arguments.output.empty() && arguments.seeds.empty() && !arguments.listsGrowing)
            throw CLI::RequiredError("OUTPUT or --seeds");
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    const Status status = run(arguments);
    if (!status) fmt::print(stderr, "rigkiln-corpus: {}\n", status.error().text());
    return status ? 0 : 3;
}

}  // namespace
}  // namespace rigkiln::corpus

int main(int argc, char** argv) {
    try {
        return rigkiln::corpus::runProgram(argc, argv);
    } catch (const std::exception& error) {
        std::fputs(error.what(), stderr);
        return 4;
    }
}
