#include "widgets/views/chase/chase_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "widgets/plot/text_room.h"
#include "widgets/style/words.h"
#include "widgets/views/chase/chase_words.h"

namespace chasescope {
namespace {

constexpr double kWidestTile = 88;    // px of a design for a screen
constexpr std::size_t kMostLost = 2;  // lines that are drawn beside a set as lost

double widthOf(const QFont& font, const QString& text) { return QFontMetricsF(font).horizontalAdvance(text); }

/// Sizes of the parts of a set, chosen so that the numbers of all lines fit.
struct SetMeasures {
  double cell = 0, row = 0, frame = 0, frame_height = 0, padding = 0, gap = 0, label = 0, beside = 0;
  std::size_t across = 1;  // ways beside each other in one row
};

class Layer {
 public:
  Layer(const ChasePicture& picture, const ChasePicture* cache, double width, double height, const PlotStyle& style, bool tight)
      : picture_(picture), cache_(cache), style_(style), width_(width), height_(height), tight_(tight) {}

  ChaseLayout laidOut() {
    if (auto beside = besideEachOther()) return std::move(*beside);
    double y = em(2);
    out_.cache_title = QRectF(0, y, width_, em(20));
    y = layOutCache(out_.cache_title.bottom() + em(4));
    y = layOutArray(y + em(tight_ ? 8 : 18));
    layOutPass(y + em(tight_ ? 4 : 14));
    return std::move(out_);
  }

 private:
  double em(double pixels) const { return style_.em(pixels); }

  /// On paper, with few tiles on a wide page: the sets at the left, the array and its bars at the right. With the sets above the
  /// array, half of the page would be white.
  std::optional<ChaseLayout> besideEachOther() {
    constexpr double kSparse = 0.8;  // the share of the width that the tiles fill
    const auto count = static_cast<double>(picture_.tiles.size());
    if (!style_.print || cache_ == nullptr || cache_->sets.empty() || count * (kWidestTile + 4) > kSparse * width_ / em(1))
      return {};
    const double gap = em(28), title = widthOf(chaseWords(style_, 14, Weight::semiBold), cacheTitles(*cache_).front()) + em(4);
    const double left = std::min(title, width_ / 2), right = std::min(width_ - left - gap, count * em(kWidestTile + 4));
    Layer array(picture_, cache_, right, height_, style_, tight_), sets(picture_, cache_, left, height_, style_, tight_);
    const double top = em(2), below = top + em(24);
    array.layOutPass(array.layOutArray(top) + em(14));
    sets.room_ = array.out_.height - below;
    const double bottom = sets.layOutCache(below);
    // If the sets are higher than the array and its bars, spread them over the whole width instead.
    if (!array.out_.numbers_inside || !array.out_.cycles_above || bottom > array.out_.height) return {};
    array.shift(left + gap);
    array.out_.cache_title = QRectF(0, top, left, em(20));
    array.out_.cache = sets.out_.cache;
    array.out_.sets = std::move(sets.out_.sets);
    return std::move(array.out_);
  }
  /// Moves the array and the bars to the right.
  void shift(double by) {
    for (QRectF* box : {&out_.array, &out_.pass, &out_.array_title, &out_.pass_title, &out_.cycles_title}) box->translate(by, 0);
    for (QRectF& tile : out_.tiles) tile.translate(by, 0);
    for (ChaseBracket& bracket : out_.brackets) {
      bracket.box.translate(by, 0);
      if (!bracket.label.isNull()) bracket.label.translate(by, 0);
    }
  }

