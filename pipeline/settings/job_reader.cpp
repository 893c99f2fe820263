#include "pipeline/settings/job_reader.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/glob.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/settings/setting_paths.hpp"

namespace rigkiln {
namespace {

template <class Module>
std::vector<std::string_view> idsOf(std::span<const Module* const> modules) {
    std::vector<std::string_view> ids;
    for (const Module* module : modules) {
        ids.push_back(module->id);
    }
    return ids;
}

template <class Module>
const Module* findById(std::span<const Module* const> modules, std::string_view id) {
    const auto found = std::ranges::find(modules, id, [](const Module* module) { return module->id; });
    return found == modules.end() ? nullptr : *found;
}

std::string hintOrAll(std::string_view word, const std::vector<std::string_view>& known) {
    const std::string hint = suggestion(word, known);
    return hint.empty() ? fmt::format("expected {}", fmt::join(known, ", ")) : hint;
}

bool isList(OptionType type) {
    return type == OptionType::TextList || type == OptionType::ChoiceList;
}

/// Reads one map of the configuration as a job.
class JobReader {
public:
    JobReader(const YamlEntry& entry, ReadContext& context) : node_(entry.value), context_(context) {
        draft_.job.name = entry.key;
        draft_.job.position = entry.keyPosition;
    }

    JobDraft read() {
        if (!isName(draft_.job.name)) {
            report(draft_.job.position, fmt::format("job {}, expected a name of 1 to 64 of A-Z a-z 0-9 _ -",
                                                    quote(draft_.job.name)));
        }
        if (node_.kind != YamlNode::Kind::Map) {
            report(node_.position, fmt::format("job {} is {}, expected a map with 'uses'",
                                               quote(draft_.job.name), toString(node_.kind)));
            return std::move(draft_);
        }
        draft_.job.kind = readKind();
        if (draft_.job.kind == nullptr) return std::move(draft_);
        collectSpecs();
        draft_.job.options = OptionValues(specs_);
        for (const YamlEntry& entry : node_.children) {
            readEntry(entry);
        }
        if (const ExporterModule* exporter = draft_.job.exporter) {
            applyPreset(
                draft_.job.options, exporter->options, exporter->presets,
                [&](std::string_view option) { return std::ranges::find(given_, option) != given_.end(); });
        }
        reportMissing();
        checkTogether();
        warnOfIdle(node_, specs_, draft_.job.options, context_);
        checkPaths();
        return std::move(draft_);
    }

private:
    void report(SourcePosition position, std::string problem) {
        context_.problems.add(position, std::move(problem));
    }

    const JobKind* readKind() {
        std::vector<std::string_view> ids;
        for (const JobKind& kind : allJobKinds()) {
            ids.push_back(kind.id);
        }
        const YamlNode* uses = node_.find("uses");
        if (uses == nullptr) {
            report(draft_.job.position, fmt::format("job {} has no 'uses', expected one of {}",
                                                    quote(draft_.job.name), fmt::join(ids, ", ")));
            return nullptr;
        }
        const auto id = readText(*uses, "uses", context_);
        if (!id) return nullptr;
        const JobKind* kind = findJobKind(id->text);
        if (kind == nullptr) {
            report(id->position,
                   fmt::format("unknown kind of job {}; {}", quote(id->text), hintOrAll(id->text, ids)));
        }
        return kind;
    }

    /// Collects the options that the job may have. With an unknown exporter, which is reported once, the
    /// options of all exporters are accepted and none is required.
    void collectSpecs() {
        const JobKind& kind = *draft_.job.kind;
        specs_.assign(kind.options.begin(), kind.options.end());
        if (!kind.takesExporterOptions) return;
        draft_.job.exporter = readExporter();
        for (const ExporterModule* exporter : context_.registries.exporters) {
            if (draft_.job.exporter != nullptr && draft_.job.exporter != exporter) continue;
            for (OptionSpec spec : exporter->options) {
                spec.required = spec.required && draft_.job.exporter != nullptr;
                specs_.push_back(spec);
            }
        }
    }

    const ExporterModule* readExporter() {
        const std::span<const ExporterModule* const> exporters = context_.registries.exporters;
        const YamlNode* node = node_.find("to");
        if (node == nullptr) {
            const OptionSpec* spec = findOption(specs_, "to");
            return spec == nullptr ? nullptr : findById(exporters, spec->defaultText);
        }
        const auto id = readText(*node, "to", context_);
        if (!id) return nullptr;
        const ExporterModule* exporter = findById(exporters, id->text);
        if (exporter == nullptr) {
            report(id->position, fmt::format("unknown exporter {}; {}", quote(id->text),
                                             hintOrAll(id->text, idsOf(exporters))));
        }
        return exporter;
    }

