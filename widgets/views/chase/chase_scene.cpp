#include "widgets/views/chase/chase_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/plot/scope_scene.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/theme_icon.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr int kMiddleLeft = Qt::AlignLeft | Qt::AlignVCenter;

class Painting {
 public:
  Painting(QPainter& painter, const ChaseScene& scene, const ChaseLayout& layout, const PlotStyle& style)
      : painter_(painter), scene_(scene), picture_(scene.picture), layout_(layout), style_(style), palette_(style.palette) {}

  void paintAll() {
    painter_.save();
    painter_.setRenderHint(QPainter::Antialiasing, true);
    if (style_.print || isInSight(painter_, layout_.cache_title.top(), layout_.cache.bottom())) paintCache();
    if (style_.print || isInSight(painter_, layout_.array_title.top(), layout_.array.bottom())) paintArray();
    if (style_.print || isInSight(painter_, layout_.pass_title.top(), layout_.height)) paintPass();
    painter_.restore();
  }

 private:
  double px(double pixels) const { return style_.px(pixels); }
  double em(double pixels) const { return style_.em(pixels); }

  void write(const QRectF& box, int flags, const QString& words, const QFont& font, const QColor& colour) {
    if (box.isNull() || words.isEmpty()) return;
    painter_.setFont(font);
    painter_.setPen(colour);
    painter_.drawText(box, flags | Qt::TextDontClip, words);
  }
  void title(const QRectF& box, const QStringList& wordings) {
    const QFont font = chaseWords(style_, 14, Weight::semiBold);
    write(box, kMiddleLeft, fittingWords(font, wordings, box.width()), font, palette_.ink);
  }
  void rounded(const QRectF& box, const QColor& fill, const QPen& pen, double radius) {
    painter_.setBrush(fill);
    painter_.setPen(pen);
    const double half = pen.widthF() / 2;
    painter_.drawRoundedRect(box.adjusted(half, half, -half, -half), radius, radius);
  }

  /// The colour of the chosen set's box, tiles and bars; it is not the colour of hits or misses.
  QColor tie() const { return levelColour(1, palette_); }
  QColor tieText() const { return levelTextColour(1, palette_); }
  bool tied(std::optional<std::uint32_t> set) const { return set && scene_.set == set; }
  /// Whether the picture shows misses of this set.
  bool misses(std::optional<std::uint32_t> number) const {
    if (scene_.covered.pass || !number) return false;
    for (const ChaseSet& set : picture_.sets)
      if (set.number == *number) return set.misses > 0;
    return false;
  }
  QColor inkOfSet(std::optional<std::uint32_t> set) const {
    return tied(set) ? tieText() : misses(set) ? palette_.missText : palette_.quietInk;
  }

  void cover(const QRectF& box) {
    rounded(box, palette_.sunken, QPen(palette_.outline, style_.line(1)), px(8));
    QPainterPath inside, lines;
    inside.addRoundedRect(box.adjusted(px(1), px(1), -px(1), -px(1)), px(8), px(8));
    painter_.save();
    painter_.setClipPath(inside, Qt::IntersectClip);
    addHatching(lines, box, px(11));
    painter_.strokePath(lines, QPen(palette_.line, px(4)));
    painter_.restore();
    const QFont font = chaseWords(style_, 15, Weight::semiBold);
    const QString words = fittingWords(font, {tr("Covered until there is a guess"), tr("Covered")}, box.width() - em(70));
    const double icon = em(22);
    QRectF plate(0, 0, QFontMetricsF(font).horizontalAdvance(words) + icon + em(40), std::min(em(44), box.height() - px(6)));
    plate.moveCenter(box.center());
    rounded(plate, palette_.card, QPen(palette_.outline, style_.line(1)), plate.height() / 2);
    const QRectF eye(plate.left() + em(14), plate.center().y() - icon / 2, icon, icon);
    paintIcon(painter_, QStringLiteral("covered"), eye, palette_.quietInk);
    write(QRectF(eye.right() + em(8), plate.top(), plate.right() - eye.right(), plate.height()), kMiddleLeft, words, font,
          palette_.ink);
  }

