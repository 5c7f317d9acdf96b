#include "widgets/figure/formats/tikz_sink.h"

#include <cmath>

#include "widgets/figure/formats/tex_text.h"
#include "widgets/figure/formats/text_anchors.h"

namespace chasescope {
namespace {

constexpr double kUnits = 10;  // units of the page per point
constexpr const char* kPackages = "\\usepackage{tikz}\n";

QByteArray texPoint(const QPointF& point) { return '(' + unitsText(point.x()) + ',' + unitsText(point.y()) + ')'; }
QByteArray bigPoints(double units) { return unitsText(units / kUnits) + "bp"; }

/// Whether the path goes round clockwise on the page.
bool clockwise(const QPainterPath& path) {
  double area = 0;
  for (int i = 1; i < path.elementCount(); ++i) {
    const QPointF a = path.elementAt(i - 1), b = path.elementAt(i);
    area += a.x() * b.y() - b.x() * a.y();
  }
  return area > 0;
}

/// Whether the path is one line around one area.
bool isSingle(const QPainterPath& path) {
  for (int i = 1; i < path.elementCount(); ++i)
    if (path.elementAt(i).isMoveTo()) return false;
  return true;
}

/// The option for a colour's opacity, with a comma before it; empty for an opaque colour.
QByteArray opacity(const char* name, const QColor& colour) {
  return colour.alpha() == 255 ? QByteArray() : ',' + QByteArray(name) + '=' + QByteArray::number(colour.alphaF(), 'g', 3);
}

}  // namespace

void TikzSink::end() {
  if (!open_.isEmpty()) body_ += ";\n";
  open_.clear();
}

QByteArray TikzSink::colour(const QColor& colour) {
  QByteArray& name = names_[colour.rgb()];
  if (name.isEmpty()) {
    name = "cs" + QByteArray::number(names_.size());
    colours_ += "\\definecolor{" + name + "}{HTML}{" + texColour(colour) + "}\n";
  }
  return name;
}

void TikzSink::path(const QPainterPath& path) {
  steps_ += static_cast<std::size_t>(path.elementCount());
  QPointF start;
  const auto close = [&](int i) {
    if (i > 0 && !path.elementAt(i - 1).isMoveTo() && QPointF(path.elementAt(i - 1)) == start) body_ += "--cycle";
  };
  int in_line = 0;
  for (int i = 0; i < path.elementCount(); ++i) {
    const QPainterPath::Element& element = path.elementAt(i);
    constexpr int kInLine = 8;
    if (element.isMoveTo()) {
      close(i);
      start = element;
      body_ += '\n' + texPoint(element);
      in_line = 0;
      edges_x_.push_back(element.x);
      edges_y_.push_back(element.y);
    } else if (element.isLineTo()) {
      if (++in_line % kInLine == 0) body_ += '\n';
      body_ += "--" + texPoint(element);
      edges_x_.push_back(element.x);
      edges_y_.push_back(element.y);
    } else if (element.isCurveTo()) {
      if (++in_line % kInLine == 0) body_ += '\n';
      body_ += ".." + QByteArray("controls") + texPoint(element) + "and" + texPoint(path.elementAt(i + 1)) + ".." +
               texPoint(path.elementAt(i + 2));
      i += 2;
    }
  }
  close(path.elementCount());
}

void TikzSink::clip(const QPainterPath& area) {
  end();
  if (clipped_) body_ += "\\end{scope}\n";
  clipped_ = !area.isEmpty();
  if (!clipped_) return;
  body_ += "\\begin{scope}\n\\clip";
  path(area);
  body_ += ";\n";
}

void TikzSink::fill(const QPainterPath& area, const QColor& colour_of_it) {
  const bool holes = area.fillRule() == Qt::OddEvenFill && !isSingle(area);
  const QByteArray look =
      "\\fill[" + colour(colour_of_it) + opacity("fill opacity", colour_of_it) + (holes ? ",even odd rule" : "") + ']';
  // Transparent areas get a path each, because their overlap is darker. Areas with holes, or of opposite directions, get one each
  // too, because in one path they would cut holes into each other.
  const bool round = clockwise(area);
  if (look != open_ || colour_of_it.alpha() < 255 || holes || round != clockwise_) {
    end();
    body_ += open_ = look;
  }
  clockwise_ = round;
  path(area);
}

void TikzSink::stroke(const QPainterPath& line, const QPen& pen) {
  QByteArray look =
      "\\draw[" + colour(pen.color()) + opacity("draw opacity", pen.color()) + ",line width=" + bigPoints(pen.widthF());
  if (const QList<double> dashes = dashesOf(pen); !dashes.isEmpty()) {
    look += ",dash pattern=";
    for (qsizetype i = 0; i < dashes.size(); ++i) look += (i % 2 == 0 ? "on " : "off ") + bigPoints(dashes[i]) + ' ';
    if (pen.dashOffset() != 0) look += ",dash phase=" + bigPoints(pen.dashOffset() * pen.widthF());
  }
  if (pen.capStyle() == Qt::RoundCap) look += ",line cap=round";
  if (pen.capStyle() == Qt::SquareCap) look += ",line cap=rect";
  if (pen.joinStyle() == Qt::RoundJoin) look += ",line join=round";
  if (pen.joinStyle() == Qt::BevelJoin) look += ",line join=bevel";
  look += ']';
  if (look != open_ || pen.color().alpha() < 255) {
    end();
    body_ += open_ = look;
  }
  path(line);
}

void TikzSink::text(const PlacedText& text) {
  const auto words = texWords(text.words);
  if (!words) {  // LaTeX has no font for these words: they are drawn as outlines of the layout's font
    QPainterPath letters = text.outlines();
    letters.setFillRule(Qt::WindingFill);
    return fill(letters, text.colour);
  }
  end();
  ++steps_;
  const bool bold = text.font.weight() >= QFont::DemiBold;
  QByteArray look = "text=" + colour(text.colour) + opacity("text opacity", text.colour) + ",font=" + texFont(text.size, bold);
  if (text.angle != 0) look += ",rotate=" + unitsText(text.angle);
  texts_.push_back(text);
  places_.push_back(body_.size());
  nodes_.push_back(*words);
  looks_.push_back(look);
}

QByteArray TikzSink::file(const QString& about, Face face) const {
  QByteArray picture = "\\begin{tikzpicture}[x=0.1bp,y=-0.1bp,every node/.style={inner sep=0pt,outer sep=0pt}]\n" + colours_ +
                       "\\useasboundingbox (0,0) rectangle (" + QByteArray::number(size_.width()) + ',' +
                       QByteArray::number(size_.height()) + ");\n";
  const std::vector<TextAnchor> anchors = anchorsOf(texts_, edges_x_, edges_y_);
  qsizetype done = 0;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    picture += body_.mid(done, places_[i] - done);
    done = places_[i];
    const double share = anchors[i] == TextAnchor::left ? 0 : anchors[i] == TextAnchor::middle ? 0.5 : 1;
    const QByteArray name = anchors[i] == TextAnchor::left ? "base west" : anchors[i] == TextAnchor::middle ? "base" : "base east";
    const double turn = texts_[i].angle * M_PI / 180, along = texts_[i].width * share;
    picture += "\\node[anchor=" + name + ',' + looks_[i] + "] at " +
               texPoint(texts_[i].at + QPointF(along * std::cos(turn), -along * std::sin(turn))) + " {" + nodes_[i] + "};\n";
  }
  picture += body_.mid(done);
  if (!open_.isEmpty()) picture += ";\n";
  if (clipped_) picture += "\\end{scope}\n";
  return texFile(picture + "\\end{tikzpicture}%\n", kPackages, about, face);
}

}  // namespace chasescope
