#include "pipeline/farm/shard_file.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/hex_text.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/farm/farm_errors.hpp"
#include "pipeline/files/content_hash.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/recipe/recipe_json.hpp"

namespace rigkiln {
namespace {

using Json = nlohmann::ordered_json;

std::string digestText(const ContentDigest& digest) {
    return fmt::format("{:016x}{:016x}", digest.high, digest.low);
}

/// Paths need not be UTF-8, and JSON has nothing else.
Json textJson(std::string_view text) {
    if (isUtf8(text)) return Json(text);
    return {{"bytes", toHex(text)}};
}

std::string textOf(const Json& json) {
    if (json.is_string()) return json.get<std::string>();
    std::optional<std::string> bytes = fromHex(json.at("bytes").get_ref<const std::string&>());
    if (!bytes) throw std::invalid_argument("bytes are no hexadecimal digits");
    return *std::move(bytes);
}

/// Finds an entry by its id. Precondition: sorted by id.
template <class Entry>
const Entry& entryOf(std::span<const Entry* const> entries, const std::string& id) {
    const auto found = std::ranges::lower_bound(entries, id, {}, &Entry::id);
    if (found == entries.end() || (*found)->id != id)
        throw std::invalid_argument(fmt::format("{} is unknown to this program", quote(id)));
    return **found;
}

Json errorJson(const Error& error) {
    return {{"code", error.code().id},
            {"file", textJson(error.file)},
            {"place", textJson(error.place)},
            {"problem", textJson(error.problem)}};
}

Error errorOf(const Json& json, const PlanCodes& codes) {
    Error error = entryOf(codes.errors, json.at("code").get<std::string>()).error(textOf(json.at("problem")));
    error.file = textOf(json.at("file"));
    error.place = textOf(json.at("place"));
    return error;
}

/// Kept issues, and how many of each kind were only counted.
Json issuesJson(const Diagnostics& diagnostics) {
    Json json = Json::array();
    std::map<std::string_view, std::size_t> more = diagnostics.counts();
    for (const Issue& issue : diagnostics.issues()) {
        json.push_back(
            {{"id", issue.kind->id}, {"where", textJson(issue.where)}, {"details", textJson(issue.details)}});
        --more[issue.kind->id];
    }
    for (const auto& [id, count] : more) {
        if (count > 0) json.push_back({{"id", id}, {"more", count}});
    }
    return json;
}

Diagnostics issuesOf(const Json& json, const PlanCodes& codes) {
    constexpr std::size_t kMost = 100'000'000;
    Diagnostics diagnostics;
    for (const Json& issue : json) {
        const IssueKind& kind = entryOf(codes.issues, issue.at("id").get<std::string>());
        if (issue.contains("where")) {
            diagnostics.add(kind, textOf(issue.at("where")), textOf(issue.at("details")));
            continue;
        }
        const auto more = issue.at("more").get<std::size_t>();
        if (more > kMost) throw std::invalid_argument("more issues than any file has");
        for (std::size_t i = 0; i < more; ++i)
            diagnostics.add(kind, {});
    }
    return diagnostics;
}

constexpr std::string_view kModel = "model";
constexpr std::string_view kClip = "clip";
constexpr std::string_view kUnclear = "unclear";

std::string_view kindText(AssetKind kind) {
    if (kind == AssetKind::Model) return kModel;
    return kind == AssetKind::Clip ? kClip : kUnclear;
}

AssetKind kindOf(const std::string& text) {
    if (text == kModel) return AssetKind::Model;
    if (text == kClip) return AssetKind::Clip;
    if (text == kUnclear) return AssetKind::Unclear;
    throw std::invalid_argument(fmt::format("{} is no kind of asset", quote(text)));
}

Json fileJson(const FileRecipe& file, const FileFacts& facts, const ScannedFile& scanned, bool hasRecipe) {
    Json json = Json::object();
    if (!hasRecipe) json = {{"path", textJson(file.path)}, {"name", textJson(file.name)}};
    json["relative"] = textJson(facts.relative);
    json["kind"] = kindText(facts.kind);
    json["description"] = textJson(facts.description);
    json["bytes"] = facts.sizeBytes;
    if (scanned.isMember) json["held"] = scanned.heldBytes;
    if (facts.problem) json["problem"] = errorJson(*facts.problem);
    return json;
}

Json factsJson(const ShardFacts& facts, std::size_t units) {
    Json failOn = {{"warnings", facts.failOn.warnings}, {"ids", facts.failOn.ids}};
    return {{"rigkiln_shard", kShardVersion},
            {"program", facts.program},
            {"configuration", textJson(facts.configuration)},
            {"shard", facts.number},
            {"of", facts.count},
            {"units", units},
            {"fail_on", std::move(failOn)},
            {"state", textJson(facts.state.folder)},
            {"state_bytes", facts.state.maximumBytes},
            {"cache", textJson(facts.cache)},
            {"has_members", facts.hasMembers},
            {"traces", facts.traces}};
}

ShardFacts factsOf(const Json& json) {
    return {.program = json.at("program").get<std::string>(),
            .configuration = textOf(json.at("configuration")),
            .number = json.at("shard").get<std::size_t>(),
            .count = json.at("of").get<std::size_t>(),
            .failOn = {.warnings = json.at("fail_on").at("warnings").get<bool>(),
                       .ids = json.at("fail_on").at("ids").get<std::vector<std::string>>()},
            .state = {.folder = textOf(json.at("state")),
                      .maximumBytes = json.at("state_bytes").get<std::size_t>()},
            .cache = textOf(json.at("cache")),
            .hasMembers = json.at("has_members").get<bool>(),
            .traces = json.at("traces").get<bool>()};
}

/// Reads the lines of units into a plan.
class UnitReader {
public:
    UnitReader(Plan& plan, const PlanCodes& codes) : plan_(plan), codes_(codes) {}

