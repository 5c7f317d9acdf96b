#include "engine/structure/explore/filled_translation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/experiment/shared_work.h"
#include "engine/structure/shape/global_caches.h"
#include "engine/structure/translation/primed_pages.h"
#include "engine/structure/trials/asked_trials.h"
#include "engine/structure/trials/filled_tlb.h"
#include "engine/structure/trials/lru_by_tails.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr Most kForFilling{.accesses = 50'000'000, .cycles = 8e9};
// Cards map memory in blocks of this size. The same block is mapped at every address, so that all accesses read the same line.
constexpr std::uint64_t kMapped = std::uint64_t{2} << 20;
// Address range, many times the reach of the TLBs of all cards; the page tables of every card since Pascal cover it.
constexpr std::uint64_t kRange = std::uint64_t{1} << 44;
constexpr std::uint64_t kPasses =
    1;  // passes of the fill: enough to replace the old contents under LRU; else a later step uses more
constexpr std::uint64_t kPassesToSettle = 3;
constexpr std::uint64_t kFew = 4, kFewTrials = 64;   // pages that every TLB holds
constexpr std::uint64_t kSome = 64;                  // pages that a TLB behind another TLB always holds
constexpr std::uint64_t kStrayVisits = 1 << 15;      // visits that show how often noise looks like a miss,
constexpr std::uint64_t kStrayTrials = 2048;         // and the largest number of trials with these visits
constexpr double kSeenLess = 5;                      // visits: the upper limit for noise that was hardly ever seen
constexpr std::uint64_t kTrialsOfTails = 1024;       // trials of a set with one page too many
constexpr double kStraggling = 0.995;                // share of hits that are not slower than the cut
// The third TLB is shared by all SMs and hidden behind the second one, and measuring it takes long. kMostSoon: TLBs to measure in a
// hurry.
constexpr std::size_t kMostTlbs = 3, kMostSoon = 2;
// standard errors of a mean, and the error (cycles) that a tick of the clock adds to it
constexpr double kStandardErrors = 3, kTick = 0.5;

constexpr const char* kHow =
    "One piece of memory is mapped at many addresses. All data come from the same line, so that accesses differ only in their "
    "translation.";

/// The latencies of visits to some pages.
struct Sample {
  std::vector<float> cycles;  ///< ascending
  RunPtr run;

  float at(double share) const { return cycles[static_cast<std::size_t>(share * static_cast<double>(cycles.size() - 1))]; }
  /// The latencies above a cut.
  Sample above(double cut) const {
    return {{std::upper_bound(cycles.begin(), cycles.end(), static_cast<float>(cut)), cycles.end()}, run};
  }
  inference::Band band() const { return {at(0.05), at(0.5), at(0.95)}; }
  /// Mean and standard error, without the outermost values.
  std::pair<double, double> mean() const {
    const std::size_t tail = cycles.size() / 20;
    const double count = static_cast<double>(cycles.size() - 2 * tail);
    const auto begin = cycles.begin() + static_cast<std::ptrdiff_t>(tail), end = cycles.end() - static_cast<std::ptrdiff_t>(tail);
    const double mean = std::accumulate(begin, end, 0.0) / count;
    const double squares =
        std::accumulate(begin, end, 0.0, [&](double sum, float one) { return sum + (one - mean) * (one - mean); });
    return {mean, std::sqrt(squares) / count};
  }
};

class Pages {
 public:
  explicit Pages(Lab& lab) : lab_(lab.under(setting_of(lab))) {}

  /// `count` pages, `spacing` bytes apart.
  Sample sample(std::uint64_t count, std::uint64_t spacing, std::uint64_t trials, const std::string& label) {
    TrialsRequest request = pages(count, spacing, trials);
    request.record = TrialRecord::cycles;
    Sample sample;
    sample.run = lab_.trials(request, label);
    for (const auto& trial : sample.run->as<TrialsRequest>()->result.cycles)
      sample.cycles.insert(sample.cycles.end(), trial.begin(), trial.end());
    if (sample.cycles.empty()) throw Undecided("The device answered trials without cycles.");
    std::sort(sample.cycles.begin(), sample.cycles.end());
    return sample;
  }