    void readEntry(const YamlEntry& entry) {
        const JobKind& kind = *draft_.job.kind;
        if (entry.key == "uses") return;
        if (const auto input = std::ranges::find(kind.inputs, entry.key, &InputSpec::name);
            input != kind.inputs.end()) {
            readInput(*input, entry.value);
        } else if (const OptionSpec* spec = findOption(specs_, entry.key)) {
            given_.push_back(spec->name);
            readOption(*spec, entry.value, draft_.job.options);
        } else if (const FormatModule* format = findById(context_.registries.formats, entry.key);
                   format != nullptr && kind.takesFormatOptions) {
            readFormatOptions(*format, entry.value);
        } else {
            reportUnknownKey(entry, "option", kind.id, knownKeys(), context_);
        }
    }

    std::vector<std::string_view> knownKeys() const {
        std::vector<std::string_view> known = {"uses"};
        for (const InputSpec& input : draft_.job.kind->inputs) {
            known.push_back(input.name);
        }
        for (const OptionSpec& spec : specs_) {
            known.push_back(spec.name);
        }
        if (draft_.job.kind->takesFormatOptions) {
            const auto formats = idsOf(context_.registries.formats);
            known.insert(known.end(), formats.begin(), formats.end());
        }
        return known;
    }

    void readInput(const InputSpec& spec, const YamlNode& node) {
        given_.push_back(spec.name);
        auto jobs = readTexts(node, spec.name, context_);
        if (!jobs || jobs->empty()) draft_.hasInputs = false;
        if (!jobs) return;
        if (jobs->empty()) {
            report(node.position, fmt::format("{} is an empty list, expected the name of a job", spec.name));
        } else if (jobs->size() > 1 && !spec.many) {
            report(node.position, fmt::format("{} names {} jobs, expected one", spec.name, jobs->size()));
        }
        draft_.inputs.push_back({&spec, std::move(*jobs)});
    }

    void readOption(const OptionSpec& spec, const YamlNode& node, OptionValues& values) {
        std::optional<OptionValue> value = rigkiln::readOption(spec, node, context_);
        if (!value) return;
        values.set(spec.name, std::move(*value));
        if (&values == &draft_.job.options) accepted_.push_back(spec.name);
    }

    void readFormatOptions(const FormatModule& format, const YamlNode& node) {
        if (node.kind != YamlNode::Kind::Map) {
            report(node.position,
                   fmt::format("{} is {}, expected a map of its options", format.id, toString(node.kind)));
            return;
        }
        OptionValues values(format.options);
        std::vector<std::string_view> known;
        for (const OptionSpec& spec : format.options) {
            known.push_back(spec.name);
        }
        for (const YamlEntry& entry : node.children) {
            if (const OptionSpec* spec = findOption(format.options, entry.key)) {
                readOption(*spec, entry.value, values);
            } else {
                reportUnknownKey(entry, "option", format.id, known, context_);
            }
        }
        warnOfIdle(node, format.options, values, context_);
        draft_.job.formatOptions.insert_or_assign(std::string(format.id), std::move(values));
    }

    void reportMissing() {
        const auto isMissing = [&](std::string_view name) {
            return std::ranges::find(given_, name) == given_.end();
        };
        const auto needs = [&](std::string_view name, std::string_view help) {
            report(draft_.job.position, fmt::format("{} needs '{}': {}", draft_.job.kind->id, name, help));
        };
        for (const InputSpec& input : draft_.job.kind->inputs) {
            if (!input.required || !isMissing(input.name)) continue;
            needs(input.name, input.help);
            draft_.hasInputs = false;
        }
        for (const OptionSpec& spec : specs_) {
            if (spec.required && isMissing(spec.name)) needs(spec.name, spec.help);
        }
        if (!draft_.job.kind->takesFormatOptions) return;
        for (const FormatModule* format : context_.registries.formats) {
            draft_.job.formatOptions.try_emplace(std::string(format->id), OptionValues(format->options));
        }
    }

    void checkTogether() {
        const bool areRight = std::ranges::all_of(given_, [&](std::string_view name) {
            return findOption(specs_, name) == nullptr ||
                   std::ranges::find(accepted_, name) != accepted_.end();
        });
        if (draft_.job.kind->conflict == nullptr || !areRight) return;
        const std::optional<OptionConflict> conflict = draft_.job.kind->conflict(draft_.job.options);
        if (conflict) report(node_.find(conflict->option)->position, conflict->problem);
    }

    void checkPaths() {
        if (draft_.job.kind->task == JobTask::Scan) {
            checkPath("root", [](std::string_view path) { return problemOfPath("root", path); });
            checkPatterns("include");
            checkPatterns("exclude");
        }
        const ExporterModule* exporter = draft_.job.exporter;
        if (exporter == nullptr) return;
        checkPath("path", [&](std::string_view path) {
            return problemOfOutputPath(path, *exporter, draft_.job.options);
        });
        for (const OptionSpec& spec : exporter->options) {
            if (spec.type == OptionType::File) checkFile(spec.name);
        }
    }