  // Above -------------------------------------------------------------------------------------------------------------------------
  void paintCache() {
    if (scene_.cache == nullptr) {
      title(layout_.cache_title, {tr("In the cache after the pass"), tr("In the cache")});
      return cover(layout_.cache);
    }
    title(layout_.cache_title, cacheTitles(*scene_.cache));
    if (scene_.cache->sets.empty()) {
      painter_.setFont(chaseWords(style_, 14));
      painter_.setPen(palette_.quietInk);
      paintWrapped(painter_, layout_.cache_words.topLeft(), layout_.cache_words.width(), whyNoSets(*scene_.cache));
      return;
    }
    for (std::size_t i = 0; i < layout_.sets.size(); ++i) paintSet(scene_.cache->sets[i], layout_.sets[i]);
  }

  void paintSet(const ChaseSet& set, const ChaseSetBox& box) {
    const bool chosen = tied(set.number), bad = misses(set.number);
    const QColor frame = chosen ? tie() : bad ? palette_.miss : palette_.outline;
    write(box.label, kMiddleLeft, tr("set %1").arg(counted(set.number)),
          chaseWords(style_, 14, bad || chosen ? Weight::semiBold : Weight::regular), inkOfSet(set.number));
    rounded(box.frame, chosen ? mixed(tie(), palette_.card, 0.08) : palette_.card,
            QPen(frame, style_.line(chosen || bad ? 2.2 : 1.2)), px(8));
    for (std::size_t i = 0; i < set.ways.size(); ++i) paintWay(set.ways[i], box.ways[i]);
    if (set.more_ways > 0) {
      const QString more = counted(set.more_ways);
      const QFont font = chaseWords(style_, 14);
      write(box.more, Qt::AlignCenter,
            fittingWords(font, {(set.ways.empty() ? tr("%1 empty") : tr("+ %1 empty")).arg(more), QStringLiteral("+ %1").arg(more)},
                         box.frame.width() - px(6)),
            font, palette_.quietInk);
    }
    const QColor words = scene_.covered.pass ? palette_.quietInk : palette_.missText;
    if (set.lost.empty()) {
      if (box.beside.isNull()) return;
      write(box.beside, kMiddleLeft, besideSet(*scene_.cache, set).join(QLatin1Char('\n')), chaseWords(style_, 14),
            palette_.quietInk);
      return;
    }
    const QFont bold = chaseWords(style_, 14, Weight::semiBold);
    write(box.over, kMiddleLeft, tr("thrown out,"), bold, words);
    for (std::size_t i = 0; i < box.lost.size(); ++i) paintLine(scene_.cache->lines[set.lost[i]], box.lost[i], true);
    if (!box.more_lost.isNull())
      write(box.more_lost, kMiddleLeft, tr("and %1 more,").arg(counted(set.lost.size() - box.lost.size())), bold, words);
    write(box.under, kMiddleLeft, tr("needed next"), bold, words);
  }

  void paintWay(const ChaseWay& way, const ChaseRow& row) {
    if (way.state == step::Way::State::held) return paintLine(scene_.cache->lines[way.line], row, false);
    QPen pen(palette_.line, style_.line(1), Qt::DashLine);
    rounded(row.box, palette_.card, pen, px(4));
    if (way.state == step::Way::State::unknown)
      write(row.box, Qt::AlignCenter, QStringLiteral("?"), chaseNumbers(style_, 14), palette_.quietInk);
  }

