#include "pipeline/base/result.hpp"

namespace rigkiln {

Error inFile(const std::string& path, const Error& error) {
    // The path was already added by an inner call.
    if (error.where.starts_with(path)) return error;
    return {error.where.empty() ? path : path + ": " + error.where, error.problem, error.kind};
}

}  // namespace rigkiln