    void read(const Json& json) {
        const Recipe recipe = recipeOf(json);
        UnitOfFiles unit{.steps = recipe.steps,
                         .reading = recipe.reading,
                         .exporting = recipe.exporting,
                         .output = recipe.output,
                         .job = json.at("job").get<std::string>()};
        if (json.contains("issues")) unit.diagnostics = issuesOf(json.at("issues"), codes_);
        auto file = json.at("files").begin();
        for (const Part& part : recipe.parts) {
            bool isFirst = true;
            const auto add = [&](const FileRecipe& read, bool isModel) {
                unit.files.push_back({.file = addFile(read, *file),
                                      .settings = read.settings,
                                      .partSteps = part.steps,
                                      .isModel = isModel,
                                      .startsPart = std::exchange(isFirst, false)});
                ++file;
            };
            if (part.model) add(*part.model, true);
            for (const FileRecipe& clip : part.clips)
                add(clip, false);
        }
        plan_.units.add(unit);
        plan_.archives = recipe.reading->archives;
        plan_.limits = recipe.reading->limits;
    }

private:
    /// Returns the recipe of the line, or that of the unit it names with the texts of the line.
    Recipe recipeOf(const Json& json) {
        const Json& files = json.at("files");
        if (json.contains("recipe")) {
            Result<Recipe> read = recipeFromJson(json.at("recipe").dump());
            if (!read) throw std::invalid_argument(read.error().text());
            if (read->files().size() != files.size()) throw std::invalid_argument("has other files");
            return shapes_.emplace_back(*std::move(read));
        }
        const auto like = json.at("like").get<std::size_t>();
        if (like >= shapes_.size()) throw std::invalid_argument("names a unit that is not before it");
        Recipe recipe = shapes_[like];
        recipe.output = textOf(json.at("output"));
        if (recipe.files().size() != files.size()) throw std::invalid_argument("has other files");
        auto file = files.begin();
        const auto fill = [&](FileRecipe& filled) {
            filled.path = textOf(file->at("path"));
            filled.name = textOf(file->at("name"));
            ++file;
        };
        for (Part& part : recipe.parts) {
            if (part.model) fill(*part.model);
            std::ranges::for_each(part.clips, fill);
        }
        return recipe;
    }

    FileTable::Index addFile(const FileRecipe& file, const Json& json) {
        FileTable& table = plan_.units.files();
        const bool isMember = json.contains("held");
        const FileTable::Index row =
            table.add({.path = file.path,
                       .relative = textOf(json.at("relative")),
                       .sizeBytes = json.at("bytes").get<std::uint64_t>(),
                       .isMember = isMember,
                       .heldBytes = isMember ? json.at("held").get<std::size_t>() : 0});
        table.setKind(row, {.kind = kindOf(json.at("kind").get<std::string>()),
                            .description = textOf(json.at("description"))});
        table.setAssetName(row, file.name);
        if (json.contains("problem")) table.setProblem(row, errorOf(json.at("problem"), codes_));
        return row;
    }