    void checkPatterns(std::string_view option) {
        if (std::ranges::find(accepted_, option) == accepted_.end()) return;
        const std::vector<std::string>& patterns = draft_.job.options.list(option);
        const YamlNode& node = *node_.find(option);
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            const Result<Glob> glob = Glob::compile(patterns[i], false);
            if (glob) continue;
            const bool isList = node.kind == YamlNode::Kind::List;
            report(isList ? node.children[i].value.position : node.position, glob.error().problem);
        }
    }

    void checkFile(std::string_view option) {
        if (std::ranges::find(accepted_, option) == accepted_.end()) return;
        const std::string path = draft_.job.options.text(option);
        if (auto problem = problemOfPath(option, path))
            return report(node_.find(option)->position, std::move(*problem));
        draft_.job.options.set(option, absolutePath(context_.folder, path));
    }

    template <class Check>
    void checkPath(std::string_view option, const Check& check) {
        if (std::ranges::find(accepted_, option) == accepted_.end()) return;
        draft_.pathPosition = node_.find(option)->position;
        const std::string path = draft_.job.options.text(option);
        if (auto problem = check(path)) return report(draft_.pathPosition, std::move(*problem));
        draft_.job.options.set(option, absolutePath(context_.folder, path));
        draft_.hasPath = true;
    }

    const YamlNode& node_;
    ReadContext& context_;
    JobDraft draft_;
    std::vector<OptionSpec> specs_;
    std::vector<std::string_view> given_;     ///< inputs and options that are present, valid or not
    std::vector<std::string_view> accepted_;  ///< valid options of the kind and the exporter
};

}  // namespace

std::optional<PlacedText> readText(const YamlNode& node, std::string_view what, ReadContext& context) {
    if (node.kind != YamlNode::Kind::Scalar) {
        const bool isHidden = node.kind == YamlNode::Kind::Null && !node.text.empty();
        context.problems.add(
            node.position,
            isHidden ? fmt::format("{} is nothing, because {} begins a comment; write \"{}\" in quotes", what,
                                   node.text, node.text)
                     : fmt::format("{} is {}, expected one value", what, toString(node.kind)));
        return std::nullopt;
    }
    const std::size_t before = context.problems.count();
    std::string text = context.variables.expand(node.text, node.position, context.problems);
    if (context.problems.count() != before) return std::nullopt;
    return PlacedText{std::move(text), node.position};
}

std::optional<std::vector<PlacedText>> readTexts(const YamlNode& node, std::string_view what,
                                                 ReadContext& context) {
    std::vector<PlacedText> texts;
    if (node.kind != YamlNode::Kind::List) {
        auto text = readText(node, what, context);
        if (!text) return std::nullopt;
        texts.push_back(std::move(*text));
        return texts;
    }
    for (const YamlEntry& element : node.children) {
        auto text = readText(element.value, fmt::format("an element of {}", what), context);
        if (text) texts.push_back(std::move(*text));
    }
    if (texts.size() != node.children.size()) return std::nullopt;
    return texts;
}

std::optional<OptionValue> readOption(const OptionSpec& spec, const YamlNode& node, ReadContext& context) {
    std::vector<std::string> texts;
    if (isList(spec.type)) {
        const auto placed = readTexts(node, spec.name, context);
        if (!placed) return std::nullopt;
        for (const PlacedText& text : *placed) {
            texts.push_back(text.text);
        }
    } else {
        const auto placed = readText(node, spec.name, context);
        if (!placed) return std::nullopt;
        texts.push_back(placed->text);
    }
    if (context.problems.isFull()) return std::nullopt;  // suggestions would not be shown
    Result<OptionValue> value = parseOption(spec, texts);
    if (value) return std::move(*value);
    context.problems.add(node.position, value.error().problem);
    return std::nullopt;
}

void reportUnknownKey(const YamlEntry& entry, std::string_view subject, std::string_view owner,
                      const std::vector<std::string_view>& known, ReadContext& context) {
    if (context.problems.isFull()) return context.problems.add(entry.keyPosition, {});
    context.problems.add(entry.keyPosition,
                         fmt::format("unknown {} {} of {}; {}", subject, quote(entry.key), owner,
                                     known.empty() ? "it has none" : hintOrAll(entry.key, known)));
}

void warnOfIdle(const YamlNode& map, std::span<const OptionSpec> table, const OptionValues& values,
                ReadContext& context) {
    for (const YamlEntry& entry : map.children) {
        const OptionSpec* spec = findOption(table, entry.key);
        if (spec == nullptr || hasEffect(*spec, values, table)) continue;
        context.warnings.add(entry.keyPosition,
                             fmt::format("{} does nothing here: it needs {}", spec->name,
                                         needText(*spec, table, spec->needs.option, ": ")));
    }
}

JobDraft readJob(const YamlEntry& entry, ReadContext& context) {
    return JobReader(entry, context).read();
}

}  // namespace rigkiln
