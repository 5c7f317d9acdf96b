#include "widgets/figure/figure_fit.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <vector>

#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_page.h"
#include "widgets/figure/formats/shape_device.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kHair = 2;        // tenths of a point: nobody sees a fifth of a point
constexpr double kFurther = 1.3;   // factor from one width to the next in the search
constexpr double kTypeStep = 0.5;  // points
constexpr double kWidest = 400;    // mm: a column of a poster; for a wider figure the advice is smaller type
constexpr QChar kShortened(0x2026);

/// Records the places of words, and whether anything goes beyond the page.
class FitSink final : public ShapeSink {
 public:
  explicit FitSink(QSize page) : page_(QRectF(QPointF(0, 0), page).adjusted(-kHair, -kHair, kHair, kHair)) {}

  void clip(const QPainterPath& area) override { clip_ = area.isEmpty() ? page_ : area.boundingRect(); }
  void fill(const QPainterPath& area, const QColor& /*colour*/) override { reach(area.boundingRect()); }
  void stroke(const QPainterPath& line, const QPen& /*pen*/) override { reach(line.boundingRect()); }
  void text(const PlacedText& text) override {
    const double scale = text.font.pixelSize() > 0 ? text.size / text.font.pixelSize() : 1;
    const QTransform place = QTransform().translate(text.at.x(), text.at.y()).rotate(-text.angle).scale(scale, scale);
    const QRectF ink = place.mapRect(QFontMetricsF(text.font).tightBoundingRect(text.words));
    boxes_.push_back(ink.adjusted(kHair, kHair, -kHair, -kHair));
    if (!page_.contains(ink) || !clip_.adjusted(-kHair, -kHair, kHair, kHair).contains(ink) || text.words.contains(kShortened))
      ++faults_;
  }

  std::size_t texts() const { return boxes_.size(); }
  int faults() {
    int faults = faults_ + (beyond_ ? 1 : 0);
    std::sort(boxes_.begin(), boxes_.end(), [](const QRectF& a, const QRectF& b) { return a.left() < b.left(); });
    for (std::size_t i = 0; i < boxes_.size(); ++i)
      for (std::size_t j = i + 1; j < boxes_.size() && boxes_[j].left() < boxes_[i].right(); ++j)
        if (boxes_[i].intersects(boxes_[j])) ++faults;
    return faults;
  }

 private:
  void reach(const QRectF& box) {
    const QRectF seen = box.intersected(clip_.adjusted(-kHair, -kHair, kHair, kHair));
    beyond_ = beyond_ || (!(box.width() == 0 && box.height() == 0) && clip_ == page_ && !page_.contains(box) && !seen.isNull());
  }

  QRectF page_, clip_ = page_;
  std::vector<QRectF> boxes_;
  int faults_ = 0;
  bool beyond_ = false;
};

struct Measured {
  int faults = 0;
  std::size_t texts = 0;
};

Measured measured(const FigureContent& figure, const FigureOptions& options) {
  const FigurePage page = layOutPage(figure, options);
  FitSink sink(page.size);
  ShapeDevice device(page.size, sink);
  QCPPainter painter(&device);
  paintFigure(painter, figure, options, page, false);
  return {sink.faults(), sink.texts()};
}

/// Whether the height leaves out so many texts that parts of the figure are missing. A few missing numbers of axes are no fault.
bool losesParts(const FigureContent& figure, const FigureOptions& options, std::size_t texts) {
  if (options.height_mm <= 0) return false;
  FigureOptions natural = options;
  natural.height_mm = 0;
  return 3 * texts < 2 * measured(figure, natural).texts;
}

FigureOptions with(FigureOptions options, double width_mm, double font_pt) {
  options.width_mm = width_mm;
  options.font_pt = font_pt;
  return options;
}

/// The number of faults that no room mends, such as a name that is always shortened.
int faultsWithRoom(const FigureContent& figure, const FigureOptions& options) {
  FigureOptions roomy = with(options, kWidest, kLeastType);
  roomy.height_mm = 0;
  return measured(figure, roomy).faults;
}

class Fit {
 public:
  Fit(const FigureContent& figure, const FigureOptions& options)
      : figure_(figure), options_(options), unmendable_(faultsWithRoom(figure, options)) {}

  bool fits(const FigureOptions& options) const { return faultsOfFit(figure_, options) <= unmendable_; }

