#include <array>
#include <cstddef>
#include <string_view>

#include "pipeline/settings/read_name_table.hpp"
#include "pipeline/settings/settings.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/yaml_blocks.hpp"

namespace rigkiln {
namespace {

constexpr std::array<std::string_view, 2> kChoices = {"keep", "drop"};
constexpr std::array<OptionSpec, 5> kOptions = {{
    {.name = "hidden", .type = OptionType::Choice, .defaultText = "keep", .choices = kChoices},
    {.name = "slots", .type = OptionType::Integer, .defaultText = "4", .minimum = 1, .maximum = 8},
    {.name = "step", .type = OptionType::Length, .defaultText = "0.1mm"},
    {.name = "extras", .type = OptionType::Flag, .defaultText = "true"},
    {.name = "largest", .type = OptionType::ByteCount},
}};
constexpr std::array<std::string_view, 1> kSourceExtensions = {".toy"};
constexpr FormatModule kToyFormat{.id = "toy", .extensions = kSourceExtensions, .options = kOptions};
constexpr std::array<std::string_view, 2> kTargetExtensions = {".glb", ".gltf"};
constexpr ExporterModule kToyExporter{.id = "gltf", .extensions = kTargetExtensions, .options = kOptions};

constexpr std::array<const FormatModule*, 1> kToyFormats = {&kToyFormat};
constexpr std::array<const ExporterModule*, 1> kToyExporters = {&kToyExporter};

/// Aborts when a law of Settings or LoadedSettings is broken.
void checkLaws(const LoadedSettings& loaded) {
    require(loaded.settings.has_value() == loaded.problems.empty());
    if (!loaded.settings) return;
    for (std::size_t i = 0; i < loaded.settings->jobs.size(); ++i) {
        const Job& job = loaded.settings->jobs[i];
        require(job.kind != nullptr);
        for (const auto& [name, jobs] : job.inputs) {
            for (const std::size_t input : jobs) {
                require(input < i);
            }
        }
    }
}

}  // namespace
}  // namespace rigkiln

FUZZ_TARGET(fuzz_config, bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const rigkiln::Registries registries{rigkiln::kToyFormats, rigkiln::kToyExporters};
    rigkiln::SettingsRequest request{"/game/fuzz.yaml", text, {}};
    if (text.find("input") != std::string_view::npos) request.definitions.emplace_back("input", "/art");
    const rigkiln::LoadedSettings loaded = rigkiln::loadSettings(request, registries);
    rigkiln::checkLaws(loaded);
    (void)rigkiln::toText(loaded.problems, request.file);
    // A table of names is YAML of any origin, too.
    const rigkiln::Result<rigkiln::NameTable> table = rigkiln::readNameTable(text);
    rigkiln::require(table || !table.error().problem.empty());
    if (table) (void)table->find(text);
}

FUZZ_MUTATOR(rigkiln::mutateYamlBlocks);
