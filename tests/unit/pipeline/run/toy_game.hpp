#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "pipeline/files/memory_disk.hpp"

namespace rigkiln::test {

/// Configuration with two exports of every asset. All outputs of the first share files; those of the second
/// have side files, and notes that are written only where there are none.
inline constexpr std::string_view kToyConfiguration =
    "rigkiln: 1\n"
    "state: state\n"
    "textures: [art, packed/more.meg]\n"
    "jobs:\n"
    "  files: { uses: scan, root: in, include: ['**'], exclude: ['hidden/**'] }\n"
    "  rigs: { uses: bind, models: files, clips: files }\n"
    "  texts: { uses: export, from: rigs, to: text, path: 'out/{folder}/{name}.txt', shared: true, "
    "preface: preface.txt }\n"
    "  more: { uses: export, from: rigs, to: text, path: 'more/{folder}/{name}.txt', side: true, "
    "note: true }\n";
/// Number of units that a run of this configuration has.
inline constexpr std::size_t kToyUnits = 30;

/// Clips of which a model can do without.
inline constexpr std::array<std::string_view, 3> kToyClips = {
    "/w/in/a/hero_run.sclip", "/w/in/a/hero_walk.sclip", "/w/in/a/bat_wing_flap.sclip"};

/// Puts models, clips, images and archives in the formats of toyRegistries below /w, and the links.
void putToyGame(MemoryDisk& disk);
/// Puts its links alone: MemoryDisk::files does not have them.
void putToyLinks(MemoryDisk& disk);

/// Whether a source is found by this link, or by a link in this folder.
[[nodiscard]] bool isBehindToyLink(const std::string& source, const std::string& link);

}  // namespace rigkiln::test
