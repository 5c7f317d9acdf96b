#include "engine/probe/others/load_findings.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/unmeasured.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

using inference::ThreadCost;
using inference::UnderLoad;

constexpr const char* kLoadMethod =
    "Reads by more and more threads, one measurement for each number of threads, and a chase by one thread alone.";

std::string at_busy() { return "At " + number_text(100 * inference::kBusyShare) + " % of the best rate"; }

/// Sets value and interval, rounded to `step`, the resolution of the data.
void set(Finding& finding, double value, double low, double high, double step = 0.01) {
  const auto rounded = [&](double each) { return std::round(each / step) * step; };
  finding.status = FindingStatus::measured;
  finding.value = rounded(value);
  finding.low = rounded(low);
  finding.high = rounded(high);
}

class TellingLoad {
 public:
  TellingLoad(const LevelUnderLoad& one, std::uint64_t sms,
              const std::function<std::optional<ThreadCost>(unsigned width)>& thread_with)
      : one_(one), sms_(sms), thread_with_(thread_with) {}

  /// Makes the findings. Each width gets a number of saturating threads. Bytes in flight and latency come from the width with the
  /// highest rate.
  std::vector<Finding> tell() {
    std::vector<std::pair<unsigned, UnderLoad>> loads;
    for (const auto& [width, asked] : one_.widths) loads.emplace_back(width, inference::read_load(asked.points));
    std::reverse(loads.begin(), loads.end());
    for (const auto& [width, load] : loads) {
      Finding threads = blank(quantity::saturating_threads, width, load);
      if (load.verdict == UnderLoad::Verdict::found) {
        const double each = static_cast<double>(width) * static_cast<double>(sms_);
        set(threads, load.busy_high / each, load.busy_low / each, load.busy_high / each);
        threads.reason = at_busy() + "; the number before was not enough.";
      }
      told_.push_back(std::move(threads));
    }
    const auto best = std::max_element(loads.begin(), loads.end(), [](const auto& a, const auto& b) {
      const bool found_a = a.second.verdict == UnderLoad::Verdict::found, found_b = b.second.verdict == UnderLoad::Verdict::found;
      return found_a == found_b ? a.second.best < b.second.best : found_b;
    });
    if (best == loads.end()) return told_;
    const auto thread = one_.level == kSweptShared ? std::nullopt : thread_with_(best->first);
    tell_bytes(best->first, best->second, thread);
    tell_loaded(best->first, best->second, thread);
    return told_;
  }

 private:
  Finding blank(const char* quantity, unsigned width, const UnderLoad& load) const {
    Finding finding = unmeasured(one_.level.subject, quantity, why_open(load, width), kLoadMethod, kLoadReference);
    finding.conditions = {{"access_bytes", width}};
    if (const auto* unit = find_quantity(quantity)) finding.unit = unit->unit;
    finding.evidence = {one_.lone->run};
    const auto& runs = one_.widths.at(width).runs;
    finding.evidence.insert(finding.evidence.end(), runs.begin(), runs.end());
    return finding;
  }

  std::string why_open(const UnderLoad& load, unsigned width) const {
    const Width& of_width = one_.widths.at(width);
    switch (load.verdict) {
      case UnderLoad::Verdict::found: return {};
      case UnderLoad::Verdict::too_few:
        return of_width.limit.empty() ? "Too few numbers of threads could be asked." : of_width.limit;
      case UnderLoad::Verdict::never_alone:
        return "Even the fewest threads wait for each other, so the latency of a single load is not known.";
      case UnderLoad::Verdict::still_growing: break;
    }
    const auto& points = of_width.points;
    const double threads = points.empty() ? 0 : points.back().bytes / (static_cast<double>(width) * static_cast<double>(sms_));
    return number_text(std::round(threads)) + " threads of each SM with loads of " + std::to_string(width) +
           " B don't saturate it" +
           (is_sliced(one_.level) ? ", and more would have too few loads each in the array that it holds."
                                  : ": more would move more.");
  }

