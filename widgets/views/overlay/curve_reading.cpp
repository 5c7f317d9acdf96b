#include "widgets/views/overlay/curve_reading.h"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/findings/finding_words.h"
#include "engine/findings/found_sets.h"
#include "engine/findings/vocabulary.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"
#include "widgets/views/banks/bank_curves.h"
#include "widgets/views/overlay/curve_published.h"
#include "widgets/views/replacement/replacement_facts.h"
#include "widgets/views/requests/request_scene.h"
#include "widgets/views/requests/thread_curves.h"
#include "widgets/views/sweeps/sweep_curves.h"
#include "widgets/views/tlb/tlb_levels.h"

namespace chasescope {
namespace {

constexpr double kPercent = 100;

void takeSweep(CardCurve& curve, const std::vector<SweepPoint>& points, bool overStride) {
  std::map<std::uint64_t, const SweepPoint*> by_x;  // of several points at one x the last counts, as in tables
  for (const SweepPoint& point : points) by_x[overStride ? point.stride : point.bytes] = &point;
  for (const auto& [x, point] : by_x) {
    curve.points.emplace_back(static_cast<double>(x), point->cycles);
    curve.runs.push_back(point->run);
  }
}

CardCurve sweepCurve(const QString& variant, const std::vector<SweepPoint>& points, bool overStride) {
  CardCurve curve;
  curve.variant = variant;
  takeSweep(curve, points, overStride);
  return curve;
}

/// The ids of the runs whose request is of this type.
template <typename Request>
std::vector<std::string> runsOf(const CardData& card) {
  std::vector<std::string> ids;
  for (const RunPtr& run : card.runs)
    if (run->as<Request>() != nullptr) ids.push_back(run->id);
  return ids;
}

std::optional<std::uint64_t> numberIn(const nlohmann::json& conditions, const char* key) {
  const auto found = conditions.find(key);
  if (found == conditions.end() || !found->is_number_integer() || found->get<std::int64_t>() < 0) return std::nullopt;
  return found->get<std::uint64_t>();
}

/// The first cache of a memory space, where it is known.
std::string nearestIn(const CardData& card, const std::string& space) {
  for (const FoundSets& cache : found_sets(card.findings))
    if (cache.nearest && !cache.translates() && cache.setting.is_object() && cache.setting.value("space", std::string()) == space)
      return cache.subject;
  return {};
}

/// Drops the ranges of a curve on which no point has an interval.
void dropEmptyRanges(CardCurve& curve) {
  if (std::none_of(curve.ranges.begin(), curve.ranges.end(), [](const ValueRange& range) { return range.low < range.high; }))
    curve.ranges.clear();
}

}  // namespace

std::vector<CardCurve> readFootprints(const CardData& card) {
  std::vector<CardCurve> curves;
  for (const FootprintCurve& curve : SweepGatherer().gather(card.runs, card.findings).footprints) {
    curves.push_back(sweepCurve(QString::fromStdString(curve.space), curve.points, false));
    curves.back().published = publishedLevels(card, curve);
  }
  return curves;
}

std::vector<CardCurve> readStrides(const CardData& card) {
  std::vector<CardCurve> curves;
  for (const StrideCurves& space : SweepGatherer().gather(card.runs, card.findings).strides) {
    const QString name = QString::fromStdString(space.space);
    for (const StrideCorner& corner : space.corners)
      curves.push_back(sweepCurve(tr("%1, beyond %2").arg(name, partName(corner.subject)), corner.line.points, true));
    for (const StrideLine& line : space.lines)
      curves.push_back(sweepCurve(tr("%1, array of %2").arg(name, sized(line.bytes)), line.points, true));
  }
  return curves;
}

std::vector<CardCurve> readBanks(const CardData& card) {
  constexpr unsigned kWord = 4;  // bytes of a bank's width and of a word, as the papers assume
  std::vector<CardCurve> curves;
  for (const BankMode& mode : gatherBankCurves(card.runs).modes)
    for (const BankCurve& curve : mode.curves) {
      CardCurve next;
      next.variant = tr("banks of %1 B, words of %2 B").arg(mode.bank_bytes).arg(curve.word_bytes);
      for (const auto& point : curve.points) next.points.emplace_back(static_cast<double>(point.stride), point.cycles);
      if (mode.bank_bytes == kWord && curve.word_bytes == kWord) next.published = publishedConflicts(card);
      next.runs = runsOf<BankRequest>(card);
      curves.push_back(std::move(next));
    }
  return curves;
}

std::vector<CardCurve> readThreads(const CardData& card) {
  std::vector<CardCurve> curves;
  for (const ThreadSeries& series : gatherThreadCurves(card.runs).series) {
    CardCurve next;
    next.variant = seriesName(series.loads, series.sharing);
    for (const auto& point : series.points) next.points.emplace_back(static_cast<double>(point.count), point.median);
    next.runs = runsOf<OutstandingRequest>(card);
    curves.push_back(std::move(next));
  }
  return curves;
}

std::vector<CardCurve> readCopies(const CardData& card) {
  const CopyCurve copies = gatherCopies(card.runs);
  if (copies.empty()) return {};
  constexpr double kMicro = 1e6;
  const double scale = copies.seconds ? kMicro : 1;
  CardCurve adds, flushed, plain;
  adds.variant = tr("added by a flush before");
  flushed.variant = tr("with a flush before");
  plain.variant = tr("without a flush");
  for (const inference::CopyTimes& point : copies.points) {
    adds.points.emplace_back(point.bytes, (point.flushed - point.not_flushed) * scale);
    flushed.points.emplace_back(point.bytes, point.flushed * scale);
    plain.points.emplace_back(point.bytes, point.not_flushed * scale);
  }
  std::vector<CardCurve> curves{std::move(adds), std::move(flushed), std::move(plain)};
  for (CardCurve& curve : curves) {
    curve.unit = copies.seconds ? tr("µs") : tr("cycles");
    curve.runs = runsOf<CopyRequest>(card);
  }
  return curves;
}

std::vector<CardCurve> readMissRates(const CardData& card) {
  std::map<std::pair<std::string, std::uint64_t>, std::map<std::uint64_t, const Finding*>> chased;
  for (const Finding& finding : card.findings) {
    if (finding.quantity != quantity::miss_rate || finding.status != FindingStatus::measured || !finding.value.is_number() ||
        !finding.conditions.is_object())
      continue;
    const auto bytes = numberIn(finding.conditions, "bytes"), stride = numberIn(finding.conditions, "stride"),
               warmup = numberIn(finding.conditions, "warmup");
    const auto space = finding.conditions.find("space");
    if (!bytes || !stride || !warmup || *stride == 0 || *warmup < *bytes / *stride || finding.conditions.contains("seed") ||
        space == finding.conditions.end() || !space->is_string())
      continue;
    chased[{space->get<std::string>(), *stride}][*bytes] = &finding;
  }
  std::vector<CardCurve> curves;
  for (const auto& [asked, points] : chased) {
    if (points.size() < 2) continue;  // one footprint alone is no curve
    CardCurve next;
    next.variant = tr("%1, s = %2").arg(QString::fromStdString(asked.first), sized(asked.second));
    for (const auto& [bytes, finding] : points) {
      const double rate = finding->value.get<double>();
      next.points.emplace_back(static_cast<double>(bytes), rate * kPercent);
      next.ranges.push_back({finding->low.value_or(rate) * kPercent, finding->high.value_or(rate) * kPercent});
      next.runs.insert(next.runs.end(), finding->evidence.begin(), finding->evidence.end());
    }
    dropEmptyRanges(next);
    next.published = publishedRates(card, nearestIn(card, asked.first));
    curves.push_back(std::move(next));
  }
  return curves;
}

std::vector<CardCurve> readTlbRates(const CardData& card) {
  std::vector<CardCurve> curves;
  for (const TlbLevel& level : gatherTlbs(card.findings).levels) {
    CardCurve next;
    next.variant = partName(level.subject);
    for (const TlbRatePoint& point : level.rates) {
      next.points.emplace_back(static_cast<double>(point.bytes), point.rate * kPercent);
      if (!point.run.empty()) next.runs.push_back(point.run);
    }
    next.published = publishedRates(card, level.subject);
    if (next.points.size() > 1) curves.push_back(std::move(next));
  }
  return curves;
}

std::vector<CardCurve> readWayShares(const CardData& card) {
  std::vector<CardCurve> curves;
  for (const FoundSets& cache : found_sets(card.findings)) {
    const Finding* shares = cache.find(quantity::way_replacement_probability);
    if (shares == nullptr) continue;
    const ReplacementFacts facts = gatherReplacement(cache, {});
    CardCurve next;
    next.variant = partName(cache.subject);
    for (std::size_t i = 0; i < facts.ways.size(); ++i) {
      const auto& way = facts.ways[i];
      next.points.emplace_back(static_cast<double>(i + 1), way.value * kPercent);
      next.ranges.push_back({way.low * kPercent, way.high * kPercent});
    }
    dropEmptyRanges(next);
    next.runs = shares->evidence;
    next.published = publishedShares(card, cache.subject);
    if (!next.points.empty()) curves.push_back(std::move(next));
  }
  return curves;
}

}  // namespace chasescope
