#include "engine/probe/sweeps/spectrum_explanation.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

using Data = AccessKind::Data;
using Page = AccessKind::Page;
using inference::AccessSpectrum;
using inference::KindLatency;

// Relative tolerance between a latency and that of the survey, whose averages include drift and outliers.
constexpr double kAgreement = 0.04;
constexpr double kSame = 0.01;
constexpr double kSlack = 2;  // cycles
constexpr double kUnanimous = 0.97, kMainly = 0.6;
// If a smaller share of a kind's accesses has its main latency, the kind is a mixture and has no single latency.
constexpr double kMixture = 0.9;

bool agrees(double a, double b) { return std::abs(a - b) <= kAgreement * std::max(a, b) + kSlack; }
bool same(double a, double b) { return std::abs(a - b) <= kSame * std::max(a, b) + kSlack; }

class Explainer {
 public:
  Explainer(const std::vector<AccessKind>& legend, const AccessSpectrum& spectrum, const SpectrumKnowledge& knowledge)
      : legend_(legend), spectrum_(spectrum), knowledge_(knowledge) {
    const structure::Survey& survey = knowledge.space->survey;
    for (std::size_t i = 0; i < survey.caches(); ++i) ladder_.push_back(survey.levels[i].latency.median);
    memory_ = survey.levels.back().latency.median;
    is_shared_ = knowledge.space->setting.space == MemorySpace::shared;
    name_translations();
  }

  std::vector<ExplainedKind> explain() {
    std::vector<ExplainedKind> all;
    for (std::size_t i = 0; i < legend_.size(); ++i) all.push_back(explain_one(i));
    for (std::size_t i = 0; i < legend_.size(); ++i)
      if (all[i].explained() && (is_shared_ || answers_untranslated(legend_[i]))) all[i].translation = "any";
    return all;
  }

 private:
  bool is_split(AccessKind kind) const {
    kind.far = true;
    return std::find(legend_.begin(), legend_.end(), kind) != legend_.end();
  }

  /// The latency of a kind; empty if the pattern does not have it, or if it is a mixture. If lines of that kind lie near and far,
  /// `far` chooses which of the two.
  std::optional<double> cycles_of(AccessKind kind, double least_share = kMixture) const {
    kind.far = kind.far && is_split(kind);
    const auto found = std::find(legend_.begin(), legend_.end(), kind);
    if (found == legend_.end()) return std::nullopt;
    const KindLatency& latency = spectrum_.kinds[static_cast<std::size_t>(found - legend_.begin())];
    if (latency.accesses < 3 || latency.main_share < least_share) return std::nullopt;
    return latency.cycles;
  }

  /// Gives the translation levels their names. The last level is the page walk only if accesses to new pages have the same latency,
  /// including new pages without neighbours: a TLB with larger pages would already hold the translation of a new page next to a
  /// visited one.
  void name_translations() {
    const std::size_t n = knowledge_.translation_levels;
    for (std::size_t level = 0; level < n; ++level) translations_.push_back("l" + std::to_string(level + 1) + "_tlb");
    const auto cold = cycles_of({Data::first_touch, Page::first_touch, 0, 0}, kUnanimous);
    const auto sparse = cycles_of({Data::first_touch, Page::sparse, 0, 0}, kMainly);
    const auto far = cycles_of({Data::first_touch, Page::far_away, 0, 0});
    const auto last = n == 0 ? std::nullopt : cycles_of({Data::first_touch, Page::in_turn, 0, n - 1});
    if (!knowledge_.starts_cold || !cold || !sparse || !last) {
      // A TLB may have held the pages behind the last plateau from an earlier request. So the last level stays without a name, and
      // so do the new pages.
      if (n >= 2) translations_.back().clear();
      return;
    }
    if (same(*sparse, *cold)) {
      cold_translation_ = sparse_translation_ = n == 1 && same(*cold, *last) ? "any" : "walk";
      if (same(*cold, *last)) translations_.back() = n == 1 ? "any" : "walk";
    } else if (*sparse > *cold && far && same(*far, *cold)) {
      sparse_translation_ = "walk";
      if (same(*cold, *last)) cold_translation_ = translations_.back();
    } else if (n >= 2) {
      translations_.back().clear();
    }
  }

  /// Whether the latency of a kind agrees with the survey's latency of a level. The survey's value may be that of near lines, of
  /// far lines, or lie between the two.
  bool took(const AccessKind& kind, double surveyed) const {
    AccessKind other = kind;
    other.far = !kind.far;
    const auto cycles = cycles_of(kind);
    if (!cycles) return false;
    if (agrees(*cycles, surveyed)) return true;
    const auto beside = is_split(kind) ? cycles_of(other) : std::nullopt;
    return beside &&
           (agrees(*beside, surveyed) || (std::min(*cycles, *beside) < surveyed && surveyed < std::max(*cycles, *beside)));
  }

