// What earlier steps of a whole have found behind memory spaces.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/structure/shape/space_report.h"

namespace chasescope::structure {

class KnownSpaces {
 public:
  /// What was found of that setting's nearest cache at the least, sets included. Null if nobody looked.
  const SpaceReport* nearest(const Setting& setting) const;
  void remember_nearest(const SpaceReport& report) { nearest_.push_back(report); }

  /// How explore_space() was asked.
  struct Question {
    Setting setting;
    Depth depth = Depth::levels;
    std::size_t caches_of_global_ca = 0;
    std::vector<std::string> skip;
  };
  /// The whole answer to that question, or to a deeper one of the same setting. Null if nobody asked.
  const SpaceReport* explored(const Question& question) const;
  void remember(Question question, const SpaceReport& report) { explored_.emplace_back(std::move(question), report); }

 private:
  std::vector<SpaceReport> nearest_;
  std::vector<std::pair<Question, SpaceReport>> explored_;
};

}  // namespace chasescope::structure
