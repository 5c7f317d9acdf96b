#include "widgets/figure/formats/svg_sink.h"

#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

QByteArray svgPoint(const QPointF& point) { return unitsText(point.x()) + ' ' + unitsText(point.y()); }

QByteArray svgPath(const QPainterPath& path) {
  QByteArray d;
  QPointF start;
  const auto close = [&](int i) {
    if (i > 1 && QPointF(path.elementAt(i - 1)) == start) d += 'Z';
  };
  for (int i = 0; i < path.elementCount(); ++i) {
    const QPainterPath::Element& element = path.elementAt(i);
    if (element.isMoveTo()) {
      close(i);
      start = element;
      d += 'M' + svgPoint(element);
    } else if (element.isLineTo()) {
      d += 'L' + svgPoint(element);
    } else if (element.isCurveTo()) {
      d += 'C' + svgPoint(element) + ' ' + svgPoint(path.elementAt(i + 1)) + ' ' + svgPoint(path.elementAt(i + 2));
      i += 2;
    }
  }
  close(path.elementCount());
  return d;
}

QByteArray quotedWords(const QString& words) { return QByteArray::fromStdString(xml_escaped(words.toStdString())); }

/// fill="#123456" fill-opacity="0.5"
QByteArray colourOf(const char* name, const QColor& colour) {
  const QByteArray member(name);
  QByteArray text = member + "=\"" + colour.name().toLatin1() + '"';
  if (colour.alpha() < 255) text += ' ' + member + "-opacity=\"" + QByteArray::number(colour.alphaF(), 'g', 3) + '"';
  return text;
}

}  // namespace

void SvgSink::endGroup() {
  if (!look_.isEmpty()) body_ += "</g>\n";
  look_.clear();
}

void SvgSink::put(const QByteArray& look, const QByteArray& element) {
  if (look != look_) {
    endGroup();
    body_ += "<g " + look + ">\n";
    look_ = look;
  }
  body_ += element + '\n';
}

void SvgSink::clip(const QPainterPath& area) {
  endGroup();
  if (clipped_) body_ += "</g>\n";
  clipped_ = !area.isEmpty();
  if (!clipped_) return;
  const QByteArray id = "clip" + QByteArray::number(++clips_);
  body_ += "<defs><clipPath id=\"" + id + "\"><path d=\"" + svgPath(area) + "\"/></clipPath></defs>\n<g clip-path=\"url(#" + id +
           ")\">\n";
}

void SvgSink::fill(const QPainterPath& area, const QColor& colour) {
  put(colourOf("fill", colour) + (area.fillRule() == Qt::OddEvenFill ? " fill-rule=\"evenodd\"" : ""),
      "<path d=\"" + svgPath(area) + "\"/>");
}

void SvgSink::stroke(const QPainterPath& line, const QPen& pen) {
  QByteArray look = "fill=\"none\" " + colourOf("stroke", pen.color()) + " stroke-width=\"" + unitsText(pen.widthF()) + '"';
  if (const QList<double> dashes = dashesOf(pen); !dashes.isEmpty()) {
    QByteArray lengths;
    for (const double length : dashes) lengths += (lengths.isEmpty() ? "" : ",") + unitsText(length);
    look += " stroke-dasharray=\"" + lengths + '"';
    if (pen.dashOffset() != 0) look += " stroke-dashoffset=\"" + unitsText(pen.dashOffset() * pen.widthF()) + '"';
  }
  if (pen.capStyle() != Qt::FlatCap)
    look += pen.capStyle() == Qt::RoundCap ? " stroke-linecap=\"round\"" : " stroke-linecap=\"square\"";
  if (pen.joinStyle() != Qt::MiterJoin && pen.joinStyle() != Qt::SvgMiterJoin)
    look += pen.joinStyle() == Qt::RoundJoin ? " stroke-linejoin=\"round\"" : " stroke-linejoin=\"bevel\"";
  put(look, "<path d=\"" + svgPath(line) + "\"/>");
}

void SvgSink::text(const PlacedText& text) {
  if (words_ == Words::outlines)
    return put(colourOf("fill", text.colour),
               "<path aria-label=\"" + quotedWords(text.words) + "\" d=\"" + svgPath(text.outlines()) + "\"/>");
  QByteArray families;
  for (const QString& family : text.font.families()) families += (families.isEmpty() ? "'" : ",'") + quotedWords(family) + '\'';
  QByteArray element = "<text font-family=\"" + families + ",sans-serif\" font-size=\"" + unitsText(text.size) +
                       "\" font-weight=\"" + QByteArray::number(text.font.weight()) + "\" xml:space=\"preserve\"";
  if (text.angle == 0)
    element += " x=\"" + unitsText(text.at.x()) + "\" y=\"" + unitsText(text.at.y()) + '"';
  else
    element += " transform=\"translate(" + svgPoint(text.at) + ") rotate(" + unitsText(-text.angle) + ")\"";
  put(colourOf("fill", text.colour), element + '>' + quotedWords(text.words) + "</text>");
}

QByteArray SvgSink::file(const QString& title, const QString& description) const {
  constexpr double kMmPerUnit = 25.4 / 720;
  return "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<svg width=\"" + unitsText(size_.width() * kMmPerUnit) +
         "mm\" height=\"" + unitsText(size_.height() * kMmPerUnit) + "mm\" viewBox=\"0 0 " + QByteArray::number(size_.width()) +
         ' ' + QByteArray::number(size_.height()) + "\" xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\">\n<title>" +
         quotedWords(title) + "</title>\n<desc>" + quotedWords(description) + "</desc>\n" + body_ +
         (look_.isEmpty() ? "" : "</g>\n") + (clipped_ ? "</g>\n" : "") + "</svg>\n";
}

}  // namespace chasescope
