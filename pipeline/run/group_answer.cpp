#include "pipeline/run/group_answer.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "pipeline/state/packed_bytes.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {
namespace {

void writeError(PackedWriter& writer, const Error& error) {
    writer.text(error.code().id);
    for (const std::string* text : {&error.file, &error.place, &error.problem})
        writer.text(*text);
}

void writeErrors(PackedWriter& writer, const std::vector<Error>& errors) {
    writer.number(errors.size());
    for (const Error& error : errors)
        writeError(writer, error);
}

void writeOptionalError(PackedWriter& writer, const std::optional<Error>& error) {
    writer.number(error ? 1 : 0);
    if (error) writeError(writer, *error);
}

/// The results of a unit, without the bytes of its outputs.
UnitRecord recordOf(MadeUnit& made) {
    UnitRecord record{
        .looks = std::move(made.looks), .report = std::move(made.report), .peakBytes = made.peakBytes};
    for (const OutputFile& file : made.outputs)
        record.outputs.push_back({.path = file.name,
                                  .isShared = file.isShared,
                                  .onlyIfAbsent = file.onlyIfAbsent,
                                  .status = {.sizeBytes = file.sizeBytes()}});
    record.times = record.report.times;
    // Records have outcomes only.
    if (record.report.status != UnitStatus::Pending) return record;
    record.report.status = UnitStatus::Written;
    for (InputReport& input : record.report.inputs) {
        if (input.status == InputStatus::Pending) input.status = InputStatus::Converted;
    }
    return record;
}

/// The results of a unit that was made, or failed, before it is published.
UnitReport reportOf(UnitRecord& record) {
    UnitReport report = std::move(record.report);
    report.times = record.times;
    if (report.status == UnitStatus::Failed) return report;
    report.status = UnitStatus::Pending;
    for (InputReport& input : report.inputs) {
        if (input.status == InputStatus::Converted) input.status = InputStatus::Pending;
    }
    return report;
}

bool isFileName(const std::string& name) {
    constexpr std::string_view kNever("/\0", 2);
    return !name.empty() && name != "." && name != ".." && name.find_first_of(kNever) == std::string::npos;
}

class AnswerReader {
public:
    AnswerReader(const SharedBytes& bytes, std::string_view head, std::size_t outputsAt,
                 std::span<const ErrorCode* const> codes)
        : bytes_(bytes), reader_(head), outputsAt_(outputsAt), codes_(codes) {}

    std::optional<GroupAnswer> read(std::span<const std::uint32_t> members) {
        GroupAnswer answer;
        answer.bytesRead = static_cast<std::size_t>(reader_.number());
        answer.readMilliseconds = reader_.real();
        if (reader_.below(2) == 1) answer.neededBytes = static_cast<std::size_t>(reader_.number());
        answer.isRead = reader_.below(2) == 1;
        answer.error = readOptionalError();
        const std::size_t made = reader_.count();
        for (std::size_t i = 0; i < made && !reader_.hasFailed(); ++i)
            readMade(members, answer);
        const std::size_t uses = reader_.count();
        for (std::size_t i = 0; i < uses && !reader_.hasFailed(); ++i) {
            std::string key = reader_.text();
            answer.imageUses.push_back({.key = std::move(key), .isMade = reader_.below(2) == 1});
        }
        answer.imageProblem = readOptionalError();
        answer.unreadableImages = readErrors();
        answer.unreadableFolders = readErrors();
        const bool isWhole = reader_.isDone() && outputsAt_ == bytes_.size();
        const bool isAnswered = answer.error || answer.neededBytes || answer.made.size() == members.size();
        if (!isWhole || !isAnswered) return std::nullopt;
        return answer;
    }

private:
    Error readError() {
        const std::string id = reader_.text();
        const auto code = std::ranges::lower_bound(codes_, id, {}, &ErrorCode::id);
        if (code == codes_.end() || (*code)->id != id) {
            reader_.fail();
            return {};
        }
        Error error = (*code)->error("");
        for (std::string* text : {&error.file, &error.place, &error.problem})
            *text = reader_.text();
        return error;
    }

    std::optional<Error> readOptionalError() {
        if (reader_.below(2) == 0) return std::nullopt;
        return readError();
    }

