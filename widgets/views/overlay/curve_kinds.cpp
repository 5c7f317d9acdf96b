#include "widgets/views/overlay/curve_kinds.h"

#include <QCoreApplication>
#include <array>

#include "widgets/views/overlay/curve_reading.h"

namespace chasescope {
namespace {

constexpr const char* kFootprint = QT_TRANSLATE_NOOP("CurveKind", "Footprint N");
constexpr const char* kLatency = QT_TRANSLATE_NOOP("CurveKind", "Latency");
constexpr const char* kAverage = QT_TRANSLATE_NOOP("CurveKind", "Average latency");
constexpr const char* kMissRate = QT_TRANSLATE_NOOP("CurveKind", "Miss rate");

constexpr std::array kKinds{CurveKind{.id = "latency-footprint",
                                      .title = QT_TRANSLATE_NOOP("CurveKind", "Latency over footprint"),
                                      .figure = "footprint-latency",
                                      .views = "curves",
                                      .probe = "footprint-sweep",
                                      .also = "discover",
                                      .x = kFootprint,
                                      .y = kAverage,
                                      .unit = "cycles",
                                      .sizes = true,
                                      .published = QT_TRANSLATE_NOOP("CurveKind", "published size and latency"),
                                      .read = readFootprints},
                            CurveKind{.id = "latency-stride",
                                      .title = QT_TRANSLATE_NOOP("CurveKind", "Latency over stride"),
                                      .figure = "stride-latency",
                                      .views = "curves",
                                      .probe = "stride-sweep",
                                      .also = "discover",
                                      .x = QT_TRANSLATE_NOOP("CurveKind", "Stride s"),
                                      .y = kAverage,
                                      .unit = "cycles",
                                      .sizes = true,
                                      .read = readStrides},
                            CurveKind{.id = "miss-rate",
                                      .title = QT_TRANSLATE_NOOP("CurveKind", "Miss rate over footprint"),
                                      .figure = "miss-rate",
                                      .views = "replacement",
                                      .probe = "miss-pattern",
                                      .x = kFootprint,
                                      .y = kMissRate,
                                      .unit = "%",
                                      .sizes = true,
                                      .share = true,
                                      .read = readMissRates},
                            CurveKind{.id = "tlb-miss-rate",
                                      .title = QT_TRANSLATE_NOOP("CurveKind", "TLB miss rate over footprint"),
                                      .figure = "tlb",
                                      .views = "tlbs",
                                      .probe = "tlb",
                                      .also = "discover",
                                      .x = kFootprint,
                                      .y = kMissRate,
                                      .unit = "%",
                                      .sizes = true,
                                      .share = true,
                                      .by_cache = true,
                                      .read = readTlbRates},
                            CurveKind{.id = "way-share",
                                      .title = QT_TRANSLATE_NOOP("CurveKind", "Share of each way"),
                                      .figure = "way-probability",
                                      .views = "replacement",
                                      .probe = "replacement",
                                      .also = "discover",
                                      .x = QT_TRANSLATE_NOOP("CurveKind", "Way, least often replaced first"),
                                      .y = QT_TRANSLATE_NOOP("CurveKind", "Share of replacements"),
                                      .unit = "%",
                                      .share = true,
                                      .apart = true,
                                      .by_cache = true,
                                      .read = readWayShares},
                            CurveKind{.id = "bank-latency",
                                      .title = QT_TRANSLATE_NOOP("CurveKind", "Bank latency over stride"),
                                      .figure = "bank-latency",
                                      .views = "banks",
                                      .probe = "banks",
                                      .also = "discover",
                                      .x = QT_TRANSLATE_NOOP("CurveKind", "Stride (words)"),
                                      .y = kLatency,
                                      .unit = "cycles",
                                      .read = readBanks},
                            CurveKind{.id = "thread-latency",
                                      .title = QT_TRANSLATE_NOOP("CurveKind", "Latency over threads"),
                                      .figure = "thread-latency",
                                      .views = "requests",
                                      .probe = "outstanding",
                                      .also = "discover",
                                      .x = QT_TRANSLATE_NOOP("CurveKind", "Threads"),
                                      .y = kLatency,
                                      .unit = "cycles",
                                      .read = readThreads},
                            CurveKind{.id = "copy-time",
                                      .title = QT_TRANSLATE_NOOP("CurveKind", "Copies over size"),
                                      .figure = "l2-copy",
                                      .views = "requests",
                                      .probe = "l2-copy",
                                      .also = "discover",
                                      .x = QT_TRANSLATE_NOOP("CurveKind", "Size of the copy"),
                                      .y = QT_TRANSLATE_NOOP("CurveKind", "Time"),
                                      .unit = "cycles",
                                      .sizes = true,
                                      .read = readCopies}};

}  // namespace

std::span<const CurveKind> curveKinds() { return kKinds; }

const CurveKind* curveKind(const QString& id) {
  for (const CurveKind& kind : kKinds)
    if (id == QLatin1String(kind.id)) return &kind;
  return nullptr;
}

const CurveKind* kindOfFigure(const QString& figure) {
  for (const CurveKind& kind : kKinds)
    if (figure == QLatin1String(kind.figure)) return &kind;
  return nullptr;
}

bool isShownBy(const CurveKind& kind, const QString& view) {
  return QString::fromLatin1(kind.views).split(QLatin1Char(' ')).contains(view);
}

bool isMeasuredBy(const CurveKind& kind, const QString& probe) {
  return !probe.isEmpty() &&
         (probe == QLatin1String(kind.probe) || QString::fromLatin1(kind.also).split(QLatin1Char(' ')).contains(probe));
}

QString kindText(const char* text) { return QCoreApplication::translate("CurveKind", text); }

}  // namespace chasescope