  /// An upper limit for the share of visits that noise makes slower than the cut, from neighbouring pages that all stay.
  double stray_share(std::uint64_t count, std::uint64_t spacing, double cut) {
    TrialsRequest request = pages(count, spacing, std::min(kStrayVisits / count, kStrayTrials));
    request.cut_cycles = cut;
    const RunPtr run = lab_.trials(request, "pages that stay");
    const TrialsResult& result = run->as<TrialsRequest>()->result;
    std::uint64_t missed = 0;
    for (std::uint64_t trial = 0; trial < request.trials; ++trial)
      for (std::uint64_t place = 0; place < count; ++place) missed += result.missed(trial, place) ? 1 : 0;
    const auto seen = static_cast<double>(missed);
    return (seen + 3 * std::sqrt(seen) + kSeenLess) / static_cast<double>(count * request.trials);
  }

  FilledTlb fill(double cut, double stray, std::uint64_t passes) {
    SetsQuestion question;
    question.space = lab_.setting().space;
    question.sm = lab_.setting().sm;
    question.unit = kMapped;
    question.range = kRange;
    question.same_memory = true;
    question.fill_passes = passes;
    question.cut = cut;
    question.stray = stray;
    std::string why;
    const AskTrials ask = asked_of(lab_, why);
    FilledTlb found = fill_tlb(question, ask);
    if (!found.index && !why.empty()) found.undecided = why;
    return found;
  }

  /// Fills the TLB with as few passes as LRU needs. If that does not find the sets, fills it with more passes.
  FilledTlb fill(double cut, double stray) {
    FilledTlb found = fill(cut, stray, kPasses);
    return found.index || found.all_stay ? found : fill(cut, stray, kPassesToSettle);
  }

  /// Where hits differ by as much as a miss adds, no cut separates hits from misses, and only the slower misses are seen. If the
  /// unmistakable readings agree with LRU (lru_by_tails.h), `misses` becomes all of the misses.
  void look_at_tails(FilledTlb& found, const Sample& hits, Sample& misses) {
    if (found.overflowing.size() < 2) return;
    TrialsRequest request = pages(1, kMapped, kTrialsOfTails);
    request.places = ListedPlaces{found.overflowing};
    request.record = TrialRecord::cycles;
    const RunPtr run = lab_.trials(request, "pages of one set, one more than it holds");
    LruByTails by_tails = lru_by_tails(request, run->as<TrialsRequest>()->result.cycles, hits.cycles);
    if (!by_tails.lru.is_borne_out()) return;
    found.lru = by_tails.lru;
    misses = {std::move(by_tails.gone), run};
  }

  /// Puts shape and policy into the words of findings.
  void tell(const FilledTlb& found, TlbReport& report) {
    report.how = kHow;
    report.undecided.clear();
    CacheShape& shape = report.shape = {};
    shape.overflowing = found.overflowing;
    shape.line_bytes = found.page_bytes;
    shape.index = found.index;
    shape.ways = found.ways;
    shape.examined_bytes = kRange;
    const RunPtr evidence = lab_.trials(*found.evidence, "one page more than stay");
    shape.set_runs = shape.index_runs = shape.ways_runs = {evidence};
    shape.line_runs = {lab_.trials(*found.page_evidence, "pages beside each other")};
    shape.by_trials =
        "About " + format_count(found.stays) + " neighbouring pages stayed. Each of " + format_count(found.one_more) +
        " pages more, from anywhere in " + format_bytes(kRange) +
        " of addresses, evicted some of them, all of one set. The index that these have in common was tested in each set with " +
        format_count(found.predicted) + " pages.";
    if (!found.lru.is_borne_out()) {
      report.policy_undecided =
          "Of " + format_count(found.lru.visits) + " visits of sets with one page too many " + format_count(found.lru.agreeing) +
          " agree with LRU; " + format_count(found.lru.stayed) + " hit although LRU predicts a miss, and " +
          format_count(found.lru.visits - found.lru.agreeing - found.lru.stayed) +
          " missed although LRU predicts a hit. These are too many for LRU, and trials can't identify another policy.";
      return;
    }
    PolicyFound policy;
    policy.replacement.policy = "lru";
    policy.replacement.victims = found.lru.missing;
    policy.replacement.agreement = static_cast<double>(found.lru.agreeing) / static_cast<double>(found.lru.visits);
    policy.replacement.behaviour = format_count(found.lru.agreeing) + " of " + format_count(found.lru.visits) +
                                   " visits of sets with one page too many agree with LRU";
    policy.ways = found.ways.front();
    policy.cyclic = evidence;
    report.policy = std::move(policy);
    report.policy_undecided.clear();
  }

