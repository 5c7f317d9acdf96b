#include "widgets/figure/figure_page.h"

#include <QFontMetrics>
#include <QImage>
#include <algorithm>

#include "engine/output/outgoing_text.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/style/fonts.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// The caption on one line and of at most kLongest characters, for its names come from files and devices.
QString captionOf(const FigureContent& figure, const FigurePage& page = {}) {
  constexpr std::size_t kLongest = 2'000;
  const QString words = QString::fromStdString(one_line(shortened(figure.caption().toStdString(), kLongest)));
  return page.coarse.isEmpty() ? words : words + QLatin1Char(' ') + page.coarse;
}

int unitsOf(double mm) { return qRound(mm / 25.4 * kFigureUnitsPerInch); }

QFont captionFont(const PlotStyle& style) { return wordFont(style.sized(0.88), Weight::regular, style.face); }
int aboveCaption(const PlotStyle& style) { return qRound(style.px(8)); }

void composeInto(QCustomPlot& plot, const FigureContent& figure, const PlotStyle& style, const QSize& size) {
  plot.addLayer(QStringLiteral("behind"), plot.layer(QStringLiteral("grid")), QCustomPlot::limAbove);
  plot.setViewport(QRect(QPoint(0, 0), size));
  figure.compose(plot, style);
  plot.setBackground(QBrush(Qt::NoBrush));
}

/// The sentence for a picture whose dots are larger than the cells of the last drawing; empty where they are not.
QString wordsOfDots(const FigureContent& figure, int dpi) {
  // of a dot: a cell that was made as large as a dot is not smaller than it, in spite of rounding
  constexpr double kAlmost = 0.999;
  const double cell = figure.finestCell() * dpi / kFigureUnitsPerInch;
  if (cell == 0 || cell >= kAlmost) return {};
  return tr("At %1 dots per inch a dot is larger than a cell, and shows the mean of the colours in it.").arg(dpi);
}

/// The height of the line with the cursors' readings and of the space above it; 0 without cursors.
int readingsHeight(const FigureContent& figure, const PlotStyle& style, int width) {
  const QString line = cursorLine(figure);
  if (line.isEmpty()) return 0;
  const QFontMetrics metrics(captionFont(style));
  return metrics.boundingRect(QRect(0, 0, width, 1'000'000), Qt::TextWordWrap, line).height() + aboveCaption(style);
}

/// The height of the caption below the figure and of the space above it. The caption is that of the last drawing.
int captionHeight(const FigureContent& figure, const FigurePage& page, const PlotStyle& style, int width) {
  const QFontMetrics metrics(captionFont(style));
  return metrics.boundingRect(QRect(0, 0, width, 1'000'000), Qt::TextWordWrap, captionOf(figure, page)).height() +
         aboveCaption(style);
}

}  // namespace

QString captionText(const FigureContent& figure) { return captionOf(figure); }

FigurePage layOutPage(const FigureContent& figure, const FigureOptions& options, FigureFormat format) {
  registerFonts();
  const PlotStyle style = paperStyle(options);
  const int width = unitsOf(options.width_mm), drawn = unitsOf(figure.heightFor(options.width_mm, style));
  FigurePage page;
  page.readings = readingsHeight(figure, style, width);
  // The caption depends on what the drawing left out, so the figure is first drawn into nothing. In a page of a given height the
  // caption takes room from the figure, which is then drawn once more in the room that is left.
  for (int times = !options.caption ? 0 : options.height_mm > 0 ? 2 : 1; times > 0; --times) {
    QImage nothing(1, 1, QImage::Format_RGB32);
    QCPPainter dry(&nothing);
    QCustomPlot plot;
    const int height = options.height_mm > 0 ? std::max(unitsOf(options.height_mm) - page.caption - page.readings, 1) : drawn;
    composeInto(plot, figure, style, QSize(width, height));
    plot.toPainter(&dry, width, height);
    if (format == FigureFormat::png) page.coarse = wordsOfDots(figure, options.dpi);
    page.caption = captionHeight(figure, page, style, width);
  }
  page.size = QSize(width, options.height_mm > 0 ? unitsOf(options.height_mm) : drawn + page.readings + page.caption);
  page.height_mm = options.height_mm > 0 ? options.height_mm : page.size.height() * 25.4 / kFigureUnitsPerInch;
  return page;
}

void paintFigure(QCPPainter& painter, const FigureContent& figure, const FigureOptions& options, const FigurePage& page,
                 bool ground) {
  const PlotStyle style = paperStyle(options);
  if (ground) painter.fillRect(QRectF(QPointF(0, 0), page.size), style.palette.card);
  const QSize drawn(page.size.width(), std::max(page.size.height() - page.caption - page.readings, 1));
  std::vector<QRectF> words;
  if (figure.cursors().any()) {
    const CursorScope hidden(CursorScope::Cursors::hidden);
    words = wordBoxes(drawn, [&](QCPPainter& dry) {
      QCustomPlot plot;
      composeInto(plot, figure, style, drawn);
      plot.toPainter(&dry, drawn.width(), drawn.height());
    });
  }
  const CursorScope beside(CursorScope::Cursors::drawn, std::move(words));
  QCustomPlot plot;
  composeInto(plot, figure, style, drawn);
  painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
  plot.toPainter(&painter, drawn.width(), drawn.height());
  painter.setFont(captionFont(style));
  painter.setPen(QPen(style.palette.ink));
  int top = drawn.height() + aboveCaption(style);
  if (page.readings > 0) painter.drawText(QRect(0, top, drawn.width(), page.readings), Qt::TextWordWrap, cursorLine(figure));
  top += page.readings;
  if (page.caption > 0) painter.drawText(QRect(0, top, drawn.width(), page.caption), Qt::TextWordWrap, captionOf(figure, page));
}

}  // namespace chasescope
