#include "pipeline/report/error_advice.hpp"

#include <algorithm>
#include <array>

namespace rigkiln {
namespace {

constexpr std::string_view kSoundCopy =
    "take a sound copy of the file from the game or the mod; if other programs open this one, tell us of it";
constexpr std::string_view kBug =
    "tell us of it, with the command and the file; other outputs are not affected";
constexpr std::string_view kRights =
    "give the user of the run the right to it, or leave it out by `exclude`; then run again";

constexpr std::array<ErrorAdvice, 80> kErrorAdvice = {{
    {"archive.damaged", kSoundCopy, "art/cut.zip: directory: Not a zip archive"},
    {"archive.member-refused", "unpack this member with the program that made the archive"},
    {"archive.no-such-member", "compare the path with `rigkiln inspect ARCHIVE`, which lists the members"},
    {"archive.none", "take the part of the path behind the file away"},
    {"archive.too-deep", "unpack the outer archives first"},
    {"archive.too-large", "raise the limits under `archives`, if you trust the file"},
    {"cache.damaged",
     "do nothing: what is damaged is made and written again; look at the disk if it returns"},
    {"cache.none", "name the folder that `cache` names in the configuration"},
    {"clip.not-bound", "give the clip to the model that it was made for; `rigkiln inspect` lists the joints"},
    {"companion.bad-path", "put the file beside the one that names it, and mend the name"},
    {"companion.missing", "put the file where the message says it was looked for",
     "alone.gltf: buffers[0].uri: gone.bin: cannot be read: No such file or directory"},
    {"companion.unusable", "take a sound copy of the file that the message names"},
    {"config.bad-output-path",
     "write the path with the placeholders that the message lists, as `{folder}/{name}.glb`"},
    {"config.bad-pattern", "write the pattern as the message says: `*` within a name, `**` across folders"},
    {"diff.no-common-joints", "compare files of one skeleton, or leave the poses out by `--only`"},
    {"disk.failing", "look at the disk (the kernel's log, smartctl); outputs that are there are whole"},
    {"disk.full", "make room, or write to another disk, and run again: what is there stays"},
    {"disk.read-only", "mount the disk for writing, or write to another one"},
    {"export.breaks-rule", "mend what the message names in the source, or set `force: true`",
     "TROOPER.glb: model: 9 bones, 52 (or 37) are expected for a character, 2 for a weapon (bone-count)"},
    {"export.invalid-gltf", kBug},
    {"export.missing-data", "add what the message names to the source, or name a `template`"},
    {"export.not-representable", "take what the message names out of the source",
     "TROOPER.glb: clip 'TROOPER_ATTACK_00', frame 0: is shown again at 0.267 s; the format shows each frame "
     "once"},
    {"export.nothing-to-write", "export such sources to another format, or leave them out by `exclude`",
     "TROOPER.glb: has no sprite animation to make a CTSA from"},
    {"export.read-back-differs", kBug},
    {"export.several-clips", "write a file for each animation: put `{clip}` into the path of the outputs"},
    {"export.skeleton-differs", "name a `template` with the same bones, or rename the joints after it"},
    {"farm.cannot-start",
     "install slurm-client on this machine, or use `farm plan` with another engine (docs/farm.md)"},
    {"farm.damaged", "deal what is left again with `rigkiln farm plan FOLDER`, or make a new farm"},
    {"farm.not-delivered",
     "look into the logs of the farm for the reason, then run `rigkiln farm resume FOLDER`"},
    {"farm.other-program", "install one version of rigkiln on all machines, and make a new farm"},
    {"farm.slurm-failed", "do what Slurm says; `sinfo -R` tells why nodes take no jobs"},
    {"file.cannot-open", kRights, "art/MODEL.alo: cannot be opened: Permission denied"},
    {"file.cannot-read", kRights},
    {"file.cannot-remove",
     "give the user of the run the right to change the folder, and run with `--prune` again"},
    {"file.cannot-write", "give the user of the run the right to write there"},
    {"file.changed-while-read", "run again when the other program is done"},
    {"file.not-found",
     "check the spelling; relative paths begin at the configuration, or where the command runs"},
    {"file.not-regular", "name a file"},
    {"file.too-large", "leave the file out by `exclude`; models and clips of games are far smaller"},
    {"folder.cannot-read", kRights},
    {"format.beyond-limit",
     "raise the limit under `limits` if it has one there and you trust the file, or split the asset in the "
     "program that wrote it"},
    {"format.breaks-rule", "leave the option `strict` out, or mend the file"},
    {"format.damaged", kSoundCopy,
     "TROOPER_MOVE_00.ala: size at 0x4: chunk 0x1000 has 5201 bytes, 2596 are left in its parent"},
    {"format.empty-file",
     "take a sound copy of the file, or give `on_empty: ignore` (`convert`: --on-empty ignore) where empty "
     "files are meant"},
    {"format.extension-required", "write the glTF file without the extension that the message names"},
    {"format.mismatched-name", "give the file its right extension, or take a sound copy of it",
     "PICTURE.alo: is named like 'Alamo model' (.alo) but begins with bytes 89 50 4E 47 0D 0A 1A 0A, which "
     "it "
     "never does"},
    {"format.nothing-to-convert",
     "name a model or a clip; images are converted with the model that names them"},
    {"format.other-format", "name a file of the format that the message asks for"},
    {"format.unknown", "compare the file with `rigkiln formats`"},
    {"internal.exception", kBug},
    {"internal.no-result", kBug},
    {"memory.exhausted",
     "give fewer `--jobs` or a smaller `--memory`, so that less is done at the same time"},
    {"memory.too-little",
     "give a larger `--memory`; a file that needs many times its size may be made to harm: leave it out by "
     "`exclude`",
     "chunks.alo: needs at least 1.1 GiB of memory, --memory is 64.0 MiB; give more"},
    {"option.invalid", "write the value as the message says"},
    {"option.unsuitable", "leave the option out for this asset, or give the value that the message asks for"},
    {"output.bad-name", kBug},
    {"output.bad-path", "rename the source, or use other placeholders in the path of the outputs"},
    {"output.companion-taken", "write to an empty folder, or take the old file away"},
    {"output.is-link", "write to the folder that the link leads to"},
    {"output.is-source", "write to another folder"},
    {"output.outside-root", kBug},
    {"output.taken", "tell outputs apart by `{folder}`, `{ext}` or `{format}` in their path",
     "out/HALF.glb: output path is taken by 'art/HALF.alo' (job 'glb'); give 'art/HALF.gsm' another path"},
    {"plan.nothing-to-convert", "compare the patterns of the scans with the names of the files"},
    {"policy.issue", "do what is said about the issue, or take it out of `fail_on`"},
    {"recipe.invalid", "make the recipe again by `rigkiln plan --json`"},
    {"recipe.other-code", "use the version of the program that made the recipe, or plan again"},
    {"report.damaged", "name the JSON file that `--report` wrote; a run that was killed wrote none"},
    {"report.other-version", "leave the option out once: the next report is of this version"},
    {"scan.no-file",
     "mend the root or the patterns, or set `allow_empty: true` in the scan where that is meant"},
    {"scene.invalid", kSoundCopy},
    {"size.unsuitable",
     "name joints that the message lists, give clips together with their model, or use `scale` for this "
     "asset"},
    {"state.damaged", "do nothing: outputs are made again and remembered anew; delete what was set aside"},
    {"state.in-use", "wait for the other run, or give this one a configuration and outputs of its own"},
    {"state.unusable", "give `state` a folder that the user of the run may write to, or leave the key out"},
    {"thread.refused",
     "raise the limit of processes (`ulimit -u`, or pids.max of the container) or of address space (`ulimit "
     "-v`), or give fewer `--jobs`"},
    {"unit.too-slow",
     "give it more time, or leave the file out by `exclude`; tell us of it if it is not made to take long",
     "huge.gltf: converting took longer than 60 s, as --unit-timeout allows; give it more time, or leave the "
     "file out"},
    {"usage.wrong", "read the message, or `rigkiln COMMAND --help`"},
    {"watch.failed", "do what the message says, or run without `--watch`, as often as needed"},
    {"worker.cannot-start",
     "raise the limit of processes (`ulimit -u`, or pids.max of the container), or run without `--isolate`"},
    {"worker.ended",
     "tell us of it, with the file, unless the system ended the process for its memory: then give less with "
     "`--memory`; other outputs are not affected"},
}};

}  // namespace

std::span<const ErrorAdvice> allErrorAdvice() {
    return kErrorAdvice;
}

const ErrorAdvice* findErrorAdvice(std::string_view code) {
    const auto* const found = std::ranges::lower_bound(kErrorAdvice, code, {}, &ErrorAdvice::code);
    return found != kErrorAdvice.end() && found->code == code ? found : nullptr;
}

}  // namespace rigkiln
