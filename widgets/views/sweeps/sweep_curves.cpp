#include "widgets/views/sweeps/sweep_curves.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/curve_point.h"
#include "engine/session/document/run_series.h"

namespace chasescope {
namespace {

using nlohmann::json;

std::string spaceOf(const Finding& finding) {
  const auto space = finding.conditions.find("space");
  return space != finding.conditions.end() && space->is_string() ? space->get<std::string>() : std::string();
}

double condition(const Finding& finding, const char* key) {
  const auto found = finding.conditions.find(key);
  return found != finding.conditions.end() && found->is_number() ? found->get<double>() : 0;
}

const UniformPattern* uniformOf(const Run& run) {
  return run.chase() == nullptr ? nullptr : std::get_if<UniformPattern>(&run.chase()->request.pattern);
}

LevelEnd endOf(const Finding& finding, std::span<const RunPtr> runs) {
  LevelEnd end;
  end.subject = finding.subject;
  end.fits = static_cast<std::uint64_t>(finding.low.value_or(0));
  end.misses = static_cast<std::uint64_t>(finding.high.value_or(0)) + 1;
  end.measured = finding.status == FindingStatus::measured;
  end.reason = QString::fromStdString(finding.reason);
  end.test = change_test_of(finding, runs);
  end.agrees = end.test && change_opinion(finding)->agrees;
  end.evidence = finding.evidence;
  return end;
}

/// Whether the finding says where a level ends; a single bound does not.
bool isEnd(const Finding& finding) {
  return finding.status == FindingStatus::measured && finding.low && finding.high && *finding.low > 0;
}

template <typename Curves>
Curves& of(std::vector<Curves>& all, const std::string& space) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Curves& curves) { return curves.space == space; });
  if (found != all.end()) return *found;
  all.emplace_back().space = space;
  return all.back();
}

template <typename Curves>
const Curves* among(const std::vector<Curves>& all, const std::string& space) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Curves& curves) { return curves.space == space; });
  return found == all.end() ? nullptr : &*found;
}

/// If the same finding was made again, the last one counts.
template <typename Item, typename Same>
void replaceOrAdd(std::vector<Item>& items, Item item, Same same) {
  const auto found = std::find_if(items.begin(), items.end(), [&](const Item& other) { return same(other, item); });
  if (found == items.end())
    items.push_back(std::move(item));
  else
    *found = std::move(item);
}

/// Names stretches that the probe did not find as plateaus: a curve may approach a level so slowly that the probe sees no plateau,
/// or be flat beyond the last end. The name goes to the flat stretch, up to the end of the level or of the curve.
void nameFlatEnds(FootprintCurve& curve) {
  constexpr double kFlat = 0.01;  // as for plateaus
  constexpr std::ptrdiff_t kFewest = 2;
  const auto name = [&](const std::string& subject, std::uint64_t begin, std::uint64_t fits) {
    const auto last = std::upper_bound(curve.points.begin(), curve.points.end(), fits,
                                       [](std::uint64_t bytes, const SweepPoint& point) { return bytes < point.bytes; });
    auto first = last;
    while (first != curve.points.begin() && std::prev(first)->bytes >= begin &&
           std::abs(std::prev(first)->cycles / std::prev(last)->cycles - 1) <= kFlat)
      --first;
    const bool named = std::any_of(curve.plateaus.begin(), curve.plateaus.end(), [&](const NamedPlateau& one) {
      return one.subject == subject || (one.from_bytes >= static_cast<double>(begin) && one.to_bytes <= static_cast<double>(fits));
    });
    if (!named && last - first >= kFewest)
      curve.plateaus.push_back({subject, static_cast<double>(first->bytes), static_cast<double>(std::prev(last)->bytes),
                                std::prev(last)->cycles, std::prev(last)->cycles});
  };
  std::uint64_t begin = 0;
  for (const LevelEnd& end : curve.ends) {
    if (end.measured) name(end.subject, begin, end.fits);
    begin = end.misses;
  }
  if (curve.ends.empty() || curve.points.empty()) return;
  const std::string& last = curve.ends.back().subject;  // the last cache of all is the L2 or an L3
  name(last == subject::l2 || last == subject::l3 ? subject::dram : subject::device, begin, curve.points.back().bytes);
}

bool isMemory(const std::string& one) { return one == subject::dram || one == subject::device; }

/// Joins the pieces of a plateau that was found piece by piece. A plateau behind all caches is memory if one of its pieces is
/// called so.
void joinPieces(FootprintCurve& curve) {
  constexpr double kAlike = 0.01;
  auto& all = curve.plateaus;
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.from_bytes < b.from_bytes; });
  for (std::size_t i = 1; i < all.size();)
    if ((all[i].subject == all[i - 1].subject || (isMemory(all[i].subject) && isMemory(all[i - 1].subject))) &&
        std::abs(all[i].cycles / all[i - 1].cycles - 1) <= kAlike) {
      if (all[i].subject == subject::dram) all[i - 1].subject = subject::dram;
      all[i - 1].to_bytes = std::max(all[i - 1].to_bytes, all[i].to_bytes);
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
}

