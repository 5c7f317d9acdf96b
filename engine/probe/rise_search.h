// The rises of a footprint curve: where one level ends, and what its misses take.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/probe/footprint_survey.h"

namespace chasescope {

class RiseSearch {
 public:
  /// `survey` has its points, which must not move while this lives, and gets the levels of the rises as they are found.
  RiseSearch(SweepRunner& runner, const ChaseRequest& base, const FootprintSurvey& survey)
      : runner_(runner), base_(base), survey_(survey) {}

  struct Rise {
    std::size_t fits = 0, misses = 0;  ///< points of the curve: the last that shows no miss, and the next one
    std::size_t surely = 0;            ///< the one that a fifth of its accesses miss, or more
    inference::MissMark mark;
    bool passes_another = false;  ///< before it the curve rose by latencies between those of hits and misses
    std::vector<std::string> evidence;
  };
  /// Empty if there is no further one, or after an error.
  std::optional<Rise> next();
  const std::optional<DeviceError>& error() const { return error_; }

 private:
  bool is_last_miss(const inference::MissMark& mark) const;
  enum class Again { rise, both_slow, both_fast };
  Again ask_again(const SurveyPoint& settled, const SurveyPoint& point);
  bool slow_when_alone(const SurveyPoint& point);

  SweepRunner& runner_;
  const ChaseRequest& base_;
  const FootprintSurvey& survey_;
  std::size_t at_ = 0;  // the point up to which the curve was read
  Rise rise_;
  RunPtr again_;  // the larger footprint of the last rise, chased again
  std::optional<DeviceError> error_;
};

}  // namespace chasescope
