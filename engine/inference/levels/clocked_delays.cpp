#include "engine/inference/levels/clocked_delays.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/median_interval.h"
#include "engine/trace/number_text.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kWindow = 1024;      // accesses; devices that write out a trace in parts pause less often than that
constexpr std::size_t kFewestWindows = 4;  // so many that one odd window does not decide
// This share of the accesses are events: rare delays are among them, and frequent delays nearly fill them. The weight of an event
// is how much slower it is than the fastest event.
constexpr double kSlow = 0.1;
// The weight of the slowest accesses is limited to that of the fastest of these: some of them are slow for other reasons.
constexpr double kSlowest = 0.01;
constexpr double kFewestRounds = 8;  // intervals that a window must contain, at least
// Accesses that an interval must contain, at least: shorter intervals look longer (Nyquist).
constexpr double kAccesses = 2;
constexpr double kMostBetween = 0.5;      // largest time between two accesses, as a share of a latency
constexpr std::size_t kStepsBetween = 4;  // steps of the first search of that time; the step in frequency follows from the window
// The statistic falls by this much at the ends of a 99.7 % interval: half of three squared, and twice that, because events are not
// independent of each other.
constexpr double kLikelihood = 9;
// A fraction of the strongest frequency counts as that of the delays if it reaches this share of the strongest statistic.
constexpr double kOfStrongest = 0.5;
constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kCalm = 0.25;  // share of the interval before and after a delay that is not calm

using Phasor = std::complex<double>;

class Search {
 public:
  explicit Search(std::span<const double> cycles) : cycles_(cycles), windows_(cycles.size() / kWindow) {
    std::vector<double> sorted(cycles.begin(), cycles.end());
    std::sort(sorted.begin(), sorted.end());
    cut_ = sorted[static_cast<std::size_t>((1 - kSlow) * static_cast<double>(sorted.size() - 1))];
    most_ = sorted[static_cast<std::size_t>((1 - kSlowest) * static_cast<double>(sorted.size() - 1))] - cut_;
    median_ = sorted[sorted.size() / 2];
    for (const double each : cycles) mean_ += each / static_cast<double>(cycles.size());
  }

  ClockedDelaysFound run() {
    ClockedDelaysFound found;
    if (windows_ < kFewestWindows) {
      found.undecided = "It takes " + std::to_string(kFewestWindows * kWindow) + " accesses to memory in a row.";
      return found;
    }
    if (!(cut_ > median_)) {
      found.undecided = "No access took longer than the others.";
      found.none = true;
      return found;
    }
    const Best coarse = search_all();
    if (!is_more_than_chance(coarse.strength)) {
      found.undecided = "The slow accesses come at no regular times: the best interval, " +
                        number_text(std::round(coarse.interval())) + " cycles, is as good as chance would have it.";
      found.none = true;
      return found;
    }
    const Best strongest = refined(coarse), best = refined(slowest_of(strongest));
    const double by_number = strongest_by_number(best);
    // Delays that depend on the number of the access also cause weaker peaks at other frequencies, because near and far addresses
    // alternate. So a peak in time must exceed the strongest peak by number.
    if (by_time(strongest) < -std::log(statistics::kWrong) || strongest.strength < most_by_number_) {
      found.undecided = "Slow accesses come again after each " + number_text(std::round(best.interval() / (mean_ + best.between))) +
                        " accesses or so: that may go by their addresses, as the accesses take so equally long that time and "
                        "address can't be told apart.";
      return found;
    }
    found.delays = told(best, by_number);
    return found;
  }

 private:
  struct Best {
    double strength = 0, frequency = 0, between = 0;  // frequency: rounds a cycle
    double interval() const { return 1 / frequency; }
  };

  struct Event {
    double time = 0, weight = 0;
  };
  using Windows = std::vector<std::vector<Event>>;

  /// The slow accesses of each window, with their times since its begin.
  Windows times(double between, bool by_number = false) const {
    Windows all(windows_);
    for (std::size_t window = 0; window < windows_; ++window) {
      double time = 0;
      for (std::size_t i = window * kWindow; i < (window + 1) * kWindow; ++i) {
        if (cycles_[i] > cut_) all[window].push_back({time, std::min(cycles_[i] - cut_, most_)});
        time += (by_number ? mean_ : cycles_[i]) + between;
      }
    }
    return all;
  }