/// The level before memory and behind the first cache is the L2. If no end of the L2 was found, its name goes to the flat stretch
/// between both.
void nameFlatL2(FootprintCurve& curve) {
  constexpr double kFlat = 0.01, kStep = 0.1;  // shares of the latency: variation on a plateau, and the step up to memory
  constexpr std::ptrdiff_t kFewest = 4;
  const auto isFirst = [](const std::string& one) {
    return one == subject::l1_data || one == subject::texture || one == subject::readonly || one == subject::constant_l1_5;
  };
  double nearer = 0;
  const NamedPlateau* memory = nullptr;
  for (const LevelEnd& end : curve.ends) {
    if (!isFirst(end.subject) || !end.measured) return;
    nearer = std::max(nearer, static_cast<double>(end.misses));
  }
  for (const NamedPlateau& plateau : curve.plateaus) {
    if (!isMemory(plateau.subject) && !isFirst(plateau.subject)) return;
    if (!isMemory(plateau.subject)) nearer = std::max(nearer, plateau.to_bytes);
    if (isMemory(plateau.subject) && (memory == nullptr || plateau.from_bytes < memory->from_bytes)) memory = &plateau;
  }
  if (memory == nullptr || nearer == 0) return;
  const auto last = std::find_if(curve.points.begin(), curve.points.end(),
                                 [&](const SweepPoint& point) { return static_cast<double>(point.bytes) >= memory->from_bytes; });
  auto first = last;
  while (first != curve.points.begin() && static_cast<double>(std::prev(first)->bytes) >= nearer &&
         std::abs(std::prev(first)->cycles / std::prev(last)->cycles - 1) <= kFlat)
    --first;
  if (last - first < kFewest || std::prev(last)->cycles > (1 - kStep) * memory->cycles) return;
  const NamedPlateau found{subject::l2, static_cast<double>(first->bytes), static_cast<double>(std::prev(last)->bytes),
                           std::prev(last)->cycles, std::prev(last)->cycles};
  curve.plateaus.push_back(found);
}

/// Memory spaces share caches, but the end of a shared cache is found only once. The test stays with the space in which it was
/// made.
void takeEndsFromOtherSpaces(std::vector<FootprintCurve>& curves) {
  const std::vector<FootprintCurve> told = curves;
  for (FootprintCurve& curve : curves)
    for (const FootprintCurve& other : told)
      for (const LevelEnd& end : other.ends) {
        const auto is_same = [&](const auto& one) { return one.subject == end.subject; };
        const bool known = std::any_of(curve.ends.begin(), curve.ends.end(), is_same);
        const bool answers = std::any_of(curve.plateaus.begin(), curve.plateaus.end(), is_same);
        if (known || !answers || !end.measured || end.subject == subject::device) continue;
        LevelEnd shared = end;
        shared.test.reset();
        shared.agrees = false;
        curve.ends.push_back(std::move(shared));
      }
}

}  // namespace

const FootprintCurve* SweepCurves::footprint(const std::string& space) const { return among(footprints, space); }
const StrideCurves* SweepCurves::stride(const std::string& space) const { return among(strides, space); }

double SweepGatherer::average(const RunPtr& run) {
  auto& [known, cycles] = averages_[run->id];
  if (known.lock() == run) return cycles;
  known = run;
  const auto& chase = *run->chase();
  const double overhead = chase.result.overhead_cycles.value_or(0);
  const auto pass = static_cast<std::size_t>(accesses_per_pass(chase.request.pattern));
  cycles =
      (chase.result.mean_cycles ? *chase.result.mean_cycles : inference::drift_free_average_of(chase.result.cycles, pass).cycles) -
      overhead;
  return cycles;
}