  // Above -------------------------------------------------------------------------------------------------------------------------
  SetMeasures measured(bool roomy, std::size_t across) const {
    SetMeasures m;
    double text = 0;
    for (const ChaseLine& line : cache_->lines) {
      if (cache_->cells == 1)
        text = std::max(text, widthOf(chaseNumbers(style_, 14, Weight::semiBold), lineText(*cache_, line)));
      else
        for (const std::size_t tile : line.tiles)
          text = std::max(text, widthOf(chaseNumbers(style_, 14, Weight::semiBold), tileText(cache_->tiles[tile])));
    }
    m.cell = text + em(roomy ? 36 : 28);
    if (roomy) m.cell = std::max(m.cell, em(52));
    m.row = em(roomy ? 38 : 26);
    m.padding = em(roomy ? 8 : 5);
    m.gap = em(roomy ? 5 : 4);
    m.label = em(20);
    std::size_t ways = 1;
    for (const ChaseSet& set : cache_->sets) ways = std::max(ways, set.ways.size());
    m.across = std::min(std::max<std::size_t>(across, ways > 4 ? 2 : 1), ways);
    const auto cells = static_cast<double>(cache_->cells * m.across);
    const auto rows = static_cast<double>((ways + m.across - 1) / m.across);
    m.frame = cells * m.cell + static_cast<double>(m.across - 1) * m.gap + 2 * m.padding;
    bool more = false;
    for (const ChaseSet& set : cache_->sets) more = more || set.more_ways > 0;
    m.frame_height = rows * (m.row + m.gap) - m.gap + 2 * m.padding + (more ? em(18) : 0);
    m.beside =
        std::max({static_cast<double>(cache_->cells) * m.cell, widthOf(chaseWords(style_, 14, Weight::semiBold), tr("thrown out,")),
                  widthOf(chaseWords(style_, 14, Weight::semiBold), tr("needed next"))}) +
        em(4);
    return m;
  }

  ChaseRow rowAt(const QPointF& corner, const SetMeasures& m) const {
    ChaseRow row;
    row.box = QRectF(corner, QSizeF(static_cast<double>(cache_->cells) * m.cell, m.row));
    for (std::size_t i = 0; i < cache_->cells; ++i)
      row.cells.emplace_back(corner.x() + static_cast<double>(i) * m.cell, corner.y(), m.cell, m.row);
    return row;
  }

  void placeWays(ChaseSetBox& box, const ChaseSet& set, const SetMeasures& m) const {
    for (std::size_t i = 0; i < set.ways.size(); ++i) {
      const auto column = static_cast<double>(i % m.across), row = static_cast<double>(i / m.across);
      box.ways.push_back(rowAt({box.frame.left() + m.padding + column * (static_cast<double>(cache_->cells) * m.cell + m.gap),
                                box.frame.top() + m.padding + row * (m.row + m.gap)},
                               m));
    }
    if (set.more_ways > 0)
      box.more =
          QRectF(box.frame.left() + m.padding, box.frame.bottom() - m.padding - em(18), box.frame.width() - 2 * m.padding, em(18));
  }

  double layOutCache(double top) {
    if (cache_ == nullptr || cache_->sets.empty()) {
      const QString why = cache_ == nullptr ? QString() : whyNoSets(*cache_);
      const double words = cache_ == nullptr ? em(72) : wrappedHeight(chaseWords(style_, 14), why, width_);
      out_.cache_words = out_.cache = QRectF(0, top, width_, words);
      return top + words;
    }
    // Text stands beside every set where there is room, else beside the sets that lost lines, else below the sets. Take the first
    // placing that leaves enough height for the array and the bars, or else the lowest.
    const double left = room_.value_or(height_ - em(tight_ ? 250 : 360) - top);
    std::optional<Placing> lowest;
    for (const Placing& each : placings()) {
      if (each.width > width_) continue;
      if (each.height <= left) return placed(top, each);
      if (!lowest || each.height < lowest->height) lowest = each;
    }
    // Sets in several rows of the picture. Try one way per row, and so many ways per row that one, two or three sets fill the
    // width; take the lowest result.
    const SetMeasures m = measured(false, 1);
    const double cell = static_cast<double>(cache_->cells) * m.cell + m.gap;
    double end = 0;
    for (const double beside : {0.0, 1.0, 2.0, 3.0}) {
      const double room = beside == 0 ? 0 : (width_ + em(10)) / beside - em(10) - 2 * m.padding + m.gap;
      std::vector<ChaseSetBox> boxes;
      const double bottom = flow(top, measured(false, static_cast<std::size_t>(std::max(1.0, std::floor(room / cell)))), boxes);
      if (!out_.sets.empty() && bottom >= end) continue;
      out_.sets = std::move(boxes);
      end = bottom;
    }
    if (lowest && top + lowest->height <= end) {
      out_.sets.clear();
      return placed(top, *lowest);
    }
    out_.cache = QRectF(0, top, width_, end - top);
    return end;
  }

