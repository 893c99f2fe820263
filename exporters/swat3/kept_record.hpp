#pragma once

#include <string>
#include <string_view>

#include "pipeline/base/value.hpp"
#include "pipeline/scene/scene.hpp"

/// The records that reading SWAT 3 files left in extras; a record that is not there has no members.
namespace rigkiln::swat3_writer {

[[nodiscard]] const Properties& gsmRecord(const Scene& scene);
[[nodiscard]] const Properties& gsaRecord(const Clip& clip);

/// The answer to a question about the conventions of the model ("space": "bone"); empty when nobody knows.
[[nodiscard]] std::string conventionAnswer(const Scene& scene, std::string_view question);

}  // namespace rigkiln::swat3_writer
