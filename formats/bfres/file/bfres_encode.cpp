#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "formats/bfres/base/dictionary.hpp"
#include "formats/bfres/file/bfres_file.hpp"
#include "formats/bfres/file/bfres_header.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::size_t kBulkAlignment = 64;

struct GroupLabels {
    Group group = Group::Models;
    std::vector<std::string> keys;
    std::vector<Label> labels;
};

class FileWriter {
public:
    explicit FileWriter(const BfresFile& file) : file_(file), out_(file.layout) {
        header_.version = file.layout.version;
        header_.alignment = file.alignment;
        header_.alignmentLog = static_cast<std::uint8_t>(file.alignment);
        header_.name = file.name;
        header_.pool = out_.newLabel();
        if (file.layout.isSwitch()) header_.bufferInfo = out_.newLabel();
    }

    std::vector<std::byte> write() && {
        checkUnread();
        const std::vector<GroupLabels> groups = makeLabels();
        writeHeader();
        writeDictionaries(groups);
        writeSections(groups);
        writePool();
        const Label bulk = out_.newLabel();
        if (file_.layout.isSwitch()) writeBufferInfo(bulk);
        out_.writeBulk(bulk);
        out_.align(4);
        patchSizes();
        return std::move(out_).finish();
    }

private:
    void checkUnread() const {
        for (std::size_t i = 0; i < kGroupCount; ++i) {
            if (file_.unread[i].empty()) continue;
            throw EncodeError(
                std::string(groupTitle(static_cast<Group>(i))),
                fmt::format("{} sections, which are not read and cannot be written", file_.unread[i].size()));
        }
    }

    template <class List>
    GroupLabels labelsOf(Group group, const List& list) {
        if (list.size() > std::numeric_limits<std::uint16_t>::max()) {
            throw EncodeError(std::string(groupTitle(group)),
                              fmt::format("{} sections, at most {} fit", list.size(),
                                          std::numeric_limits<std::uint16_t>::max()));
        }
        if (!list.empty() && !isRead(group, file_.layout)) {
            throw EncodeError(std::string(groupTitle(group)),
                              fmt::format("cannot be written in version {}", file_.layout.versionText()));
        }
        GroupLabels labels{.group = group, .keys = {}, .labels = {}};
        for (const auto& element : list) {
            labels.keys.push_back(element.name);
            labels.labels.push_back(out_.newLabel());
        }
        GroupTargets<Label>& targets = header_.of(group);
        targets.count = static_cast<std::uint16_t>(list.size());
        if (list.empty()) return labels;
        targets.dictionary = out_.newLabel();
        if (file_.layout.isSwitch()) targets.array = labels.labels.front();
        return labels;
    }

    std::vector<GroupLabels> makeLabels() {
        std::vector<GroupLabels> groups;
        groups.push_back(labelsOf(Group::Models, file_.models));
        groups.push_back(labelsOf(Group::Textures, file_.textures));
        groups.push_back(labelsOf(Group::SkeletalAnimations, file_.skeletalAnimations));
        groups.push_back(labelsOf(Group::TexturePatterns, file_.patternAnimations));
        groups.push_back(labelsOf(Group::BoneVisibility, file_.boneVisibility));
        groups.push_back(labelsOf(Group::MaterialVisibility, file_.materialVisibility));
        groups.push_back(labelsOf(Group::EmbeddedFiles, file_.embeddedFiles));
        return groups;
    }

    void writeHeader() {
        RecordWriter record(out_);
        const HeaderRecord<Label>& header = header_;
        describeHeader(record, header);
    }

    void writeDictionaries(const std::vector<GroupLabels>& groups) {
        for (const GroupLabels& group : groups) {
            if (group.keys.empty()) continue;
            out_.align(file_.layout.offsetSize());
            out_.define(header_.of(group.group).dictionary);
            writeDictionary(out_, group.keys, group.labels);
        }
    }

    static const std::vector<Label>& labelsIn(const std::vector<GroupLabels>& groups, Group group) {
        return std::ranges::find(groups, group, &GroupLabels::group)->labels;
    }

    void writeEmbeddedFiles(const std::vector<Label>& labels) {
        for (std::size_t i = 0; i < labels.size(); ++i) {
            out_.align(file_.layout.offsetSize());
            out_.define(labels[i]);
            const EmbeddedFile& embedded = file_.embeddedFiles[i];
            out_.place(out_.addBulk(embedded.bytes, kBulkAlignment));
            out_.bytes().write(static_cast<std::uint32_t>(embedded.bytes.size()));
        }
    }

    /// `write` is a function such as writePatternAnimation().
    template <class Section, class Write>
    void writeEach(const std::vector<Section>& sections, const std::vector<Label>& labels,
                   const Write& write) {
        for (std::size_t i = 0; i < sections.size(); ++i)
            write(out_, sections[i], labels[i]);
    }

    void writeSections(const std::vector<GroupLabels>& groups) {
        const std::size_t alignment = file_.layout.offsetSize();
        const auto labels = [&](Group group) -> const std::vector<Label>& { return labelsIn(groups, group); };
        writeEmbeddedFiles(labels(Group::EmbeddedFiles));
        out_.align(alignment);
        writeModels(out_, file_.models, labels(Group::Models));
        writeEach(file_.textures, labels(Group::Textures), writeTexture);
        out_.align(alignment);
        writeSkeletalAnimations(out_, file_.skeletalAnimations, labels(Group::SkeletalAnimations));
        writeEach(file_.patternAnimations, labels(Group::TexturePatterns), writePatternAnimation);
        writeEach(file_.boneVisibility, labels(Group::BoneVisibility), writeVisibilityAnimation);
        writeEach(file_.materialVisibility, labels(Group::MaterialVisibility), writeVisibilityAnimation);
    }

    void writePool() {
        out_.align(file_.layout.offsetSize());
        out_.define(header_.pool);
        const Place start = out_.offset();
        out_.writeStringPool();
        header_.poolSize = static_cast<std::uint32_t>(out_.offset() - start);
    }

    void writeBufferInfo(Label bulk) {
        out_.align(file_.layout.offsetSize());
        out_.define(header_.bufferInfo);
        out_.zeroes(8);
        out_.place(bulk);
    }

    void patchSizes() {
        const bool isSwitch = file_.layout.isSwitch();
        const bool isShort = file_.layout.isAtLeast(version::kShortHeaders);
        const std::size_t poolSizeAt = !isSwitch ? 0x18 : isShort ? 0xD8 : 0xB8;
        out_.bytes().patch(isSwitch ? 0x1C : 0x0C, static_cast<std::uint32_t>(out_.offset()));
        out_.bytes().patch(poolSizeAt, header_.poolSize);
    }

    const BfresFile& file_;
    BfresWriter out_;
    HeaderRecord<Label> header_;
};

}  // namespace

std::vector<std::byte> encodeBfres(const BfresFile& file) {
    return FileWriter(file).write();
}

}  // namespace rigkiln::bfres