  /// A placing of all sets in one row.
  struct Placing {
    SetMeasures measures;
    bool all_beside = true;
    double width = 0, height = 0;
  };
  std::vector<Placing> placings() const {
    std::vector<Placing> all;
    const std::size_t most = mostLost();
    // Ways below each other, two in a row, or as many in a row as there is room for.
    for (const auto& [roomy, across, all_beside] :
         {std::tuple(true, std::size_t{1}, true), std::tuple(true, acrossAtMost(true), true),
          std::tuple(false, std::size_t{1}, true), std::tuple(false, std::size_t{2}, true),
          std::tuple(false, acrossAtMost(false), true), std::tuple(false, std::size_t{1}, false),
          std::tuple(false, std::size_t{2}, false)}) {
      Placing next{measured(roomy, across), all_beside};
      for (const ChaseSet& set : cache_->sets) next.width += slotOf(next, set);
      next.width -= em(8);  // no gap behind the last set
      next.height = next.measures.label +
                    std::max(next.measures.frame_height, most == 0 ? 0 : lostHeight(next.measures, most) - next.measures.label);
      all.push_back(next);
    }
    return all;
  }
  std::size_t acrossAtMost(bool roomy) const {
    const SetMeasures m = measured(roomy, 1);
    const double row = static_cast<double>(cache_->cells) * m.cell + m.gap;
    const double room = width_ / static_cast<double>(cache_->sets.size()) - m.beside - em(20) - 2 * m.padding + m.gap;
    return static_cast<std::size_t>(std::max(1.0, std::floor(room / row)));
  }
  double slotOf(const Placing& placing, const ChaseSet& set) const {
    return placing.measures.frame + (placing.all_beside || !set.lost.empty() ? em(10) + placing.measures.beside + em(8) : em(10));
  }
  std::size_t mostLost() const {
    std::size_t most = 0;
    for (const ChaseSet& set : cache_->sets) most = std::max(most, set.lost.size());
    return most;
  }
  /// Height of the lost lines of a set, with the words above and below them.
  double lostHeight(const SetMeasures& m, std::size_t lost) const {
    return static_cast<double>(std::min(lost, kMostLost)) * (m.row + m.gap) - m.gap + em(40) + (lost > kMostLost ? em(18) : 0);
  }

  /// All sets in one row, with the lost lines of each set beside it.
  double placed(double top, const Placing& placing) {
    const SetMeasures& m = placing.measures;
    // Distribute the rest of the width between the sets, up to a limit.
    const double apart = std::min((width_ - placing.width) / static_cast<double>(cache_->sets.size()), em(48));
    double x = 0;
    for (const ChaseSet& set : cache_->sets) {
      ChaseSetBox box;
      box.label = QRectF(x, top, m.frame, m.label);
      box.frame = QRectF(x, top + m.label, m.frame, m.frame_height);
      placeWays(box, set, m);
      const double left = box.frame.right() + em(10);
      if (placing.all_beside || !set.lost.empty()) box.beside = QRectF(left, box.frame.top(), m.beside, m.frame_height);
      if (!set.lost.empty()) {
        const double lost = lostHeight(m, set.lost.size());
        placeLost(box, set, {left, std::max(top, box.frame.center().y() - lost / 2)}, m.beside, m);
      }
      out_.sets.push_back(std::move(box));
      x += slotOf(placing, set) + apart;
    }
    out_.cache = QRectF(0, top, width_, placing.height);
    return top + placing.height;
  }

