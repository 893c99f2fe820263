#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/cache/cache_care.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/state/run_state.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/duration_option.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {
namespace {

struct CacheArguments {
    std::string action;
    std::string folder;
    std::string maximumSize;
    std::string maximumAge;
    bool removes = false;
};

constexpr OptionSpec kSizeOption{
    .name = "max_size", .type = OptionType::ByteCount, .minimum = 0, .maximum = 1e18};

std::string sizeText(std::uint64_t bytes) {
    return byteCountText(static_cast<std::size_t>(bytes));
}

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string timeText(std::int64_t seconds) {
    return fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

std::string textOf(const CacheStatistics& statistics) {
    std::string text = fmt::format("{} in {}, {}", counted(statistics.units, "output"),
                                   counted(statistics.files, "file"), sizeText(statistics.bytes));
    if (statistics.units > 0) {
        text += fmt::format("; last used between {} and {} UTC", timeText(statistics.oldestUse),
                            timeText(statistics.newestUse));
    }
    return text + "\n";
}

int tellStatistics(const std::string& folder) {
    const Result<CacheStatistics> statistics = statisticsOf(folder);
    if (!statistics) return failCommand(statistics.error());
    print(textOf(*statistics));
    return kDone;
}

int verify(const std::string& folder, bool removes) {
    const Result<CacheVerification> result = verifyCache(folder, removes);
    if (!result) return failCommand(result.error());
    for (const Error& error : result->damaged)
        print(fmt::format("{} [{}]\n", error.text(), error.code().id));
    std::string text =
        fmt::format("{} in {}, {}: {}", counted(result->units, "output"), counted(result->files, "file"),
                    sizeText(result->bytes),
                    result->damaged.empty() ? "all files are as they were written"
                                            : counted(result->damaged.size(), "file") + " damaged");
    if (result->removed > 0) text += fmt::format(", {} removed", result->removed);
    if (result->incomplete > 0)
        text += fmt::format("; {} without all of its files: not used", counted(result->incomplete, "output"));
    print(text + "\n");
    return result->damaged.empty() ? kDone : kSomeFailed;
}

Result<CacheLimits> limitsOf(const CacheArguments& options) {
    CacheLimits limits;
    if (options.maximumSize.empty() && options.maximumAge.empty()) {
        return usageError("gc", "needs --max-size or --max-age, or both, as in --max-size 10GiB");
    }
    if (!options.maximumSize.empty()) {
        const Result<OptionValue> bytes = parseOption(kSizeOption, std::span(&options.maximumSize, 1));
        if (!bytes) return usageError("--max-size", bytes.error().problem);
        limits.maximumBytes = static_cast<std::uint64_t>(std::get<std::int64_t>(*bytes));
    }
    if (!options.maximumAge.empty()) {
        const Result<std::chrono::seconds> age = durationOf("--max-age", options.maximumAge);
        if (!age) return age.error();
        limits.maximumSeconds = age->count();
    }
    return limits;
}

int collect(const std::string& folder, const CacheArguments& options) {
    const Result<CacheLimits> limits = limitsOf(options);
    if (!limits) return failCommand(limits.error());
    const Result<CacheCollection> result = collectCache(folder, *limits, momentNow().seconds);
    if (!result) return failCommand(result.error());
    print(fmt::format("removed {} and {}, {}\nleft: {}", counted(result->unitsRemoved, "output"),
                      counted(result->filesRemoved, "file"), sizeText(result->bytesRemoved),
                      textOf(result->left)));
    return result->problem ? failCommand(*result->problem) : kDone;
}

int cacheCommand(const CacheArguments& options) {
    const std::string folder = std::filesystem::absolute(options.folder).lexically_normal().string();
    const bool limits = !options.maximumSize.empty() || !options.maximumAge.empty();
    if (limits && options.action != "gc")
        return failCommand(usageError("--max-size, --max-age", "are for gc alone"));
    if (options.removes && options.action != "verify")
        return failCommand(usageError("--remove", "is for verify alone"));
    if (options.action == "stats") return tellStatistics(folder);
    return options.action == "verify" ? verify(folder, options.removes) : collect(folder, options);
}

}  // namespace

Command addCache(CLI::App& program) {
    const auto options = std::make_shared<CacheArguments>();
    CLI::App* app = program.add_subcommand(
        "cache", "Look after a folder that `cache` names: what is in it, whether it is sound, making room");
    app->footer(
        "\nAll of this is possible while runs use the folder: at worst, one of them converts what it would "
        "have found.\n"
        "gc removes outputs that were not used for longest first, then files that no output has any more.");
    app->add_option("ACTION", options->action, "stats, verify or gc")
        ->type_name("ACTION")
        ->check(CLI::IsMember({"stats", "verify", "gc"}))
        ->required();
    app->add_option("FOLDER", options->folder, "The folder of the cache")->type_name("FOLDER")->required();
    app->add_option("--max-size", options->maximumSize, "gc: how large the cache may stay, as in 10GiB")
        ->type_name("SIZE");
    app->add_option("--max-age", options->maximumAge,
                    "gc: remove what was not used for this long, as in 12h or 30d")
        ->type_name("AGE");
    app->add_flag("--remove", options->removes, "verify: remove what is damaged");
    return {app, [options] { return cacheCommand(*options); }};
}

}  // namespace rigkiln::cli
