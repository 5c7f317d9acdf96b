#include "engine/structure/levels/known_surveys.h"

#include <algorithm>

namespace chasescope::structure {

const Survey* KnownSurveys::find(const Setting& setting, std::size_t most_caches) const {
  const auto known = std::find_if(surveys_.begin(), surveys_.end(),
                                  [&](const Known& one) { return one.setting == setting && one.most_caches >= most_caches; });
  return known == surveys_.end() ? nullptr : &known->survey;
}

void KnownSurveys::remember(const Setting& setting, std::size_t most_caches, const Survey& survey) {
  surveys_.push_back({setting, most_caches, survey});
}

}  // namespace chasescope::structure