  void placeLost(ChaseSetBox& box, const ChaseSet& set, const QPointF& corner, double width, const SetMeasures& m) const {
    const std::size_t shown = std::min(set.lost.size(), kMostLost);
    double y = corner.y();
    box.over = QRectF(corner.x(), y, width, em(20));
    y = box.over.bottom();
    for (std::size_t k = 0; k < shown; ++k, y += m.row + m.gap) box.lost.push_back(rowAt({corner.x(), y}, m));
    y -= m.gap;
    if (set.lost.size() > shown) {
      box.more_lost = QRectF(corner.x(), y, width, em(18));
      y += em(18);
    }
    box.under = QRectF(corner.x(), y, width, em(20));
  }

  /// Whether just one of these sets lost lines: its lost lines may then also use the room below the other sets.
  bool isAloneInLosing(std::size_t begin, std::size_t end) const {
    const auto from = cache_->sets.begin();
    return std::count_if(from + static_cast<std::ptrdiff_t>(begin), from + static_cast<std::ptrdiff_t>(end),
                         [](const ChaseSet& set) { return !set.lost.empty(); }) == 1;
  }
  double wordWidth(const QString& words) const { return widthOf(chaseWords(style_, 14, Weight::semiBold), words) + em(2); }
  /// The width of the text "thrown out, [32] needed next".
  double lineOfLost(const SetMeasures& m) const {
    return wordWidth(tr("thrown out,")) + wordWidth(tr("needed next")) + static_cast<double>(cache_->cells) * m.cell + 2 * em(6);
  }
  void placeLostInLine(ChaseSetBox& box, const QPointF& corner, const SetMeasures& m) const {
    box.over = QRectF(corner, QSizeF(wordWidth(tr("thrown out,")), m.row));
    box.lost.push_back(rowAt({box.over.right() + em(6), corner.y()}, m));
    box.under = QRectF(box.lost.back().box.right() + em(6), corner.y(), wordWidth(tr("needed next")), m.row);
  }

  double widthBelow(const ChaseSet& set, const SetMeasures& m) const {
    const double label = widthOf(chaseWords(style_, 14, Weight::semiBold), tr("set %1").arg(counted(set.number)));
    return std::max({frameOf(set, m).width(), label, set.lost.empty() ? 0 : m.beside});
  }

  /// Puts the sets into as many rows as they need, each set as large as its ways need, and its lost lines below it. The unused
  /// width of a row goes between its sets. \return the lower edge.
  double flow(double top, const SetMeasures& m, std::vector<ChaseSetBox>& boxes) const {
    const std::vector<ChaseSet>& sets = cache_->sets;
    double y = top;
    for (std::size_t begin = 0, end = 0; begin < sets.size(); begin = end) {
      double used = 0;
      while (end < sets.size() && (end == begin || used + widthBelow(sets[end], m) <= width_))
        used += widthBelow(sets[end++], m) + em(10);
      const double apart = em(10) + std::max(0.0, width_ + em(10) - used) / static_cast<double>(end - begin);
      double x = 0, high = 0;
      for (std::size_t i = begin; i < end; ++i) {
        const double wide = widthBelow(sets[i], m);
        ChaseSetBox box;
        box.label = QRectF(x, y, wide, m.label);
        box.frame = QRectF(QPointF(x, y + m.label), frameOf(sets[i], m));
        placeWays(box, sets[i], m);
        const bool inLine = isAloneInLosing(begin, end) && sets[i].lost.size() == 1 && lineOfLost(m) <= width_;
        if (inLine)
          placeLostInLine(box, {std::min(x, width_ - lineOfLost(m)), box.frame.bottom() + em(6)}, m);
        else if (!sets[i].lost.empty())
          placeLost(box, sets[i], {x, box.frame.bottom() + em(1)}, wide, m);
        const double below = inLine ? em(6) + m.row : sets[i].lost.empty() ? 0 : em(1) + lostHeight(m, sets[i].lost.size());
        high = std::max(high, m.label + box.frame.height() + below);
        boxes.push_back(std::move(box));
        x += wide + apart;
      }
      y += high + (end < sets.size() ? em(8) : 0);
    }
    return y;
  }
  QSizeF frameOf(const ChaseSet& set, const SetMeasures& m) const {
    const std::size_t ways = std::max<std::size_t>(set.ways.size(), 1), across = std::min(m.across, ways);
    const double words =
        set.more_ways > 0 ? widthOf(chaseWords(style_, 14), tr("+ %1 empty").arg(counted(set.more_ways))) + em(6) : 0;
    const double wide = static_cast<double>(across) * (static_cast<double>(cache_->cells) * m.cell + m.gap) - m.gap;
    const double high = static_cast<double>((ways + across - 1) / across) * (m.row + m.gap) - m.gap;
    return {std::max(wide, words) + 2 * m.padding, high + 2 * m.padding + (set.more_ways > 0 ? em(18) : 0)};
  }

