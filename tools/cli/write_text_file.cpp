#include "tools/cli/write_text_file.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln::cli {
namespace {

/// Writes into the existing device, pipe or link target instead of replacing it.
Status writeThrough(const std::string& path, const std::vector<std::byte>& bytes) {
    errno = 0;
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) return systemError(kCannotWrite, path, "write", errno);
    const bool isWritten = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    int problem = isWritten ? 0 : errno;
    if (std::fclose(file) != 0 && problem == 0) problem = errno;
    if (problem != 0) return systemError(kCannotWrite, path, "write", problem);
    return Done();
}

}  // namespace

Status writeTextFile(const std::string& path, std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return writeFile(path, {bytes.begin(), bytes.end()});
}

Status writeFile(const std::string& path, std::vector<std::byte> bytes) {
    const std::filesystem::path absolute = std::filesystem::absolute(path).lexically_normal();
    std::error_code code;
    const auto type = std::filesystem::symlink_status(absolute, code).type();
    if (!absolute.has_filename() || type == std::filesystem::file_type::directory) {
        return kNotRegular.in(absolute.string(), "is a folder, expected a file");
    }
    if (type != std::filesystem::file_type::regular && type != std::filesystem::file_type::not_found &&
        type != std::filesystem::file_type::none) {
        return writeThrough(absolute.string(), bytes);
    }
    OutputFile file{.name = absolute.filename().string(), .pieces = {}};
    file.pieces.push_back(std::move(bytes));
    OutputSet files;
    files.push_back(std::move(file));
    const Result<Published> published =
        Publisher().publish(absolute.string(), absolute.parent_path().string(), files);
    if (!published) return published.error();
    return Done();
}

Result<std::string> readTextFile(const std::string& path, std::size_t limit) {
    std::error_code code;
    const std::filesystem::path target = std::filesystem::canonical(path, code);
    Result<std::vector<std::byte>> bytes =
        readFile(code ? std::filesystem::absolute(path).string() : target.string(), limit);
    if (!bytes) return bytes.error();
    std::string text(bytes->size(), '\0');
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = std::to_integer<char>((*bytes)[i]);
    return text;
}

}  // namespace rigkiln::cli
