#include "widgets/views/banks/bank_picture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"
#include "widgets/views/banks/bank_curves.h"

namespace chasescope {
namespace {

using inference::BankLayout;
using inference::LanePlace;
using inference::WarpAccess;

/// A row that at least one lane reads from a bank, and when the bank delivers it.
struct Wanted {
  std::vector<unsigned> lanes;
  unsigned turn = 0;      // the turn in which its first lane is served
  std::size_t order = 0;  // its number among the rows that its bank delivers in that turn
};
using WantedRows = std::map<std::pair<unsigned, std::uint64_t>, Wanted>;  // by bank and row

struct Picture {
  WantedRows wanted;
  std::vector<std::uint64_t> rows;  // all rows that are read, lowest first
  std::size_t most = 0;             // number of rows that the busiest bank delivers in one turn
};

Picture pictureOf(const BankLayout& layout, const WarpAccess& access) {
  Picture picture;
  std::set<std::uint64_t> rows;
  std::map<std::pair<unsigned, unsigned>, std::set<std::uint64_t>> of_turn;  // rows by turn and bank
  for (const LanePlace& place : inference::places_of(layout, access)) {
    Wanted& wanted = picture.wanted[{place.bank, place.row}];
    if (wanted.lanes.empty()) wanted.turn = place.turn;
    if (wanted.lanes.empty() || wanted.lanes.back() != place.lane) wanted.lanes.push_back(place.lane);
    rows.insert(place.row);
    of_turn[{place.turn, place.bank}].insert(place.row);
  }
  picture.rows.assign(rows.begin(), rows.end());
  for (const auto& [key, wanted] : of_turn) picture.most = std::max(picture.most, wanted.size());
  for (auto& [place, wanted] : picture.wanted) {
    const auto& in_turn = of_turn[{wanted.turn, place.first}];
    wanted.order = static_cast<std::size_t>(std::distance(in_turn.begin(), in_turn.find(place.second)));
  }
  return picture;
}

/// The colour of the rows that a bank delivers as its n-th.
QColor turnColour(std::size_t order, const PlotStyle& style) { return levelColour(order, style.palette); }

/// The places of lanes, banks and rows.
class PictureLayout {
 public:
  PictureLayout(const QRectF& area, const BankLayout& layout, const WarpAccess& access, std::size_t rows, const PlotStyle& style)
      : banks_(layout.banks), lanes_(access.lanes) {
    const QFontMetricsF small(style.small());
    const double left = small.horizontalAdvance(tr("Lanes")) + style.px(10);
    const double head = small.height() + style.px(2);
    const double lane = std::min(style.em(style.print ? 20 : 18), area.height() * 0.16);
    lanesRow_ = QRectF(area.left() + left, area.top(), area.width() - left - style.px(2), lane);
    const double least = style.px(2);
    const double room = area.bottom() - lanesRow_.bottom() - head;
    const double wires = std::clamp(room * 0.4, std::min(style.em(26), room * 0.5), style.em(130));
    const double each = std::clamp((room - wires) / static_cast<double>(std::max<std::size_t>(rows, 1)), least, style.em(24));
    banksHead_ = QRectF(lanesRow_.left(), lanesRow_.bottom() + wires, lanesRow_.width(), head);
    grid_ = QRectF(lanesRow_.left(), banksHead_.bottom(), lanesRow_.width(), each * static_cast<double>(rows));
    rowHeight_ = each;
    labels_ = QRectF(area.left(), area.top(), left - style.px(6), area.height());
  }

  QRectF lane(unsigned lane) const { return column(lanesRow_, lane, lanes_); }
  QRectF bankHead(unsigned bank) const { return column(banksHead_, bank, banks_); }
  QRectF cell(unsigned bank, std::size_t row) const {
    QRectF cell = column(grid_, bank, banks_);
    cell.setTop(grid_.top() + rowHeight_ * static_cast<double>(row));
    cell.setHeight(rowHeight_);
    return cell;
  }
  const QRectF& lanes() const { return lanesRow_; }
  const QRectF& heads() const { return banksHead_; }
  const QRectF& grid() const { return grid_; }
  const QRectF& labels() const { return labels_; }
  double rowHeight() const { return rowHeight_; }

