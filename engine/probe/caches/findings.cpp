// Decision 45: docs/decisions/inference/45-lines-behind-blocks.md
#include "engine/probe/caches/findings.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/findings/index_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/finer_space.h"
#include "engine/structure/levels/level_latency.h"
#include "engine/structure/levels/narrow_boundaries.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

using inference::SetIndex;

constexpr std::size_t kMostEvidence = 12;

std::string levels_in_words(const Survey& survey) {
  std::string text = "Levels found: ";
  for (std::size_t i = 0; i < survey.levels.size(); ++i) {
    const auto& band = survey.levels[i].latency;
    text += (i == 0 ? "" : ", ") + number_text(band.median) + " cycles";
  }
  return text + ".";
}

std::string examined(const CacheReport& cache) {
  const auto bits = static_cast<unsigned>(std::countr_zero(cache.shape.examined_bytes));
  return "Address bits up to " + std::to_string(bits - 1) + " were examined.";
}

}  // namespace

void cite(Lab& lab, Finding& finding, const std::vector<RunPtr>& runs) {
  for (const RunPtr& run : runs) {
    if (!run || finding.evidence.size() >= kMostEvidence) continue;
    const std::string id = lab.cite(run);
    if (std::find(finding.evidence.begin(), finding.evidence.end(), id) == finding.evidence.end()) finding.evidence.push_back(id);
  }
}

void set_measured(Finding& finding, nlohmann::json value) {
  finding.status = FindingStatus::measured;
  finding.value = std::move(value);
  if (finding.value.is_number()) finding.low = finding.high = finding.value.get<double>();
}

nlohmann::json conditions_of(const Setting& setting) {
  nlohmann::json conditions{{"space", to_string(setting.space)}};
  if (setting.carveout_percent) conditions["carveout_percent"] = *setting.carveout_percent;
  if (setting.l1_kib) conditions["l1_kib"] = *setting.l1_kib;
  if (setting.sm) conditions["sm"] = *setting.sm;
  return conditions;
}

Finding blank_finding(const std::string& subject, const std::string& quantity, const std::string& unit, const Setting& setting) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = quantity;
  finding.unit = unit;
  finding.conditions = conditions_of(setting);
  return finding;
}

namespace {

std::string blocks_in_words(const CacheReport& cache) {
  const CacheShape& shape = cache.shape;
  const std::string line = format_bytes(shape.line_bytes);
  std::string text = "The cache in front asks for " + line + " at a time: lines of " + line;
  if (shape.index) text += " in " + format_count(shape.index->sets()) + (shape.index->sets() == 1 ? " set" : " sets");
  if (!shape.ways.empty() && shape.equal_ways())
    text += " of " + format_count(shape.ways.front()) + (shape.ways.front() == 1 ? " way" : " ways");
  return text + " explain all answers, and so would smaller ones, in more sets or ways.";
}

/// Whether noise may hide a further level between this one and the next. If so, the latency of the next level may not be that of
/// this cache's misses.
bool may_be_two_levels(const Lab& lab, const Survey& survey, std::size_t level) {
  return !survey.noise.exact() && !lab.keeps_state() && latency_of(survey, level).blurred;
}

/// Adds the footprints between which a cache begins to miss, found by walks over growing footprints.
void add_interval(Lab& lab, const Boundary& boundary, bool of_own_half, const Survey& survey, Finding& contiguous) {
  contiguous.low = static_cast<double>(boundary.fits);
  contiguous.high = static_cast<double>(boundary.outgrown);
  if (!is_narrow(boundary)) {
    contiguous.reason += (contiguous.reason.empty() ? "It holds" : " It holds") +
                         (" footprints of " + format_bytes(boundary.fits)) + " and is outgrown by " +
                         format_bytes(boundary.outgrown) + ".";
    return;
  }
  set_measured(contiguous, boundary.fits);
  contiguous.high = static_cast<double>(boundary.misses_from);
  contiguous.method = "Bisection by walks over neighbouring lines, of which the first " +
                      format_count(boundary.narrowed_by.front()->chase()->request.accesses) +
                      " accesses were timed: up to the lower end no more of them miss than noise explains, at the upper end more "
                      "do. " +
                      levels_in_words(survey);
  contiguous.reason = "Of " + format_bytes(boundary.outgrown) + " a quarter or more miss" +
                      (of_own_half ? " its own half: they are answered by the other half, or by memory." : ".");
  cite(lab, contiguous, boundary.narrowed_by);
}

/// Adds bounds of the capacity of a cache whose sets are not known. A footprint of which hardly a line misses is a lower bound; in
/// an L2 of several parts, all parts together hold it. A footprint of which a large share misses is an upper bound.
void add_bounds_of_capacity(const Survey& survey, std::size_t level, Finding& capacity) {
  if (level >= survey.caches() || !survey.boundaries[level].known() || survey.boundaries[level].fits == 0) return;
  const Boundary& boundary = survey.boundaries[level];
  capacity.low = static_cast<double>(boundary.fits);
  capacity.high = static_cast<double>(boundary.outgrown);
  capacity.reason += " In footprints up to " + format_bytes(boundary.fits) +
                     " hardly a line is as slow as the slower lines of the next level. In footprints of " +
                     format_bytes(boundary.outgrown) + " a quarter of the lines or more are. The cache ends between the two sizes.";
}

}  // namespace

