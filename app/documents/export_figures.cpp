#include "app/documents/export_figures.h"

#include <QDir>

#include "app/documents/alt_text.h"
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

QString fileNameOf(const Session& session, const QString& figure, const FigureChoice& choice) {
  QString device;
  for (const QChar letter : QString::fromStdString(session.device.name).toLower()) {
    const bool plain =
        (letter >= QLatin1Char('a') && letter <= QLatin1Char('z')) || (letter >= QLatin1Char('0') && letter <= QLatin1Char('9'));
    if (plain)
      device += letter;
    else if (!device.isEmpty() && !device.endsWith(QLatin1Char('-')))
      device += QLatin1Char('-');
  }
  constexpr int kLongest = 60;  // names come from files and devices
  device.truncate(kLongest);
  while (device.endsWith(QLatin1Char('-'))) device.chop(1);
  QStringList parts{figure};
  if (!device.isEmpty()) parts.prepend(device);
  if (!choice.cache.isEmpty()) parts << QString(choice.cache).replace(QLatin1Char('_'), QLatin1Char('-'));
  if (choice.panel >= 0) parts << QString::number(choice.panel + 1);
  return parts.join(QLatin1Char('-'));
}

ExportOutcome exportFigures(const Session& session, const FigureJob& job) {
  const SignalsWait wait;
  if (job.formats.isEmpty()) return failure(tr("No format was chosen; there are %1.").arg(QLatin1String(kExportFormats)));
  for (const QString& format : job.formats)
    if (format != QLatin1String("csv") && !figureFormatFrom(QStringLiteral("x.") + format))
      return failure(tr("There is no format '%1'; there are %2.").arg(format, QLatin1String(kExportFormats)));
  if (job.name.contains(QLatin1Char('/')))
    return failure(tr("The name %1 is a path; say the folder in its own place.").arg(job.name));
  FigureOptions options = job.options;
  if (const QString fault = optionsProblem(options); !fault.isEmpty()) return failure(fault);
  const FigureOutcome made = figureOf(session, job.figure, job.choice, job.other.get());
  if (!made) return failure(made.error);
  if (const QString fault = choiceProblem(*made.figure, job.choice); !fault.isEmpty()) return failure(fault);
  if (options.letters && made.figure->traits().panels.size() < 2)
    return failure(tr("%1 is one picture without panels; leave the letters out.").arg(made.figure->title()));
  if (const QString fault = fitProblem(*made.figure, options); !fault.isEmpty()) return failure(fault);
  if (!QDir().mkpath(job.folder))
    return failure(tr("The folder %1 can't be made; name one that you may write to.").arg(job.folder));

  QList<FigureFormat> formats;
  for (const QString& format : job.formats)
    if (const auto known = figureFormatFrom(QStringLiteral("x.") + format)) formats << *known;
  options.csv = job.formats.contains(QLatin1String("csv"));
  const QString name = job.name.isEmpty() ? fileNameOf(session, job.figure, job.choice) : job.name;
  nlohmann::json origin = job.origin;
  origin["alt"] = alt_text(*made.figure, made.figure->title(), session).toStdString();
  return exportFigure(*made.figure, options, QDir(job.folder).filePath(name), formats, job.force, origin);
}

}  // namespace chasescope