  // In the middle -----------------------------------------------------------------------------------------------------------------
  /// The width of the longest number of cycles above a bar.
  double cyclesWidth() const {
    double widest = 0;
    for (const ChaseTile& tile : picture_.tiles)
      widest = std::max(widest, widthOf(chaseNumbers(style_, 14), QString::number(std::lround(tile.slowest()))));
    return widest;
  }

  void placeTiles(double top, double tile_height) {
    const auto count = static_cast<double>(picture_.tiles.size());
    const double gap = count > 30 ? em(2) : em(4);
    const double widest = em(kWidestTile);
    const auto broad = [&](double room) { return std::min(widest, (room + gap) / count - gap); };
    double tile = broad(width_ - em(2));
    out_.cycles_above = cyclesWidth() + em(2) <= tile;
    if (!out_.cycles_above) tile = broad(width_ - cyclesWidth() - em(14));  // room for the levels at the right
    for (std::size_t i = 0; i < picture_.tiles.size(); ++i)
      out_.tiles.emplace_back(em(1) + static_cast<double>(i) * (tile + gap), top, tile, tile_height);
    // Write the numbers into the tiles, in the largest type that fits; if none fits, write some of the numbers below the tiles.
    double widest_number = 0;
    for (const double pixels : {18.0, 16.0, 14.0, 12.0}) {
      widest_number = 0;
      for (const ChaseTile& each : picture_.tiles)
        widest_number = std::max(widest_number, widthOf(chaseNumbers(style_, pixels, Weight::semiBold), tileText(each)));
      out_.number_pixels = pixels;
      if (widest_number + em(6) <= tile) return;
    }
    out_.numbers_inside = false;
    out_.numbers.resize(picture_.tiles.size());
    // Write every number, every second, every fifth and so on, so that numbers do not touch.
    const auto placeOf = [&](std::size_t i) {
      QRectF place(0, top + tile_height + em(2), widthOf(chaseNumbers(style_, 12), tileText(picture_.tiles[i])) + em(1), em(16));
      place.moveCenter({out_.tiles[i].center().x(), place.center().y()});
      place.moveLeft(std::clamp(place.left(), 0.0, std::max(width_ - place.width(), 0.0)));
      return place;
    };
    for (const std::size_t each : {1U, 2U, 5U, 10U, 20U, 40U}) {
      bool fits = true;
      for (std::size_t i = each; i < picture_.tiles.size(); i += each)
        fits = fits && placeOf(i - each).right() + em(4) <= placeOf(i).left();
      if (!fits) continue;
      for (std::size_t i = 0; i < picture_.tiles.size(); i += each) out_.numbers[i] = placeOf(i);
      return;
    }
  }