    Plan& plan_;
    const PlanCodes& codes_;
    std::vector<Recipe> shapes_;  ///< in the order of their lines
};

/// Takes the last line off the text, which says what all others are.
std::optional<std::string_view> checkedLines(std::string_view text) {
    if (!text.ends_with('\n')) return std::nullopt;
    const std::size_t last = text.substr(0, text.size() - 1).rfind('\n');
    if (last == std::string_view::npos) return std::nullopt;
    const std::string_view lines = text.substr(0, last + 1);
    const std::string end = Json{{"end", digestText(digestOf(std::as_bytes(std::span(lines))))}}.dump();
    return text.substr(last + 1, text.size() - last - 2) == end ? std::optional(lines) : std::nullopt;
}

}  // namespace

void writeShard(const Plan& plan, std::span<const std::uint32_t> units, const UnitCosts& costs,
                const ShardFacts& facts, const std::function<void(std::string_view)>& write) {
    ContentHash hash;
    const auto writeLine = [&](std::string line) {
        line += '\n';
        hash.add(std::as_bytes(std::span(line)));
        write(line);
    };
    writeLine(factsJson(facts, units.size()).dump());
    std::map<std::vector<const void*>, std::size_t> shapes;
    std::size_t recipes = 0;
    for (const std::uint32_t number : units) {
        const PlannedUnit unit = plan.units[number];
        std::vector<const void*> settings = sharedSettings(unit.recipe);
        const auto like = settings.empty() ? shapes.end() : shapes.find(settings);
        const bool hasRecipe = like == shapes.end();
        Json json = {
            {"output", textJson(unit.recipe.output)}, {"job", unit.job}, {"cost", costs.weight(number)}};
        if (!hasRecipe) json["like"] = like->second;
        Json files = Json::array();
        const std::vector<const FileRecipe*> recipe = unit.recipe.files();
        for (std::size_t i = 0; i < recipe.size(); ++i)
            files.push_back(
                fileJson(*recipe[i], unit.facts[i], plan.units.scannedFile(number, i), hasRecipe));
        json["files"] = std::move(files);
        if (!unit.diagnostics.counts().empty()) json["issues"] = issuesJson(unit.diagnostics);
        std::string line = json.dump();
        if (hasRecipe) {
            if (!settings.empty()) shapes.emplace(std::move(settings), recipes);
            ++recipes;
            line.pop_back();
            line += ",\"recipe\":" + recipeToJson(unit.recipe) + "}";
        }
        writeLine(std::move(line));
    }
    writeLine(Json{{"end", digestText(hash.digest())}}.dump());
}

Result<Shard> shardFromText(std::string_view text, const PlanCodes& codes) {
    std::size_t line = 1;
    const auto damaged = [&line](std::string problem) {
        return kFarmFileDamaged.at(fmt::format("line {}", line), std::move(problem));
    };
    try {
        const Json facts = Json::parse(text.substr(0, text.find('\n')));
        const Json version = facts.value("rigkiln_shard", Json());
        if (version != kShardVersion) {
            return damaged(fmt::format("has version {} of this form, and this program reads version {}",
                                       version.dump(), kShardVersion));
        }
        std::optional<std::string_view> lines = checkedLines(text);
        if (!lines) return damaged("the digest at the end is not that of the lines before it");
        Shard shard{.facts = factsOf(facts)};
        UnitReader reader(shard.plan, codes);
        lines->remove_prefix(lines->find('\n') + 1);
        for (; !lines->empty(); lines->remove_prefix(lines->find('\n') + 1)) {
            ++line;
            reader.read(Json::parse(lines->substr(0, lines->find('\n'))));
        }
        shard.plan.units.finish();
        shard.plan.configuration = shard.facts.configuration;
        shard.plan.state = shard.facts.state;
        shard.plan.cache = shard.facts.cache;
        shard.plan.hasMembers = shard.facts.hasMembers;
        return shard;
    } catch (const Json::exception& problem) {
        return damaged(problem.what());
    } catch (const std::invalid_argument& problem) {
        return damaged(problem.what());
    } catch (const std::length_error& problem) {
        return damaged(problem.what());
    }
}

}  // namespace rigkiln
