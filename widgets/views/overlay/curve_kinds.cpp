#include "widgets/views/overlay/curve_kinds.h"

#include <QCoreApplication>
#include <array>
#include <map>
#include <string>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"
#include "widgets/views/banks/bank_curves.h"
#include "widgets/views/requests/request_scene.h"
#include "widgets/views/requests/thread_curves.h"
#include "widgets/views/sweeps/sweep_curves.h"
#include "widgets/views/tlb/tlb_levels.h"

namespace chasescope {
namespace {

std::vector<QPointF> sweepPoints(const std::vector<SweepPoint>& points, bool overStride) {
  std::map<std::uint64_t, double> by_x;  // of several at one x the last, as tables have it
  for (const SweepPoint& point : points) by_x[overStride ? point.stride : point.bytes] = point.cycles;
  std::vector<QPointF> curve;
  for (const auto& [x, cycles] : by_x) curve.emplace_back(static_cast<double>(x), cycles);
  return curve;
}

std::vector<CardCurve> readFootprints(const CardData& card) {
  std::vector<CardCurve> curves;
  for (const FootprintCurve& curve : SweepGatherer().gather(card.runs, card.findings).footprints)
    curves.push_back({QString::fromStdString(curve.space), sweepPoints(curve.points, false)});
  return curves;
}

/// The curves that end in a corner: their array is each card's own, large enough for what is looked for. Of the picture of all
/// sizes, those of one size.
std::vector<CardCurve> readStrides(const CardData& card) {
  std::vector<CardCurve> curves;
  for (const StrideCurves& space : SweepGatherer().gather(card.runs, card.findings).strides) {
    const QString name = QString::fromStdString(space.space);
    for (const StrideCorner& corner : space.corners)
      curves.push_back({tr("%1, beyond %2").arg(name, partName(corner.subject)), sweepPoints(corner.line.points, true)});
    for (const StrideLine& line : space.lines)
      curves.push_back({tr("%1, array of %2").arg(name, sized(line.bytes)), sweepPoints(line.points, true)});
  }
  return curves;
}

std::vector<CardCurve> readBanks(const CardData& card) {
  std::vector<CardCurve> curves;
  const BankCurves banks = gatherBankCurves(card.runs);
  for (const BankMode& mode : banks.modes)
    for (const BankCurve& curve : mode.curves) {
      CardCurve next{tr("banks of %1 B, words of %2 B").arg(mode.bank_bytes).arg(curve.word_bytes), {}};
      for (const auto& point : curve.points) next.points.emplace_back(static_cast<double>(point.stride), point.cycles);
      curves.push_back(std::move(next));
    }
  return curves;
}

std::vector<CardCurve> readThreads(const CardData& card) {
  std::vector<CardCurve> curves;
  for (const ThreadSeries& series : gatherThreadCurves(card.runs).series) {
    CardCurve next{seriesName(series.loads, series.sharing), {}};
    for (const auto& point : series.points) next.points.emplace_back(static_cast<double>(point.count), point.median);
    curves.push_back(std::move(next));
  }
  return curves;
}

std::optional<std::uint64_t> numberIn(const nlohmann::json& conditions, const char* key) {
  const auto found = conditions.find(key);
  if (found == conditions.end() || !found->is_number_integer() || found->get<std::int64_t>() < 0) return std::nullopt;
  return found->get<std::uint64_t>();
}

/// Of warm chases by space and stride, where the first pass was not timed; and of TLBs.
std::vector<CardCurve> readMissRates(const CardData& card) {
  std::map<std::pair<std::string, std::uint64_t>, std::map<std::uint64_t, double>> chased;
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
    chased[{space->get<std::string>(), *stride}][*bytes] = finding.value.get<double>() * 100;
  }
  std::vector<CardCurve> curves;
  for (const auto& [asked, points] : chased) {
    if (points.size() < 2) continue;  // one footprint is no curve
    CardCurve next{tr("%1, s = %2").arg(QString::fromStdString(asked.first), sized(asked.second)), {}};
    for (const auto& [bytes, rate] : points) next.points.emplace_back(static_cast<double>(bytes), rate);
    curves.push_back(std::move(next));
  }
  for (const TlbLevel& level : gatherTlbs(card.findings).levels) {
    CardCurve next{partName(level.subject), {}};
    for (const TlbRatePoint& point : level.rates) next.points.emplace_back(static_cast<double>(point.bytes), point.rate * 100);
    if (next.points.size() > 1) curves.push_back(std::move(next));
  }
  return curves;
}

constexpr std::array kKinds{CurveKind{"latency-footprint", QT_TRANSLATE_NOOP("CurveKind", "Latency over footprint"), "curves",
                                      "footprint-sweep", QT_TRANSLATE_NOOP("CurveKind", "Footprint N"),
                                      QT_TRANSLATE_NOOP("CurveKind", "Average latency (cycles)"), true, false, readFootprints},
                            CurveKind{"latency-stride", QT_TRANSLATE_NOOP("CurveKind", "Latency over stride"), "curves",
                                      "stride-sweep", QT_TRANSLATE_NOOP("CurveKind", "Stride s"),
                                      QT_TRANSLATE_NOOP("CurveKind", "Average latency (cycles)"), true, false, readStrides},
                            CurveKind{"miss-rate", QT_TRANSLATE_NOOP("CurveKind", "Miss rate over footprint"), "replacement tlbs",
                                      "miss-pattern", QT_TRANSLATE_NOOP("CurveKind", "Footprint N"),
                                      QT_TRANSLATE_NOOP("CurveKind", "Miss rate (%)"), true, true, readMissRates},
                            CurveKind{"bank-latency", QT_TRANSLATE_NOOP("CurveKind", "Bank latency over stride"), "banks", "banks",
                                      QT_TRANSLATE_NOOP("CurveKind", "Stride (words)"),
                                      QT_TRANSLATE_NOOP("CurveKind", "Latency (cycles)"), false, false, readBanks},
                            CurveKind{"thread-latency", QT_TRANSLATE_NOOP("CurveKind", "Latency over threads"), "requests",
                                      "outstanding", QT_TRANSLATE_NOOP("CurveKind", "Threads"),
                                      QT_TRANSLATE_NOOP("CurveKind", "Latency (cycles)"), false, false, readThreads}};

}  // namespace

std::span<const CurveKind> curveKinds() { return kKinds; }

const CurveKind* curveKind(const QString& id) {
  for (const CurveKind& kind : kKinds)
    if (id == QLatin1String(kind.id)) return &kind;
  return nullptr;
}

bool isShownBy(const CurveKind& kind, const QString& view) {
  return QString::fromLatin1(kind.views).split(QLatin1Char(' ')).contains(view);
}

QString kindText(const char* text) { return QCoreApplication::translate("CurveKind", text); }

}  // namespace chasescope