bool is_of_drivers_choice(const Lab& lab, const SpaceReport& space, const CacheReport& cache) {
  const bool shares = space.setting.space == MemorySpace::global_ca || space.setting.space == MemorySpace::readonly ||
                      space.setting.space == MemorySpace::texture;
  return lab.description().origin == Origin::hardware && cache.level == 0 && cache.subject != subject::l2 && shares &&
         !space.setting.carveout_percent && !space.setting.l1_kib;
}

Finding contiguous_finding(Lab& lab, const SpaceReport& space, const CacheReport& cache) {
  Finding contiguous = blank_finding(cache.subject, quantity::contiguous_bytes, "bytes", space.setting);
  contiguous.method = "Largest footprint of neighbouring lines that misses nothing when warm: doubling, then bisection. " +
                      levels_in_words(space.survey);
  contiguous.reference = "2014 paper §3.2, step 1";
  if (cache.outgrown) {
    cite(lab, contiguous, {cache.outgrown->fits, cache.outgrown->overflows});
    set_measured(contiguous, cache.outgrown->contiguous_bytes);
    contiguous.low = static_cast<double>(cache.outgrown->contiguous_at_least);
    contiguous.high = static_cast<double>(cache.outgrown->contiguous_at_most);
    if (*contiguous.low != *contiguous.high)
      contiguous.reason =
          "Misses come by chance: up to the lower end of the interval none was seen, and up to the value no more than 1 of 100 "
          "lines "
          "missed.";
    if (is_of_drivers_choice(lab, space, cache))
      contiguous.reason += std::string(contiguous.reason.empty() ? "" : " ") +
                           "The driver chose how much of the array is shared memory, as it does for a lone chase: at another "
                           "carve-out the L1 holds more or less.";
  } else if (cache.contiguous_by_sets) {
    contiguous.method = "Neighbouring lines are put into their sets by address bits and ways until one set has a line too many. " +
                        levels_in_words(space.survey);
    contiguous.reason = "No walk over neighbouring lines shows it: " + cache.contiguous_undecided;
    contiguous.reference = "2014 paper §3.2, step 3";
    cite(lab, contiguous, cache.shape.ways_runs);
    set_measured(contiguous, *cache.contiguous_by_sets);
  } else {
    contiguous.reason = cache.contiguous_undecided.empty() ? cache.undecided : cache.contiguous_undecided;
    // The walks that separated the levels give bounds even so. On a card, memory begins to answer where the SM's own half of the L2
    // is full, because addresses that belong to that half's memory are not cached in the other half.
    const Survey& survey = space.survey;
    const bool of_own_half = survey.other_half && lab.keeps_state() && cache.level + 1 == survey.caches();
    if (cache.level < survey.caches() && survey.boundaries[cache.level].fits > 0)
      add_interval(lab, of_own_half ? survey.other_half->own : survey.boundaries[cache.level], of_own_half, survey, contiguous);
    cite(lab, contiguous, {space.survey.reference});
  }
  if (cache.holds_at_least > 0) contiguous.low = static_cast<double>(cache.holds_at_least);
  return contiguous;
}

