#include "widgets/figure/figure_options.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kMostPixels = 2.5e8;
constexpr double kPlainLine = 0.5;  // points on paper of a line that is 1 px wide in the design
constexpr double kSlideType = 12;   // points: the least type that is read from the last row of a room

}  // namespace

const QList<Venue>& venues() {
  // Widths of a column and of the page are those of the LaTeX classes: IEEEtran (3.5 in and 7.16 in), acmart sigconf (241.15 pt and
  // 506.30 pt of TeX), llncs (12.2 cm), usenix (7 in with a gutter of 0.33 in); of Elsevier's artwork guide (90 mm and 190 mm); of
  // an A4 page with margins of 30 mm; and of a slide of 13.33 in × 7.5 in. The type is that of the captions in those classes or at
  // most a point smaller; on a slide it is large enough for the last row of the room.
  static const QList<Venue> all{
      {"ieee", QT_TRANSLATE_NOOP("Venue", "IEEE (IEEEtran)"), 88.9, 181.9, 0, 8, 0.5, Face::times},
      {"acm", QT_TRANSLATE_NOOP("Venue", "ACM (acmart)"), 84.7, 177.9, 0, 8, 0.5, Face::libertine},
      {"lncs", QT_TRANSLATE_NOOP("Venue", "Springer LNCS (llncs)"), 122, 122, 0, 8, 0.5, Face::computer_modern},
      {"usenix", QT_TRANSLATE_NOOP("Venue", "USENIX"), 84.7, 177.8, 0, 8, 0.5, Face::times},
      {"elsevier", QT_TRANSLATE_NOOP("Venue", "Elsevier (elsarticle)"), 90, 190, 0, 8, 0.5, Face::times},
      {"thesis", QT_TRANSLATE_NOOP("Venue", "Thesis, A4"), 150, 150, 0, 9, 0.5, Face::computer_modern},
      {"slide", QT_TRANSLATE_NOOP("Venue", "Slide, 16:9"), 338.7, 338.7, 190.5, 18, 1.25, Face::inter, kSlideType},
  };
  return all;
}

const Venue* venueNamed(const QString& name) {
  const auto found =
      std::find_if(venues().begin(), venues().end(), [&](const Venue& venue) { return name == QLatin1String(venue.name); });
  return found == venues().end() ? nullptr : &*found;
}

FigureOptions setFor(const Venue& venue, bool page, FigureOptions options) {
  options.width_mm = page ? venue.page_mm : venue.column_mm;
  options.height_mm = venue.height_mm;
  options.font_pt = venue.font_pt;
  options.least_font_pt = venue.least_font_pt;
  options.line_pt = venue.line_pt;
  options.face = venue.face;
  return options;
}

const QList<LegendName>& legendPlaces() {
  static const QList<LegendName> all{{"inside", QT_TRANSLATE_NOOP("Legend", "Where it covers least"), LegendPlace::inside},
                                     {"top-left", QT_TRANSLATE_NOOP("Legend", "Top left"), LegendPlace::top_left},
                                     {"top-right", QT_TRANSLATE_NOOP("Legend", "Top right"), LegendPlace::top_right},
                                     {"bottom-left", QT_TRANSLATE_NOOP("Legend", "Bottom left"), LegendPlace::bottom_left},
                                     {"bottom-right", QT_TRANSLATE_NOOP("Legend", "Bottom right"), LegendPlace::bottom_right},
                                     {"above", QT_TRANSLATE_NOOP("Legend", "Above the plot"), LegendPlace::above},
                                     {"below", QT_TRANSLATE_NOOP("Legend", "Below the plot"), LegendPlace::below},
                                     {"right", QT_TRANSLATE_NOOP("Legend", "Right of the plot"), LegendPlace::right},
                                     {"none", QT_TRANSLATE_NOOP("Legend", "None"), LegendPlace::none}};
  return all;
}