  Lab& lab() { return lab_; }

 private:
  // Uses loads that skip the L1, because the L1 may hold the line for some addresses and not for others.
  static Setting setting_of(const Lab& lab) {
    Setting setting = lab.setting();
    setting.space = MemorySpace::global_cg;
    if (!setting.sm) setting.sm = 0;
    return setting;
  }

  static TrialsRequest pages(std::uint64_t count, std::uint64_t spacing, std::uint64_t trials) {
    TrialsRequest request;
    request.places = EvenPlaces{count, spacing, 0};
    request.probability = 1;
    request.fill_passes = kPasses;
    request.trials = trials;
    request.same_memory = true;
    return request;
  }

  Lab lab_;
};

/// The miss rate over neighbouring pages needs chases, because trials visit pages in random order.
MissRates rates_in_turn(Lab& lab, const Survey& survey, const TlbReport& tlb, double penalty) {
  MissRates rates;
  try {
    PrimedPages pages(lab, survey);
    const inference::Band& data = pages.data_band();
    TlbSurvey levels;
    levels.levels.push_back({data, {}, pages.data_shown_by(), {}});
    levels.levels.push_back({{data.low + penalty, data.median + penalty, data.high + penalty}, {}, nullptr, {}});
    pages.set_block_bytes(tlb.shape.line_bytes);
    TlbTester tester(pages, levels, 0);
    rates = miss_rates_over_pages(tester, tlb.shape, pages.data_level());
  } catch (const Undecided& undecided) {
    rates.undecided = undecided.what();
  }
  return rates;
}

/// The level that answers if one line is read over and over and the L1 is skipped. `survey`: of the lab's space.
std::string level_of_data(const Lab& lab, const Survey& survey) {
  const bool is_past_l1 = lab.setting().space == MemorySpace::global_cg;
  const std::size_t caches = is_past_l1 || survey.caches() == 0 ? survey.caches() : survey.caches() - 1;
  return caches == 0 ? "dram" : subjects_of(lab.description(), MemorySpace::global_cg, caches, 0).front();
}

/// Whether walks over real memory could not show a TLB behind this one.
bool is_out_of_reach(const Lab& lab, const CacheShape& shape) {
  constexpr std::uint64_t kTimes =
      4;  // times its coverage: the next TLB may cover twice as much, and must be overflowed by as much again
  return kTimes * shape.entries() * shape.line_bytes >= lab.limit_bytes();
}

/// Whether two shapes are the same, however their sets are numbered.
bool is_same(const CacheShape& a, const CacheShape& b) {
  std::vector<std::uint32_t> ways = a.ways, others = b.ways;
  std::sort(ways.begin(), ways.end());
  std::sort(others.begin(), others.end());
  return a.line_bytes == b.line_bytes && ways == others;
}

std::string in_words(const CacheShape& shape) {
  return format_count(shape.entries()) + " entries of " + format_bytes(shape.line_bytes) + " in " +
         format_count(shape.ways.size()) + (shape.ways.size() == 1 ? " set" : " sets");
}

}  // namespace

bool can_fill(const Description& device) {
  return device.same_memory && device.serves(TrialsRequest::kCall) && device.serves(MemorySpace::global_cg);
}

