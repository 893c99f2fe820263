#pragma once

#include <array>

#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Formats and exporters with tables but without functions, because settings never call them.
inline constexpr std::array<std::string_view, 3> kToyChoices = {"keep", "model", "drop"};
inline constexpr std::array<OptionSpec, 2> kToyFormatOptions = {{
    {.name = "hidden_parts",
     .type = OptionType::Choice,
     .help = "What becomes of hidden parts.",
     .defaultText = "keep",
     .choices = kToyChoices},
    {.name = "slots",
     .type = OptionType::Integer,
     .help = "Slots | per joint.",
     .defaultText = "4",
     .minimum = 1,
     .maximum = 8},
}};
inline constexpr std::array<std::string_view, 1> kToyExtensions = {".toy"};
inline constexpr FormatModule kToyFormat{
    .id = "toy", .title = "Toy models", .extensions = kToyExtensions, .options = kToyFormatOptions};

inline constexpr std::array<std::string_view, 1> kPlainExtensions = {".plain"};
inline constexpr FormatModule kPlainFormat{
    .id = "plain", .title = "Plain clips", .extensions = kPlainExtensions};

inline constexpr std::array<OptionSpec, 4> kGltfOptions = {{
    {.name = "binary", .type = OptionType::Flag, .help = "Only binary files.", .defaultText = "false"},
    {.name = "step", .type = OptionType::Length, .help = "Grid of vertices.", .defaultText = "0.1mm"},
    {.name = "extras",
     .type = OptionType::Flag,
     .help = "Whether extras are written.",
     .defaultText = "true"},
    {.name = "largest", .type = OptionType::ByteCount, .help = "Size of the largest file."},
}};
inline constexpr std::array<std::string_view, 2> kGltfExtensions = {".glb", ".gltf"};
inline std::string_view gltfExtension(const OptionValues& options) {
    return options.flag("binary") ? ".glb" : "";
}
inline constexpr ExporterModule kGltfTarget{.id = "gltf",
                                            .title = "A glTF stand-in",
                                            .extensions = kGltfExtensions,
                                            .options = kGltfOptions,
                                            .extension = gltfExtension};

inline constexpr std::array<OptionSpec, 1> kFakeOptions = {{
    {.name = "level", .type = OptionType::Integer, .help = "How fake it is.", .required = true},
}};
inline constexpr std::array<std::string_view, 1> kFakeExtensions = {".fake"};
inline constexpr ExporterModule kFakeTarget{
    .id = "fake", .title = "A fake", .extensions = kFakeExtensions, .options = kFakeOptions};

inline constexpr std::array<const FormatModule*, 2> kToyFormats = {&kToyFormat, &kPlainFormat};
inline constexpr std::array<const ExporterModule*, 2> kToyExporters = {&kGltfTarget, &kFakeTarget};

inline Registries toyRegistries() {
    return {kToyFormats, kToyExporters};
}

/// Problems of loading a configuration named c.yaml in /game/config; "" when there are none.
inline std::string problemsOf(std::string_view text,
                              std::vector<std::pair<std::string, std::string>> definitions = {}) {
    const SettingsRequest request{"/game/config/c.yaml", text, std::move(definitions)};
    return toText(loadSettings(request, toyRegistries()).problems, "c.yaml");
}

/// Settings of a valid configuration; empty settings when it has problems.
inline Settings settingsOf(std::string_view text,
                           std::vector<std::pair<std::string, std::string>> definitions = {}) {
    const SettingsRequest request{"/game/config/c.yaml", text, std::move(definitions)};
    LoadedSettings loaded = loadSettings(request, toyRegistries());
    return loaded.settings ? std::move(*loaded.settings) : Settings{};
}

}  // namespace rigkiln
