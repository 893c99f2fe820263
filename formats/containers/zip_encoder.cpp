#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include <zip.h>

#include "formats/containers/zip.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln::containers {
namespace {

constexpr std::string_view kEmptyMagic = "PK\5\6";
constexpr std::size_t kSmallestArchive = 22;

struct CloseZip {
    void operator()(zip_t* zip) const { zip_discard(zip); }
};
struct FreeSource {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Zip = std::unique_ptr<zip_t, CloseZip>;
using Source = std::unique_ptr<zip_source_t, FreeSource>;

class ZipError {
public:
    ZipError() { zip_error_init(&error_); }
    ~ZipError() { zip_error_fini(&error_); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;

    [[nodiscard]] zip_error_t* get() { return &error_; }
    [[nodiscard]] std::string text() { return zip_error_strerror(&error_); }

private:
    zip_error_t error_{};
};

[[noreturn]] void failEncoding(const std::string& what) {
    throw EncodeError("archive", what);
}

void addMember(zip_t& zip, const ZipMember& member) {
    // libzip borrows the bytes until the archive is written.
    zip_source_t* source = zip_source_buffer(&zip, member.bytes.data(), member.bytes.size(), 0);
    if (source == nullptr) failEncoding(zip_strerror(&zip));
    const zip_int64_t index = zip_file_add(&zip, member.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        failEncoding(zip_strerror(&zip));
    }
    const auto number = static_cast<zip_uint64_t>(index);
    constexpr zip_uint16_t kFirstOfJanuary1980 = 1U << 5U | 1U;
    const bool isSet =
        zip_set_file_compression(&zip, number, member.isPacked ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0) == 0 &&
        zip_file_set_dostime(&zip, number, 0, kFirstOfJanuary1980, 0) == 0;
    if (!isSet) failEncoding(zip_strerror(&zip));
}

/// Reads back the written archive.
std::vector<std::byte> bytesOf(zip_source_t& source) {
    zip_stat_t stat;
    if (zip_source_stat(&source, &stat) != 0 || zip_source_open(&source) != 0)
        failEncoding("cannot be read again");
    std::vector<std::byte> bytes(stat.size);
    const zip_int64_t count = zip_source_read(&source, bytes.data(), bytes.size());
    zip_source_close(&source);
    if (count != static_cast<zip_int64_t>(bytes.size())) failEncoding("cannot be read again");
    return bytes;
}

}  // namespace

std::vector<std::byte> encodeZip(const std::vector<ZipMember>& members) {
    if (members.empty()) {
        // libzip does not write empty archives: this is their end record.
        std::vector<std::byte> bytes(kSmallestArchive);
        std::memcpy(bytes.data(), kEmptyMagic.data(), kEmptyMagic.size());
        return bytes;
    }
    ZipError error;
    const Source source(zip_source_buffer_create(nullptr, 0, 0, error.get()));
    if (!source) failEncoding(error.text());
    Zip zip(zip_open_from_source(source.get(), ZIP_CREATE | ZIP_TRUNCATE, error.get()));
    if (!zip) failEncoding(error.text());
    zip_source_keep(source.get());
    for (const ZipMember& member : members)
        addMember(*zip, member);
    if (zip_close(zip.get()) != 0) failEncoding(zip_strerror(zip.get()));
    static_cast<void>(zip.release());  // freed by zip_close
    return bytesOf(*source);
}

}  // namespace rigkiln::containers
