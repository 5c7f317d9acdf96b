#include "widgets/figure/svg_text.h"

#include <QFont>
#include <QPainterPath>
#include <QRegularExpression>
#include <QString>

#include "engine/output/outgoing_text.h"
#include "widgets/style/fonts.h"

namespace chasescope {
namespace {

QString attribute(const QString& attributes, const char* name) {
  const QString opening = QLatin1Char(' ') + QLatin1String(name) + QLatin1String("=\"");
  const QString spaced = QLatin1Char(' ') + attributes;
  const qsizetype at = spaced.indexOf(opening);
  if (at < 0) return {};
  const qsizetype begin = at + opening.size();
  return spaced.mid(begin, spaced.indexOf(QLatin1Char('"'), begin) - begin);
}

QString unescaped(QString text) {
  return text.replace(QLatin1String("&lt;"), QLatin1String("<"))
      .replace(QLatin1String("&gt;"), QLatin1String(">"))
      .replace(QLatin1String("&quot;"), QLatin1String("\""))
      .replace(QLatin1String("&nbsp;"), QString(QChar::Nbsp))
      .replace(QLatin1String("&amp;"), QLatin1String("&"));
}

QString number(double value) {
  QString text = QString::number(value, 'f', 2);
  while (text.endsWith(QLatin1Char('0'))) text.chop(1);
  if (text.endsWith(QLatin1Char('.'))) text.chop(1);
  return text;
}

QString pathData(const QPainterPath& path) {
  QString d;
  const auto point = [&](int i) { return number(path.elementAt(i).x) + QLatin1Char(' ') + number(path.elementAt(i).y); };
  for (int i = 0; i < path.elementCount(); ++i) {
    switch (path.elementAt(i).type) {
      case QPainterPath::MoveToElement: d += QLatin1Char('M') + point(i); break;
      case QPainterPath::LineToElement: d += QLatin1Char('L') + point(i); break;
      case QPainterPath::CurveToElement:
        d += QLatin1Char('C') + point(i) + QLatin1Char(' ') + point(i + 1) + QLatin1Char(' ') + point(i + 2);
        i += 2;
        break;
      case QPainterPath::CurveToDataElement: break;
    }
  }
  return d;
}

QString outlined(const QString& attributes, const QString& content) {
  const QString text = unescaped(content);
  const QString family = attribute(attributes, "font-family");
  QFont font = wordFont(1);
  if (family != font.family()) font.setFamilies({family, font.family()});  // which lends what a face lacks, see wordFont()
  font.setPixelSize(std::max(1, qRound(attribute(attributes, "font-size").toDouble())));
  font.setWeight(static_cast<QFont::Weight>(std::max(1, attribute(attributes, "font-weight").toInt())));
  font.setHintingPreference(QFont::PreferNoHinting);
  QPainterPath path;
  path.addText(attribute(attributes, "x").toDouble(), attribute(attributes, "y").toDouble(), font, text);
  return QStringLiteral("<path fill=\"%1\" stroke=\"none\" fill-rule=\"nonzero\" aria-label=\"%2\" d=\"%3\"/>")
      .arg(attribute(attributes, "fill"), QString::fromStdString(xml_escaped(text.toStdString())), pathData(path));
}

}  // namespace

QByteArray svgWithOutlinedText(const QByteArray& svg) {
  const QString source = QString::fromUtf8(svg);
  static const QRegularExpression pattern(QStringLiteral("<text ([^>]*)>(.*?)</text>"),
                                          QRegularExpression::DotMatchesEverythingOption);
  QString result;
  result.reserve(source.size() * 2);
  qsizetype at = 0;
  for (auto matches = pattern.globalMatch(source); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    result += QStringView(source).mid(at, match.capturedStart() - at);
    result += outlined(match.captured(1), match.captured(2));
    at = match.capturedEnd();
  }
  result += QStringView(source).mid(at);
  return result.toUtf8();
}

}  // namespace chasescope