 private:
  static QRectF column(const QRectF& row, unsigned index, unsigned of) {
    const double width = row.width() / of;
    return {row.left() + width * index, row.top(), width, row.height()};
  }
  unsigned banks_, lanes_;
  QRectF lanesRow_, banksHead_, grid_, labels_;
  double rowHeight_ = 0;
};

/// In a window, a smaller font where there is little room. On paper the size stays, and numbers that are too wide run upwards.
QFont fitting(QFont font, const QString& widest, double width, double height, const PlotStyle& style) {
  const QFontMetricsF metrics(font);
  const double scale = style.print ? 1 : std::min({1.0, width / metrics.horizontalAdvance(widest), height / metrics.height()});
  font.setPixelSize(std::max(1, static_cast<int>(std::floor(font.pixelSize() * scale))));
  return font;
}

/// Whether numbers on paper run upwards because that gives them more room.
bool isTurned(const QFont& font, const QString& widest, const QSizeF& cell, const PlotStyle& style) {
  return style.print && QFontMetricsF(font).horizontalAdvance(widest) > cell.width() && cell.height() > cell.width();
}

void paintWord(QPainter& painter, const QRectF& cell, const QString& word, bool turned) {
  if (!turned) return painter.drawText(cell, Qt::AlignCenter, word);
  painter.save();
  painter.translate(cell.center());
  painter.rotate(-90);
  painter.drawText(QRectF(-cell.height() / 2, -cell.width() / 2, cell.height(), cell.width()), Qt::AlignCenter | Qt::TextDontClip,
                   word);
  painter.restore();
}

void paintHeads(QPainter& painter, const PictureLayout& at, const BankLayout& layout, const PlotStyle& style) {
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  const QRectF& labels = at.labels();
  const double height = QFontMetricsF(style.small()).height();
  const auto label = [&](const QRectF& row, const QString& name) {
    painter.drawText(QRectF(labels.left(), row.center().y() - height / 2, labels.width(), height),
                     Qt::AlignRight | Qt::AlignVCenter, name);
  };
  label(at.lanes(), tr("Lanes"));
  label(at.heads(), tr("Banks"));
  const double width = at.bankHead(0).width();
  const QFont font = style.number();
  painter.setFont(font);
  const double widest = QFontMetricsF(font).horizontalAdvance(QString::number(layout.banks - 1)) + style.px(4);
  const auto each = static_cast<unsigned>(tickStep(layout.banks, static_cast<int>(at.heads().width() / widest), 1.0));
  for (unsigned bank = 0; bank < layout.banks; bank += width >= widest ? 1 : std::max(each, 2U)) {
    const QRectF head = at.bankHead(bank);
    painter.drawText(head.adjusted(-widest, 0, widest, 0), Qt::AlignHCenter | Qt::AlignVCenter, QString::number(bank));
  }
}

void paintLanes(QPainter& painter, const PictureLayout& at, const Picture& picture, const WarpAccess& access,
                std::optional<unsigned> hovered, const PlotStyle& style) {
  std::map<unsigned, std::size_t> turn;  // of each lane: the latest of its rows
  for (const auto& [place, wanted] : picture.wanted)
    for (const unsigned lane : wanted.lanes) turn[lane] = std::max(turn[lane], wanted.order);
  const QRectF first = at.lane(0);
  const QString widest = QString::number(access.lanes - 1);
  painter.setFont(fitting(style.number(), widest, first.width() - style.px(3), first.height(), style));
  // Narrow lanes have their numbers above them, upright, and only as many numbers as have room.
  const bool turned = isTurned(painter.font(), widest, first.size() - QSizeF(style.px(3), 0), style);
  const double number = QFontMetricsF(painter.font()).horizontalAdvance(widest) + style.px(4);
  const auto each = static_cast<unsigned>(std::max(2.0, std::ceil(number / first.width())));
  for (unsigned lane = 0; lane < access.lanes; ++lane) {
    const double gap = style.px(turned ? 0.4 : 0.75);
    const double above = turned ? QFontMetricsF(painter.font()).ascent() + style.px(1) : style.px(0.5);
    const QRectF box = at.lane(lane).adjusted(gap, above, -gap, -style.px(0.5));
    const QColor colour = turnColour(turn[lane], style);
    // A narrow box beside its number has no room for an edge.
    painter.setPen(turned ? QPen(Qt::NoPen) : QPen(colour, style.line(hovered == lane ? 2 : 1)));
    painter.setBrush(mixed(colour, style.palette.card, style.palette.dark || turned ? 0.3 : 0.16));
    painter.drawRoundedRect(box, style.px(2.5), style.px(2.5));
    painter.setPen(turned ? style.palette.quietInk : style.palette.ink);
    if (turned && lane % each == 0)
      painter.drawText(QRectF(box.center().x() - number, at.lane(lane).top(), 2 * number, above), Qt::AlignCenter,
                       QString::number(lane));
    if (!turned && painter.font().pixelSize() >= style.px(6)) painter.drawText(box, Qt::AlignCenter, QString::number(lane));
  }
}

void paintGrid(QPainter& painter, const PictureLayout& at, const BankLayout& layout, std::size_t rows, const PlotStyle& style) {
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(at.grid(), style.palette.sunken);
  painter.setPen(QPen(style.palette.line, style.line(1)));
  for (unsigned bank = 0; bank <= layout.banks; ++bank) {
    const double x = at.grid().left() + at.grid().width() * bank / layout.banks;
    painter.drawLine(QPointF(x, at.grid().top()), QPointF(x, at.grid().bottom()));
  }
  const bool each = at.rowHeight() >= style.px(5);
  for (std::size_t row = 0; row <= rows; ++row)
    if (each || row == 0 || row == rows) {
      const double y = at.grid().top() + at.rowHeight() * static_cast<double>(row);
      painter.drawLine(QPointF(at.grid().left(), y), QPointF(at.grid().right(), y));
    }
  painter.setRenderHint(QPainter::Antialiasing, true);
}

void paintCells(QPainter& painter, const PictureLayout& at, const Picture& picture, std::optional<unsigned> hovered,
                const PlotStyle& style) {
  const QRectF first = at.cell(0, 0);
  const QFont font =
      fitting(style.number(), QStringLiteral("31"), first.width() - style.px(3), first.height() + style.px(2), style);
  painter.setFont(font);
  const bool readable = font.pixelSize() >= style.px(7);
  const bool turned = isTurned(font, QStringLiteral("31"), first.size() - QSizeF(style.px(1.5), 0), style);
  const double aside = style.px(turned ? 0.4 : 0.75);
  for (const auto& [place, wanted] : picture.wanted) {
    const auto row =
        static_cast<std::size_t>(std::lower_bound(picture.rows.begin(), picture.rows.end(), place.second) - picture.rows.begin());
    const double gap = std::min(style.px(0.75), at.rowHeight() * 0.12);
    const QRectF cell = at.cell(place.first, row).adjusted(aside, gap, -aside, -gap);
    const QColor colour = turnColour(wanted.order, style);
    const bool strong = hovered && std::find(wanted.lanes.begin(), wanted.lanes.end(), *hovered) != wanted.lanes.end();
    painter.setPen(strong ? QPen(style.palette.ink, style.line(2)) : QPen(Qt::NoPen));
    painter.setBrush(colour);
    painter.drawRect(cell);
    if (!readable) continue;
    painter.setPen(contrastRatio(colour, QColor(Qt::white)) >= 4.5 ? QColor(Qt::white) : QColor(0x10, 0x14, 0x18));
    const QString text = wanted.lanes.size() == 1 ? QString::number(wanted.lanes.front())
                         : wanted.lanes.size() < 3 && !turned && cell.width() > style.em(26)
                             ? QStringLiteral("%1,%2").arg(wanted.lanes[0]).arg(wanted.lanes[1])
                             : QStringLiteral("%1×").arg(wanted.lanes.size());
    painter.setFont(fitting(font, text, cell.width(), cell.height() + style.px(2), style));
    const QFontMetricsF metrics(painter.font());
    const double along = turned ? cell.height() : cell.width(), across = turned ? cell.width() : cell.height();
    if (metrics.horizontalAdvance(text) > along || metrics.capHeight() > across) continue;
    paintWord(painter, cell, text, turned);
  }
}

void paintWires(QPainter& painter, const PictureLayout& at, const Picture& picture, std::optional<unsigned> hovered,
                const PlotStyle& style) {
  const double end = at.heads().top() - style.px(1);
  painter.setBrush(Qt::NoBrush);
  for (const auto& [place, wanted] : picture.wanted)
    for (const unsigned lane : wanted.lanes) {
      const bool strong = hovered == lane;
      QColor colour = turnColour(wanted.order, style);
      if (hovered && !strong) colour.setAlphaF(0.25F);
      const QPointF from(at.lane(lane).center().x(), at.lane(lane).bottom());
      const QPointF to(at.bankHead(place.first).center().x(), end);
      const double bend = (to.y() - from.y()) * 0.5;
      QPainterPath wire(from);
      wire.cubicTo(from + QPointF(0, bend), to - QPointF(0, bend), to);
      painter.setPen(QPen(colour, style.line(strong ? 2.2 : 1.1)));
      painter.drawPath(wire);
    }
}

QString lanesText(const std::vector<unsigned>& lanes) {
  constexpr std::size_t kShown = 3;
  QStringList parts;
  for (std::size_t i = 0; i < std::min(lanes.size(), kShown); ++i) parts << QString::number(lanes[i]);
  if (lanes.size() > kShown) return tr("lanes %1 and %2 more").arg(parts.join(QStringLiteral(", "))).arg(lanes.size() - kShown);
  const QString last = parts.takeLast();
  return parts.isEmpty() ? tr("lane %1").arg(last) : tr("lanes %1 and %2").arg(parts.join(QStringLiteral(", ")), last);
}

QString capitalised(QString text) {
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

}  // namespace

QString bankTitle(const BankLayout& layout, const WarpAccess& access) {
  // The number of rows that one bank delivers one after the other. The picture shows how many rows there are in all.
  const double rows = inference::conflict_degree(layout, access);
  return tr("stride %1 · %2")
      .arg(counted(access.stride), rows <= 1 ? tr("no bank conflict") : tr("bank conflict of %1").arg(rowsText(rows)));
}

QString bankExplanation(const BankLayout& layout, const WarpAccess& access) {
  const Picture picture = pictureOf(layout, access);
  if (access.stride == 0 && picture.most == 1)
    return layout.broadcast ? tr("All lanes read the same word, which the bank delivers once (broadcast).")
                            : tr("All lanes read the same word, which the bank delivers to each lane separately.");
  QString wide;
  if (access.word_bytes > layout.row_bytes) {
    wide = tr("Words of %1 bytes are wider than a row: the warp is served in %2 turns.")
               .arg(access.word_bytes)
               .arg(access.word_bytes / layout.row_bytes);
    if (picture.most <= 1) return wide;
    wide += QLatin1Char(' ');
  }
  const QString turns = layout.lanes_at_once < access.lanes ? tr("%1 lanes at a time: ").arg(layout.lanes_at_once) : QString();
  if (picture.most <= 1) return capitalised(turns + tr("no two lanes read different rows of the same bank."));
  // The first turn and bank with the most rows, and the lanes that read these rows.
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> lanes;  // by turn and bank
  for (const auto& [place, wanted] : picture.wanted) lanes[{wanted.turn, place.first}].push_back(wanted.lanes.front());
  for (const auto& [key, wanting] : lanes)
    if (wanting.size() == picture.most)
      return wide + capitalised(turns + tr("%1 read different rows of bank %2, which delivers the %3 one after another.")
                                            .arg(lanesText(wanting))
                                            .arg(key.second)
                                            .arg(rowsText(static_cast<double>(picture.most))));
  return {};
}

double naturalBankHeight(const BankLayout& layout, const WarpAccess& access, const PlotStyle& style) {
  constexpr double kLanes = 18, kWires = 38, kRow = 20;
  const auto rows = static_cast<double>(pictureOf(layout, access).rows.size());
  return QFontMetricsF(style.text()).height() + QFontMetricsF(style.small()).height() + style.px(6) +
         style.em(kLanes + kWires + kRow * rows);
}

std::vector<LegendEntry> bankLegend(const BankLayout& layout, const WarpAccess& access, const PlotStyle& style) {
  const QStringList names{tr("row that a bank delivers first"), tr("second"), tr("third"), tr("fourth"), tr("fifth"), tr("sixth")};
  const std::size_t most = pictureOf(layout, access).most;
  std::vector<LegendEntry> entries;
  for (std::size_t order = 0; most > 1 && order < std::min<std::size_t>(most, static_cast<std::size_t>(names.size())); ++order) {
    const bool more = order + 1 == static_cast<std::size_t>(names.size()) && most > order + 1;
    entries.push_back(cellEntry(turnColour(order, style), Qt::NoPen,
                                more ? tr("sixth; the colours repeat for later rows") : names[static_cast<qsizetype>(order)],
                                style.palette.quietInk));
  }
  return entries;
}

double paintBankPicture(QPainter& painter, const QRectF& area, const BankLayout& layout, const WarpAccess& access,
                        const QString& title, const PlotStyle& style, std::optional<QPointF> mouse) {
  const Picture picture = pictureOf(layout, access);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setFont(style.text(Weight::medium));
  painter.setPen(style.palette.ink);
  const double titleHeight = title.isEmpty() ? 0 : QFontMetricsF(style.text()).height() + style.px(4);
  if (!title.isEmpty())
    painter.drawText(QRectF(area.left(), area.top(), area.width(), titleHeight), Qt::AlignLeft | Qt::AlignTop,
                     QFontMetricsF(style.text(Weight::medium)).elidedText(title, Qt::ElideRight, area.width()));
  const PictureLayout at(area.adjusted(0, titleHeight, 0, 0), layout, access, picture.rows.size(), style);

  std::optional<unsigned> hovered;
  if (mouse) {
    for (unsigned lane = 0; lane < access.lanes; ++lane)
      if (at.lane(lane).adjusted(0, -style.px(3), 0, style.px(6)).contains(*mouse)) hovered = lane;
    for (const auto& [place, wanted] : picture.wanted) {
      const auto row =
          static_cast<std::size_t>(std::lower_bound(picture.rows.begin(), picture.rows.end(), place.second) - picture.rows.begin());
      if (at.cell(place.first, row).contains(*mouse)) hovered = wanted.lanes.front();
    }
  }
  paintGrid(painter, at, layout, picture.rows.size(), style);
  paintWires(painter, at, picture, hovered, style);
  paintHeads(painter, at, layout, style);
  paintCells(painter, at, picture, hovered, style);
  paintLanes(painter, at, picture, access, hovered, style);
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  if (at.rowHeight() >= style.em(11))
    for (std::size_t row = 0; row < picture.rows.size(); ++row)
      painter.drawText(QRectF(at.labels().left(), at.cell(0, row).top(), at.labels().width(), at.rowHeight()),
                       Qt::AlignRight | Qt::AlignVCenter, tr("row %1").arg(picture.rows[row]));
  painter.restore();
  return at.grid().bottom();
}

}  // namespace chasescope
