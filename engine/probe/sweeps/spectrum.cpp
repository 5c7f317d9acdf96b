// The latency spectrum: all latency classes of the accesses in one non-uniform pattern, each with its explanation (2014 paper §3.2,
// last paragraph, and table 3).
#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/findings.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/sweeps/page_survey.h"
#include "engine/probe/sweeps/spectrum_explanation.h"
#include "engine/probe/sweeps/spectrum_pattern.h"
#include "engine/probe/sweeps/spread_lines.h"
#include "engine/probe/sweeps/stride_curves.h"
#include "engine/probe/sweeps/sweep_bench.h"
#include "engine/probe/sweeps/sweep_parameters.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kSmallestPage = 4096;
constexpr std::uint64_t kUsualPage = std::uint64_t{2} << 20;
constexpr std::uint64_t kFewestPages = 64;
constexpr std::uint64_t kLongestLine = 512;
constexpr std::uint64_t kMostMemory = std::uint64_t{8} << 30;
constexpr double kLevels = 0.6, kPages = 0.7;  // the probe's progress at the end of these parts
constexpr const char* kReference = "2014 paper §3.2 and table 3";

ProbeInfo spectrum_info() {
  ProbeInfo info;
  info.name = "spectrum";
  info.title = "Latency spectrum";
  info.group = "Sweeps";
  info.summary =
      "Shows every class of memory access in one trace of non-uniform strides, and says which caches and TLBs each one hit.";
  info.reference = kReference;
  Parameter space = spaces_parameter();
  space.help = "One memory space; all means with the L1 (global.ca) and without it (global.cg).";
  info.parameters = {
      space,
      {.key = "page",
       .label = "Page",
       .kind = ParameterKind::bytes,
       .optional = true,
       .unset_text = "as latency over stride tells",
       .help = "The distance of neighbouring pages in the pattern. If you set it, no curve has to be measured first."},
      draw_parameter(),
      carveout_parameter(),
      l1_kib_parameter(),
      sm_parameter(),
      budget_parameter("256000000")};
  return info;
}

class SpectrumProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = spectrum_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const ParameterReader read(info(), values);
    const auto spaces = global_spaces_first(read, device.description());
    if (spaces.empty())
      return DeviceError{ErrorCode::unsupported, device.description().name + " has no memory space with caches to chase in."};
    SweepBench bench(info(), device, read, control, spaces);
    if (auto error = bench.refusal()) return *error;
    SweepRunner& runner = bench.runner();
    const Thoroughness thoroughness = draws_picture_alone(read) ? Thoroughness::picture : Thoroughness::all;
    try {
      if (thoroughness == Thoroughness::picture)
        bench.recall();
      else
        look_at_levels(bench);
      runner.enter(kLevels, kPages);
      const std::uint64_t limit = std::min(footprint_limit(device.description(), spaces.front()), kMostMemory);
      std::uint64_t page_stride = usual_page(limit);
      if (const auto page = read.optional_bytes("page")) {
        if (*page == 0 || *page % kSmallestPage != 0 || *page > limit / 2)
          return invalid_request("A page of " + format_bytes(*page) +
                                 " must be a multiple of 4 KiB, and two of them must fit into " + format_bytes(limit) + ".");
        page_stride = *page;
      } else {
        const auto pages = page_curve(runner, bench.spaces().front().base(), limit);
        if (!pages) return pages.error();
        if (pages->saturation.found()) page_stride = pages->saturation.stride;
      }
      const auto count = static_cast<double>(bench.spaces().size());
      double at = 0;
      for (const SweptSpace& space : bench.spaces()) {
        runner.enter(kPages + (1 - kPages) * at / count, kPages + (1 - kPages) * (at + 1) / count,
                     thoroughness == Thoroughness::picture ? 1 / (count - at) : 1);
        if (auto error = show(runner, bench.recorder(), space, {page_stride, limit, thoroughness})) return *error;
        ++at;
      }
    } catch (const structure::DeviceFailure& failure) {
      return failure.error;
    }
    return bench.recorder().take_report();
  }

 private:
  /// Finds the levels, their names and their ends. None of these becomes a finding here.
  static void look_at_levels(SweepBench& bench) {
    for (SweptSpace& space : bench.spaces()) bench.survey(space);
    bench.explore(structure::Depth::levels, {}, 0, kLevels);
    for (SweptSpace& space : bench.spaces()) {
      structure::Lab lab = bench.lab(space.setting.space);
      narrow_ends(lab, space);
    }
  }

  /// The page size to assume if none was found: the usual size of many years, or less if memory holds few pages of that size.
  static std::uint64_t usual_page(std::uint64_t limit) {
    std::uint64_t page = kUsualPage;
    while (page > 4096 && limit / page < kFewestPages) page /= 2;
    return page;
  }

  struct How {
    std::uint64_t page_stride = 0;
    std::uint64_t limit = 0;  ///< largest footprint, bytes
    Thoroughness thoroughness = Thoroughness::all;
  };

  static std::optional<DeviceError> show(SweepRunner& runner, Recorder& recorder, const SweptSpace& space, const How& how) {
    const auto& [page_stride, limit, thoroughness] = how;
    if (!space.has_levels()) {
      recorder.add(nothing(space, space.undecided));
      return std::nullopt;
    }
    const ChaseRequest base = space.base();
    const auto pages = survey_pages(runner, base, space, page_stride, limit, thoroughness);
    if (!pages) return pages.error();
    SpectrumPlan plan;
    plan.page_stride = page_stride;
    plan.fetch_bytes = space.stride();
    plan.pages_for_level = pages->pages_for_level;
    plan.limit = limit;
    if (!plan.pages_for_level.empty()) {
      // Consecutive lines of one page lie as many places apart as pages are visited in turn. That is far enough that no two
      // accesses share a cache line.
      const std::uint64_t few = plan.pages_for_level.front();
      plan.line_stride = std::max(plan.fetch_bytes, std::bit_ceil((kLongestLine + few - 1) / few));
      const auto lines = measure_spread_lines(runner, base, space, {0, few, page_stride, plan.line_stride}, thoroughness);
      if (!lines) return lines.error();
      plan.near_lines = lines->near_lines;
      plan.far_lines = lines->far_lines;
    }
    const SpectrumPattern pattern = make_spectrum_pattern(plan);
    if (pattern.offsets.empty()) {
      recorder.add(nothing(space,
                           "Over the number of pages that are visited in turn, latencies are mixtures or have no plateau. So no "
                           "pattern could be planned."));
      return std::nullopt;
    }
    ChaseRequest request = listed_chase(base, pattern.offsets, 0, 1);
    const auto run = runner.chase({std::move(request), "spectrum"});
    if (!run && !is_limit(run.error())) return run.error();
    if (!run) {
      recorder.add(nothing(space, run.error().message));
      return std::nullopt;
    }

    const auto cycles = (*run)->chase()->result.cycles.copy();
    const Legend legend = near_and_far_kinds(pattern, cycles, plan);
    const auto spectrum = inference::find_access_classes(cycles, legend.by_access);
    const bool cold = !runner.device().keeps_all_state && runner.device().keeps_state.empty();
    const auto kinds = explain_kinds(legend.kinds, spectrum, {&space, pages->pages_for_level.size(), cold});
    std::vector<std::string> evidence{(*run)->id};
    for (const PagePoint& point : pages->points) evidence.push_back(point.run->id);
    add_classes(recorder, space, **run, spectrum, kinds, evidence);
    add_kinds(recorder, space, **run, spectrum, kinds, evidence);
    return std::nullopt;
  }

  struct Legend {
    std::vector<AccessKind> kinds;
    std::vector<std::uint32_t> by_access;
  };

  /// The pattern's kinds of access, with each kind that reads near and far lines split into two.
  static Legend near_and_far_kinds(const SpectrumPattern& pattern, const std::vector<float>& cycles, const SpectrumPlan& plan) {
    std::vector<inference::LinePlace> places;
    for (const std::uint64_t offset : pattern.offsets) places.push_back({offset / plan.line_stride, offset / plan.page_stride});
    std::vector<bool> at_hand;
    for (const AccessKind& kind : pattern.legend) at_hand.push_back(kind.page_kind == AccessKind::Page::at_hand);
    const auto cuts = inference::near_and_far(cycles, pattern.kinds, places, at_hand);
    Legend legend{pattern.legend, pattern.kinds};
    for (std::size_t kind = 0; kind < cuts.size(); ++kind) {
      if (!cuts[kind]) continue;
      AccessKind far = pattern.legend[kind];
      far.far = true;
      for (std::size_t i = 0; i < std::min(cycles.size(), pattern.kinds.size()); ++i)
        if (pattern.kinds[i] == kind && cycles[i] > cuts[kind]->cut)
          legend.by_access[i] = static_cast<std::uint32_t>(legend.kinds.size());
      legend.kinds.push_back(far);
    }
    return legend;
  }

  static Finding blank(const structure::Setting& setting) {
    Finding finding = structure::blank_finding(subject::device, "", "", setting);
    finding.reference = kReference;
    finding.method =
        "One cold pass over a pattern of new lines, new pages, far pages and returns after few and many lines and pages; accesses "
        "whose places "
        "in the pattern are alike are taken together, and those that take as long make a class.";
    return finding;
  }

  static Finding nothing(const SweptSpace& space, std::string why) {
    Finding finding = blank(space.setting);
    finding.quantity = quantity::access_class_cycles;
    finding.unit = "cycles";
    finding.reason = std::move(why);
    return finding;
  }

  /// Adds the findings of each class: its latency with an interval, its share, and the kinds of access in it.
  static void add_classes(Recorder& recorder, const SweptSpace& space, const Run& run, const inference::AccessSpectrum& spectrum,
                          const std::vector<ExplainedKind>& kinds, const std::vector<std::string>& evidence) {
    const double overhead = run.chase()->result.overhead_cycles.value_or(0);
    for (std::size_t i = 0; i < spectrum.classes.size(); ++i) {
      const inference::AccessClass& c = spectrum.classes[i];
      nlohmann::json paths = nlohmann::json::array();
      std::string words;
      for (const std::size_t kind : c.kinds) {
        const std::string path = path_of(kinds[kind]);
        if (path.empty() || std::find(paths.begin(), paths.end(), path) != paths.end()) continue;
        paths.push_back(path);
        words += (words.empty() ? "" : " Or: ") + path_in_words(kinds[kind]);
      }
      if (words.empty())
        words = "Not explained: " +
                (c.kinds.empty() ? "no kind of access in the pattern takes so long." : kinds[c.kinds.front()].why_not);
      Finding finding = blank(space.setting);
      finding.conditions["class"] = i + 1;
      finding.conditions["paths"] = paths;
      finding.evidence = evidence;
      finding.status = FindingStatus::measured;
      finding.quantity = quantity::access_class_cycles;
      finding.unit = "cycles";
      finding.value = c.cycles - overhead;
      finding.low = c.low - overhead;
      finding.high = c.high - overhead;
      finding.reason = words + " " + share_text(c.share) + " of the pattern's accesses.";
      recorder.add(finding);
      finding.quantity = quantity::access_class_share;
      finding.unit = "1";
      finding.value = c.share;
      finding.low = finding.high = c.share;
      finding.reason = format_count(c.accesses) + " of " + format_count(run.chase()->result.cycles.size()) + " accesses.";
      recorder.add(std::move(finding));
    }
  }

  /// Whether a kind that was not split into near and far takes the same path as kinds that were: it then had too few lines on one
  /// side to be split.
  static bool is_of_some_place(const std::vector<ExplainedKind>& kinds, const ExplainedKind& kind) {
    return kind.place.empty() && std::any_of(kinds.begin(), kinds.end(), [&](const ExplainedKind& other) {
             return !other.place.empty() && other.data == kind.data && other.translation == kind.translation;
           });
  }

  /// Adds a finding for each combination of a data level and a translation level: the cells of table 3.
  static void add_kinds(Recorder& recorder, const SweptSpace& space, const Run& run, const inference::AccessSpectrum& spectrum,
                        const std::vector<ExplainedKind>& kinds, const std::vector<std::string>& evidence) {
    const double overhead = run.chase()->result.overhead_cycles.value_or(0);
    // Kinds with the same path are one combination; the kind with the most accesses gives its latency.
    std::map<std::string, std::size_t> cells;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      if (!kinds[kind].explained() || kinds[kind].translation == kBeyondFirstTlb || is_of_some_place(kinds, kinds[kind])) continue;
      const auto [cell, is_new] = cells.try_emplace(path_of(kinds[kind]), kind);
      if (!is_new && spectrum.kinds[kind].accesses > spectrum.kinds[cell->second].accesses) cell->second = kind;
    }
    for (const auto& [path, kind] : cells) {
      Finding finding = blank(space.setting);
      finding.quantity = quantity::access_latency_cycles;
      finding.unit = "cycles";
      finding.conditions["data"] = kinds[kind].data;
      finding.conditions["translation"] = kinds[kind].translation;
      if (!kinds[kind].place.empty()) finding.conditions["place"] = kinds[kind].place;
      finding.status = FindingStatus::measured;
      finding.value = spectrum.kinds[kind].cycles - overhead;
      finding.low = spectrum.kinds[kind].low - overhead;
      finding.high = spectrum.kinds[kind].high - overhead;
      finding.reason = path_in_words(kinds[kind]);
      finding.evidence = evidence;
      recorder.add(std::move(finding));
    }
    add_walks_out_of_reach(recorder, space, kinds, evidence);
  }

  /// For each cache that never answered together with a page walk, although memory did, adds a finding with the reason.
  static void add_walks_out_of_reach(Recorder& recorder, const SweptSpace& space, const std::vector<ExplainedKind>& kinds,
                                     const std::vector<std::string>& evidence) {
    std::map<std::string, std::set<std::string>> translations;  // the translations that occur with each data level
    for (const ExplainedKind& kind : kinds)
      if (kind.explained()) translations[kind.data].insert(kind.translation);
    if (!translations[subject::dram].contains("walk")) return;
    for (const auto& [data, known] : translations) {
      if (data == subject::dram || known.contains("walk") || known.contains("any")) continue;
      Finding finding = blank(space.setting);
      finding.quantity = quantity::access_latency_cycles;
      finding.unit = "cycles";
      finding.conditions["data"] = data;
      finding.conditions["translation"] = "walk";
      finding.reason =
          "A line in a cache was read before, and so was its page. The pages that were visited since then did not evict this page "
          "from the last TLB. With more memory, or with the sets of that TLB (probe tlb), it can be found.";
      finding.evidence = evidence;
      recorder.add(std::move(finding));
    }
  }
};

}  // namespace

std::unique_ptr<Probe> make_spectrum_probe() { return std::make_unique<SpectrumProbe>(); }

}  // namespace chasescope