  /// The data level that answers lines on their first touch: memory, if their latency is that of memory.
  std::string first_touch_data(bool far) const {
    const AccessKind fresh{Data::first_touch, Page::in_turn, 0, 0, far};
    if ((is_shared_ || knowledge_.space->survey.memory_seen) && took(fresh, memory_)) return is_shared_ ? subject::shared_memory : subject::dram;
    for (std::size_t level = 0; level < ladder_.size(); ++level)
      if (took(fresh, ladder_[level])) return knowledge_.space->subjects[level];
    return {};
  }

  /// Whether the latency of a data level is the same whichever TLB hits, while that of other levels differs. Such a cache is
  /// addressed by virtual addresses, so that a hit needs no translation.
  bool answers_untranslated(const AccessKind& kind) const {
    if (kind.data_kind != Data::held || knowledge_.translation_levels < 2) return false;
    double low = 0, high = 0, new_low = 0, new_high = 0;
    for (std::size_t level = 0; level < knowledge_.translation_levels; ++level) {
      const auto held = cycles_of({Data::held, Page::in_turn, kind.data, level, kind.far});
      const auto fresh = cycles_of({Data::first_touch, Page::in_turn, 0, level, kind.far});
      if (!held || !fresh) return false;
      low = level == 0 ? *held : std::min(low, *held);
      high = std::max(high, *held);
      new_low = level == 0 ? *fresh : std::min(new_low, *fresh);
      new_high = std::max(new_high, *fresh);
    }
    return same(low, high) && !same(new_low, new_high);
  }

  /// Whether the level really held the lines that the pattern meant to keep in it: when their translation is in the nearest TLB,
  /// they have the latency of a hit. Empty if no line was read that way.
  std::optional<bool> were_held(const AccessKind& kind) const {
    const AccessKind primed{Data::held, Page::at_hand, kind.data, kind.translation, kind.far};
    const auto at_hand = cycles_of(primed, 0);
    if (!at_hand) return std::nullopt;
    const auto plain = cycles_of({Data::held, Page::in_turn, kind.data, 0, kind.far});
    return plain && same(*plain, *at_hand) && cycles_of(primed, kUnanimous);
  }

  /// Whether a level farther than intended may have answered. Pages may load the sets unevenly, so that lines were evicted early.
  /// This is excluded only by accesses whose translation is in the nearest TLB, or if the latency of farther levels is known and
  /// differs.
  bool might_be_farther(const AccessKind& kind, double cycles) const {
    if (const auto held = were_held(kind)) return !*held;
    for (std::size_t level = kind.data + 1; level < ladder_.size(); ++level) {
      const auto farther = cycles_of({Data::held, Page::in_turn, level, kind.translation, kind.far});
      if (!farther || same(*farther, cycles)) return true;
    }
    const auto fresh = cycles_of({Data::first_touch, Page::in_turn, 0, kind.translation, kind.far});
    return !fresh || same(*fresh, cycles);
  }

  /// Whether the access missed the nearest TLB: it takes longer than a new line of the same place in pages so few that the nearest
  /// TLB holds all of them.
  bool missed_first_tlb(const AccessKind& kind, double cycles) const {
    if (kind.data_kind != Data::first_touch || translations_.empty() || translations_.front() != subject::l1_tlb) return false;
    const auto known = cycles_of({Data::first_touch, Page::in_turn, 0, 0, kind.far});
    return known && cycles > *known && !same(cycles, *known);
  }

