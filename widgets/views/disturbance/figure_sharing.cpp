#include "widgets/views/disturbance/figure_sharing.h"

#include <QPainterPath>
#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/text_room.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/markers.h"
#include "widgets/style/part_look.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"
#include "widgets/views/disturbance/sharing_pairs.h"

namespace chasescope {
namespace {

using SharedCache = SharingPairs::Cache;

QString sharedCacheName(const SharedCache& cache) {
  return cache.subject.empty() ? QString::fromStdString(std::string(to_string(cache.space))) : partName(cache.subject);
}

/// A pair that is not decided has a colour of its own.
step::Verdict lookOf(const SharingLook& look) {
  switch (look.verdict) {
    case inference::EvictionVerdict::kept: return step::Verdict::hit;
    case inference::EvictionVerdict::evicted: return step::Verdict::miss;
    case inference::EvictionVerdict::unclear: break;
  }
  return step::Verdict::unknown;
}

/// The matrix of agents: a row for each agent whose lines are watched, a column for each agent that reads.
class SharingPicture {
 public:
  SharingPicture(const SharingPairs& pairs, double width, const PlotStyle& style) : pairs_(pairs), style_(style), width_(width) {
    for (const SharedCache& cache : pairs.caches)
      if (cache.alone_cycles) watched_.push_back(&cache);
    const QFontMetricsF names(style.text(Weight::medium)), small(style.small());
    for (const SharedCache* cache : watched_)
      left_ = std::max({left_, names.horizontalAdvance(sharedCacheName(*cache)), small.horizontalAdvance(aloneWords(*cache))});
    left_ += style.em(8);
    cell_ = (width - left_) / static_cast<double>(std::max<std::size_t>(pairs.caches.size(), 1));
    for (const SharedCache& cache : pairs.caches) {
      const double name = names.horizontalAdvance(sharedCacheName(cache));
      turned_ = turned_ || name > cell_ - style.em(4);
      longest_ = std::max(longest_, name);
    }
    row_ = names.height() + small.height() + style.em(6);
  }

  double height() const { return legendHeight() + overHeight() + headHeight() + row_ * static_cast<double>(watched_.size()); }

  void paint(QPainter& painter, const QPointF& corner) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintLegend(&painter, legend(), corner, width_, style_);
    double y = corner.y() + legendHeight();
    painter.setFont(style_.small());
    painter.setPen(style_.palette.quietInk);
    paintWrapped(painter, {corner.x() + left_, y}, width_ - left_, overWords());
    y += overHeight();
    paintHeads(painter, corner.x() + left_, y);
    y += headHeight();
    for (const SharedCache* cache : watched_) {
      paintRow(painter, *cache, {corner.x(), y});
      y += row_;
    }
    painter.restore();
  }

 private:
  static QString aloneWords(const SharedCache& cache) { return tr("alone %1").arg(cyclesText(*cache.alone_cycles)); }
  static QString overWords() { return tr("Average cycles of agent A’s loads (rows), after agent B has read through"); }
  double overHeight() const { return wrappedHeight(style_.small(), overWords(), width_ - left_) + style_.px(3); }
  double headHeight() const { return (turned_ ? longest_ : QFontMetricsF(style_.text(Weight::medium)).height()) + style_.em(6); }
  double legendHeight() const {
    const double height = paintLegend(nullptr, legend(), {}, width_, style_);
    return height > 0 ? height + style_.px(6) : 0;
  }

  std::vector<LegendEntry> legend() const {
    const PlotStyle& style = style_;
    const auto sample = [style](step::Verdict verdict) {
      return [style, verdict](QPainter& painter, const QRectF& box) {
        painter.fillRect(box, verdictFill(verdict, style.palette));
        if (verdict == step::Verdict::miss) paintCross(painter, box, style.palette.card, style.line(1.4));
      };
    };
    std::vector<LegendEntry> entries{
        {sample(step::Verdict::hit), tr("A’s lines stay in the cache: two caches"), style.palette.quietInk},
        {sample(step::Verdict::miss), tr("A’s lines are evicted: one array"), style.palette.quietInk}};
    if (std::any_of(pairs_.looks.begin(), pairs_.looks.end(),
                    [](const auto& look) { return lookOf(look.second) == step::Verdict::unknown; }))
      entries.push_back({sample(step::Verdict::unknown), tr("Not decided"), style.palette.quietInk});
    return entries;
  }

  void paintHeads(QPainter& painter, double left, double top) const {
    painter.setFont(style_.text(Weight::medium));
    const double height = headHeight();
    for (std::size_t i = 0; i < pairs_.caches.size(); ++i) {
      const SharedCache& cache = pairs_.caches[i];
      painter.setPen(cache.subject.empty() ? style_.palette.quietInk : levelTextColour(partLevel(cache.subject), style_.palette));
      const QRectF head(left + cell_ * static_cast<double>(i), top, cell_, height);
      if (!turned_) {
        painter.drawText(head, Qt::AlignCenter, sharedCacheName(cache));
        continue;
      }
      painter.save();
      painter.translate(head.center().x(), head.bottom() - style_.em(3));
      painter.rotate(-90);
      painter.drawText(QRectF(0, -head.width() / 2, height, head.width()), Qt::AlignLeft | Qt::AlignVCenter,
                       sharedCacheName(cache));
      painter.restore();
    }
  }

