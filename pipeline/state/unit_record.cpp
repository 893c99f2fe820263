#include "pipeline/state/unit_record.hpp"

#include <algorithm>
#include <cassert>
#include <type_traits>

#include "pipeline/state/packed_bytes.hpp"

namespace rigkiln {
namespace {

/// Describe each part of a record once for both directions: `codec` is a Packing or an Unpacking.
class Packing {
public:
    template <class Number>
    void number(const Number& value) {
        writer_.number(static_cast<std::uint64_t>(value));
    }
    void signedNumber(std::int64_t value) { writer_.signedNumber(value); }
    void real(double value) { writer_.real(value); }
    void text(const std::string& value) { writer_.text(value); }
    void digest(const ContentDigest& value) {
        writer_.fixed(value.high);
        writer_.fixed(value.low);
    }
    template <class Choice>
    void choice(const Choice& value, Choice /*last*/) {
        writer_.number(static_cast<std::uint64_t>(value));
    }
    template <class Value, class Describe>
    void optional(const std::optional<Value>& value, const Describe& describe) {
        writer_.number(value ? 1 : 0);
        if (value) describe(*value);
    }
    template <class Value, class Describe>
    void list(const std::vector<Value>& values, const Describe& describe) {
        writer_.number(values.size());
        for (const Value& value : values)
            describe(value);
    }
    void counts(const std::map<std::string, std::size_t>& counts) {
        writer_.number(counts.size());
        for (const auto& [id, count] : counts) {
            writer_.text(id);
            writer_.number(count);
        }
    }
    void error(const Error& error) {
        writer_.text(error.code().id);
        writer_.text(error.file);
        writer_.text(error.place);
        writer_.text(error.problem);
    }

    std::string take() { return writer_.take(); }

private:
    PackedWriter writer_;
};

class Unpacking {
public:
    Unpacking(std::string_view bytes, std::span<const ErrorCode* const> codes)
        : reader_(bytes), codes_(codes) {}

    template <class Number>
    void number(Number& value) {
        value = static_cast<Number>(reader_.number());
    }
    void signedNumber(std::int64_t& value) { value = reader_.signedNumber(); }
    void real(double& value) { value = reader_.real(); }
    void text(std::string& value) { value = reader_.text(); }
    void digest(ContentDigest& value) {
        value.high = reader_.fixed();
        value.low = reader_.fixed();
    }
    template <class Choice>
    void choice(Choice& value, Choice last) {
        value = static_cast<Choice>(reader_.below(static_cast<std::uint64_t>(last) + 1));
    }
    template <class Value, class Describe>
    void optional(std::optional<Value>& value, const Describe& describe) {
        value.reset();
        if (reader_.below(2) == 1) describe(value.emplace());
    }
    template <class Value, class Describe>
    void list(std::vector<Value>& values, const Describe& describe) {
        const std::size_t count = reader_.count();
        values.clear();
        for (std::size_t i = 0; i < count && !reader_.hasFailed(); ++i)
            describe(values.emplace_back());
    }
    void counts(std::map<std::string, std::size_t>& counts) {
        const std::size_t count = reader_.count();
        for (std::size_t i = 0; i < count && !reader_.hasFailed(); ++i) {
            std::string id = reader_.text();
            counts[std::move(id)] = static_cast<std::size_t>(reader_.number());
        }
    }
    void error(Error& error) {
        const std::string id = reader_.text();
        const auto code = std::ranges::lower_bound(codes_, id, {}, &ErrorCode::id);
        if (code == codes_.end() || (*code)->id != id) return reader_.fail();
        error = (*code)->error("");
        error.file = reader_.text();
        error.place = reader_.text();
        error.problem = reader_.text();
    }

