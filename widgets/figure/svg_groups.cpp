#include "widgets/figure/svg_groups.h"

#include <QByteArrayView>

namespace chasescope {
namespace {

constexpr QByteArrayView kOpening = "<g ";
constexpr QByteArrayView kClosing = "</g>";
constexpr QByteArrayView kIdentity = " transform=\"matrix(1,0,0,1,0,0)\"";

qsizetype skipSpace(const QByteArray& svg, qsizetype at) {
  while (at < svg.size() && (svg[at] == '\n' || svg[at] == ' ')) ++at;
  return at;
}

/// A group's tag without its font and without a transform that changes nothing.
QByteArray briefTag(QByteArray tag) {
  if (const qsizetype identity = tag.indexOf(kIdentity); identity >= 0) tag.remove(identity, kIdentity.size());
  const qsizetype font = tag.indexOf("\nfont-family=");
  return font >= 0 ? tag.left(font) + '>' : tag;
}

}  // namespace

QByteArray svgWithoutIdleGroups(const QByteArray& svg) {
  QByteArray result;
  result.reserve(svg.size());
  qsizetype done = 0;
  for (qsizetype open = svg.indexOf(kOpening); open >= 0; open = svg.indexOf(kOpening, done)) {
    const qsizetype close = svg.indexOf('>', open);
    if (close < 0) break;
    result += QByteArrayView(svg).sliced(done, open - done);
    const qsizetype content = skipSpace(svg, close + 1);
    if (QByteArrayView(svg).sliced(content).startsWith(kClosing)) {
      done = skipSpace(svg, content + kClosing.size());
    } else {
      result += briefTag(svg.mid(open, close + 1 - open));
      done = close + 1;
    }
  }
  return result + svg.mid(done);
}

}  // namespace chasescope
