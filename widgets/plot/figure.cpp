#include "widgets/plot/figure.h"

#include <QCoreApplication>
#include <array>

namespace chasescope {
namespace {

struct Named {
  const char* name;
  const char* title;
  FigureOutcome (*make)(const Session&, const QString& runId);
};

// One line per figure.
constexpr std::array kFigures{
    Named{"scope", QT_TRANSLATE_NOOP("Figure", "Latency by access"),
          [](const Session& s, const QString& id) { return scopeFigure(s, id); }},
    Named{"miss-pattern", QT_TRANSLATE_NOOP("Figure", "Miss pattern"),
          [](const Session& s, const QString& id) { return missPatternFigure(s, id); }},
    Named{"bank-latency", QT_TRANSLATE_NOOP("Figure", "Bank conflicts: latency by stride"), bankLatencyFigure},
    Named{"bank-lanes", QT_TRANSLATE_NOOP("Figure", "Bank conflicts: lanes on banks"), bankLanesFigure},
    Named{"thread-latency", QT_TRANSLATE_NOOP("Figure", "Outstanding requests: latency by threads"), threadLatencyFigure},
    Named{"request-table", QT_TRANSLATE_NOOP("Figure", "Outstanding requests: the table"), requestTableFigure},
    Named{"l2-copy", QT_TRANSLATE_NOOP("Figure", "Copies through the L2"), copyFigure},
    Named{"tlb", QT_TRANSLATE_NOOP("Figure", "TLBs: reach, sets and miss rate"), tlbFigure},
    Named{"footprint-latency", QT_TRANSLATE_NOOP("Figure", "Latency by footprint, with its change points"), footprintFigure},
    Named{"stride-latency", QT_TRANSLATE_NOOP("Figure", "Latency by stride"), strideFigure},
    Named{"latency-spectrum", QT_TRANSLATE_NOOP("Figure", "Latency spectrum: classes and their paths"), spectrumFigure},
    Named{"l2-map", QT_TRANSLATE_NOOP("Figure", "L2 map: SMs and lines, near and far slices"), distanceFigure},
    Named{"memory-diagram", QT_TRANSLATE_NOOP("Figure", "Memory diagram"),
          [](const Session& s, const QString& id) { return memoryDiagramFigure(s, id); }},
    Named{"set-map", QT_TRANSLATE_NOOP("Figure", "Sets and ways"), setMapFigure},
    Named{"set-index", QT_TRANSLATE_NOOP("Figure", "Set index: which address bits choose the set"), setIndexFigure},
    Named{"way-probability", QT_TRANSLATE_NOOP("Figure", "Replacement: the share of each way"), wayProbabilityFigure},
    Named{"miss-rate", QT_TRANSLATE_NOOP("Figure", "Replacement: miss rate over the footprint"), missRateFigure},
};

}  // namespace

QStringList figureNames() {
  QStringList names;
  for (const Named& figure : kFigures) names << QString::fromLatin1(figure.name);
  return names;
}

QString figureTitle(const QString& name) {
  for (const Named& figure : kFigures)
    if (name == QLatin1String(figure.name)) return QCoreApplication::translate("Figure", figure.title);
  return {};
}

FigureOutcome makeFigure(const QString& name, const Session& session, const QString& runId) {
  for (const Named& figure : kFigures)
    if (name == QLatin1String(figure.name)) return figure.make(session, runId);
  return {nullptr, QCoreApplication::translate("Figure", "There is no figure “%1”; there are: %2.")
                       .arg(name, figureNames().join(QStringLiteral(", ")))};
}

}  // namespace chasescope
