// Decision 23: docs/decisions/cards/23-bring-the-clock-up.md
#include "kernels/host/clock_rise.h"

#include <algorithm>
#include <cmath>

#include "kernels/device/request_launch.h"
#include "kernels/host/workbench.h"

namespace chasescope::cuda {
namespace {

constexpr double kSame = 0.005, kNearly = 0.9;  // shares of a clock rate
constexpr std::uint64_t kWindowNs = 500'000;    // a tick of a slow nanosecond clock (1 µs) is a smaller share of it than kSame

std::string megahertz(double mhz) { return std::to_string(std::lround(mhz)) + " MHz"; }

}  // namespace

void ClockJudge::take(double mhz) { last_[taken_++ % kAgree] = mhz; }

bool ClockJudge::is_steady() const {
  if (taken_ < kAgree) return false;
  const auto [low, high] = std::minmax_element(last_.begin(), last_.end());
  return *high - *low <= kSame * *high;
}

bool ClockJudge::has_risen() const { return is_steady() && last_.front() >= kNearly * usual_mhz_; }

std::string ClockRise::in_words(std::uint64_t most_khz) const {
  if (last_mhz == 0) return {};
  std::string text = "Before anything was measured its clock ";
  if (first_mhz < (1 - kSame) * last_mhz)
    text += "was brought from " + megahertz(first_mhz) + " to " + megahertz(last_mhz) + ".";
  else
    text += "was " + megahertz(last_mhz) + ".";
  const double most_mhz = static_cast<double>(most_khz) / 1e3;
  if (!steady)
    text += " Warning: it had not come to rest then, and what was measured first may differ from what was measured later.";
  else if (last_mhz < kNearly * most_mhz)
    text += " It came to no more, of " + megahertz(most_mhz) + " at most.";
  return text;
}

ClockRise bring_to_clock(Workbench& bench, double usual_mhz, std::chrono::milliseconds patience, RunEvents& events) {
  const auto start = std::chrono::steady_clock::now();
  ClockJudge judge(usual_mhz);
  ClockRise rise;
  auto& answer = *bench.answer<ClockAnswer>();
  const auto blocks = static_cast<unsigned>(std::max<std::uint64_t>(1, bench.properties.sm_count));
  do {
    refuse_if_stopped(events);
    answer = {};
    ClockLaunch launch{bench.answers.address(), kWindowNs};
    bench.run("clock_window", blocks, 1, 0, launch);
    if (answer.finished == 0 || answer.nanoseconds == 0) throw no_word();
    rise.last_mhz = 1e3 * static_cast<double>(answer.cycles) / static_cast<double>(answer.nanoseconds);
    if (rise.first_mhz == 0) rise.first_mhz = rise.last_mhz;
    judge.take(rise.last_mhz);
  } while (!judge.has_risen() && std::chrono::steady_clock::now() - start < patience);
  rise.steady = judge.is_steady();
  rise.risen = judge.has_risen();
  return rise;
}

}  // namespace chasescope::cuda
