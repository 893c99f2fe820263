#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/base/text.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::bfres {

/// Collects named values of a file, which may repeat names. The first of each name is kept. Fast for very
/// many values: looks up names in a set instead of among the values.
class PropertyMap {
public:
    void add(std::string_view name, Value value) {
        std::string text = toUtf8(name);
        if (seen_.insert(text).second) values_.append(std::move(text), std::move(value));
    }
    [[nodiscard]] Properties take() && { return std::move(values_); }

private:
    std::set<std::string> seen_;
    Properties values_;
};

}  // namespace rigkiln::bfres