  /// The least width without mendable faults that a search by growing steps finds, in whole mm; 0 if there is none.
  double width() const {
    double bad = options_.width_mm, good = bad;
    do {
      bad = good;
      good = std::ceil(std::min(good * kFurther, kWidest));
      if (bad >= kWidest) return 0;
    } while (!fits(with(options_, good, options_.font_pt)));
    while (good - bad > 1) {
      const double middle = std::ceil((good + bad) / 2);
      if (middle >= good) break;
      (fits(with(options_, middle, options_.font_pt)) ? good : bad) = middle;
    }
    return good;
  }

  /// The largest type, in half points, that a search finds for the width; 0 if none fits.
  double type() const {
    double good = kLeastType, bad = options_.font_pt;
    if (good >= bad || !fits(with(options_, options_.width_mm, good))) return 0;
    while (bad - good > kTypeStep) {
      const double middle = std::floor((good + bad) / 2 / kTypeStep) * kTypeStep;
      if (middle <= good) break;
      (fits(with(options_, options_.width_mm, middle)) ? good : bad) = middle;
    }
    return good;
  }

  /// The least height that fits, in whole mm; 0 if no height fits because the width is too small.
  double height() const {
    FigureOptions tried = options_;
    tried.height_mm = 0;
    double good = std::ceil(layOutPage(figure_, tried).height_mm), bad = options_.height_mm;
    tried.height_mm = good;
    if (good <= bad || !fits(tried)) return 0;
    while (good - bad > 1) {
      tried.height_mm = std::ceil((good + bad) / 2);
      if (tried.height_mm >= good) break;
      (fits(tried) ? good : bad) = tried.height_mm;
    }
    return good;
  }

 private:
  const FigureContent& figure_;
  FigureOptions options_;
  int unmendable_;
};

}  // namespace

int faultsOfFit(const FigureContent& figure, const FigureOptions& options) {
  const Measured drawn = measured(figure, options);
  return drawn.faults + (losesParts(figure, options, drawn.texts) ? 1 : 0);
}

FigureOptions withFittingType(const FigureContent& figure, const FigureOptions& options) {
  constexpr double kPressed = 1.25;  // factor by which a figure may be lower than it would be by itself
  if (options.height_mm <= 0 || options.least_font_pt <= 0) return options;
  const Fit fit(figure, options);
  std::optional<FigureOptions> best;
  for (double type = options.font_pt; type >= options.least_font_pt; type -= kTypeStep) {
    FigureOptions tried = options;
    tried.font_pt = type;
    if (!fit.fits(tried)) continue;
    if (figure.shrinksItself()) return tried;
    if (!best) best = tried;
    FigureOptions natural = tried;
    natural.height_mm = 0;
    if (layOutPage(figure, natural).height_mm <= kPressed * options.height_mm) return tried;
  }
  return best.value_or(options);
}

std::optional<FigureOptions> fittingOptions(const FigureContent& figure, const FigureOptions& options) {
  if (faultsOfFit(figure, options) == 0) return options;
  const Fit fit(figure, options);
  if (fit.fits(options)) return options;
  FigureOptions roomy = options;
  if (const double height = options.height_mm > 0 ? fit.height() : 0; height > 0) {
    roomy.height_mm = height;
    return roomy;
  }
  roomy.width_mm = fit.width();
  return roomy.width_mm > 0 ? std::optional(roomy) : std::nullopt;
}

QString fitProblem(const FigureContent& figure, const FigureOptions& options) {
  if (faultsOfFit(figure, options) == 0) return {};
  const Fit fit(figure, options);
  if (fit.fits(options)) return {};
  const QString room =
      tr("%1 has no room at %2 mm in type of %3 points").arg(figure.title()).arg(options.width_mm).arg(options.font_pt);
  const double type = fit.type();
  const QString smaller = tr("type of %1 points (--type %1)").arg(type);
  if (const double height = options.height_mm > 0 ? fit.height() : 0; height > 0) {
    const QString higher = tr("%1 and a height of %2 mm; it needs a height of %3 mm (--height %3)")
                               .arg(room)
                               .arg(options.height_mm)
                               .arg(height);
    return type > 0 ? tr("%1, a height that is left to it, or %2.").arg(higher, smaller)
                    : tr("%1 or a height that is left to it.").arg(higher);
  }
  const double width = fit.width();
  const QString wider = tr("a width of %1 mm (--width %1)").arg(width);
  if (width > 0 && type > 0) return tr("%1; it needs %2 or %3.").arg(room, wider, smaller);
  if (width > 0) return tr("%1; it needs %2.").arg(room, wider);
  if (type > 0) return tr("%1; it needs %2.").arg(room, smaller);
  return tr("%1, nor at any width up to %2 mm; choose smaller type and a larger width.").arg(room).arg(kWidest);
}

}  // namespace chasescope
