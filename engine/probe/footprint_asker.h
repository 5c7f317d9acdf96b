// Asks whether footprints fit a level, whose hits and misses are known.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/probe/footprint_survey.h"

namespace chasescope {

inline constexpr std::uint64_t kWholePass = 16384;  ///< accesses; of longer passes the beginning is timed, and at last the whole
inline constexpr std::uint64_t kShortTrace = 1024;  ///< recording shows nothing of itself in traces of this length (HACKING.md)

class FootprintAsker {
 public:
  using Fit = inference::Fit;

  /// `level` gets the evidence of every chase that decides, and may change its stride between questions. `fitting`: accesses of a
  /// footprint that fits, of which `marked` look like misses all the same.
  FootprintAsker(SweepRunner& runner, const ChaseRequest& base, FootprintLevel& level, std::uint64_t fitting, std::uint64_t marked)
      : runner_(runner), base_(base), level_(level), fitting_accesses_(fitting), fitting_marked_(marked) {}

  /// These are empty at a limit or after an error. A part: only the beginning of a pass decides. Both: in either of two orders.
  std::optional<Fit> ask(std::uint64_t bytes, std::uint64_t stride);
  std::optional<Fit> ask_part(std::uint64_t bytes, std::uint64_t stride, std::uint64_t timed);
  std::optional<Fit> ask_whole(std::uint64_t bytes, std::uint64_t stride);
  std::optional<Fit> ask_both(std::uint64_t bytes, std::uint64_t stride);
  std::optional<Fit> ask_in_short_traces(std::uint64_t bytes, std::uint64_t stride);
  std::optional<Fit> ask_in_turns(std::uint64_t bytes);

  /// Chases a footprint; empty at a limit or after an error.
  RunPtr look(std::uint64_t bytes, std::uint64_t stride, std::uint64_t warm_passes, std::uint64_t timed);
  /// The same in another order within pages; 0 passes: as many as the array's size suggests.
  RunPtr look_swapped(std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes = 0);
  std::uint64_t other_stride(std::uint64_t bytes) const;

  /// What went wrong with the device, if anything did; nothing more is to be asked then.
  const std::optional<DeviceError>& error() const { return error_; }
  /// Why the last footprint could not be asked.
  const std::string& refusal() const { return refusal_; }

 private:
  static std::vector<std::uint64_t> swapped_blocks(std::uint64_t bytes, std::uint64_t stride);
  std::optional<Fit> decide(const RunPtr& run, const inference::Places& places);
  Fit decide_settled(const RunPtr& run, const inference::Places& places);
  std::uint64_t usual_passes(std::uint64_t pass) const;
  double false_share() const;

  SweepRunner& runner_;
  const ChaseRequest& base_;
  FootprintLevel& level_;
  std::uint64_t fitting_accesses_, fitting_marked_;  // of footprints that fit: what outliers make
  std::optional<DeviceError> error_;
  std::string refusal_;
};

}  // namespace chasescope
