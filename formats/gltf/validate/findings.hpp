#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/gltf/validate/rules.hpp"

namespace rigkiln::gltf_validation {

/// One place of a file that breaks a rule.
struct Finding {
    const Rule* rule = nullptr;
    std::string pointer{};  ///< JSON pointer (RFC 6901); empty for the container and the whole document
    std::optional<std::uint64_t> offset{};  ///< byte of the file, for the container
    std::string message{};                  ///< with the value and the limit

    bool operator==(const Finding&) const = default;
};

/// Thrown by Findings when it is full, and caught by validateGltf: a damaged file may break a rule at every
/// byte.
struct FindingsFull {};

/// Collects findings up to a limit.
class Findings {
public:
    explicit Findings(std::size_t limit) : limit_(limit) {}

    void add(const Rule& rule, std::string pointer, std::string message) {
        makeRoom();
        list_.push_back({.rule = &rule, .pointer = std::move(pointer), .message = std::move(message)});
    }

    void addAtByte(const Rule& rule, std::uint64_t offset, std::string message) {
        makeRoom();
        list_.push_back({.rule = &rule, .offset = offset, .message = std::move(message)});
    }

    [[nodiscard]] std::size_t count() const { return list_.size(); }
    [[nodiscard]] std::vector<Finding> take() && { return std::move(list_); }

private:
    void makeRoom() const {
        if (list_.size() >= limit_) throw FindingsFull();
    }

    std::size_t limit_;
    std::vector<Finding> list_;
};

}  // namespace rigkiln::gltf_validation
