#include "app/documents/export_figures.h"

#include <QDir>

#include "app/documents/assumed_numbers.h"
#include "app/measurement/interrupt.h"
#include "widgets/registry/figure_list.h"
#include "widgets/style/words.h"
#include "widgets/views/memory/figure_memory.h"

namespace chasescope {
namespace {

ExportOutcome failure(const QString& sentence) {
  ExportOutcome outcome;
  outcome.error = sentence;
  return outcome;
}

}  // namespace

FigureOutcome figureOf(const Session& session, const QString& figure, const FigureChoice& choice, const Session* other) {
  const bool diagram = figure == QLatin1String("memory-diagram");
  if (other != nullptr && !diagram) return {nullptr, tr("Only the memory diagram shows two cards.")};
  if (other != nullptr) return memoryComparisonFigure(session, *other, assumedNumbersOf(session), assumedNumbersOf(*other));
  if (FigureOutcome marked = diagram ? memoryDiagramFigure(session, assumedNumbersOf(session)) : FigureOutcome(); marked)
    return marked;
  return makeFigure(figure, session, choice);
}

ExportOutcome exportFigures(const Session& session, const FigureJob& job) {
  const SignalsWait wait;
  if (job.formats.isEmpty()) return failure(tr("No format was chosen; there are pdf, svg, png and csv."));
  for (const QString& format : job.formats)
    if (format != QLatin1String("csv") && !figureFormatFrom(QStringLiteral("x.") + format))
      return failure(tr("There is no format '%1'; there are pdf, svg, png, csv.").arg(format));
  if (!(job.widthMm >= kLeastFigureWidth && job.widthMm <= kMostFigureWidth))
    return failure(tr("The width must lie between 40 and 1000 mm."));
  if (job.dpi < kLeastDpi || job.dpi > kMostDpi)
    return failure(tr("The resolution must lie between 36 and 2400 dots per inch."));

  const FigureOutcome made = figureOf(session, job.figure, job.choice, job.other.get());
  if (!made) return failure(made.error);
  if (!QDir().mkpath(job.folder)) return failure(tr("The folder %1 can't be made.").arg(job.folder));

  FigureOptions options;
  options.width_mm = job.widthMm;
  options.dpi = job.dpi;
  options.csv = job.formats.contains(QLatin1String("csv"));
  ExportOutcome all;
  for (const QString& format : job.formats) {
    const auto known = figureFormatFrom(QStringLiteral("x.") + format);
    if (!known) continue;
    const ExportOutcome one =
        exportFigure(*made.figure, options, QDir(job.folder).filePath(job.figure + QLatin1Char('.') + format), *known);
    if (!one) return one;
    all.files += one.files;
    options.csv = options.provenance = false;  // once is enough
  }
  if (options.csv) {  // the data alone were asked for
    const ExportOutcome data = exportFigureData(*made.figure, QDir(job.folder).filePath(job.figure + QStringLiteral(".csv")));
    if (!data) return data;
    all.files += data.files;
  }
  return all;
}

}  // namespace chasescope
