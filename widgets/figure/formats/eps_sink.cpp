#include "widgets/figure/formats/eps_sink.h"

#include <cmath>

namespace chasescope {
namespace {

/// The colour blended with white in proportion to its transparency.
QColor onWhite(const QColor& colour) {
  const auto mixed = [&](int part) { return 255 - (255 - part) * colour.alpha() / 255; };
  return {mixed(colour.red()), mixed(colour.green()), mixed(colour.blue())};
}

QByteArray psPoint(const QPointF& point) { return unitsText(point.x()) + ' ' + unitsText(point.y()) + ' '; }

/// A text for a comment of the file: one line of ASCII.
QByteArray asciiOf(const QString& text) {
  constexpr int kLongest = 200;  // of the 255 characters that a line may have
  QByteArray ascii;
  for (const QChar letter : text.left(kLongest))
    ascii += letter.unicode() >= ' ' && letter.unicode() < 127 ? letter.toLatin1() : '?';
  return ascii;
}

}  // namespace

void EpsSink::path(const QPainterPath& path) {
  QPointF start;
  for (int i = 0; i < path.elementCount(); ++i) {
    const QPainterPath::Element& element = path.elementAt(i);
    if (element.isMoveTo()) {
      if (i > 0 && QPointF(path.elementAt(i - 1)) == start) body_ += "h ";
      start = element;
      body_ += psPoint(element) + "m\n";
    } else if (element.isLineTo()) {
      body_ += psPoint(element) + "l\n";
    } else if (element.isCurveTo()) {
      body_ += psPoint(element) + psPoint(path.elementAt(i + 1)) + psPoint(path.elementAt(i + 2)) + "c\n";
      i += 2;
    }
  }
  if (path.elementCount() > 1 && QPointF(path.elementAt(path.elementCount() - 1)) == start) body_ += "h ";
}

void EpsSink::paint(const QColor& colour) {
  const QColor plain = onWhite(colour);
  if (plain == colour_) return;
  colour_ = plain;
  for (const double part : {plain.redF(), plain.greenF(), plain.blueF()}) body_ += QByteArray::number(part, 'f', 3) + ' ';
  body_ += "setrgbcolor\n";
}

void EpsSink::clip(const QPainterPath& area) {
  if (clipped_) body_ += "grestore\n";
  clipped_ = !area.isEmpty();
  colour_ = QColor();
  pen_.clear();
  if (!clipped_) return;
  body_ += "gsave\n";
  path(area);
  body_ += area.fillRule() == Qt::WindingFill ? "clip newpath\n" : "eoclip newpath\n";
}

void EpsSink::fill(const QPainterPath& area, const QColor& colour) {
  paint(colour);
  path(area);
  body_ += area.fillRule() == Qt::WindingFill ? "f\n" : "F\n";
}

void EpsSink::stroke(const QPainterPath& line, const QPen& pen) {
  paint(pen.color());
  QByteArray look = unitsText(pen.widthF()) + " setlinewidth [";
  for (const double length : dashesOf(pen)) look += unitsText(length) + ' ';
  look += "] " + unitsText(pen.dashOffset() * pen.widthF()) + " setdash ";
  look += QByteArray::number(pen.capStyle() == Qt::FlatCap ? 0 : pen.capStyle() == Qt::RoundCap ? 1 : 2) + " setlinecap ";
  look += QByteArray::number(pen.joinStyle() == Qt::RoundJoin ? 1 : pen.joinStyle() == Qt::BevelJoin ? 2 : 0) + " setlinejoin\n";
  if (look != pen_) body_ += pen_ = look;
  path(line);
  body_ += "s\n";
}

void EpsSink::text(const PlacedText& text) {
  body_ += "% " + asciiOf(text.words) + '\n';
  QPainterPath letters = text.outlines();
  letters.setFillRule(Qt::WindingFill);
  fill(letters, text.colour);
}

QByteArray EpsSink::file(const QString& title, const QString& stamp) const {
  const double width = size_.width() / 10.0, height = size_.height() / 10.0;
  const QByteArray w = QByteArray::number(static_cast<int>(std::ceil(width))),
                   h = QByteArray::number(static_cast<int>(std::ceil(height)));
  return "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 " + w + ' ' + h + "\n%%HiResBoundingBox: 0 0 " + unitsText(width) + ' ' +
         unitsText(height) + "\n%%Title: " + asciiOf(title) + "\n%%Creator: ChaseScope\n%%CreationDate: " + asciiOf(stamp) +
         "\n%%LanguageLevel: 2\n%%DocumentData: Clean7Bit\n%%EndComments\n"
         "save\n/m /moveto load def /l /lineto load def /c /curveto load def /h /closepath load def\n"
         "/f /fill load def /F /eofill load def /s /stroke load def\n"
         "0 " +
         unitsText(height) + " translate 0.1 -0.1 scale\n" + body_ + (clipped_ ? "grestore\n" : "") + "restore\nshowpage\n%%EOF\n";
}

}  // namespace chasescope
