#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "exporters/registry.hpp"
#include "formats/registry.hpp"
#include "pipeline/recipe/recipe.hpp"
#include "pipeline/report/texts.hpp"
#include "pipeline/settings/settings.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/text_table.hpp"

namespace rigkiln::cli {
namespace {

std::string featureText(Feature features) {
    static constexpr std::array<std::pair<Feature, std::string_view>, 9> kNames = {
        {{Feature::Skeleton, "skeleton"},
         {Feature::Mesh, "meshes"},
         {Feature::Skin, "skins"},
         {Feature::Material, "materials"},
         {Feature::Texture, "textures"},
         {Feature::Clip, "clips"},
         {Feature::Visibility, "visibility"},
         {Feature::Light, "lights"},
         {Feature::Attachment, "attachments"}}};
    std::string text;
    for (const auto& [feature, name] : kNames) {
        if (has(features, feature)) text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
    }
    return text;
}

std::string joined(std::span<const std::string_view> texts, std::string_view between) {
    return fmt::format("{}", fmt::join(texts, between));
}

/// A table for each way to use formats.
int showFormats() {
    TextTable models({"reads", "format", "extensions", "versions", "what of it"});
    for (const FormatModule* format : allFormats()) {
        models.add({std::string(format->id), std::string(format->title), joined(format->extensions, " "),
                    joined(format->versions, ", "), featureText(format->reads)});
    }
    TextTable images({"reads as textures", "format", "extensions"});
    for (const ImageModule* image : allImageFormats().readers)
        images.add({std::string(image->id), std::string(image->title), joined(image->extensions, " ")});
    TextTable containers({"opens", "format", "as"});
    for (const ContainerModule* container : allContainers()) {
        containers.add({std::string(container->id), std::string(container->title),
                        container->kind == ContainerKind::Archive ? "folder" : "the file inside"});
    }
    TextTable written({"writes", "format", "extensions", "what of it"});
    for (const ExporterModule* exporter : allExporters()) {
        written.add({std::string(exporter->id), std::string(exporter->title),
                     joined(exporter->extensions, " "), featureText(exporter->carries)});
    }
    for (const FormatModule* format : allFormats()) {
        if (format->reencode == nullptr) continue;
        written.add({std::string(format->id), std::string(format->title), joined(format->extensions, " "),
                     "all, from its own kind, byte for byte"});
    }
    print(models.text("") + '\n' + images.text("") + '\n' + containers.text("") + '\n' + written.text(""));
    return kDone;
}

/// A row for each preset of an exporter, with the options that it sets.
int showPresets() {
    std::string text;
    for (const ExporterModule* exporter : allExporters()) {
        if (exporter->presets.empty()) continue;
        TextTable presets({fmt::format("presets of {}", exporter->id), "for", "options"});
        for (const OptionPreset& preset : exporter->presets) {
            std::vector<std::string> values;
            for (const PresetValue& value : preset.values)
                values.push_back(fmt::format("{}: {}", value.option, value.text));
            presets.add({std::string(preset.id), std::string(preset.help),
                         values.empty() ? "the defaults" : fmt::format("{}", fmt::join(values, ", "))});
        }
        text += presets.text("");
    }
    print(text);
    return kDone;
}

struct FormatsArguments {
    bool issues = false;
    bool presets = false;
    bool json = false;
};

int showIssues(bool asJson) {
    print(asJson ? catalogueJson() : catalogueText());
    return kDone;
}

struct SchemaArguments {
    std::string of = "configuration";
};

int showSchema(const SchemaArguments& options) {
    if (options.of == "report") {
        print(texts::reportSchema());
    } else if (options.of == "progress") {
        print(texts::progressSchema());
    } else if (options.of == "events") {
        print(texts::eventsSchema());
    } else {
        print(settingsSchema(registries()) + "\n");
    }
    return kDone;
}

int showVersion() {
    print(versionText() + "\n");
    return kDone;
}

}  // namespace

std::string_view version() {
    return RIGKILN_VERSION;
}

std::string versionText() {
    const Registries all = registries();
    const auto listOf = [](const auto& modules) {
        std::string text;
        for (const auto* module : modules)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", module->id, module->revision);
        return text;
    };
    std::string others;
    for (const CodeRevision& code : codeRevisions(all))
        others += fmt::format("{}{} {}", others.empty() ? "" : ", ", code.id, code.revision);
    return fmt::format(
        "rigkiln {}\n"
        "revisions, which differ where the same input gives other output:\n"
        "  reads   {}\n"
        "  writes  {}\n"
        "  others  {}",
        version(), listOf(all.formats), listOf(all.exporters), others);
}

Command addFormats(CLI::App& program) {
    const auto options = std::make_shared<FormatsArguments>();
    CLI::App* app = program.add_subcommand("formats", "List the formats and what each can carry");
    CLI::Option* issues = app->add_flag("--issues", options->issues,
                                        "Instead, list the codes of all errors and the kinds of all issues");
    app->add_flag("--json", options->json, "Print --issues as JSON")->needs(issues);
    app->add_flag("--presets", options->presets, "Instead, list the presets of exporters and what they set")
        ->excludes(issues);
    return {app, [options] {
                if (options->issues) return showIssues(options->json);
                return options->presets ? showPresets() : showFormats();
            }};
}

Command addSchema(CLI::App& program) {
    const auto options = std::make_shared<SchemaArguments>();
    CLI::App* app = program.add_subcommand("schema", "Print the JSON Schema of configurations, for editors");
    app->add_option("OF", options->of,
                    "Or that of reports (--report), of lines of --progress json, or of files of events "
                    "(events_file); default: configuration")
        ->check(CLI::IsMember({"configuration", "report", "progress", "events"}));
    return {app, [options] { return showSchema(*options); }};
}

Command addVersion(CLI::App& program) {
    return {program.add_subcommand("version", "Print the version"), showVersion};
}

}  // namespace rigkiln::cli
