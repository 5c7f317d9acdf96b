// Which curves of several cards can be drawn over each other, and how each is read from the runs and findings of one card.
#pragma once

#include <QPointF>
#include <QString>
#include <span>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

/// A card as curves are read from it.
struct CardData {
  QString name;
  std::vector<RunPtr> runs;  ///< data, no references (data_runs())
  std::vector<Finding> findings;
};

/// One curve of a card. Curves of two cards are comparable where their variants have the same name.
struct CardCurve {
  QString variant;              ///< what was asked: "global.ca", "2 loads", "words of 8 B"
  std::vector<QPointF> points;  ///< by x; each x once
};

struct CurveKind {
  const char* id;     ///< "latency-footprint"
  const char* title;  ///< for people, to be translated in the context "CurveKind"
  const char* views;  ///< the ids of the views that show the same of one card: "replacement tlbs"
  const char* probe;  ///< what measures it
  const char *x, *y;  ///< titles of the axes, in the same context
  bool sizes;         ///< x is in bytes, each doubling as wide as the next; else whole numbers
  bool share;         ///< y is a share from 0 to 100 %; else cycles
  std::vector<CardCurve> (*read)(const CardData& card);
};

/// All that there are, in the order in which they are offered.
std::span<const CurveKind> curveKinds();
/// Null where there is none of that id.
const CurveKind* curveKind(const QString& id);
QString kindText(const char* text);
bool isShownBy(const CurveKind& kind, const QString& view);

}  // namespace chasescope
