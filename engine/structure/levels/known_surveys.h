// The surveys that earlier steps of an exploration have made.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

class KnownSurveys {
 public:
  /// The survey that was made under this setting for at most `most_caches` caches, or null.
  const Survey* find(const Setting& setting, std::size_t most_caches) const;
  void remember(const Setting& setting, std::size_t most_caches, const Survey& survey);

 private:
  struct Known {
    Setting setting;
    std::size_t most_caches = 0;
    Survey survey;
  };
  std::vector<Known> surveys_;
};

}  // namespace chasescope::structure
