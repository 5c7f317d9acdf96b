#include "engine/probe/others/residency_findings.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>

#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

// An offset counts as fetched if nine of ten of its words are there, and as not fetched if at most one of ten is. A share between
// comes from something that neither a fetch of whole blocks nor a prefetcher of whole blocks does.
constexpr double kPresent = 0.9, kAbsent = 0.1;

Finding of_l2(const char* quantity, nlohmann::json conditions, const char* method, const ResidencyCurve& curve) {
  Finding finding = unmeasured(subject::l2, quantity, curve.refusal, method, kResidencyReference);
  finding.conditions = std::move(conditions);
  if (const auto* entry = find_quantity(quantity)) finding.unit = entry->unit;
  for (const ResidencyPoint& point : curve.points) finding.evidence.push_back(point.run);
  return finding;
}

void set_value(Finding& finding, double value, std::optional<double> low, std::optional<double> high) {
  finding.status = FindingStatus::measured;
  finding.value = value;
  finding.low = low;
  finding.high = high;
}

double thousandths(double share) { return std::round(share * 1000) / 1000; }

// In the unit in which people read it: sizes of arrays are sixteenths of the L2, which are seldom whole KiB.
std::string size_of(std::uint64_t bytes) { return short_size_text(static_cast<double>(bytes)).joined(); }

std::string lower_first(std::string words) {
  words.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(words.front())));
  return words;
}

std::string percent(const ResidencyPoint& point) { return share_text(point.share.value); }

const char* hint_of(EvictionPriority priority) {
  switch (priority) {
    case EvictionPriority::normal: return "evict_normal";
    case EvictionPriority::first: return "evict_first";
    case EvictionPriority::last: return "evict_last";
    case EvictionPriority::unchanged: return "evict_unchanged";
  }
  return "evict_normal";
}

/// The size up to which a share stays: the largest size at which it is above for certain, and as its upper bound the smallest one
/// at which it is below. Without a value if either is missing, or if a share rises again. `before`: the word before a size in the
/// reason.
Finding bracketed(Finding finding, const ResidencyCurve& curve, const char* before, std::uint64_t ResidencyRequest::*size,
                  inference::Against ResidencyPoint::*verdict) {
  using inference::Against;
  const auto& points = curve.points;
  if (points.empty()) return finding;
  const auto is = [verdict](Against wanted) {
    return [verdict, wanted](const ResidencyPoint& point) { return point.*verdict == wanted; };
  };
  const auto told = [&](const ResidencyPoint& point) { return before + size_of(point.request.*size) + ", " + percent(point); };
  const auto beyond = std::find_if(points.begin(), points.end(), is(Against::below));
  if (const auto larger = std::find_if(beyond, points.end(), is(Against::above)); larger != points.end()) {
    finding.reason = told(*beyond) + " stays, but " + lower_first(told(*larger)) +
                     " stays. Other work disturbed the card meanwhile. Run the probe again.";
    return finding;
  }
  if (const auto last = std::find_if(points.rbegin(), points.rend(), is(Against::above)); last != points.rend())
    finding.low = static_cast<double>(last->request.*size);
  if (beyond != points.end()) finding.high = static_cast<double>(beyond->request.*size);
  finding.reason = told(beyond == points.end() ? points.back() : *beyond) + " stays.";
  if (finding.low && finding.high) {
    set_value(finding, *finding.low, finding.low, finding.high);
    return finding;
  }
  if (beyond == points.end() && !curve.refusal.empty()) finding.reason += " More is refused: " + curve.refusal;
  return finding;
}

}  // namespace

Finding effective_size_finding(const ResidencyCurve& by_size) {
  return bracketed(of_l2(quantity::effective_bytes, nlohmann::json::object(),
                         "All SMs read arrays of growing size twice; then single loads tell up to which size at least 95 % of the "
                         "lines are still there.",
                         by_size),
                   by_size, "Of an array of ", &ResidencyRequest::kept_bytes, &ResidencyPoint::nearly_all);
}

Finding evicting_sweep_finding(EvictionPriority kept, const ResidencyCurve& by_sweep) {
  return bracketed(of_l2(quantity::evicting_sweep_bytes, {{"kept", std::string(to_string(kept))}},
                         "Lines read with this priority, then a sweep of other lines read with normal priority: the largest sweep "
                         "after which at least half of the lines are still there.",
                         by_sweep),
                   by_sweep, "After a sweep of ", &ResidencyRequest::swept_bytes, &ResidencyPoint::half);
}

