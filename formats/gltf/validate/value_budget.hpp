#pragma once

#include "formats/gltf/validate/document.hpp"
#include "formats/gltf/validate/findings.hpp"

namespace rigkiln::gltf_validation {

/// Limits how many values are checked: accessors without end may refer to the same bytes. Far above what
/// files need that hold each value once.
class ValueBudget {
public:
    ValueBudget(Findings& findings, const Document& document) : findings_(findings) {
        for (const auto& buffer : document.buffers.items) {
            if (buffer && buffer->held) left_ += kPerByte * static_cast<Integer>(buffer->held->bytes.size());
        }
    }

    /// Returns false when there are too many values; the first time with a finding.
    bool take(Integer values) {
        if (values <= left_) {
            left_ -= values;
            return true;
        }
        if (!isSaid_) {
            findings_.add(kRigkilnDataNotChecked, "/accessors",
                          "have more values than are checked of a file of this size");
            isSaid_ = true;
        }
        return false;
    }

private:
    static constexpr Integer kPerByte = 16;
    static constexpr Integer kAtLeast = Integer{1} << 24U;

    Findings& findings_;
    Integer left_ = kAtLeast;
    bool isSaid_ = false;
};

}  // namespace rigkiln::gltf_validation