    [[nodiscard]] bool isDone() const { return reader_.isDone(); }
    [[nodiscard]] bool hasFailed() const { return reader_.hasFailed(); }

private:
    PackedReader reader_;
    std::span<const ErrorCode* const> codes_;
};

template <class Codec, class SomeLook>
void describeLook(Codec& codec, SomeLook& look) {
    const auto text = [&](auto& value) { codec.text(value); };
    codec.choice(look.kind, LookKind::Unread);
    codec.text(look.path);
    if (look.kind == LookKind::Search) codec.choice(look.place, SearchPlace::Folders);
    if (look.kind == LookKind::Search || look.kind == LookKind::Listing) {
        codec.list(look.names, text);
        codec.list(look.found, text);
    }
    if (look.kind != LookKind::Read && look.kind != LookKind::Archive) return;
    codec.number(look.sizeBytes);
    codec.number(look.inode);
    codec.optional(look.digest, [&](auto& digest) { codec.digest(digest); });
    if (look.inode == 0) return;
    codec.signedNumber(look.modifiedSeconds);
    codec.signedNumber(look.modifiedNanoseconds);
    codec.signedNumber(look.changedSeconds);
    codec.signedNumber(look.changedNanoseconds);
}

/// Both flags of an output in one number: records of programs that knew only the first stay readable.
enum class OutputRole : std::uint8_t { Own, Shared, OnlyIfAbsent };

template <class Codec, class SomeOutput>
void describeRole(Codec& codec, SomeOutput& output) {
    OutputRole role = output.isShared       ? OutputRole::Shared
                      : output.onlyIfAbsent ? OutputRole::OnlyIfAbsent
                                            : OutputRole::Own;
    codec.choice(role, OutputRole::OnlyIfAbsent);
    if constexpr (!std::is_const_v<SomeOutput>) {
        output.isShared = role == OutputRole::Shared;
        output.onlyIfAbsent = role == OutputRole::OnlyIfAbsent;
    }
}

template <class Codec, class SomeOutput>
void describeOutput(Codec& codec, SomeOutput& output) {
    codec.text(output.path);
    describeRole(codec, output);
    codec.choice(output.status.type, FileType::Other);
    codec.number(output.status.sizeBytes);
    codec.number(output.status.inode);
    codec.signedNumber(output.status.modifiedSeconds);
    codec.signedNumber(output.status.modifiedNanoseconds);
    codec.signedNumber(output.status.changedSeconds);
    codec.signedNumber(output.status.changedNanoseconds);
    codec.digest(output.digest);
}

template <class Codec, class SomeCounts>
void describeAssetCounts(Codec& codec, SomeCounts& counts) {
    for (auto* count : {&counts.joints, &counts.meshes, &counts.vertices, &counts.triangles,
                        &counts.materials, &counts.textures, &counts.attachments, &counts.lights,
                        &counts.clips, &counts.keys, &counts.animationBytes})
        codec.number(*count);
}

template <class Codec, class SomeReduction>
void describeReduction(Codec& codec, SomeReduction& clip) {
    codec.text(clip.clip);
    for (auto* count : {&clip.keysBefore, &clip.keysAfter, &clip.bytesBefore, &clip.bytesAfter})
        codec.number(*count);
    for (auto* value : {&clip.bound, &clip.maxError, &clip.p99Error, &clip.worstTime})
        codec.real(*value);
    codec.text(clip.worstJoint);
}

template <class Codec, class SomeReport>
void describeReport(Codec& codec, SomeReport& report) {
    const auto text = [&](auto& value) { codec.text(value); };
    const auto error = [&](auto& value) { codec.error(value); };
    codec.choice(report.status, UnitStatus::Cancelled);
    codec.optional(report.error, error);
    codec.choice(report.phase, FailurePhase::Writing);
    codec.list(report.inputs, [&](auto& input) {
        codec.choice(input.status, InputStatus::Cancelled);
        codec.optional(input.error, error);
        codec.text(input.rootCause);
    });
    codec.list(report.issues, [&](auto& issue) {
        codec.text(issue.id);
        codec.choice(issue.severity, Severity::Error);
        codec.text(issue.sentence);
        codec.text(issue.where);
        codec.text(issue.details);
    });
    codec.counts(report.issueCounts);
    codec.list(report.textureSearch.folders, text);
    codec.list(report.textureSearch.missing, text);
    describeAssetCounts(codec, report.counts);
    codec.list(report.reductions, [&](auto& clip) { describeReduction(codec, clip); });
    codec.optional(report.positionError, [&](auto& value) { codec.real(value); });
    codec.number(report.bytesIn);
    codec.number(report.bytesOut);
}

template <class Codec, class SomeRecord>
void describeFiles(Codec& codec, SomeRecord& record) {
    codec.digest(record.key.recipe);
    codec.digest(record.key.planning);
    codec.digest(record.key.policy);
    codec.signedNumber(record.started.seconds);
    codec.signedNumber(record.started.nanoseconds);
    codec.text(record.source);
    codec.text(record.root);
    codec.list(record.looks, [&](auto& look) { describeLook(codec, look); });
    codec.list(record.outputs, [&](auto& output) { describeOutput(codec, output); });
}

template <class Codec, class SomeRecord, class SomeReport>
void describeRecord(Codec& codec, SomeRecord& record, SomeReport& report) {
    describeFiles(codec, record);
    describeReport(codec, report);
    codec.real(record.times.readMilliseconds);
    codec.real(record.times.convertMilliseconds);
    codec.real(record.times.publishMilliseconds);
    codec.number(record.peakBytes);
    codec.number(record.sourceBytes);
}

/// Whether a record that was read keeps the laws of one that was written.
bool isWhole(const UnitRecord& record) {
    const UnitReport& report = record.report;
    const bool isMade = report.status == UnitStatus::Written || report.status == UnitStatus::Unchanged;
    // A unit that was made may have no files: a model without clips has none for `{clip}.gsa`. A unit that
    // failed never has any.
    if ((!isMade && !record.outputs.empty()) || isMade == report.error.has_value() ||
        report.status == UnitStatus::Cancelled)
        return false;
    return std::ranges::all_of(report.inputs, [](const InputReport& input) {
        return input.status != InputStatus::Cancelled &&
               (input.status == InputStatus::Failed) == input.error.has_value();
    });
}

}  // namespace

std::string keyOfLeftFiles(std::string_view output) {
    return std::string(1, '\0').append(output);
}

std::optional<std::string_view> outputOfLeftFiles(std::string_view key) {
    if (!key.starts_with('\0')) return std::nullopt;
    return key.substr(1);
}

std::string encodeUnitRecord(const UnitRecord& record) {
    return encodeUnitRecord(record, record.report);
}

std::string encodeUnitRecord(const UnitRecord& record, const UnitReport& report) {
    Packing packing;
    describeRecord(packing, record, report);
    return packing.take();
}

std::string encodeUnitResults(const UnitReport& report) {
    Packing packing;
    describeReport(packing, report);
    return packing.take();
}

UnitReport decodeUnitResults(std::string_view bytes, std::span<const ErrorCode* const> codes) {
    Unpacking unpacking(bytes, codes);
    UnitReport report;
    describeReport(unpacking, report);
    assert(!unpacking.hasFailed());
    return report;
}

std::optional<RecordFiles> decodeRecordFiles(std::string_view bytes) {
    Unpacking unpacking(bytes, {});
    UnitRecord record;
    describeFiles(unpacking, record);
    if (unpacking.hasFailed()) return std::nullopt;
    return RecordFiles{.looks = std::move(record.looks), .outputs = std::move(record.outputs)};
}

std::optional<UnitRecord> decodeUnitRecord(std::string_view bytes, std::span<const ErrorCode* const> codes) {
    Unpacking unpacking(bytes, codes);
    std::optional<UnitRecord> record(std::in_place);
    describeRecord(unpacking, *record, record->report);
    if (!unpacking.isDone() || !isWhole(*record)) record.reset();
    return record;
}

}  // namespace rigkiln
