#include "app/documents/documents.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>
#include <array>

#include "widgets/style/screen_room.h"
#include "widgets/style/theme.h"
#include "widgets/views/comparison/comparison_view.h"

namespace chasescope {
namespace {

struct ReportFilter {
  const char* format;
  const char* filter;
  const char* ending;
};
constexpr std::array kFilters{
    ReportFilter{"markdown", "Markdown (*.md)", ".md"}, ReportFilter{"latex", "LaTeX table (*.tex)", ".tex"},
    ReportFilter{"csv", "Findings as CSV (*.csv)", ".csv"}, ReportFilter{"mt4g", "Topology file of MT4G (*.json)", ".json"},
    ReportFilter{"gpgpusim", "Part of gpgpusim.config (*.config)", ".config"}};

}  // namespace

QStringList reportFilters() {
  QStringList filters;
  for (const ReportFilter& known : kFilters) filters << QString::fromLatin1(known.filter);
  return filters;
}

QString reportFormatOf(const QString& filter) {
  for (const ReportFilter& known : kFilters)
    if (filter == QLatin1String(known.filter)) return QString::fromLatin1(known.format);
  return {};
}

QString reportEndingOf(const QString& filter) {
  for (const ReportFilter& known : kFilters)
    if (filter == QLatin1String(known.filter)) return QString::fromLatin1(known.ending);
  return {};
}

ComparisonDialog::ComparisonDialog(Comparison comparison, const QString& file, const Theme& theme, QWidget* parent)
    : QDialog(parent), view_(new ComparisonView(theme, this)) {
  setWindowTitle(tr("Compared with %1").arg(file));
  resizeOnScreen(*this, {theme.scaled(1100), theme.scaled(640)});
  view_->setComparison(std::move(comparison));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(view_);
  layout->addWidget(buttons);
}

}  // namespace chasescope

#include "moc_documents.cpp"