std::vector<Finding> capacity_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache) {
  Finding capacity = blank_finding(cache.subject, quantity::capacity_bytes, "bytes", space.setting);
  capacity.method =
      "The line size times the ways of all sets. Each set was filled until it overflowed; no replacement policy is assumed. " +
      levels_in_words(space.survey);
  capacity.reference = "2014 paper §3.2, steps 1 to 3";
  std::vector<RunPtr> walks;
  if (cache.outgrown) walks = {cache.outgrown->fits, cache.outgrown->overflows};
  if (cache.holds_at_least > 0) capacity.low = static_cast<double>(cache.holds_at_least);
  const CacheShape& shape = cache.shape;
  if (!shape.ways.empty()) {
    cite(lab, capacity, shape.ways_runs);
    cite(lab, capacity, walks);
    const std::uint64_t bytes = shape.entries() * shape.line_bytes;
    // The trials count tags. The data store behind the tags may have room for fewer lines.
    const bool may_hold_less = !shape.by_trials.empty() && !(cache.outgrown && cache.outgrown->contiguous_bytes == bytes);
    if (may_hold_less) {
      if (cache.outgrown) capacity.low = static_cast<double>(cache.outgrown->contiguous_at_least);
      capacity.high = static_cast<double>(bytes);
      capacity.reason = "Its sets have tags for " + format_bytes(bytes) + ", and this is its upper limit: it may hold less.";
    } else {
      set_measured(capacity, bytes);
    }
    if (cache.outgrown)
      capacity.opinions.push_back({"largest contiguous footprint without a miss", cache.outgrown->contiguous_bytes,
                                   cache.outgrown->contiguous_bytes == bytes});
  } else {
    capacity.reason = !cache.undecided.empty() ? cache.undecided : shape.ways_undecided;
    if (cache.outgrown) {
      capacity.reason += " At least " + format_bytes(cache.outgrown->contiguous_at_least) + " fit.";
      cite(lab, capacity, walks);
    } else {
      if (lab.keeps_state()) add_bounds_of_capacity(space.survey, cache.level, capacity);
      cite(lab, capacity, {space.survey.reference});
    }
  }
  return {capacity, contiguous_finding(lab, space, cache)};
}

Finding fetch_finding(Lab& lab, const SpaceReport& space, const CacheReport& cache) {
  const Survey& survey = space.survey;
  Finding fetch = blank_finding(cache.subject, quantity::fetch_bytes, "bytes", space.setting);
  fetch.method = "Distance of the accesses that miss this cache in a walk over untouched memory. " + levels_in_words(survey);
  fetch.reference = "2014 paper §3.2; topology thesis, chapter 4 (its cache line size)";
  if (cache.level >= survey.fetch_bytes.size()) {
    cite(lab, fetch, {survey.cold});
    fetch.reason = cache.undecided;
    return fetch;
  }
  std::optional<std::uint64_t> bytes = survey.fetch_bytes[cache.level];
  const bool last = cache.level + 1 == survey.caches();
  if (!bytes && last && survey.refetched) {
    bytes = survey.refetched->bytes;
    fetch.method =
        "Distance between accesses that come from memory, in a walk over lines that this cache no longer holds: the array is "
        "several times as large as the cache, and filling the array evicted the lines that were written first. " +
        levels_in_words(survey);
    cite(lab, fetch, {survey.refetched->run});
  } else {
    cite(lab, fetch, {survey.cold});
  }
  const std::uint64_t in_front = cache.level > 0 ? survey.fetch_bytes[cache.level - 1].value_or(0) : 0;
  if (!bytes) {
    fetch.reason = "Accesses to untouched memory show no regular distance.";
  } else if (may_be_two_levels(lab, survey, cache.level)) {
    fetch.reason =
        "The latencies of this level spread wider than one level's do in this noise, so that what misses it can't be told apart.";
  } else if (in_front >= *bytes) {
    // The cache in front fetches whole blocks, so that smaller fetches of this cache can't be seen.
    fetch.reason =
        "The cache in front asks for " + format_bytes(in_front) + " at a time, so that less can't be seen through this space.";
  } else if (cache.shape.line_bytes != 0 && *bytes > cache.shape.line_bytes) {
    fetch.reason = "Misses bring " + format_bytes(*bytes) + ", more than a line of " + format_bytes(cache.shape.line_bytes) +
                   ": neighbours are fetched as well.";
  } else {
    set_measured(fetch, *bytes);
  }
  return fetch;
}

std::vector<Finding> line_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache) {
  Finding line = blank_finding(cache.subject, quantity::line_bytes, "bytes", space.setting);
  line.method =
      "Neighbouring addresses that can stand in for a line of an overflowing set, and do not overflow it beside that line, have "
      "its tag. " +
      cache.translation;
  line.reference = "2014 paper §3.2, step 2";
  if (!cache.shape.by_trials.empty()) {
    line.method = "Trials of full sets: an address within one of their lines evicts nothing, and an address beside the line does.";
    line.reference = "2014 paper §3.2, step 2, by trials";
  }
  if (cache.shape.line_bytes != 0) {
    cite(lab, line, cache.shape.line_runs);
    if (line.evidence.empty()) cite(lab, line, cache.shape.index_runs.empty() ? cache.shape.ways_runs : cache.shape.index_runs);
    if (are_hidden_in_blocks(space, cache)) {
      line.low = static_cast<double>(kElement);
      line.high = static_cast<double>(cache.shape.line_bytes);
      line.reason = blocks_in_words(cache);
    } else {
      set_measured(line, cache.shape.line_bytes);
    }
  } else if (cache.lost) {
    line.method = cache.lost->in_words();
    line.reference = "2014 paper §3.2, step 2, by what an eviction takes";
    cite(lab, line, {cache.lost->run});
    set_measured(line, cache.lost->bytes);
  } else {
    line.reason = cache.undecided.empty() ? cache.shape.line_undecided : cache.undecided;
    cite(lab, line, {space.survey.reference});
  }

  return {line, fetch_finding(lab, space, cache)};
}

