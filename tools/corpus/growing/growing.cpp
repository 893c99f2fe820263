#include "tools/corpus/growing/growing.hpp"

namespace rigkiln::corpus {

std::vector<GrowingCount> allGrowingCounts() {
    std::vector<GrowingCount> all;
    for (const auto& counts :
         {alamoCounts(), swat3Counts(), bfresCounts(), spriteCounts(), archiveCounts(), imageCounts()})
        all.insert(all.end(), counts.begin(), counts.end());
    return all;
}

}  // namespace rigkiln::corpus
