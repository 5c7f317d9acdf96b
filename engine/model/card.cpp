#include "engine/model/card.h"

namespace chasescope::model {

const Source* Card::source_of(const std::string& pointer) const {
  for (std::string at = pointer;; at.resize(at.rfind('/'))) {
    if (const auto found = sources.find(at); found != sources.end()) return &found->second;
    if (at.empty()) return nullptr;
  }
}

}  // namespace chasescope::model
