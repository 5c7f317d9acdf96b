// Follows the lines of one set of the nearest cache, in chases that begin with that cache empty.
#pragma once

#include "engine/structure/levels/survey.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

class DirectFollower final : public SetFollower {
 public:
  /// `unit`: the fetch size (bytes); each visit of a line reads an element within it.
  /// \pre the device keeps no cache contents between chases.
  DirectFollower(Lab& lab, const Survey& survey, std::uint64_t unit) : lab_(lab), survey_(survey), unit_(unit) {}

  std::vector<inference::SetAccess> follow(const Addresses& lines, const std::vector<std::uint32_t>& sequence,
                                           const std::vector<std::size_t>& segment_ends, std::uint64_t accesses,
                                           const std::string& label, RunPtr* run) override;
  bool starts_empty() const override { return true; }
  bool is_nearest() const override { return true; }
  std::uint64_t accesses_spent() const override { return lab_.spent(); }
  std::uint32_t visits_per_line() const override { return static_cast<std::uint32_t>(unit_ / kElement); }
  bool noisy() const override { return !survey_.noise.exact(); }

 private:
  static constexpr std::uint64_t kElement = 4;

  Lab& lab_;
  const Survey& survey_;
  std::uint64_t unit_;
};

}  // namespace chasescope::structure
