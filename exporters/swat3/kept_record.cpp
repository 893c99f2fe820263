#include "exporters/swat3/kept_record.hpp"

#include "exporters/swat3/extras_values.hpp"

namespace rigkiln::swat3_writer {
namespace {

const Properties& memberOf(const Properties& in, std::string_view name) {
    static const Properties kNothing;
    const Properties* found = objectIn(in, name);
    return found == nullptr ? kNothing : *found;
}

}  // namespace

const Properties& gsmRecord(const Scene& scene) {
    return memberOf(scene.extras, "gsm");
}

const Properties& gsaRecord(const Clip& clip) {
    return memberOf(clip.extras, "gsa");
}

std::string conventionAnswer(const Scene& scene, std::string_view question) {
    return textOf(memberOf(memberOf(gsmRecord(scene), "conventions"), question), "answer");
}

}  // namespace rigkiln::swat3_writer
