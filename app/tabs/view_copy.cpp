#include "app/tabs/view_copy.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/measurement/explorer.h"
#include "app/tabs/view_tabs.h"
#include "engine/session/report/report.h"
#include "engine/trace/quantity_text.h"
#include "widgets/plot/view_csv.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/scope/scope_view.h"
#include "widgets/views/steps/step_plot.h"
#include "widgets/views/steps/step_view.h"

namespace chasescope {
namespace {

// The most rows that go to the clipboard, about as many as a spreadsheet takes. The export writes all rows.
constexpr std::size_t kMostRows = 1'000'000;

}  // namespace

QImage pictureOf(QWidget& view) {
  const qreal density = view.devicePixelRatioF();
  QImage image(view.size() * density, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(density);
  image.fill(view.palette().color(QPalette::Window));
  view.render(&image);
  QPainter painter(&image);
  // Buttons of the header are no part of what is shown.
  for (const QAbstractButton* button : view.findChildren<QAbstractButton*>(QString(), Qt::FindDirectChildrenOnly))
    if (button->isVisible()) painter.fillRect(button->geometry(), view.palette().color(QPalette::Base));
  return image;
}

ViewCopy::ViewCopy(ViewTabs& views, Explorer& explorer, QObject* parent) : QObject(parent), views_(views), explorer_(explorer) {}

QString ViewCopy::nameOf(const QWidget* view) const { return view->accessibleName(); }

void ViewCopy::copyPicture(QWidget* view) {
  const QImage image = pictureOf(*view);
  QGuiApplication::clipboard()->setImage(image);
  emit said(tr("Copied a picture of the view “%1”: %2 × %3 pixels.").arg(nameOf(view)).arg(image.width()).arg(image.height()),
            true);
}

void ViewCopy::copyData(QWidget* view) {
  QString fault;
  const QByteArray csv = csvOf(view, fault);
  const auto rows = std::count(csv.begin(), csv.end(), '\n') - 1;  // one is the heading
  if (fault.isEmpty() && rows < 1) fault = tr("there is nothing to copy yet.");
  if (!fault.isEmpty()) {
    emit said(tr("The data of the view “%1” were not copied: %2").arg(nameOf(view), fault), false);
    return;
  }
  auto* data = new QMimeData;
  data->setText(QString::fromUtf8(csv));
  data->setData(QStringLiteral("text/csv"), csv);
  QGuiApplication::clipboard()->setMimeData(data);
  emit said(tr("Copied the data of the view “%1”: %2 rows of CSV.")
                .arg(nameOf(view), QString::fromStdString(format_count(static_cast<std::uint64_t>(rows)))),
            true);
}

QByteArray ViewCopy::csvOf(QWidget* view, QString& fault) const {
  if (view == &views_.of<ScopeView>()) return csvOfScope(fault);
  if (view == &views_.of<StepView>()) {
    const auto& picture = views_.of<StepView>().plot()->picture();
    return picture ? stepCsv(*picture) : QByteArray();
  }
  const QString figure = views_.figureOf(view);
  if (figure.isEmpty()) {
    QByteArray findings = QByteArray::fromStdString(make_report(explorer_.session(), ReportFormat::csv).text);
    while (findings.startsWith('#')) findings.remove(0, findings.indexOf('\n') + 1);  // remarks are for files
    return findings;
  }
  const FigureOutcome made = makeFigure(figure, explorer_.session(), views_.choiceOfFigure(figure));
  if (!made) {
    fault = made.error;
    return {};
  }
  QByteArray csv;
  std::size_t rows = 0;
  made.figure->writeCsv([&](const QByteArray& lines) {
    csv += lines;
    rows += static_cast<std::size_t>(lines.count('\n'));
    return rows <= kMostRows;
  });
  if (rows > kMostRows) fault = tr("there are more than a million rows. Export the figure, which writes them to a file.");
  return csv;
}

QByteArray ViewCopy::csvOfScope(QString& fault) const {
  const ShownRun* run = explorer_.store().run(explorer_.selection().currentRun());
  if (run == nullptr || run->trace.empty()) return {};
  const ScopePlot::Range sight = views_.of<ScopeView>().visibleAccesses();
  const auto last = static_cast<double>(run->trace.size());
  const auto begin = static_cast<std::size_t>(std::clamp(std::ceil(sight.begin), 0.0, last));
  const auto end = static_cast<std::size_t>(std::clamp(std::floor(sight.end) + 1, 0.0, last));
  if (end - begin > kMostRows) {
    fault = tr("more than a million accesses are in sight. Zoom in, or export the figure, which writes all of them to a file.");
    return {};
  }
  QByteArray csv;
  writeScopeCsv(run->trace, run->order, run->levels, explorer_.store().verdicts(*run), begin, end, [&csv](const QByteArray& lines) {
    csv += lines;
    return true;
  });
  return csv;
}

}  // namespace chasescope

#include "moc_view_copy.cpp"
