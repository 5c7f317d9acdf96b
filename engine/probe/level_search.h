// Finds where the levels of a footprint curve end: the rises of the curve, and for each the footprint at which misses begin.
#pragma once

#include <optional>

#include "engine/probe/footprint_asker.h"
#include "engine/probe/footprint_survey.h"
#include "engine/probe/rise_search.h"

namespace chasescope {

class LevelSearch {
 public:
  /// `survey` has its points; they must not move while this lives.
  LevelSearch(SweepRunner& runner, const SurveyPlan& plan, const FootprintSurvey& survey)
      : runner_(runner), plan_(plan), survey_(survey), rises_(runner, plan.base, survey) {}
  LevelSearch(const LevelSearch&) = delete;
  LevelSearch& operator=(const LevelSearch&) = delete;

  /// Looks for the next rise and narrows it down. False if there is none, or after an error.
  bool next();
  const FootprintLevel& level() const { return level_; }
  /// What went wrong with the device, if anything did.
  const std::optional<DeviceError>& error() const { return error_; }

 private:
  void narrow(const RiseSearch::Rise& rise);
  bool is_known();
  void bisect(std::uint64_t stride);
  void confirm_whole_passes();
  void confirm_with_fine_stride();
  void confirm_in_short_traces();
  void confirm_in_other_order();
  void confirm_with_patience();
  void confirm_in_turns();
  void doubt_if_translations_miss();
  void step_back(const inference::AskFootprint& ask);
  void give_up(const std::string& why);
  bool misses_are_steady();
  struct Tally {
    double marked = 0, looked = 0, passes = 0;
  };
  std::optional<Tally> count_patiently(std::uint64_t bytes, std::uint64_t stride);
  void sweep_around();
  void take(const inference::FootprintSearch& search, const char* when_unclear);
  bool failed() const { return error_.has_value() || asker_->error().has_value(); }

  SweepRunner& runner_;
  const SurveyPlan& plan_;
  const FootprintSurvey& survey_;
  RiseSearch rises_;
  FootprintLevel level_;
  std::optional<FootprintAsker> asker_;  // of this level
  std::uint64_t surely_ = 0;             // a footprint that this level does not hold
  std::optional<DeviceError> error_;
};

}  // namespace chasescope