  void paintRow(QPainter& painter, const SharedCache& cache, const QPointF& corner) const {
    const double line = QFontMetricsF(style_.text(Weight::medium)).height();
    painter.setFont(style_.text(Weight::medium));
    painter.setPen(levelTextColour(partLevel(cache.subject), style_.palette));
    painter.drawText(QRectF(corner.x(), corner.y() + style_.em(2), left_, line), Qt::AlignLeft | Qt::AlignVCenter,
                     sharedCacheName(cache));
    painter.setFont(style_.small());
    painter.setPen(style_.palette.quietInk);
    painter.drawText(QRectF(corner.x(), corner.y() + style_.em(2) + line, left_, row_ - line - style_.em(4)),
                     Qt::AlignLeft | Qt::AlignVCenter, aloneWords(cache));
    for (std::size_t i = 0; i < pairs_.caches.size(); ++i) {
      const QRectF cell = QRectF(corner.x() + left_ + cell_ * static_cast<double>(i), corner.y(), cell_, row_)
                              .adjusted(style_.px(1), style_.px(1), -style_.px(1), -style_.px(1));
      paintCell(painter, pairs_.look(cache, pairs_.caches[i]), cell);
    }
  }

  void paintCell(QPainter& painter, const SharingLook* look, const QRectF& cell) const {
    if (look == nullptr) {
      painter.setPen(QPen(style_.palette.line, style_.line(1)));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(cell);
      return;
    }
    const step::Verdict verdict = lookOf(*look);
    painter.fillRect(cell, verdictFill(verdict, style_.palette));
    const bool lost = verdict == step::Verdict::miss;
    const double half = lost ? cell.height() / 2 : 0;
    if (lost)
      paintCross(painter, QRectF(cell.left(), cell.top() + style_.em(2), cell.width(), half - style_.em(3)), style_.palette.card,
                 style_.line(1.4));
    painter.setFont(style_.number(Weight::medium));
    painter.setPen(lost ? style_.palette.card : style_.palette.ink);
    painter.drawText(cell.adjusted(0, half, 0, 0), Qt::AlignCenter, cyclesText(look->cycles));
  }

  const SharingPairs& pairs_;
  const PlotStyle& style_;
  double width_, left_ = 0, cell_ = 0, row_ = 0, longest_ = 0;
  bool turned_ = false;
  std::vector<const SharedCache*> watched_;
};

class SharingFigure final : public FigureContent {
 public:
  SharingFigure(const Session& session, SharingPairs pairs) : session_(session), pairs_(std::move(pairs)) {}

  QString title() const override { return tr("Which caches are one array"); }
  QString caption() const override {
    const QString device = deviceText(session_);
    return (device.isEmpty() ? QString() : device + QStringLiteral(". ")) +
           tr("Agent A reads what its cache holds, then agent B of the same block reads several times as much, then A’s loads are "
              "timed. Empty: not measured, as the pair the other way round decided it.");
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper,
                           [&](double width, const PlotStyle& style) { return SharingPicture(pairs_, width, style).height(); });
  }
  FigureTraits traits() const override { return {.x_unit = {}, .y_unit = {}, .legends = {LegendPlace::none}}; }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      SharingPicture(pairs_, area.width(), style).paint(painter, area.topLeft());
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("agent_a,agent_b,alone_cycles,beside_cycles,missed,run\n")) return;
    for (const SharedCache& a : pairs_.caches)
      for (const SharedCache& b : pairs_.caches)
        if (const SharingLook* look = pairs_.look(a, b); look != nullptr)
          if (!write(csvText(std::string(to_string(a.space))) + ',' + csvText(std::string(to_string(b.space))) + ',' +
                     QByteArray::number(a.alone_cycles.value_or(0), 'g', 9) + ',' + QByteArray::number(look->cycles, 'g', 9) + ',' +
                     QByteArray::number(look->missed, 'g', 6) + ',' + csvText(look->run) + '\n'))
            return;
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "cache-sharing");
    for (const std::string& run : pairs_.runs) addRun(json, session_, run);
    return json;
  }

 private:
  Session session_;
  SharingPairs pairs_;
};

FigureOutcome sharingFigure(const Session& session, const FigureChoice& /*choice*/) {
  SharingPairs pairs = sharingPairs(session.runs, session.findings);
  if (pairs.looks.empty()) return {nullptr, tr("The session has no pairs of agents"), true};
  return {std::make_shared<SharingFigure>(session, std::move(pairs)), {}};
}

}  // namespace

const FigureEntry& cacheSharingEntry() {
  static const FigureEntry entry{
      .name = "cache-sharing",
      .title = QT_TRANSLATE_NOOP("Figure", "Which caches are one array: agents that evict each other's lines"),
      .make = sharingFigure,
      .chooses_cache = false,
      .recipes = {{.probes = {{"sharing"}}}},
      .subject = subject::l1_data,
      .quantity = quantity::shares_with};
  return entry;
}

}  // namespace chasescope
