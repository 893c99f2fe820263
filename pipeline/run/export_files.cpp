#include "pipeline/run/export_files.hpp"

#include <cstddef>
#include <string>
#include <utility>

#include "pipeline/conversion/file_source.hpp"
#include "pipeline/files/note_read.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/settings/read_name_table.hpp"

namespace rigkiln {
namespace {

ExportFiles::Files filesOf(const ExportSettings& settings, const Registries& registries, Disk& disk) {
    ExportFiles::Files files;
    const ExporterModule* exporter = registries.exporter(settings.exporter.id);
    if (exporter == nullptr) return files;  // exportScene fails
    Journal journal;
    for (const OptionSpec& spec : exporter->options) {
        if (spec.type != OptionType::File || settings.options.text(spec.name).empty()) continue;
        const std::string& path = settings.options.text(spec.name);
        FileStatus status;
        Result<std::vector<std::byte>> bytes = readFile(path, kMaximumSourceBytes, disk, &status);
        noteRead(path, status, bytes, disk, &journal);
        if (!bytes) {
            files.content = bytes.error();
            break;
        }
        Result<NameTable> names =
            spec.isNameTable ? readNameTable({reinterpret_cast<const char*>(bytes->data()), bytes->size()})
                             : NameTable();
        if (!names) {
            files.content = inFile(path, names.error());
            break;
        }
        files.content->emplace(spec.name, OptionFile{.bytes = std::move(*bytes), .names = std::move(*names)});
    }
    files.looks = journal.looks();
    return files;
}

}  // namespace

ExportFiles::ExportFiles(const Plan& plan, const Registries& registries, Disk& disk) {
    for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
        const ExportSettings& settings = plan.units.exporting(unit);
        if (!files_.contains(&settings)) files_.emplace(&settings, filesOf(settings, registries, disk));
    }
}

}  // namespace rigkiln