  /// Rayleigh's statistic for `count` frequencies from `low` on, `step` apart. From one frequency to the next, each event's phasor
  /// is turned by a fixed angle. Eight events are turned at once, so that a compiler can vectorise the loop; single precision is
  /// exact enough for a thousand turns.
  static std::vector<double> spectrum(const Windows& times, double low, double step, std::size_t count) {
    constexpr std::size_t kAtOnce = 8;
    std::vector<double> strength(count, 0);
    std::vector<float> cosines(count), sines(count);
    for (const auto& window : times) {
      if (window.empty()) continue;
      std::fill(cosines.begin(), cosines.end(), 0.0F);
      std::fill(sines.begin(), sines.end(), 0.0F);
      for (std::size_t from = 0; from < window.size(); from += kAtOnce) {
        float x[kAtOnce] = {}, y[kAtOnce] = {}, turn_x[kAtOnce] = {}, turn_y[kAtOnce] = {};
        for (std::size_t i = 0; i < std::min(kAtOnce, window.size() - from); ++i) {
          const auto [time, weight] = window[from + i];
          const double at = kTurn * std::fmod(low * time, 1.0), turn = kTurn * std::fmod(step * time, 1.0);
          x[i] = static_cast<float>(weight * std::cos(at));
          y[i] = static_cast<float>(weight * std::sin(at));
          turn_x[i] = static_cast<float>(std::cos(turn));
          turn_y[i] = static_cast<float>(std::sin(turn));
        }
        for (std::size_t k = 0; k < count; ++k) {
          float sum_x = 0, sum_y = 0;
          for (std::size_t i = 0; i < kAtOnce; ++i) {
            sum_x += x[i];
            sum_y += y[i];
          }
          cosines[k] += sum_x;
          sines[k] += sum_y;
          for (std::size_t i = 0; i < kAtOnce; ++i) {
            const float turned = x[i] * turn_x[i] - y[i] * turn_y[i];
            y[i] = x[i] * turn_y[i] + y[i] * turn_x[i];
            x[i] = turned;
          }
        }
      }
      double squares = 0;
      for (const Event& event : window) squares += event.weight * event.weight;
      if (squares == 0) continue;
      for (std::size_t k = 0; k < count; ++k)
        strength[k] += (static_cast<double>(cosines[k]) * cosines[k] + static_cast<double>(sines[k]) * sines[k]) / squares;
    }
    return strength;
  }

  static Best strongest_of(const Windows& times, double between, double low, double step, std::size_t count) {
    const std::vector<double> strength = spectrum(times, low, step, count);
    const auto best = std::max_element(strength.begin(), strength.end());
    return {*best, low + step * static_cast<double>(best - strength.begin()), between};
  }

  /// How much better time explains the delays than the number of the access, as a log-likelihood ratio.
  double by_time(const Best& best) const { return best.strength - strongest_by_number(best); }

  bool is_more_than_chance(double strength) const {
    return static_cast<double>(tried_) * boost::math::gamma_q(static_cast<double>(windows_), strength) < statistics::kWrong;
  }

  /// The frequency of the delays, given the strongest one. Short delays are nearly as periodic at each multiple of their frequency,
  /// so that any multiple may be the strongest, above all if the number of the access explains the others. At a fraction of their
  /// frequency they show little.
  Best slowest_of(const Best& strongest) const {
    const double lowest = kFewestRounds / (static_cast<double>(kWindow) * (mean_ + strongest.between));
    Best slowest = strongest;
    for (double part = 2; strongest.frequency / part >= lowest; ++part) {
      const Best here = best_near({0, strongest.frequency / part, strongest.between}, strongest.between);
      if (here.strength > kOfStrongest * strongest.strength && by_time(here) > 0) slowest = here;
    }
    return slowest;
  }

