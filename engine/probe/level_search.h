// Finds where the levels of a footprint curve end: the rises of the curve, and for each the footprint at which misses begin.
#pragma once

#include <optional>

#include "engine/probe/footprint_survey.h"

namespace chasescope {

/// The stride for an array of this size: `fine`, or a cache line of the usual size where that would make more than 65,536 elements.
std::uint64_t stride_for(std::uint64_t bytes, std::uint64_t fine);

class LevelSearch {
 public:
  /// `survey` has its points; they must not move while this lives.
  LevelSearch(SweepRunner& runner, const SurveyPlan& plan, const FootprintSurvey& survey)
      : runner_(runner), plan_(plan), survey_(survey) {}

  /// Looks for the next rise and narrows it down. False if there is none, or after an error.
  bool next();
  const FootprintLevel& level() const { return level_; }
  /// What went wrong with the device, if anything did.
  const std::optional<DeviceError>& error() const { return error_; }

 private:
  struct Rise {
    std::size_t fits = 0, misses = 0;  // points of the curve
  };
  std::optional<Rise> next_rise();
  bool is_last_miss(const inference::MissMark& mark) const;
  bool comes_again(const SurveyPoint& settled, const SurveyPoint& point);
  bool slow_when_alone(const SurveyPoint& point);
  void narrow(const Rise& rise);
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
  std::uint64_t usual_passes(std::uint64_t pass) const;
  struct Tally {
    double marked = 0, looked = 0, passes = 0;
  };
  std::optional<Tally> count_patiently(std::uint64_t bytes, std::uint64_t stride);
  void sweep_around();

  /// Chases a footprint; empty at a limit or after an error.
  RunPtr look(std::uint64_t bytes, std::uint64_t stride, std::uint64_t warm_passes, std::uint64_t timed);
  /// The same in another order within pages; 0 passes: as many as the array's size suggests.
  RunPtr look_swapped(std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes = 0);
  static std::vector<std::uint64_t> swapped_blocks(std::uint64_t bytes, std::uint64_t stride);
  std::uint64_t other_stride(std::uint64_t bytes) const;
  std::optional<inference::Fit> ask(std::uint64_t bytes, std::uint64_t stride);
  std::optional<inference::Fit> ask_part(std::uint64_t bytes, std::uint64_t stride, std::uint64_t timed);
  std::optional<inference::Fit> ask_whole(std::uint64_t bytes, std::uint64_t stride);
  std::optional<inference::Fit> ask_both(std::uint64_t bytes, std::uint64_t stride);
  std::optional<inference::Fit> ask_in_short_traces(std::uint64_t bytes, std::uint64_t stride);
  std::optional<inference::Fit> decide(const RunPtr& run, const inference::Places& places);
  inference::Fit decide_settled(const RunPtr& run, const inference::Places& places);
  void take(const inference::FootprintSearch& search, const char* when_unclear);
  double false_share() const;

  SweepRunner& runner_;
  const SurveyPlan& plan_;
  const FootprintSurvey& survey_;
  std::size_t at_ = 0;  // the point up to which the curve was read
  FootprintLevel level_;
  std::optional<DeviceError> error_;
  RunPtr again_;  // the larger footprint of the last rise, chased again
  std::uint64_t fitting_accesses_ = 0, fitting_marked_ = 0;  // of footprints that fit: what outliers make
  std::string refusal_;                                      // why a footprint could not be asked
};

}  // namespace chasescope