std::optional<LegendPlace> legendPlaceNamed(const QString& name) {
  for (const LegendName& known : legendPlaces())
    if (name == QLatin1String(known.name)) return known.place;
  return std::nullopt;
}

const QStringList& journalWidths() {
  static const QStringList widths{QStringLiteral("84 mm"), QStringLiteral("3.33 in"), QStringLiteral("88.9 mm"),
                                  QStringLiteral("89 mm"), QStringLiteral("120 mm"),  QStringLiteral("177.8 mm"),
                                  QStringLiteral("183 mm")};
  return widths;
}

std::optional<double> lengthFrom(const QString& text) {
  static const QRegularExpression pattern(QStringLiteral("^\\s*([0-9]*\\.?[0-9]+)\\s*(mm|cm|in|pt|bp)?\\s*$"));
  const QRegularExpressionMatch match = pattern.match(text);
  if (!match.hasMatch()) return std::nullopt;
  constexpr double kTexPointsPerInch = 72.27;
  const double number = match.captured(1).toDouble();
  const QString unit = match.captured(2);
  if (unit == QLatin1String("cm")) return number * 10;
  if (unit == QLatin1String("in")) return number * kMmPerInch;
  if (unit == QLatin1String("pt")) return number / kTexPointsPerInch * kMmPerInch;
  if (unit == QLatin1String("bp")) return number / kPointsPerInch * kMmPerInch;
  return number;
}

QString optionsProblem(const FigureOptions& o) {
  const auto outside = [](double value, double least, double most) { return !(value >= least && value <= most); };
  if (outside(o.width_mm, kLeastFigureWidth, kMostFigureWidth))
    return tr("A figure is %1 to %2 mm wide, not %3 mm.").arg(kLeastFigureWidth).arg(kMostFigureWidth).arg(o.width_mm);
  if (o.height_mm != 0 && outside(o.height_mm, kLeastFigureHeight, kMostFigureHeight))
    return tr("A figure is %1 to %2 mm high, not %3 mm.").arg(kLeastFigureHeight).arg(kMostFigureHeight).arg(o.height_mm);
  if (outside(o.dpi, kLeastDpi, kMostDpi))
    return tr("A PNG has %1 to %2 dots per inch, not %3.").arg(kLeastDpi).arg(kMostDpi).arg(o.dpi);
  if (outside(o.font_pt, kLeastType, kMostType))
    return tr("The type is %1 to %2 points high, not %3.").arg(kLeastType).arg(kMostType).arg(o.font_pt);
  if (outside(o.line_pt, kLeastLine, kMostLine))
    return tr("Lines are %1 to %2 points wide, not %3.").arg(kLeastLine).arg(kMostLine).arg(o.line_pt);
  const double height = o.height_mm > 0 ? o.height_mm : o.width_mm;
  if (o.width_mm / kMmPerInch * o.dpi * (height / kMmPerInch * o.dpi) > kMostPixels)
    return tr("That PNG would have more than 250 million pixels; choose fewer dots per inch.");
  return faceProblem(o.face);
}

PlotStyle paperStyle(const FigureOptions& options) {
  PlotStyle style;
  style.palette = options.grey ? greyPalette() : lightPalette();
  style.palette.quietInk = style.palette.ink;  // faint ink prints badly, so quiet words have the full ink
  style.print = true;
  // Marks and gaps grow with type that is larger than a paper's, so that a slide is a paper's figure seen larger.
  const double grown = std::max(1.0, options.font_pt / FigureOptions().font_pt);
  style.unit = kPlainLine * kUnitsPerPoint * grown;  // lines of 1 px are half a point on paper
  style.textPixels = options.font_pt * kUnitsPerPoint / style.unit;
  style.leastPixels = kLeastType * kUnitsPerPoint / style.unit;
  style.face = options.face;
  style.lineWidths = options.line_pt / kPlainLine / grown;
  style.letters = options.letters;
  style.legend = options.legend;
  return style;
}

}  // namespace chasescope
