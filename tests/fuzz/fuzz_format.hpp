#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <span>

#include "pipeline/conversion/format_module.hpp"

namespace rigkiln {

/// Checks a format with any bytes: nothing crashes, and what decodes encodes to bytes that decode and encode
/// to themselves. Aborts otherwise.
inline void fuzzFormat(const FormatModule& module, std::span<const std::byte> bytes) {
    (void)module.recognise(bytes.first(std::min(bytes.size(), kHeadSize)), module.extensions.front());
    (void)module.probe(bytes, {});
    (void)module.dump(bytes);

    const auto once = module.reencode(bytes);
    if (once) {
        const auto twice = module.reencode(*once);
        if (!twice || *twice != *once) std::abort();
    }

    NoFiles companions;
    const OptionValues options(module.options);
    Diagnostics diagnostics;
    const ReadRequest request{
        .path = "fuzz", .name = "fuzz", .bytes = bytes, .options = options, .companions = companions};
    (void)module.read(request, diagnostics);
}

}  // namespace rigkiln
