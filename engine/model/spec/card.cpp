#include "engine/model/spec/card.h"

namespace chasescope::model {

const Source* Card::source_of(const std::string& pointer) const {
  for (std::string at = pointer;; at.resize(at.rfind('/'))) {
    if (const auto found = sources.find(at); found != sources.end()) return &found->second;
    if (at.empty()) return nullptr;
  }
}

std::optional<std::uint64_t> PathSpec::max_footprint(const Configuration& configuration) const {
  for (const FootprintSpec& alternative : footprint_alternatives)
    if (alternative.when.applies(configuration)) return alternative.max_footprint_bytes;
  return max_footprint_bytes;
}

}  // namespace chasescope::model
