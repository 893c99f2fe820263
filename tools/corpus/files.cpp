#include "tools/corpus/files.hpp"

#include <fstream>
#include <system_error>

#include "pipeline/files/file_errors.hpp"

namespace rigkiln::corpus {

Status writeFiles(const std::vector<ArtFile>& files, const std::filesystem::path& folder) {
    for (const ArtFile& file : files) {
        const std::filesystem::path path = folder / file.path;
        std::error_code error;
        std::filesystem::create_directories(path.parent_path(), error);
        if (error) return kCannotWrite.in(path.parent_path().string(), error.message());
        std::ofstream stream(path, std::ios::binary);
        for (const std::byte byte : file.bytes)
            stream.put(static_cast<char>(byte));
        stream.close();
        if (!stream) return kCannotWrite.in(path.string(), "could not be written");
    }
    return Done{};
}

}  // namespace rigkiln::corpus
