#include "exporters/ctsa/ctsa_exporter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exporters/ctsa/build_ctsa.hpp"
#include "exporters/ctsa/ctsa_export_issues.hpp"
#include "formats/ctsa/ctsa_name.hpp"
#include "formats/ctsa/ctsa_record.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/clip_file_names.hpp"
#include "pipeline/wayback/clip_outputs.hpp"
#include "pipeline/wayback/export_errors.hpp"
#include "pipeline/wayback/extras_values.hpp"

namespace rigkiln::ctsa_export {
namespace {

constexpr std::array<std::string_view, 3> kByteOrders = {"keep", "little", "big"};

constexpr std::array<OptionSpec, 1> kOptions = {{
    {.name = "byte_order",
     .type = OptionType::Choice,
     .help =
         "byte order of the numbers: as the animation had it, and little-endian where it is new; nearly all "
         "machines are little-endian",
     .defaultText = "keep",
     .choices = kByteOrders},
}};

/// Reads the record in the extras. Returns nothing when there is none, or when it cannot be read, which is
/// reported.
std::optional<ctsa::CtsaRecord> recordOf(const Properties& extras, const std::string& where,
                                         Diagnostics& diagnostics) {
    if (extras.find(ctsa::kRecordName) == nullptr) return std::nullopt;
    const Properties* properties = objectIn(extras, ctsa::kRecordName);
    if (properties == nullptr) {
        diagnostics.add(kRecordDamaged, where, "is no object");
        return std::nullopt;
    }
    Result<ctsa::CtsaRecord> record = ctsa::readRecord(*properties);
    if (record) return std::move(*record);
    diagnostics.add(kRecordDamaged, where, record.error().text());
    return std::nullopt;
}

/// Name that reading gives the animation in a scene: its own name, else that of its file.
std::string shownName(const ctsa::CtsaRecord& record) {
    std::string name = ctsa::nameText(record.file.name).utf8;
    return name.empty() ? record.reading.fileName : name;
}

void setByteOrder(const OptionValues& options, ctsa::CtsaFile& file) {
    const std::string& order = options.text("byte_order");
    if (order == "little") file.bodyOrder = std::endian::little;
    if (order == "big") file.bodyOrder = std::endian::big;
}

class Writer {
public:
    Writer(const Scene& scene, const WriteRequest& request, Diagnostics& diagnostics)
        : scene_(scene), request_(request), diagnostics_(diagnostics), names_(request.fileName) {}

    Result<OutputSet> write() {
        for (const Clip& clip : scene_.clips) {
            if (const Status written = writeClip(clip); !written) return written.error();
        }
        for (const Joint& joint : scene_.joints) {
            if (const Status written = writeEmpty(joint); !written) return written.error();
        }
        if (files_.empty()) return kNothingToWrite.error("has no sprite animation to make a CTSA from");
        if (const Status fits = checkClipOutputs(names_, files_.size(), "CTSA"); !fits) return fits.error();
        return std::move(files_);
    }

private:
    Status writeClip(const Clip& clip) {
        const std::string where = "clip " + quote(clip.name);
        std::optional<ctsa::CtsaRecord> record = recordOf(clip.extras, where, diagnostics_);
        const bool isRenamed = record && clip.name != shownName(*record);
        Result<BuiltCtsa> built = buildCtsa({.scene = scene_, .clip = clip, .record = std::move(record)});
        if (!built) {
            Error error = built.error();
            error.place = error.place.empty() ? where : where + ", " + error.place;
            return error;
        }
        if (isRenamed) rename(clip.name, built->file);
        if (built->isUnchanged && !isRenamed) diagnostics_.add(kUnchanged, where);
        return add(std::move(built->file), clip.name, where);
    }

    /// Writes the animation of a joint when it has no frames: reading makes no clip of such an animation.
    Status writeEmpty(const Joint& joint) {
        const std::string where = "node " + quote(joint.name);
        if (joint.extras.find(ctsa::kRecordName) == nullptr) return Done{};
        Diagnostics told;
        std::optional<ctsa::CtsaRecord> record = recordOf(joint.extras, where, told);
        if (!record || !record->file.frames.empty()) return Done{};
        diagnostics_.add(kUnchanged, where);
        return add(std::move(record->file), joint.name, where);
    }

    static void rename(const std::string& name, ctsa::CtsaFile& file) {
        const auto units = ctsa::codeUnitsOf(toUtf8(name));
        if (!units) return;
        file.name = *units;
        file.prefixSize = ctsa::shortestPrefix(units->size());
        file.nameOrder = std::endian::big;
    }

    Status add(ctsa::CtsaFile file, const std::string& name, const std::string& where) {
        setByteOrder(request_.options, file);
        Result<std::vector<std::byte>> bytes = ctsa::encodeCtsa(file);
        if (!bytes) return atPlace(where, bytes.error());
        OutputFile output{.name = names_.next(name), .pieces = {}};
        output.pieces.push_back(std::move(*bytes));
        files_.push_back(std::move(output));
        return Done{};
    }

    const Scene& scene_;
    const WriteRequest& request_;
    Diagnostics& diagnostics_;
    ClipFileNames names_;
    OutputSet files_;
};

Result<OutputSet> write(const Scene& scene, const WriteRequest& request, Diagnostics& diagnostics) {
    return Writer(scene, request, diagnostics).write();
}

Result<std::vector<std::byte>> changeFile(std::span<const std::byte> file, const OptionValues& options,
                                          Diagnostics& /*diagnostics*/) {
    Result<ctsa::CtsaFile> animation = ctsa::decodeCtsa(file);
    if (!animation) return animation.error();
    setByteOrder(options, *animation);
    return ctsa::encodeCtsa(*animation);
}

constexpr std::array<std::string_view, 1> kExtensions = {".ctsa"};
constexpr std::array<std::string_view, 1> kFileOptions = {"byte_order"};

}  // namespace

constinit const ExporterModule kCtsaExporter = {
    .id = "ctsa",
    .title = "STEEL Sprite Studio animation",
    .extensions = kExtensions,
    .carries = Feature::Clip | Feature::Visibility,
    .isPerClip = true,
    .revision = 1,
    .options = kOptions,
    .issues = kExportIssues,
    .write = write,
    .fileOptions = kFileOptions,
    .changeFile = changeFile,
};

}  // namespace rigkiln::ctsa_export
