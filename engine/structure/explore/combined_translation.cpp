#include "engine/structure/explore/combined_translation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace chasescope::structure {
namespace {

// The time that a translation adds to a hit in the nearest TLB.
double on_top(const TranslationReport& report, const TranslationLevel& level) {
  return level.latency.median - report.translation.levels.front().latency.median;
}

bool alike(double a, double b) { return std::abs(a - b) <= 1 + 0.02 * std::max(a, b); }

bool same_shape(const CacheShape& a, const CacheShape& b) {
  if (a.line_bytes != 0 && b.line_bytes != 0 && a.line_bytes != b.line_bytes) return false;
  if (a.ways.empty() || b.ways.empty()) return true;
  auto ways = [](const CacheShape& shape) {
    std::vector<std::uint32_t> sorted = shape.ways;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  };
  return ways(a) == ways(b);
}

const std::string& why(const TlbReport& tlb) {
  if (!tlb.undecided.empty()) return tlb.undecided;
  return tlb.shape.line_bytes == 0 ? tlb.shape.line_undecided : tlb.shape.ways_undecided;
}

void add_reason(TlbReport& tlb, const std::string& reason) {
  for (std::string* each : {&tlb.undecided, &tlb.shape.line_undecided, &tlb.shape.index_undecided, &tlb.shape.ways_undecided})
    if (!each->empty()) *each += " " + reason;
}

// The TLB of `other` that is the same as `tlb` of `main`: hits of both add the same time, and so do misses. If both walks saw as
// many TLBs, misses of the last TLB may differ, because a page walk may take longer while data come from memory.
TlbReport* counterpart(const TranslationReport& main, const TlbReport& tlb, TranslationReport& other) {
  const bool as_many = main.tlbs.size() == other.tlbs.size();
  for (std::size_t i = 0; i < other.tlbs.size(); ++i) {
    TlbReport& second = other.tlbs[i];
    if (!alike(on_top(main, tlb.hit), on_top(other, second.hit))) continue;
    const bool last = as_many && i + 1 == other.tlbs.size() && tlb.subject == second.subject;
    if (last || alike(on_top(main, tlb.miss), on_top(other, second.miss))) return &second;
  }
  return nullptr;
}

// Keeps a policy only if both walks name the same one, or only one of them names any.
void join_policies(TlbReport& tlb, const TlbReport& second) {
  const auto name = [](const TlbReport& of) { return of.policy ? of.policy->replacement.policy : std::string(); };
  if (name(second).empty() || name(tlb) == name(second)) return;
  if (name(tlb).empty()) {
    tlb.policy = second.policy;
    tlb.policy_undecided.clear();
    return;
  }
  tlb.policy_undecided = "With data from " + tlb.data_level + " it seems to be " + name(tlb) + ", with data from " +
                         second.data_level + " " + name(second) + ".";
  tlb.policy->replacement.policy.clear();
}

// Removes the last TLB of a walk that did not discover the window: it took the cost of a window change for misses of a further TLB.
void leave_window_out(TranslationReport& report, const TranslationReport& other) {
  if (report.translation.window || !other.translation.window || report.tlbs.size() != other.tlbs.size() + 1) return;
  report.tlbs.pop_back();
  report.translation.levels.pop_back();
}

// Replaces the last TLB of a walk that did not discover the window, if its misses differ from those of the other walk. A few pages
// from all over memory hardly ever share a window, so that the walk took the cost of a window change for a part of every miss.
void correct_misses(TranslationReport& report, const TranslationReport& other) {
  if (report.translation.window || !other.translation.window || report.tlbs.size() != other.tlbs.size() || report.tlbs.empty())
    return;
  TlbReport& last = report.tlbs.back();
  const TlbReport& known = other.tlbs.back();
  if (alike(on_top(report, last.miss), on_top(other, known.miss))) return;
  std::string subject = last.subject;
  last = known;
  last.subject = std::move(subject);
}

}  // namespace

TranslationReport combined(TranslationReport cached, TranslationReport uncached) {
  const auto decided = [](const TranslationReport& report) {
    return std::count_if(report.tlbs.begin(), report.tlbs.end(), [](const TlbReport& tlb) { return tlb.decided(); });
  };
  if (cached.tlbs.empty() && uncached.tlbs.empty()) {
    if (!cached.undecided.empty() && !uncached.undecided.empty() && cached.undecided != uncached.undecided)
      cached.undecided += " With data from memory: " + uncached.undecided;
    return cached;
  }
  if (cached.tlbs.empty()) return uncached;
  if (uncached.tlbs.empty()) {
    for (TlbReport& tlb : cached.tlbs)
      if (!tlb.decided() && !uncached.undecided.empty()) add_reason(tlb, "With data from memory: " + uncached.undecided);
    return cached;
  }
  leave_window_out(cached, uncached);
  leave_window_out(uncached, cached);
  correct_misses(cached, uncached);
  correct_misses(uncached, cached);
  // The report of the walk that saw more levels comes first.
  const bool cached_first =
      cached.tlbs.size() != uncached.tlbs.size() ? cached.tlbs.size() > uncached.tlbs.size() : decided(cached) >= decided(uncached);
  TranslationReport& main = cached_first ? cached : uncached;
  TranslationReport& other = cached_first ? uncached : cached;
  std::string contested;
  for (TlbReport& tlb : main.tlbs) {
    TlbReport* second = contested.empty() ? counterpart(main, tlb, other) : nullptr;
    if (second != nullptr) {
      if (!same_shape(tlb.shape, second->shape)) {
        contested = "Walks with data from " + tlb.data_level + " and from " + second->data_level + " do not show the same " +
                    tlb.subject + ".";
      } else if (!tlb.decided() && second->decided()) {
        const std::string subject = tlb.subject;
        tlb = *second;
        tlb.subject = subject;
      } else if (tlb.decided() && second->decided()) {
        if (tlb.rates.points.size() < second->rates.points.size()) tlb.rates = second->rates;
        join_policies(tlb, *second);
      } else if (tlb.rates.points.size() < second->rates.points.size()) {
        tlb.rates = second->rates;
      } else if (!tlb.decided()) {
        add_reason(tlb, "With data from " + second->data_level + ": " + why(*second));
      }
    }
    if (!contested.empty()) {
      tlb.shape = {};
      tlb.rates = {};
      tlb.policy.reset();
      tlb.undecided = contested;
      tlb.contested = true;
    }
  }
  if (!main.translation.window) main.translation.window = other.translation.window;
  return main;
}

}  // namespace chasescope::structure
