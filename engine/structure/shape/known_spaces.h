// What earlier steps of an exploration found behind memory spaces.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/structure/shape/space_report.h"

namespace chasescope::structure {

class KnownSpaces {
 public:
  /// The report on that setting, with the sets of its nearest cache at the least. Null if there is none.
  const SpaceReport* nearest(const Setting& setting) const;
  void remember_nearest(const SpaceReport& report) { nearest_.push_back(report); }

  /// The arguments of explore_space().
  struct Question {
    Setting setting;
    Depth depth = Depth::levels;
    std::size_t caches_of_global_ca = 0;
    std::vector<std::string> skip;
  };
  /// The answer to that question, or to a deeper one of the same setting. Null if there is none.
  const SpaceReport* explored(const Question& question) const;
  void remember(Question question, const SpaceReport& report) { explored_.emplace_back(std::move(question), report); }

  /// A space whose caches have the names that follow from all spaces together.
  struct Told {
    SpaceReport report;
    std::vector<std::string> shared;  ///< the caches that all spaces share, nearest first
  };
  /// The last result for the caches under this setting. Null if there is none.
  const Told* told(const Setting& setting) const;
  void remember_told(const SpaceReport& report, const std::vector<std::string>& shared) { told_.push_back({report, shared}); }

 private:
  std::vector<SpaceReport> nearest_;
  std::vector<std::pair<Question, SpaceReport>> explored_;
  std::vector<Told> told_;
};

}  // namespace chasescope::structure
