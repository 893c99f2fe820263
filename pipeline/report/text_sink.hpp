#pragma once

#include <functional>
#include <string_view>

namespace rigkiln {

/// Takes a text piece by piece: a report of a million units is not in memory as a whole.
using TextSink = std::function<void(std::string_view piece)>;

}  // namespace rigkiln
