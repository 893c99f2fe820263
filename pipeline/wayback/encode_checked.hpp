#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/wayback/export_errors.hpp"

namespace rigkiln {

/// Encodes a file model and reads the bytes again before anybody else does. What is read must have the same
/// parts and encode to the same bytes, or else there is a mistake of ours, which is an Internal error. Fails
/// as `encode` does.
///
/// `encode` makes a Result of bytes from a File, `decode` a Result<File> from bytes. `hasSameParts` takes
/// what was written and what was read; it compares counts, and values only where no number may be NaN, which
/// equals nothing: the bytes are compared anyway.
template <class File, class Encode, class Decode, class HasSameParts>
[[nodiscard]] Result<std::vector<std::byte>> encodeChecked(const File& file, const Encode& encode,
                                                           const Decode& decode,
                                                           const HasSameParts& hasSameParts) {
    Result<std::vector<std::byte>> bytes = encode(file);
    if (!bytes) return bytes.error();
    const Result<File> again = decode(*bytes);
    if (!again) return atPlace("what was written", again.error().withCode(kReadBackDiffers));
    const Result<std::vector<std::byte>> twice = encode(*again);
    const bool isSame = hasSameParts(file, *again) && twice && *twice == *bytes;
    if (!isSame) {
        return kReadBackDiffers.at("what was written", "does not come back as it was when it is read again");
    }
    return bytes;
}

}  // namespace rigkiln