Finding retained_finding(EvictionPriority kept, EvictionPriority swept, const ResidencyCurve& after_large_sweep) {
  Finding finding =
      of_l2(quantity::retained_share, {{"kept", std::string(to_string(kept))}, {"swept", std::string(to_string(swept))}},
            "The share of the lines that single loads still find after a sweep of twice the size of the L2.", after_large_sweep);
  if (after_large_sweep.points.empty()) return finding;
  const ResidencyPoint& point = after_large_sweep.points.back();
  finding.evidence = {point.run};
  if (!after_large_sweep.refusal.empty()) return finding;  // the large sweep was refused; after a smaller one more may stay
  set_value(finding, thousandths(point.share.value), thousandths(point.share.low), thousandths(point.share.high));
  finding.reason = size_of(point.request.kept_bytes) + " read with " + hint_of(kept) + ", then " +
                   size_of(point.request.swept_bytes) + " of other lines with " + hint_of(swept) + ".";
  return finding;
}

Finding persisting_finding(std::optional<std::uint64_t> set_aside, const ResidencyCurve& by_size) {
  nlohmann::json conditions = {{"set_aside", "default"}};
  if (set_aside) conditions = {{"set_aside_bytes", *set_aside}};
  Finding finding =
      of_l2(quantity::persisting_bytes, std::move(conditions),
            "Arrays of growing size are read with evict_last; after a sweep of normal lines of twice the size of the L2, "
            "the share that is left times the size is how much the L2 keeps.",
            by_size);
  if (by_size.points.empty()) return finding;
  std::vector<inference::ResidentBytes> arrays;
  for (const ResidencyPoint& point : by_size.points) arrays.push_back({point.request.kept_bytes, point.share});
  const ResidencyPoint& last = by_size.points.back();
  if (const auto held = inference::held_bytes(arrays)) {
    const auto whole_bytes = [](double bytes) { return std::round(bytes); };
    set_value(finding, whole_bytes(held->bytes), whole_bytes(held->low), whole_bytes(held->high));
    finding.reason = "Of the largest array, " + size_of(last.request.kept_bytes) + ", " + percent(last) + " stays.";
    return finding;
  }
  finding.low = std::round(last.share.low * static_cast<double>(last.request.kept_bytes));
  finding.reason = "Of the largest array, " + size_of(last.request.kept_bytes) + ", " + percent(last) +
                   " stays: the array is too small to tell how much the L2 keeps." +
                   (by_size.refusal.empty() ? "" : " Larger ones are refused: " + by_size.refusal);
  return finding;
}

Finding fetched_finding(std::optional<std::uint64_t> setting, const ResidencyCurve& by_offset) {
  nlohmann::json conditions = {{"fetch_setting", "default"}};
  if (setting) conditions = {{"fetch_setting_bytes", *setting}};
  Finding finding = of_l2(quantity::fetched_bytes, std::move(conditions),
                          "One word is read. Then timed loads tell which words after it were fetched with it.", by_offset);
  if (by_offset.points.empty()) return finding;
  const std::uint64_t step = by_offset.points.front().request.timed_offset;  // from each word to the next
  std::uint64_t fetched = step;
  bool ended = false;
  for (const ResidencyPoint& point : by_offset.points) {
    const std::uint64_t offset = point.request.timed_offset;
    if (point.share.value > kAbsent && point.share.value < kPresent) {
      finding.reason = "Of the words " + size_of(offset) + " behind those that were read, " + percent(point) +
                       " are in the L2. A fetch of whole blocks would bring all of these words, or none.";
      return finding;
    }
    const bool present = point.share.value >= kPresent;
    if (present && ended) {
      finding.reason = "The words " + size_of(offset) +
                       " behind those that were read are in the L2, but nearer words are not: a fetch of "
                       "one block does not do that.";
      return finding;
    }
    if (present) fetched = offset + step;
    ended = ended || !present;
  }
  const std::uint64_t farthest = by_offset.points.back().request.timed_offset;
  if (!ended) {
    finding.low = static_cast<double>(farthest);
    finding.reason = "All words up to " + size_of(farthest) + " behind those that were read are in the L2.";
    return finding;
  }
  if (!std::has_single_bit(fetched)) {
    finding.reason = size_of(fetched) + " were fetched with the word that was read, which is no aligned block.";
    return finding;
  }
  set_value(finding, static_cast<double>(fetched), static_cast<double>(fetched), static_cast<double>(fetched));
  return finding;
}

}  // namespace chasescope