  void placeBrackets(double top) {
    if (cache_ == nullptr || cache_->lines.empty() || cache_->sets.empty()) return;
    for (std::size_t i = 0; i < picture_.tiles.size(); ++i) {
      const bool same = !out_.brackets.empty() && picture_.tiles[out_.brackets.back().last].line == picture_.tiles[i].line;
      if (!same) out_.brackets.push_back({{}, {}, i, i});
      out_.brackets.back().last = i;
    }
    QFont font = chaseWords(style_, 14, Weight::semiBold);
    const auto text = [&](const ChaseBracket& bracket, bool whole) {
      const auto set = picture_.tiles[bracket.first].set;
      const QString number = set ? counted(*set) : QStringLiteral("?");
      return whole ? tr("set %1").arg(number) : number;
    };
    const double gap = out_.tiles.size() > 1 ? out_.tiles[1].left() - out_.tiles[0].right() : 0;
    const auto fits = [&](bool whole) {
      const double apart = widthOf(font, QStringLiteral("0")) / 4;  // else two numbers read as one
      return std::all_of(out_.brackets.begin(), out_.brackets.end(), [&](const ChaseBracket& bracket) {
        return widthOf(font, text(bracket, whole)) + apart <=
               out_.tiles[bracket.last].right() - out_.tiles[bracket.first].left() + gap;
      });
    };
    const bool whole = fits(true);
    out_.short_brackets = !whole;
    bool labels = whole || fits(false);
    if (!labels && style_.print) {
      out_.small_brackets = true;
      font = bracketWords(out_, style_, Weight::semiBold);
      labels = fits(false);
    }
    for (ChaseBracket& bracket : out_.brackets) {
      const double left = out_.tiles[bracket.first].left(), right = out_.tiles[bracket.last].right();
      bracket.box = QRectF(left, top, right - left, em(6));
      if (labels) bracket.label = QRectF(left - em(4), top + em(8), right - left + em(8), em(18));
    }
  }

  double layOutArray(double top) {
    out_.array_title = QRectF(0, top, width_, em(20));
    constexpr double kNarrow = 15;  // px for a screen: a narrower arrow would be little more than its head
    const auto count = static_cast<double>(picture_.tiles.size());
    out_.one_arrow = style_.print && picture_.ascending && count > 2 && width_ / count < em(kNarrow);
    out_.arcs = em(out_.one_arrow ? 8 : picture_.ascending ? (tight_ ? 12 : 18) : (tight_ ? 24 : 34));
    const double tiles = out_.array_title.bottom() + em(4) + out_.arcs + em(2);
    const double height = em(style_.print || tight_ ? 26 : 42);
    placeTiles(tiles, height);
    double y = tiles + height + em(4);
    if (!out_.numbers_inside) y += em(18);
    placeBrackets(y);
    if (!out_.brackets.empty()) y += em(out_.brackets.front().label.isNull() ? 10 : 28);
    out_.array = QRectF(0, out_.array_title.bottom() + em(4), width_, y - out_.array_title.bottom() - em(4));
    return y;
  }

  // Below -------------------------------------------------------------------------------------------------------------------------
  void layOutPass(double top) {
    const bool low = style_.print && picture_.hits == picture_.accesses;  // bars are all equally high, so they may be low
    const double least = em(low ? 52 : tight_ ? 62 : 92);
    const double unit = widthOf(chaseWords(style_, 14), tr("cycles")) + em(2);
    // The title of the cycles stands above the end of the last bar, where the other title leaves room.
    const double title = widthOf(chaseWords(style_, 14, Weight::semiBold), passTitles(picture_).front()) + em(10) + unit;
    const double right = out_.cycles_above ? std::min(std::max(out_.tiles.back().right(), title), width_) : width_;
    out_.pass_title = QRectF(0, top, right - unit - em(10), em(20));
    out_.cycles_title = QRectF(right - unit, top, unit, em(20));
    const double from = out_.pass_title.bottom() + em(4);
    const double bottom = std::max(from + least, height_ - em(3));
    out_.pass = QRectF(0, from, width_, bottom - from);
    out_.floor = bottom - em(1);
    out_.ceiling = from + em(out_.cycles_above ? 22 : 10);
    out_.height = bottom + em(3);
  }

  const ChasePicture& picture_;
  const ChasePicture* cache_;
  const PlotStyle& style_;
  double width_, height_;
  bool tight_;
  std::optional<double> room_ = {};  // height for the sets, where it is not the height that the other parts leave
  ChaseLayout out_;
};

}  // namespace

ChaseLayout layOutChase(const ChasePicture& picture, const ChasePicture* cache, double width, double height, const PlotStyle& style,
                        bool tight) {
  return Layer(picture, cache, width, height, style, tight).laidOut();
}

}  // namespace chasescope