  /// A cache line with its tiles; the cells show whether their accesses hit or missed.
  void paintLine(const ChaseLine& line, const ChaseRow& row, bool lost) {
    const ChasePicture& cache = *scene_.cache;
    if (cache.cells == 1) {
      step::Verdict verdict = step::Verdict::hit;
      for (const std::size_t tile : line.tiles)
        if (cache.tiles[tile].verdict() != step::Verdict::hit && verdict != step::Verdict::miss)
          verdict = cache.tiles[tile].verdict();
      const bool under = std::find_if(line.tiles.begin(), line.tiles.end(),
                                      [&](std::size_t tile) { return isUnderMouse(cache.tiles[tile]); }) != line.tiles.end();
      return paintCell(row.box, lineText(cache, line), verdict, lost, under);
    }
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const std::uint64_t offset = line.number * cache.cache.spec.unit_bytes + i * cache.stride;
      const ChaseTile* tile = nullptr;
      for (const std::size_t each : line.tiles)
        if (cache.tiles[each].offset / cache.stride == offset / cache.stride) tile = &cache.tiles[each];
      if (tile == nullptr) {  // a part of the line beyond the array
        rounded(row.cells[i].adjusted(px(0.5), 0, -px(0.5), 0), palette_.sunken, QPen(palette_.line, style_.line(1)), px(4));
        continue;
      }
      paintCell(row.cells[i], tileText(*tile), tile->verdict(), lost, isUnderMouse(*tile));
    }
  }

  bool isUnderMouse(const ChaseTile& tile) const { return scene_.tile && picture_.tiles[*scene_.tile].offset == tile.offset; }

  void paintCell(const QRectF& cell, const QString& words, step::Verdict verdict, bool lost, bool under) {
    const QRectF box = cell.adjusted(px(0.5), 0, -px(0.5), 0);
    if (scene_.covered.pass && verdict == step::Verdict::miss)
      verdict = step::Verdict::hit;  // the line is there, but its accesses are covered
    const bool miss = verdict == step::Verdict::miss;
    const QColor colour = verdictColour(verdict, palette_);
    const QColor fill = lost ? palette_.card : miss ? mixed(palette_.miss, palette_.card, 0.12) : verdictFill(verdict, palette_);
    rounded(box, fill, QPen(colour, style_.line(under ? 2.4 : 1.2), lost ? Qt::DashLine : Qt::SolidLine), px(4));
    QRectF room = box;
    if (miss) {
      QRectF badge = box.adjusted(px(3), px(3), 0, -px(3));
      badge.setWidth(em(15));
      painter_.setPen(Qt::NoPen);
      painter_.setBrush(palette_.miss);
      painter_.drawRoundedRect(badge, px(2.5), px(2.5));
      cross(badge, em(11), palette_.card);
      room.setLeft(badge.right());
    }
    write(room, Qt::AlignCenter, words, chaseNumbers(style_, 14, Weight::semiBold), palette_.ink);
  }

  void cross(const QRectF& box, double side, const QColor& colour) {
    QRectF around(0, 0, side / 0.48, side / 0.48);  // of which a cross takes its share
    around.moveCenter(box.center());
    paintCross(painter_, around, colour, style_.line(1.6));
  }

  // In the middle -----------------------------------------------------------------------------------------------------------------
  void paintArray() {
    if (scene_.covered.array) {
      title(layout_.array_title, {tr("The array")});
      return cover(layout_.array);
    }
    QRectF room = layout_.array_title;
    const bool fresh = scene_.new_from && *scene_.new_from < layout_.tiles.size();
    if (fresh) room.setWidth(paintNew(room));
    title(room, arrayTitles(picture_));
    paintArrows();
    for (std::size_t i = 0; i < layout_.tiles.size(); ++i) paintTile(i);
    paintBrackets();
  }

  /// Writes "new word" above the tiles that the array did not have before. \return the room that is left for the title.
  double paintNew(const QRectF& room) {
    const std::size_t many = layout_.tiles.size() - *scene_.new_from;
    const QString one[] = {tr("new word"), tr("new line"), tr("new element")},
                  more[] = {tr("new words"), tr("new lines"), tr("new elements")};  // as Unit
    const QString words = (many == 1 ? one : more)[static_cast<std::size_t>(picture_.unit)];
    const QFont font = chaseWords(style_, 14, Weight::semiBold);
    const double wide = QFontMetricsF(font).horizontalAdvance(words) + px(1);
    const double right = std::max(layout_.tiles.back().right(), wide);
    write(QRectF(right - wide, room.top(), wide, room.height()), kMiddleLeft, words, font, palette_.accent);
    return right - wide - em(8);
  }

  /// The arrow's curve from one tile to another: the farther the tiles are apart, the higher.
  QPainterPath flight(std::size_t from, std::size_t to) const {
    const QRectF &a = layout_.tiles[from], &b = layout_.tiles[to];
    const double y = a.top() - px(3);
    const double inset = std::min(a.width() * 0.08, px(4)) * (b.left() > a.left() ? 1 : -1);
    const QPointF start(a.center().x() + inset, y), end(b.center().x() - inset, y);
    const auto hops = static_cast<double>(from < to ? to - from : from - to);
    const double most = static_cast<double>(layout_.tiles.size());
    const double high = hops <= 1 ? std::min(layout_.arcs * 0.6, a.width() * 0.3)
                                  : layout_.arcs * (0.55 + 0.45 * std::log(hops) / std::log(std::max(most, 3.0)));
    QPainterPath path(start);
    // A cubic curve rises to three quarters of the height of its control points.
    path.cubicTo({start.x() + (end.x() - start.x()) * 0.25, y - high / 0.75},
                 {start.x() + (end.x() - start.x()) * 0.75, y - high / 0.75}, end);
    return path;
  }

  void paintFlight(const QPainterPath& path, const QColor& colour, double width, double part) {
    QPainterPath shown = path;
    if (part < 1) {
      constexpr int kPieces = 24;
      shown = QPainterPath(path.pointAtPercent(0));
      for (int i = 1; i <= kPieces; ++i) shown.lineTo(path.pointAtPercent(part * i / kPieces));
    }
    const double head = std::min(px(6), layout_.tiles.front().width() * 0.3);
    const QPointF tip = path.pointAtPercent(std::min(part, 1.0));
    const QPointF back = tip - path.pointAtPercent(std::max(0.0, std::min(part, 1.0) - 0.12));
    const double length = std::max(std::hypot(back.x(), back.y()), 1e-6);
    const QPointF along = back / length, across(-along.y(), along.x());
    painter_.strokePath(shown, QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
    QPainterPath triangle(tip);
    triangle.lineTo(tip - along * head + across * head * 0.55);
    triangle.lineTo(tip - along * head - across * head * 0.55);
    triangle.closeSubpath();
    painter_.fillPath(triangle, colour);
  }

  /// One arrow along the whole array, where arrows from tile to tile would be too small.
  void paintOneArrow() {
    const double y = layout_.tiles.front().top() - em(6), head = px(5);
    const double from = layout_.tiles.front().center().x(), to = layout_.tiles.back().center().x();
    const QColor ink = palette_.quietInk;
    painter_.setPen(QPen(ink, style_.line(1.2), Qt::SolidLine, Qt::FlatCap));
    painter_.drawLine(QPointF(from, y), QPointF(to - head, y));
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(ink);
    painter_.drawPolygon(QPolygonF({QPointF(to, y), QPointF(to - head, y - head / 2), QPointF(to - head, y + head / 2)}));
  }

  void paintArrows() {
    const std::size_t count = picture_.path.size();
    if (layout_.one_arrow) return paintOneArrow();
    const bool quiet = !picture_.ascending || count > layout_.tiles.size();
    for (std::size_t i = 0; i + 1 < count; ++i) {
      const bool fresh = scene_.new_from && picture_.path[i + 1] >= *scene_.new_from;
      paintFlight(flight(picture_.path[i], picture_.path[i + 1]),
                  fresh ? palette_.accent : mixed(palette_.quietInk, palette_.card, quiet ? 0.5 : 1), style_.line(1.2), 1);
    }
    if (!scene_.hop || count < 2) return;
    const std::size_t to = *scene_.hop % count, from = (to + count - 1) % count;
    if (picture_.path[from] != picture_.path[to])
      paintFlight(flight(picture_.path[from], picture_.path[to]), palette_.accent, style_.line(2.6), scene_.along);
  }

  void paintTile(std::size_t i) {
    const ChaseTile& tile = picture_.tiles[i];
    const bool fresh = scene_.new_from && i >= *scene_.new_from;
    const bool here =
        scene_.hop && scene_.along >= 1 && !picture_.path.empty() && picture_.path[*scene_.hop % picture_.path.size()] == i;
    const bool ties = tied(tile.set) && !scene_.covered.cache, under = scene_.tile == i;
    QColor edge = fresh || here ? palette_.accent : ties ? tie() : palette_.outline;
    QColor fill = fresh || here ? palette_.accentSoft : ties ? mixed(tie(), palette_.card, 0.14) : palette_.card;
    if (under && !fresh && !here && !ties) edge = palette_.ink;
    rounded(layout_.tiles[i], fill, QPen(edge, style_.line(under || fresh || here || ties ? 2.2 : 1.2)), px(4));
    const QColor ink = fresh ? palette_.accent : palette_.ink;
    if (layout_.numbers_inside)
      write(layout_.tiles[i], Qt::AlignCenter, tileText(tile), chaseNumbers(style_, layout_.number_pixels, Weight::semiBold), ink);
    else if (!layout_.numbers[i].isNull())
      write(layout_.numbers[i], Qt::AlignCenter, tileText(tile), chaseNumbers(style_, 12), ink);
  }

  void paintBrackets() {
    for (const ChaseBracket& bracket : layout_.brackets) {
      const ChaseTile& tile = picture_.tiles[bracket.first];
      // If the cache is drawn in its state before the pass, the set of a new tile is not to be told.
      const bool known = tile.set && (scene_.cache == &picture_ || scene_.cache->lineNumbered(*tile.line) != nullptr);
      const bool strong = known && (tied(tile.set) || misses(tile.set));
      const QColor ink = known ? inkOfSet(tile.set) : palette_.quietInk;
      QPainterPath path(bracket.box.topLeft() + QPointF(px(1), 0));
      path.lineTo(bracket.box.bottomLeft() + QPointF(px(1), 0));
      path.lineTo(bracket.box.bottomRight() - QPointF(px(1), 0));
      path.lineTo(bracket.box.topRight() - QPointF(px(1), 0));
      painter_.strokePath(path,
                          QPen(strong ? tied(tile.set) ? tie() : palette_.miss : palette_.outline, style_.line(strong ? 2 : 1.2)));
      const QString number = known ? counted(*tile.set) : QStringLiteral("?");
      write(bracket.label, Qt::AlignHCenter | Qt::AlignVCenter, layout_.short_brackets ? number : tr("set %1").arg(number),
            bracketWords(layout_, style_, strong ? Weight::semiBold : Weight::regular), ink);
    }
  }

  // Below -------------------------------------------------------------------------------------------------------------------------
  void paintPass() {
    title(layout_.pass_title, passTitles(picture_));
    if (scene_.covered.pass) {
      write(layout_.cycles_title, Qt::AlignRight | Qt::AlignVCenter, tr("cycles"), chaseWords(style_, 14), palette_.quietInk);
      return cover(layout_.pass);
    }
    float most = 0;
    for (const ChaseTile& tile : picture_.tiles) most = std::max(most, tile.slowest());
    if (most <= 0) {
      painter_.setFont(chaseWords(style_, 14));
      painter_.setPen(palette_.quietInk);
      paintWrapped(painter_, layout_.pass.topLeft(), layout_.pass.width(),
                   tr("This run recorded the mean of its accesses alone, so there is nothing to draw for each of them."));
      return;
    }
    // In a pass without misses, hits are drawn as low as they would be beside a miss. (On paper the whole part is lower then.)
    constexpr float kOfAMiss = 4;
    if (picture_.hits == picture_.accesses && !style_.print) most *= kOfAMiss;
    write(layout_.cycles_title, Qt::AlignRight | Qt::AlignVCenter, tr("cycles"), chaseWords(style_, 14), palette_.quietInk);
    painter_.setPen(QPen(palette_.outline, style_.line(1)));
    painter_.drawLine(QPointF(layout_.pass.left(), layout_.floor), QPointF(layout_.tiles.back().right() + px(3), layout_.floor));
    painter_.setPen(QPen(palette_.line, style_.line(1)));
    for (const Level& level : levelsOfPass()) {
      const double y = layout_.floor - (layout_.floor - layout_.ceiling) * static_cast<double>(level.cycles / most);
      painter_.drawLine(QPointF(layout_.pass.left(), y), QPointF(layout_.tiles.back().right() + px(3), y));
    }
    for (std::size_t i = 0; i < picture_.tiles.size(); ++i) paintBars(i, most);
    if (!layout_.cycles_above) paintLevels(most);
  }

  QRectF barOf(const QRectF& tile, double from, double to, float cycles, float most) const {
    const double high = std::max((layout_.floor - layout_.ceiling) * static_cast<double>(cycles / most), px(3));
    return {tile.left() + tile.width() * from, layout_.floor - high, tile.width() * (to - from), high};
  }

  /// A bar for each access of the tile; neighbouring accesses with the same verdict are one bar.
  void paintBars(std::size_t i, float most) {
    const ChaseTile& tile = picture_.tiles[i];
    const QRectF& column = layout_.tiles[i];
    const auto count = static_cast<double>(tile.accesses.size());
    const bool ties = tied(tile.set) && !scene_.covered.cache;
    for (std::size_t a = 0; a < tile.accesses.size();) {
      std::size_t end = a;
      float cycles = 0;
      for (; end < tile.accesses.size() && tile.accesses[end].verdict == tile.accesses[a].verdict; ++end)
        cycles = std::max(cycles, tile.accesses[end].cycles.value_or(0));
      const step::Verdict verdict = tile.accesses[a].verdict;
      const QRectF bar = barOf(column, static_cast<double>(a) / count, static_cast<double>(end) / count, cycles, most);
      const bool miss = verdict == step::Verdict::miss || verdict == step::Verdict::sector_miss;
      const QColor edge = ties ? tie() : verdictColour(verdict, palette_);
      rounded(bar, verdictFill(verdict, palette_), QPen(edge, style_.line(ties || scene_.tile == i ? 2.4 : 1)),
              std::min(px(3), bar.width() / 3));
      if (miss && bar.width() >= px(7)) cross(bar, std::min({em(20), bar.width() * 0.6, bar.height() * 0.6}), palette_.card);
      a = end;
    }
    if (!layout_.cycles_above) return;
    const step::Verdict verdict = tile.verdict();
    const QColor ink = verdict == step::Verdict::miss  ? palette_.missText
                       : verdict == step::Verdict::hit ? palette_.hitText
                                                       : palette_.ink;
    const double top = barOf(column, 0, 1, tile.slowest(), most).top();
    write(QRectF(column.left(), top - em(20), column.width(), em(18)), Qt::AlignHCenter | Qt::AlignBottom,
          QString::number(std::lround(tile.slowest())),
          chaseNumbers(style_, 14, verdict == step::Verdict::miss ? Weight::semiBold : Weight::regular), ink);
  }

  struct Level {
    float cycles;
    QColor ink;
  };
  /// The median latencies of misses, of hits, and of accesses without a verdict.
  std::vector<Level> levelsOfPass() const {
    std::vector<Level> levels;
    const auto median = [&](const auto& is, const QColor& ink) {
      std::vector<float> cycles;
      for (const ChaseTile& tile : picture_.tiles)
        for (const ChaseAccess& access : tile.accesses)
          if (access.cycles && is(access.verdict)) cycles.push_back(*access.cycles);
      if (cycles.empty()) return;
      std::nth_element(cycles.begin(), cycles.begin() + static_cast<std::ptrdiff_t>(cycles.size() / 2), cycles.end());
      levels.push_back({cycles[cycles.size() / 2], ink});
    };
    median([](step::Verdict verdict) { return verdict == step::Verdict::miss || verdict == step::Verdict::sector_miss; },
           palette_.missText);
    median([](step::Verdict verdict) { return verdict == step::Verdict::unknown; }, palette_.ink);
    median([](step::Verdict verdict) { return verdict == step::Verdict::hit; }, palette_.hitText);
    return levels;
  }

  /// Where bars are too narrow for their cycles, the latencies of hits and misses are written at the right.
  void paintLevels(float most) {
    std::vector<Level> levels = levelsOfPass();
    std::sort(levels.begin(), levels.end(), [](const Level& a, const Level& b) { return a.cycles > b.cycles; });
    std::vector<double> wanted;
    for (const Level& level : levels)
      wanted.push_back(layout_.floor - (layout_.floor - layout_.ceiling) * static_cast<double>(level.cycles / most));
    const std::vector<double> places = spreadApart(wanted, em(17), layout_.pass.top(), layout_.floor);
    const double x = layout_.tiles.back().right();
    for (std::size_t i = 0; i < levels.size(); ++i) {
      painter_.setPen(QPen(levels[i].ink, style_.line(1)));
      painter_.drawLine(QPointF(x + px(1), wanted[i]), QPointF(x + em(7), wanted[i]));
      write(QRectF(x + em(10), places[i] - em(9), em(40), em(18)), kMiddleLeft, QString::number(std::lround(levels[i].cycles)),
            chaseNumbers(style_, 14), levels[i].ink);
    }
  }

  QPainter& painter_;
  const ChaseScene& scene_;
  const ChasePicture& picture_;
  const ChaseLayout& layout_;
  const PlotStyle& style_;
  const Palette& palette_;
};

}  // namespace

void paintChase(QPainter& painter, const ChaseScene& scene, const ChaseLayout& layout, const PlotStyle& style) {
  Painting(painter, scene, layout, style).paintAll();
}

}  // namespace chasescope
