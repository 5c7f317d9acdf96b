#include "engine/structure/testers/front_answers.h"

#include <algorithm>
#include <map>

namespace chasescope::structure {

bool FrontAnswers::holds(double cycles) const {
  if (!by_bands_) return cycles <= cut_;
  return std::any_of(bands_.begin(), bands_.end(), [&](const inference::Band& band) { return band.holds(cycles); });
}

std::size_t FrontAnswers::answered(const Walk& walk, std::size_t element) const {
  std::size_t passes = 0;
  for (std::size_t pass = 0; pass < walk.passes(); ++pass) passes += holds(walk.at(pass, element)) ? 1 : 0;
  return passes;
}

bool FrontAnswers::keep_a_unit(const Walk& walk, const Addresses& offsets, const std::vector<bool>& asked,
                               std::uint64_t unit) const {
  std::map<std::uint64_t, bool> reached;  // by unit
  for (std::size_t element = 0; element < walk.period; ++element) {
    if (!asked[element]) continue;
    bool& of_unit = reached[offsets[element] / unit];
    of_unit = of_unit || answered(walk, element) < walk.passes();
  }
  return std::any_of(reached.begin(), reached.end(), [](const auto& each) { return !each.second; });
}

bool FrontAnswers::come_by_chance(const Walk& walk, const std::vector<bool>& asked) const {
  constexpr std::size_t kOneIn = 100;  // noise makes fewer than one element in this many differ
  std::size_t count = 0, differing = 0;
  for (std::size_t element = 0; element < walk.period; ++element) {
    if (!asked[element]) continue;
    ++count;
    const std::size_t passes = answered(walk, element);
    differing += passes != 0 && passes != walk.passes() ? 1 : 0;
  }
  return differing * kOneIn > count;
}

bool FrontAnswers::leave_all(const Walk& walk, const std::vector<bool>& asked) const {
  constexpr std::size_t kFew = 4;  // one access in this many passes may hit in front
  std::size_t left_out = 0;
  for (std::size_t element = 0; element < walk.period; ++element)
    if (asked[element]) left_out += answered(walk, element);
  return kFew * left_out <= walk.passes();
}

double FrontAnswers::share(const Walk& walk, const std::vector<bool>& asked) const {
  std::size_t of_front = 0, all = 0;
  for (std::size_t element = 0; element < walk.period; ++element) {
    if (!asked[element]) continue;
    of_front += answered(walk, element);
    all += walk.passes();
  }
  return all == 0 ? 0 : static_cast<double>(of_front) / static_cast<double>(all);
}

std::size_t FrontAnswers::complete_passes(const Walk& walk, const std::vector<std::size_t>& elements) const {
  std::size_t complete = 0;
  for (std::size_t pass = 0; pass < walk.passes(); ++pass)
    complete += std::none_of(elements.begin(), elements.end(), [&](auto element) { return holds(walk.at(pass, element)); }) ? 1 : 0;
  return complete;
}

}  // namespace chasescope::structure