  ExplainedKind explain_one(std::size_t index) const {
    const AccessKind& kind = legend_[index];
    const KindLatency& latency = spectrum_.kinds[index];
    ExplainedKind one;
    const auto refuse = [&](std::string why) {
      one = {};
      one.why_not = std::move(why);
      return one;
    };
    if (latency.accesses < 3) return refuse("Too few accesses.");
    if (latency.main_share < kMixture)
      return refuse("Its accesses did not all take the same path: some found their line or page nearer than others.");

    if (kind.data_kind == Data::held) {
      const AccessKind at_home{Data::held, Page::in_turn, kind.data, 0, kind.far};
      const auto plain = cycles_of(at_home);
      if (plain && !took(at_home, ladder_[kind.data]))
        return refuse("With a TLB hit it does not have the latency that the survey found for that level.");
      if (!plain) return refuse("Its latency with a TLB hit is not known.");
      if (kind.page_kind == Page::at_hand && !were_held(kind).value_or(false)) return refuse("Some of its lines had been lost.");
      if (kind.page_kind == Page::in_turn && kind.translation != 0 && might_be_farther(kind, latency.cycles))
        return refuse(
            "With this translation, lines of a farther level have the same latency, or theirs is not known. So these accesses may "
            "have come from there.");
      one.data = knowledge_.space->subjects[kind.data];
    } else {
      one.data = first_touch_data(kind.far);
      if (one.data.empty()) return refuse("New lines have neither the latency of memory nor that of a known level.");
    }

    switch (kind.page_kind) {
      case Page::in_turn: one.translation = translations_[kind.translation]; break;
      case Page::at_hand: one.translation = translations_.front(); break;
      case Page::first_touch: one.translation = cold_translation_; break;
      case Page::sparse: one.translation = sparse_translation_; break;
      case Page::far_away: {
        const auto near = cycles_of({Data::first_touch, Page::first_touch, 0, 0, kind.far});
        if (!near) return refuse("The latency of a new page nearby is not known.");
        one.translation = same(latency.cycles, *near) || cold_translation_ != "walk" ? cold_translation_ : "window";
        if (latency.cycles < *near && one.translation == "window")
          return refuse("A new page far away was quicker than one nearby.");
        break;
      }
    }
    if (one.translation.empty() && missed_first_tlb(kind, latency.cycles)) one.translation = kBeyondFirstTlb;
    if (one.translation.empty() || one.data == "device")
      return refuse(
          "The device keeps the content of its caches from request to request. So it is not known which TLB had the page, or which "
          "cache had the line.");

    // A hit in a farther TLB can't be faster than one in a nearer TLB.
    if (kind.page_kind == Page::in_turn && kind.translation > 0) {
      const auto nearer = cycles_of({kind.data_kind, Page::in_turn, kind.data, kind.translation - 1, kind.far});
      if (nearer && latency.cycles < *nearer && !same(latency.cycles, *nearer))
        return refuse("It is quicker than with a nearer translation.");
    }
    if (is_split(kind)) one.place = kind.far ? "far" : "near";
    return one;
  }

  const std::vector<AccessKind>& legend_;
  const AccessSpectrum& spectrum_;
  const SpectrumKnowledge& knowledge_;
  std::vector<double> ladder_;  // hit latencies of the data levels
  double memory_ = 0;
  bool is_shared_ = false;  // memory of the SM: no cache lies in front of it, and its addresses are not translated
  std::vector<std::string> translations_;
  std::string cold_translation_, sparse_translation_;  // where new pages are translated; empty if not known
};

std::string data_words(const std::string& data, const std::string& place) {
  if (data == "l2" && !place.empty()) return "the line is in a " + place + " slice of the L2";
  if (data == "dram" && !place.empty()) return "no cache has the line: " + place + " memory answers";
  static const std::map<std::string, std::string> words{{subject::l1_data, "the line is in the L1"},
                                                        {"l2", "the line is in the L2"},
                                                        {"l3", "the line is in the L3"},
                                                        {"texture", "the line is in the texture cache"},
                                                        {"readonly", "the line is in the read-only cache"},
                                                        {subject::constant_l1, "the line is in the constant L1"},
                                                        {subject::constant_l1_5, "the line is in the constant L1.5"},
                                                        {"dram", "no cache has the line: memory answers"}};
  const auto found = words.find(data);
  return found == words.end() ? "the line is in " + data : found->second;
}

std::string translation_words(const std::string& translation) {
  static const std::map<std::string, std::string> words{
      {subject::l1_tlb, "The L1 TLB knows the page"},
      {subject::l2_tlb, "The L1 TLB misses, the L2 TLB knows the page"},
      {subject::l3_tlb, "The L1 and L2 TLB miss, the L3 TLB knows the page"},
      {"walk", "No TLB knows the page: the page table is read"},
      {"window", "The page lies outside of the active window: page tables are switched"},
      {kBeyondFirstTlb,
       "The L1 TLB does not know the page; what does, a farther TLB or the page table, can't be told of a device that "
       "keeps its TLBs from request to request"},
      {"any", "Translation makes no difference"}};
  const auto found = words.find(translation);
  return found == words.end() ? "The page is known to " + translation : found->second;
}

}  // namespace

std::vector<ExplainedKind> explain_kinds(const std::vector<AccessKind>& legend, const AccessSpectrum& spectrum,
                                         const SpectrumKnowledge& knowledge) {
  return Explainer(legend, spectrum, knowledge).explain();
}

std::string path_of(const ExplainedKind& kind) {
  if (!kind.explained()) return {};
  return kind.data + "+" + kind.translation + (kind.place.empty() ? "" : "+" + kind.place);
}

std::string path_in_words(const ExplainedKind& kind) {
  if (!kind.explained()) return kind.why_not;
  if (kind.data == subject::shared_memory) return "Shared memory answers: no cache and no translation is asked.";
  return translation_words(kind.translation) + "; " + data_words(kind.data, kind.place) + ".";
}

}  // namespace chasescope