SweepCurves SweepGatherer::gather(std::span<const RunPtr> runs, std::span<const Finding> findings) {
  SweepCurves curves;
  std::map<std::string, RunPtr> byId;
  std::map<std::string, std::map<std::uint64_t, SweepPoint>> footprints;                         // by space and footprint
  std::map<std::string, std::map<std::uint64_t, std::map<std::uint64_t, SweepPoint>>> pictures;  // by space, footprint and stride
  std::map<std::string, std::vector<LevelEnd>> told;  // by space: ends that no sweep tested
  for (const RunPtr& run : runs) {
    const UniformPattern* pattern = uniformOf(*run);
    if (pattern == nullptr || !is_data(*run) || (run->chase()->result.cycles.empty() && !run->chase()->result.mean_cycles))
      continue;
    const std::string space(to_string(run->chase()->request.space));
    const auto point = [&] { return SweepPoint{pattern->bytes, pattern->stride, average(run), run->id}; };
    if (run->probe == kFootprintProbe) footprints[space][pattern->bytes] = point();
    if (run->probe != kStrideProbe) continue;
    byId[run->id] = run;
    if (run->chase()->request.record == Record::mean) pictures[space][pattern->bytes][pattern->stride] = point();
  }
  // In the order of the memory spaces, not of their names.
  for (const MemorySpace each : all_memory_spaces()) {
    const std::string space(to_string(each));
    if (const auto found = footprints.find(space); found != footprints.end())
      for (const auto& [bytes, point] : found->second) of(curves.footprints, space).points.push_back(point);
    if (const auto found = pictures.find(space); found != pictures.end())
      for (const auto& [bytes, points] : found->second) {
        StrideLine line{bytes, {}};
        for (const auto& [stride, point] : points) line.points.push_back(point);
        of(curves.strides, space).lines.push_back(std::move(line));
      }
  }

  for (const Finding& finding : findings) {
    const std::string space = spaceOf(finding);
    if (space.empty()) continue;
    if (finding.quantity == quantity::plateau_cycles && finding.status == FindingStatus::measured && finding.value.is_number()) {
      if (curves.footprint(space) == nullptr) continue;
      // A second measurement with other footprints puts the ends of a plateau elsewhere.
      const NamedPlateau again{finding.subject, condition(finding, "from_bytes"), condition(finding, "to_bytes"),
                               finding.value.get<double>(), as_told(finding).value.get<double>()};
      auto& plateaus = of(curves.footprints, space).plateaus;
      std::erase_if(plateaus, [&](const NamedPlateau& before) {
        return before.subject == again.subject && before.from_bytes <= again.to_bytes && again.from_bytes <= before.to_bytes;
      });
      plateaus.push_back(again);
    }
    const bool swept =
        finding.reference.find("topology thesis") != std::string::npos;  // other probes find contiguous footprints, too
    const auto sameLevel = [](const LevelEnd& a, const LevelEnd& b) { return a.subject == b.subject; };
    if (finding.quantity == quantity::contiguous_bytes && swept && finding.low && finding.high && curves.footprint(space) != nullptr)
      replaceOrAdd(of(curves.footprints, space).ends, endOf(finding, runs), sameLevel);
    if (finding.quantity == quantity::contiguous_bytes && !swept && finding.conditions.size() == 1 && isEnd(finding) &&
        curves.footprint(space) != nullptr)
      replaceOrAdd(told[space], endOf(finding, runs), sameLevel);
    const bool ofStrides =
        std::any_of(finding.evidence.begin(), finding.evidence.end(), [&](const std::string& id) { return byId.contains(id); });
    if (!ofStrides) continue;
    if (finding.quantity == quantity::fetch_bytes || finding.quantity == quantity::page_bytes) {
      StrideCorner corner{finding.subject, finding.quantity, std::nullopt, QString::fromStdString(finding.reason), {}};
      if (finding.status == FindingStatus::measured && finding.value.is_number_integer())
        corner.corner = finding.value.get<std::uint64_t>();
      for (const std::string& id : finding.evidence)
        if (const auto run = byId.find(id); run != byId.end()) {
          const UniformPattern& pattern = *uniformOf(*run->second);
          corner.line.points.push_back({pattern.bytes, pattern.stride, average(run->second), id});
          corner.line.bytes = std::max(corner.line.bytes, pattern.bytes);
        }
      std::sort(corner.line.points.begin(), corner.line.points.end(),
                [](const auto& a, const auto& b) { return a.stride < b.stride; });
      replaceOrAdd(of(curves.strides, space).corners, std::move(corner),
                   [](const StrideCorner& a, const StrideCorner& b) { return a.subject == b.subject && a.quantity == b.quantity; });
    }
  }
  for (FootprintCurve& curve : curves.footprints)
    for (LevelEnd& end : told[curve.space])
      if (std::none_of(curve.ends.begin(), curve.ends.end(), [&](const LevelEnd& own) { return own.subject == end.subject; }))
        curve.ends.push_back(std::move(end));
  takeEndsFromOtherSpaces(curves.footprints);
  for (FootprintCurve& curve : curves.footprints) {
    std::sort(curve.ends.begin(), curve.ends.end(), [](const LevelEnd& a, const LevelEnd& b) { return a.fits < b.fits; });
    nameFlatEnds(curve);
    nameFlatL2(curve);
    joinPieces(curve);
  }
  return curves;
}

}  // namespace chasescope