    std::vector<Error> readErrors() {
        std::vector<Error> errors;
        const std::size_t count = reader_.count();
        for (std::size_t i = 0; i < count && !reader_.hasFailed(); ++i)
            errors.push_back(readError());
        return errors;
    }

    void readMade(std::span<const std::uint32_t> members, GroupAnswer& answer) {
        const auto member = static_cast<std::uint32_t>(reader_.number());
        const bool isNext = answer.made.size() < members.size() && members[answer.made.size()] == member;
        std::optional<UnitRecord> record = decodeUnitRecord(reader_.plainText(), codes_);
        if (!isNext || !record) return reader_.fail();
        MadeUnit made{
            .report = reportOf(*record), .looks = std::move(record->looks), .peakBytes = record->peakBytes};
        for (const OutputRecord& output : record->outputs) {
            const std::size_t left = bytes_.size() - outputsAt_;
            if (!isFileName(output.path) || output.status.sizeBytes > left) return reader_.fail();
            const auto size = static_cast<std::size_t>(output.status.sizeBytes);
            made.outputs.push_back({.name = output.path,
                                    .pieces = {bytes_.part(outputsAt_, size)},
                                    .isShared = output.isShared,
                                    .onlyIfAbsent = output.onlyIfAbsent});
            outputsAt_ += size;
        }
        answer.made.emplace_back(member, std::move(made));
    }

    const SharedBytes& bytes_;
    PackedReader reader_;
    std::size_t outputsAt_;
    std::span<const ErrorCode* const> codes_;
};

/// Size of the head, in front of it.
using HeadSize = std::uint64_t;

}  // namespace

std::string encodeGroupRequest(const GroupRequest& request) {
    PackedWriter writer;
    for (const std::size_t number : {request.group, request.room, request.expectedBytes})
        writer.number(number);
    writer.number(request.isAlone ? 1 : 0);
    writer.number(request.members.size());
    for (const std::uint32_t member : request.members)
        writer.number(member);
    return writer.take();
}

GroupRequest decodeGroupRequest(std::string_view bytes) {
    PackedReader reader(bytes);
    GroupRequest request;
    for (std::size_t* number : {&request.group, &request.room, &request.expectedBytes})
        *number = static_cast<std::size_t>(reader.number());
    request.isAlone = reader.below(2) == 1;
    request.members.resize(reader.count());
    for (std::uint32_t& member : request.members)
        member = static_cast<std::uint32_t>(reader.number());
    return request;
}

std::vector<SharedBytes> encodeGroupAnswer(GroupAnswer answer) {
    PackedWriter writer;
    writer.number(answer.bytesRead);
    writer.real(answer.readMilliseconds);
    writer.number(answer.neededBytes ? 1 : 0);
    if (answer.neededBytes) writer.number(*answer.neededBytes);
    writer.number(answer.isRead ? 1 : 0);
    writeOptionalError(writer, answer.error);
    writer.number(answer.made.size());
    std::vector<SharedBytes> pieces(1);
    for (auto& [member, made] : answer.made) {
        writer.number(member);
        writer.plainText(encodeUnitRecord(recordOf(made)));
        for (OutputFile& file : made.outputs)
            std::ranges::move(file.pieces, std::back_inserter(pieces));
    }
    writer.number(answer.imageUses.size());
    for (const ImageUse& use : answer.imageUses) {
        writer.text(use.key);
        writer.number(use.isMade ? 1 : 0);
    }
    writeOptionalError(writer, answer.imageProblem);
    writeErrors(writer, answer.unreadableImages);
    writeErrors(writer, answer.unreadableFolders);
    const std::string head = writer.take();
    const HeadSize size = head.size();
    std::string first(reinterpret_cast<const char*>(&size), sizeof size);
    pieces.front() = SharedBytes(first += head);
    return pieces;
}

std::optional<GroupAnswer> decodeGroupAnswer(const SharedBytes& bytes, std::span<const std::uint32_t> members,
                                             std::span<const ErrorCode* const> codes) {
    HeadSize size = 0;
    if (bytes.size() < sizeof size) return std::nullopt;
    std::memcpy(&size, bytes.data(), sizeof size);
    if (size > bytes.size() - sizeof size) return std::nullopt;
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()) + sizeof size, size);
    return AnswerReader(bytes, head, sizeof size + size, codes).read(members);
}

}  // namespace rigkiln