std::vector<Finding> set_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache) {
  const CacheShape& shape = cache.shape;
  std::vector<Finding> findings;
  const auto reason = [&](const std::string& own) { return cache.undecided.empty() ? own : cache.undecided; };
  const auto make = [&](const std::string& quantity, const std::string& unit) {
    Finding finding = blank_finding(cache.subject, quantity, unit, space.setting);
    finding.reference = "2014 paper §3.2, step 3";
    return finding;
  };

  Finding sets = make(quantity::sets, "1");
  sets.method = "Addresses that can stand in for a line of an overflowing set are in its set. " + cache.translation;
  Finding ways = make(shape.ways.size() > 1 ? quantity::ways_per_set : quantity::ways, "1");
  ways.method = "Each set filled with more and more lines until it overflowed, all sets in one chase.";
  Finding function = make(quantity::set_index_function, "1");
  function.method =
      "One line of an overflowing set is replaced by lines whose addresses differ from it in one bit, then in several bits. If the "
      "set still overflows, these bits do not change the set. " +
      std::string("Addresses from all over memory confirmed it.");
  Finding bits = make(quantity::set_index_bits, "1");
  bits.method = function.method;

  if (!shape.by_trials.empty()) {
    for (Finding* finding : {&sets, &ways, &function, &bits}) finding->reference = "2014 paper §3.2, step 3, by trials";
    sets.method = function.method = bits.method = shape.by_trials;
    ways.method = shape.by_trials +
                  " A set holds as many of its places as never evict each other; with one place more, one of them always misses.";
  }
  if (shape.index) {
    cite(lab, sets, shape.index_runs);
    cite(lab, function, shape.index_runs);
    cite(lab, bits, shape.index_runs);
    set_measured(sets, shape.index->sets());
    function.reason = bits.reason = examined(cache);
    switch (shape.index->kind) {
      case SetIndex::Kind::one_set:
        function.status = bits.status = FindingStatus::absent;
        function.reason = bits.reason = "There is one set. " + examined(cache);
        break;
      case SetIndex::Kind::linear: {
        std::uint64_t all = 0;
        for (const std::uint64_t row : shape.index->rows) all |= row;
        set_measured(bits, inference::bit_positions(all));
        set_measured(function, index_value(*shape.index));
        break;
      }
      case SetIndex::Kind::modulo:
        set_measured(function, index_value(*shape.index));
        function.reason = index_words(*shape.index) + " " + examined(cache);
        bits.status = FindingStatus::absent;
        bits.reason = "The set is a remainder, not a choice of address bits.";
        break;
      case SetIndex::Kind::listed:
        set_measured(function, index_value(*shape.index));
        if (const std::string words = index_words(*shape.index); !words.empty()) function.reason = words + " " + function.reason;
        bits.status = FindingStatus::absent;
        bits.reason = "The set follows no choice of address bits.";
        break;
    }
  } else {
    sets.reason = function.reason = bits.reason = reason(shape.index_undecided);
    for (Finding* finding : {&sets, &function, &bits}) cite(lab, *finding, {space.survey.reference});
  }
  if (!shape.ways.empty()) {
    cite(lab, ways, shape.ways_runs);
    if (shape.ways.size() > 1) {
      set_measured(ways, shape.ways);
    } else {
      set_measured(ways, shape.ways.front());
    }
  } else {
    ways.reason = reason(shape.ways_undecided);
    if (!shape.overflowing.empty())
      ways.reason += " The set that overflows first has " + std::to_string(shape.overflowing.size() - 1) + " ways.";
    cite(lab, ways, {space.survey.reference});
  }
  findings = {sets, ways, bits, function};
  if (shape.ways.size() > 1 && shape.equal_ways()) {
    Finding each = make(quantity::ways, "1");
    each.method = ways.method;
    each.evidence = ways.evidence;
    set_measured(each, shape.ways.front());
    findings.push_back(each);
  }
  if (are_hidden_in_blocks(space, cache))
    for (Finding& finding : findings) {
      if (finding.status != FindingStatus::measured) continue;
      finding.status = FindingStatus::not_measurable;
      if (finding.value.is_number()) {
        const double smallest_lines = static_cast<double>(shape.line_bytes) / static_cast<double>(kElement);
        finding.low = finding.value.get<double>();
        finding.high = *finding.low * smallest_lines;
      }
      finding.value = nullptr;
      finding.reason = blocks_in_words(cache);
    }
  return findings;
}

}  // namespace chasescope::structure
