#pragma once

#include <string>

#include "pipeline/images/image_state.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

/// Takes what became of units while a run goes on. Safe to use from many threads.
class RecordSink {
public:
    RecordSink() = default;
    virtual ~RecordSink() = default;
    RecordSink(const RecordSink&) = delete;
    RecordSink& operator=(const RecordSink&) = delete;

    /// Returns when the run began: before anything of it was read.
    [[nodiscard]] virtual const Moment& started() const = 0;
    /// Returns true if `remember` has an effect.
    [[nodiscard]] virtual bool isKept() const = 0;
    /// Takes an encoded record. Precondition: the outputs of the record are in their places.
    virtual void remember(const std::string& output, std::string record) = 0;
    /// Takes the use of a converted image; that of one that was made before others can see it.
    virtual void rememberImage(const ImageUse& /*use*/) {}
};

}  // namespace rigkiln
