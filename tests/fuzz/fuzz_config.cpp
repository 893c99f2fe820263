#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "pipeline/settings/settings.hpp"

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
constexpr FormatModule kFormat{.id = "toy", .extensions = kSourceExtensions, .options = kOptions};
constexpr std::array<std::string_view, 2> kTargetExtensions = {".glb", ".gltf"};
constexpr ExporterModule kExporter{.id = "gltf", .extensions = kTargetExtensions, .options = kOptions};

constexpr std::array<const FormatModule*, 1> kFormats = {&kFormat};
constexpr std::array<const ExporterModule*, 1> kExporters = {&kExporter};

void expect(bool law) {
    if (!law) std::abort();
}

/// Aborts when a law of Settings or LoadedSettings is broken.
void checkLaws(const LoadedSettings& loaded) {
    expect(loaded.settings.has_value() == loaded.problems.empty());
    if (!loaded.settings) return;
    for (std::size_t i = 0; i < loaded.settings->jobs.size(); ++i) {
        const Job& job = loaded.settings->jobs[i];
        expect(job.kind != nullptr);
        for (const auto& [name, jobs] : job.inputs) {
            for (const std::size_t input : jobs) {
                expect(input < i);
            }
        }
    }
}

}  // namespace
}  // namespace rigkiln

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const rigkiln::Registries registries{rigkiln::kFormats, rigkiln::kExporters};
    rigkiln::SettingsRequest request{"/game/fuzz.yaml", text, {}};
    if (text.find("input") != std::string_view::npos) request.definitions.emplace_back("input", "/art");
    const rigkiln::LoadedSettings loaded = rigkiln::loadSettings(request, registries);
    rigkiln::checkLaws(loaded);
    (void)rigkiln::toText(loaded.problems, request.file);
    return 0;
}
