#include "exporters/swat3/kept_record.hpp"

#include "pipeline/wayback/extras_values.hpp"

namespace rigkiln::swat3_export {

const Properties& gsmRecord(const Scene& scene) {
    return recordIn(scene.extras, "gsm");
}

const Properties& gsaRecord(const Clip& clip) {
    return recordIn(clip.extras, "gsa");
}

std::string conventionAnswer(const Scene& scene, std::string_view question) {
    return textOf(recordIn(recordIn(gsmRecord(scene), "conventions"), question), "answer");
}

}  // namespace rigkiln::swat3_export