  void tell_bytes(unsigned width, const UnderLoad& load, const std::optional<ThreadCost>& thread) {
    Finding bytes = blank(quantity::saturating_bytes, width, load);
    if (load.verdict == UnderLoad::Verdict::found) {
      // A level of an SM exists once per SM, so its bytes are counted per SM.
      const double parts = is_sliced(one_.level) ? static_cast<double>(sms_) : 1;
      const auto under_way = [&](double asked, double time) { return asked / time * thread->latency(time) / parts; };
      const double least = load.best * one_.lone->mean / parts;
      const std::string product = "the best rate, " + number_text(load.best / parts) + " bytes a cycle" +
                                  (parts > 1 ? " for each SM" : "") + ", times what a load takes alone, " +
                                  number_text(one_.lone->mean) + " cycles";
      if (thread) {
        set(bytes, under_way(load.busy_high, load.busy_high_time), under_way(load.busy_low, load.busy_low_time),
            under_way(load.busy_high, load.busy_high_time), 1);
        bytes.reason = at_busy() + (parts > 1 ? ", in each SM" : ", of all SMs") + ". The best rate itself takes at least " +
                       short_size_text(std::round(least)).joined() + ", if no load ever waited: " + product + ".";
      } else {
        set(bytes, least, least, least, 1);
        bytes.high.reset();
        bytes.reason = std::string("At least, ") + (parts > 1 ? "in each SM: " : "of all SMs: ") + product + ".";
      }
    }
    told_.push_back(std::move(bytes));
  }

  void tell_loaded(unsigned width, const UnderLoad& load, const std::optional<ThreadCost>& thread) {
    Finding loaded = blank(quantity::loaded_latency_cycles, width, load);
    if (load.verdict == UnderLoad::Verdict::found && !thread) {
      loaded.reason =
          one_.level == kSweptShared
              ? "No other level is read by the same instructions, from which to tell how many loads a thread has under way."
              : "How many loads a thread has under way is told from an L1 and an L2 that the same threads read, and they don't "
                "tell it.";
    } else if (load.verdict == UnderLoad::Verdict::found) {
      const auto [low, high] = std::minmax({thread->latency(load.busy_low_time), thread->latency(load.busy_high_time)});
      set(loaded, thread->latency(load.busy_high_time), low, high);
      loaded.reason = at_busy() + "; few threads wait " + number_text(std::round(10 * thread->latency(load.alone)) / 10) +
                      " cycles for a load. A thread has about " + number_text(std::round(10 * thread->loads) / 10) +
                      " loads under way, and " + number_text(std::round(thread->own)) +
                      " cycles of its own work for these, told from the L1 and the L2, which the same threads read.";
    }
    told_.push_back(std::move(loaded));
  }

  const LevelUnderLoad& one_;
  std::uint64_t sms_;
  const std::function<std::optional<ThreadCost>(unsigned width)>& thread_with_;
  std::vector<Finding> told_;
};

}  // namespace

std::vector<Finding> refused_findings(const LevelUnderLoad& one) {
  std::vector<Finding> findings;
  for (const char* quantity : kToldOfLoad)
    if (!(one.lone && quantity == kToldOfLoad.front()))
      findings.push_back(unmeasured(one.level.subject, quantity, one.refusal, kLoadMethod, kLoadReference));
  return findings;
}

Finding lone_finding(const LevelUnderLoad& one) {
  Finding finding = unmeasured(
      one.level.subject, quantity::lone_latency_cycles, {},
      "Mean of a chase by one thread alone; the longest " + number_text(100 * kLoadOutliers) + " % are left out.", kLoadReference);
  finding.unit = "cycles";
  set(finding, one.lone->mean, one.lone->low, one.lone->high);
  finding.evidence = {one.lone->run};
  if (one.lone->answered > 0)
    finding.reason =
        number_text(std::round(1000 * one.lone->answered) / 10) +
        " % of the lines were answered much faster, by a cache that still had them since they were written; they are left out.";
  return finding;
}

std::vector<Finding> load_findings(const LevelUnderLoad& one, std::uint64_t sms,
                                   const std::function<std::optional<ThreadCost>(unsigned width)>& thread_with) {
  return TellingLoad(one, sms, thread_with).tell();
}

}  // namespace chasescope