TranslationReport filled_translation(Lab& lab, const Survey& survey) {
  TranslationReport report;
  report.setting = lab.setting();
  report.survey = survey;
  report.in_noise = true;
  Pages pages(lab);
  const Allowance allowance(pages.lab(), kForFilling);
  const std::size_t most = lab.shared() != nullptr && lab.shared()->in_a_hurry() ? kMostSoon : kMostTlbs;

  lab.tell("levels of translation");
  Sample hits = pages.sample(kFew, kMapped, kFewTrials, "few pages of one piece of memory");
  report.translation.levels.push_back({hits.band(), {}, hits.run, {}});
  report.translation.reached_bytes = kRange;
  report.tlbs.reserve(most);
  const std::string data_level = level_of_data(lab, survey);
  for (std::size_t level = 0; level < most; ++level) {
    TlbReport tlb;
    tlb.subject = "l" + std::to_string(level + 1) + "_tlb";
    tlb.data_level = data_level;
    lab.tell("filling " + tlb.subject);
    const double cut = hits.at(kStraggling) + 1;
    const double stray =
        level == 0 ? pages.stray_share(kFew, kMapped, cut) : pages.stray_share(kSome, report.tlbs.back().shape.line_bytes, cut);
    FilledTlb found = pages.fill(cut, stray);
    if (found.index && level > 0 && found.entries() <= report.tlbs.back().shape.entries()) {
      found.index.reset();
      found.undecided = "It has no more entries than the TLB in front, which answers all accesses.";
    }
    if (!found.index) {
      if (found.all_stay && !report.tlbs.empty()) break;
      if (report.tlbs.empty() || !is_out_of_reach(lab, report.tlbs.back().shape)) {
        report.undecided = found.undecided;
        break;
      }
      tlb.hit = report.translation.levels.back();
      tlb.how = kHow;
      tlb.undecided = tlb.penalty_undecided = found.undecided;
      report.tlbs.push_back(std::move(tlb));
      break;
    }
    // More pages than the TLB holds: half as many more, but at most kSome, or an eighth more if that is larger. They have been
    // mapped before; mapping further pages would take longer than all visits.
    const std::uint64_t many = found.entries() + std::max(found.entries() / 8, std::min(found.entries() / 2, kSome));
    Sample misses =
        pages.sample(many, found.page_bytes, std::max<std::uint64_t>(1, kStrayVisits / 2 / many), "some pages more than it holds")
            .above(cut);
    if (misses.cycles.size() < kSome) {
      report.undecided = "Pages that overflow " + tlb.subject + " did not miss.";
      break;
    }
    if (!found.lru.is_borne_out()) pages.look_at_tails(found, hits, misses);
    tlb.hit = {hits.band(), {}, hits.run, {}};
    tlb.miss = {misses.band(), {}, misses.run, {}};
    const auto [hit, hit_error] = hits.mean();
    const auto [miss, miss_error] = misses.mean();
    const double error = kStandardErrors * std::hypot(hit_error, miss_error) + kTick;
    tlb.penalty = TlbPenalty{miss - hit, miss - hit - error, miss - hit + error, hits.run, misses.run, false};
    pages.tell(found, tlb);
    if (level == 0) tlb.rates = rates_in_turn(lab, report.survey, tlb, miss - hit);
    report.translation.levels.push_back(tlb.miss);
    report.translation.most_pages = many;
    report.tlbs.push_back(std::move(tlb));
    hits = misses;
  }
  return report;
}

void complete(TranslationReport& report, const TranslationReport& filled) {
  // Share of the penalty. If two penalties differ by more, one of the reports has levels that the other does not have.
  constexpr double kSame = 0.25;
  for (std::size_t level = 0; level < std::min(report.tlbs.size(), filled.tlbs.size()); ++level) {
    TlbReport& tlb = report.tlbs[level];
    const TlbReport& other = filled.tlbs[level];
    if (!other.decided()) return;
    const double adds = tlb.penalty ? tlb.penalty->cycles : tlb.miss.latency.median - tlb.hit.latency.median;
    if (std::abs(other.penalty->cycles - adds) > kSame * adds) return;
    if (!tlb.decided()) {
      tlb.shape = other.shape;
      tlb.how = other.how;
      tlb.undecided.clear();
      if (!tlb.penalty_undecided.empty()) tlb.penalty = other.penalty;
      tlb.penalty_undecided.clear();
    } else if (!is_same(tlb.shape, other.shape)) {
      tlb.undecided = "Walks tell " + in_words(tlb.shape) + ", trials over one piece of memory " + in_words(other.shape) + ".";
      tlb.shape = {};
      tlb.rates = {};
      tlb.policy.reset();
      tlb.contested = true;
      continue;
    }
    if (tlb.policy && !tlb.policy->replacement.policy.empty()) continue;
    tlb.policy = other.policy;
    tlb.policy_undecided = other.policy_undecided;
  }
}

}  // namespace chasescope::structure
