// Which curves of several cards can be drawn over each other, and how each is read from the runs and findings of one card.
#pragma once

#include <QPointF>
#include <QString>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

/// The probe that runs on a card now, or that will run as soon as the card is open.
struct CardDoing {
  QString probe;                   ///< name of the probe; empty: none
  std::optional<double> progress;  ///< 0 to 1, where the probe has reported progress
  friend bool operator==(const CardDoing&, const CardDoing&) = default;
};

/// A card's runs and findings, from which curves are read.
struct CardData {
  QString name;
  std::vector<RunPtr> runs;  ///< runs with data, without references (data_runs())
  std::vector<Finding> findings;
  CardDoing doing = {};
};

/// A published value that is drawn beside a curve.
struct PublishedPoint {
  QPointF at;
  QString key, source, note;  ///< as in published.h
  QString name = {};          ///< the short name of the source: "2014 paper"
};

/// The confidence interval of a value, as its finding says.
struct ValueRange {
  double low = 0, high = 0;
};

/// One curve of a card. Curves of two cards are comparable where their variants have the same name.
struct CardCurve {
  QString variant;                             ///< the setting that was measured: "global.ca", "2 loads", "words of 8 B"
  std::vector<QPointF> points;                 ///< ascending in x; each x once
  std::vector<ValueRange> ranges = {};         ///< a 95 % interval for each point; empty: none has one
  std::vector<PublishedPoint> published = {};  ///< published values of this card
  QString unit = {};                           ///< unit of y, where cards differ in it; empty: CurveKind::unit
  std::vector<std::string> runs = {};          ///< ids of the runs behind the points
};

struct CurveKind {
  const char* id;         ///< "latency-footprint"
  const char* title;      ///< for people, to be translated in the context "CurveKind"
  const char* figure;     ///< the figure that shows this curve of one card: "footprint-latency"
  const char* views;      ///< ids of the views that show this curve of one card: "replacement"
  const char* probe;      ///< the probe that measures the curve
  const char* also = "";  ///< what else does, beside other things: "discover"
  const char *x, *y;      ///< titles of the axes, in the same context; y without its unit
  const char* unit;       ///< of y: "cycles", "%"
  bool sizes = false;     ///< x is in bytes on a logarithmic axis; else x is a whole number
  bool share = false;     ///< y is a share from 0 to 100 %; else a time
  bool apart = false;     ///< the points are not joined by a line
  const char* published = "published";  ///< what a published mark shows, for the legend; in the same context
  bool by_cache = false;  ///< each variant is a cache or TLB, named by partName()
  std::vector<CardCurve> (*read)(const CardData& card);
};

/// All kinds of curves, in the order in which the window offers them.
std::span<const CurveKind> curveKinds();
/// Null for an unknown id.
const CurveKind* curveKind(const QString& id);
/// The kind that shows the curves of that figure for several cards; null where there is none.
const CurveKind* kindOfFigure(const QString& figure);
QString kindText(const char* text);
bool isShownBy(const CurveKind& kind, const QString& view);
/// Whether the runs of that probe hold a curve of this kind.
bool isMeasuredBy(const CurveKind& kind, const QString& probe);

}  // namespace chasescope
