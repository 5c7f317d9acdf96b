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

/// What is measured on a card now, or is to be as soon as the card is open.
struct CardDoing {
  QString probe;                   ///< its name; empty: nothing
  std::optional<double> progress;  ///< 0 to 1, where it has told
  friend bool operator==(const CardDoing&, const CardDoing&) = default;
};

/// A card as curves are read from it.
struct CardData {
  QString name;
  std::vector<RunPtr> runs;  ///< data, no references (data_runs())
  std::vector<Finding> findings;
  CardDoing doing = {};
};

/// What a paper printed that lies beside a curve.
struct PublishedPoint {
  QPointF at;
  QString key, source, note;  ///< as in published_values.h
};

/// Where a value may lie, as its finding says.
struct ValueRange {
  double low = 0, high = 0;
};

/// One curve of a card. Curves of two cards are comparable where their variants have the same name.
struct CardCurve {
  QString variant;                             ///< what was asked: "global.ca", "2 loads", "words of 8 B"
  std::vector<QPointF> points;                 ///< by x; each x once
  std::vector<ValueRange> ranges = {};         ///< a 95 % interval for each point; empty: none has one
  std::vector<PublishedPoint> published = {};  ///< of this card
  QString unit = {};                           ///< of y where cards differ in it; empty: as the kind says
  std::vector<std::string> runs = {};          ///< ids of those that show it
};

struct CurveKind {
  const char* id;         ///< "latency-footprint"
  const char* title;      ///< for people, to be translated in the context "CurveKind"
  const char* figure;     ///< the figure that shows the same of one card: "footprint-latency"
  const char* views;      ///< the ids of the views that do: "replacement"
  const char* probe;      ///< what measures it
  const char* also = "";  ///< what else does, beside other things: "discover"
  const char *x, *y;      ///< titles of the axes, in the same context; y without its unit
  const char* unit;       ///< of y: "cycles", "%"
  bool sizes = false;     ///< x is in bytes, each doubling as wide as the next; else whole numbers
  bool share = false;     ///< y is a share from 0 to 100 %; else a time
  bool apart = false;     ///< each x stands by itself, so that no line joins them
  bool by_cache = false;  ///< each variant is a cache or TLB, by partName()
  std::vector<CardCurve> (*read)(const CardData& card);
};

/// All that there are, in the order in which they are offered.
std::span<const CurveKind> curveKinds();
/// Null where there is none of that id.
const CurveKind* curveKind(const QString& id);
/// The kind that shows several cards in that figure; null where there is none.
const CurveKind* kindOfFigure(const QString& figure);
QString kindText(const char* text);
bool isShownBy(const CurveKind& kind, const QString& view);
/// Whether that probe leaves a curve of this kind.
bool isMeasuredBy(const CurveKind& kind, const QString& probe);

}  // namespace chasescope