  /// The best of all frequencies and all times between accesses: the one that exceeds the statistic by number the most.
  Best search_all() {
    // The step is half of a window's resolution. Frequencies are counted in rounds per window, so that they are the same for all
    // times between accesses.
    const double low = kFewestRounds, step = 0.5;
    const auto count = static_cast<std::size_t>((static_cast<double>(kWindow) / kAccesses - low) / step) + 1;
    const std::vector<double> by_number = spectrum(times(0, true), low / (mean_ * kWindow), step / (mean_ * kWindow), count);
    most_by_number_ = *std::max_element(by_number.begin(), by_number.end());
    Best best;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k <= kStepsBetween; ++k) {
      const double between = kMostBetween * mean_ * static_cast<double>(k) / static_cast<double>(kStepsBetween);
      const double window = (mean_ + between) * static_cast<double>(kWindow);
      tried_ += count;
      const std::vector<double> by_time = spectrum(times(between), low / window, step / window, count);
      for (std::size_t at = 0; at < count; ++at) {
        const std::size_t before = at == 0 ? 0 : at - 1, after = std::min(at + 1, count - 1);
        const double more = by_time[at] - std::max({by_number[before], by_number[at], by_number[after]});
        if (more <= most) continue;
        most = more;
        best = {by_time[at], (low + step * static_cast<double>(at)) / window, between};
      }
    }
    return best;
  }

  /// The best frequency near the one that has the same number of accesses per interval as `known`.
  Best best_near(const Best& known, double between) const {
    constexpr std::size_t kAround = 24;
    const double frequency = known.frequency * (mean_ + known.between) / (mean_ + between);
    const double step = 1.0 / 16 / (static_cast<double>(kWindow) * (mean_ + between));
    return strongest_of(times(between), between, frequency - step * static_cast<double>(kAround), step, 2 * kAround + 1);
  }

  Best refined(Best best) const {
    const double most = kMostBetween * mean_;
    for (double step = most / static_cast<double>(kStepsBetween) / 2; step > most / 128; step /= 2)
      for (bool better = true; better;) {
        better = false;
        for (const double to : {best.between - step, best.between + step}) {
          if (to < 0 || to > most) continue;
          const Best here = best_near(best, to);
          if (here.strength <= best.strength) continue;
          best = here;
          better = true;
        }
      }
    return best;
  }

  double strongest_by_number(const Best& best) const {
    constexpr std::size_t kAround = 24;
    const double step = 0.25 / (static_cast<double>(kWindow) * (mean_ + best.between));
    return strongest_of(times(best.between, true), best.between, best.frequency - step * static_cast<double>(kAround), step,
                        2 * kAround + 1)
        .strength;
  }

  ClockedDelays told(const Best& best, double by_number) const {
    ClockedDelays delays;
    delays.interval = delays.interval_low = delays.interval_high = best.interval();
    delays.between = best.between;
    delays.strength = best.strength;
    delays.by_number = by_number;
    delays.windows = windows_;
    const double most = kMostBetween * mean_, step = most / 64;
    for (const double sign : {-1.0, 1.0})
      for (double to = best.between + sign * step;; to += sign * step) {
        const double at = std::clamp(to, 0.0, most);
        const Best here = best_near(best, at);
        // The confidence interval ends between the previous step and the first one whose statistic is too low. This step is still
        // included.
        delays.interval_low = std::min(delays.interval_low, here.interval());
        delays.interval_high = std::max(delays.interval_high, here.interval());
        if (here.strength < best.strength - kLikelihood || at != to) break;
      }
    // The frequency is known to a fraction of a window's resolution only, which widens the interval.
    const double known = best.interval() * best.interval() / (static_cast<double>(kWindow) * (mean_ + best.between)) / 4;
    delays.interval_low -= known;
    delays.interval_high += known;
    tell_times(best, delays);
    return delays;
  }

  /// Computes the latency of accesses far from the delays, and the share of the accesses that are delayed.
  void tell_times(const Best& best, ClockedDelays& delays) const {
    std::vector<double> calm;
    std::size_t calm_slow = 0, slow = 0, all = 0;
    const auto events = times(best.between);
    for (std::size_t window = 0; window < windows_; ++window) {
      Phasor sum = 0;
      for (const auto& [at, weight] : events[window]) sum += std::polar(weight, kTurn * std::fmod(best.frequency * at, 1.0));
      const double middle = std::arg(sum) / kTurn;
      double time = 0;
      for (std::size_t i = window * kWindow; i < (window + 1) * kWindow; ++i) {
        const double round = best.frequency * time - middle;
        const double apart = std::abs(round - std::round(round));
        ++all;
        slow += cycles_[i] > cut_ ? 1 : 0;
        if (apart > kCalm) {
          calm.push_back(cycles_[i]);
          calm_slow += cycles_[i] > cut_ ? 1 : 0;
        }
        time += cycles_[i] + best.between;
      }
    }
    const double slow_at_calm = static_cast<double>(calm_slow) / static_cast<double>(std::max<std::size_t>(calm.size(), 1));
    delays.delayed = std::max(0.0, static_cast<double>(slow) / static_cast<double>(all) - slow_at_calm);
    if (calm.empty()) return;
    const MedianInterval median = median_interval_of(calm);
    delays.calm_cycles = median.median;
    delays.calm_low = median.low;
    delays.calm_high = median.high;
  }

  std::span<const double> cycles_;
  std::size_t windows_;
  double cut_ = 0, most_ = 0, median_ = 0, mean_ = 0, most_by_number_ = 0;
  std::size_t tried_ = 0;
};

}  // namespace

ClockedDelaysFound clocked_delays(std::span<const double> cycles) {
  if (cycles.empty()) return {std::nullopt, "There are no accesses to memory.", false};
  return Search(cycles).run();
}

}  // namespace chasescope::inference
