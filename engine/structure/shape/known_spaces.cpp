#include "engine/structure/shape/known_spaces.h"

#include <algorithm>

namespace chasescope::structure {

const SpaceReport* KnownSpaces::nearest(const Setting& setting) const {
  const auto known = std::find_if(nearest_.begin(), nearest_.end(), [&](const SpaceReport& one) { return one.setting == setting; });
  return known == nearest_.end() ? nullptr : &*known;
}

const SpaceReport* KnownSpaces::explored(const Question& question) const {
  const auto known = std::find_if(explored_.begin(), explored_.end(), [&](const auto& one) {
    return one.first.setting == question.setting && one.first.depth >= question.depth &&
           one.first.caches_of_global_ca == question.caches_of_global_ca && one.first.skip == question.skip;
  });
  return known == explored_.end() ? nullptr : &known->second;
}

const KnownSpaces::Told* KnownSpaces::told(const Setting& setting) const {
  const auto known = std::find_if(told_.rbegin(), told_.rend(), [&](const Told& one) { return one.report.setting == setting; });
  return known == told_.rend() ? nullptr : &*known;
}

}  // namespace chasescope::structure
