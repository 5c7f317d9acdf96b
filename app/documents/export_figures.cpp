#include "app/documents/export_figures.h"

#include <QDir>
#include <QFileInfo>

#include "app/documents/alt_text.h"
#include "app/documents/assumed_numbers.h"
#include "app/documents/axis_limits.h"
#include "app/measurement/interrupt.h"
#include "app/measurement/version.h"
#include "engine/output/shell_word.h"
#include "widgets/figure/figure_faults.h"
#include "widgets/figure/figure_fit.h"
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

FigureOutcome figureOf(const Session& session, const QString& figure, const FigureChoice& choice,
                       std::span<const SessionPtr> others) {
  const bool diagram = figure == QLatin1String("memory-diagram");
  if (diagram && others.size() == 1)
    return memoryComparisonFigure(session, *others[0], assumedNumbersOf(session), assumedNumbersOf(*others[0]));
  if (!others.empty()) {
    std::vector<Session> cards{session};
    for (const SessionPtr& other : others) cards.push_back(*other);
    return makeFigureOfCards(figure, cards, choice);
  }
  if (FigureOutcome marked = diagram ? memoryDiagramFigure(session, assumedNumbersOf(session)) : FigureOutcome(); marked)
    return marked;
  return makeFigure(figure, session, choice);
}

namespace {

/// The device's name in plain letters, such as "geforce-gtx-560-ti".
QString plainName(const Session& session) {
  QString device;
  for (const QChar letter : QString::fromStdString(session.device.name).toLower()) {
    const bool plain =
        (letter >= QLatin1Char('a') && letter <= QLatin1Char('z')) || (letter >= QLatin1Char('0') && letter <= QLatin1Char('9'));
    if (plain)
      device += letter;
    else if (!device.isEmpty() && !device.endsWith(QLatin1Char('-')))
      device += QLatin1Char('-');
  }
  constexpr int kLongest = 60;  // letters; a file or a device may have a name of any length
  device.truncate(kLongest);
  while (device.endsWith(QLatin1Char('-'))) device.chop(1);
  return device;
}

/// The name of a curve or a quantity, in plain letters.
QString plainVariant(const QString& variant) {
  Session named;
  named.device.name = variant.toStdString();
  return plainName(named);
}

}  // namespace

QString fileNameOf(const Session& session, const QString& figure, const FigureChoice& choice, std::span<const SessionPtr> others) {
  const QString device = plainName(session);
  QStringList parts{figure};
  if (!device.isEmpty()) parts.prepend(device);
  if (const QString variant = plainVariant(choice.variant); !variant.isEmpty()) parts << variant;
  if (others.size() == 1) parts << QStringLiteral("with") << plainName(*others[0]);
  if (others.size() > 1) parts << QStringLiteral("with-%1-others").arg(others.size());
  if (!choice.cache.isEmpty()) parts << QString(choice.cache).replace(QLatin1Char('_'), QLatin1Char('-'));
  if (choice.panel >= 0) parts << QString::number(choice.panel + 1);
  return parts.join(QLatin1Char('-'));
}

namespace {

/// The job's figure with the options in which it fits, or why there is none.
struct Prepared {
  FigurePtr figure;
  FigureOptions options;
  QString error;
};

Prepared prepared(const Session& session, const FigureJob& job) {
  const auto refused = [](const QString& sentence) { return Prepared{nullptr, {}, sentence}; };
  if (job.formats.isEmpty()) return refused(tr("No format was chosen; there are %1.").arg(QLatin1String(kExportFormats)));
  for (const QString& format : job.formats)
    if (format != QLatin1String("csv") && !figureFormatFrom(QStringLiteral("x.") + format))
      return refused(tr("There is no format '%1'; there are %2.").arg(format, QLatin1String(kExportFormats)));
  if (job.name.contains(QLatin1Char('/')))
    return refused(tr("The name %1 is a path; say the folder in its own place.").arg(job.name));
  FigureOptions options = job.options;
  if (const QString fault = optionsProblem(options); !fault.isEmpty()) return refused(fault);
  const FigureOutcome made = figureOf(session, job.figure, job.choice, job.others);
  if (!made) return refused(made.error);
  if (const QString fault = choiceProblem(*made.figure, job.choice); !fault.isEmpty()) return refused(fault);
  if (const QString fault = partsProblem(*made.figure, options); !fault.isEmpty()) return refused(fault);
  options = withFittingType(*made.figure, options);
  if (const QString fault = fitProblem(*made.figure, options); !fault.isEmpty()) return refused(fault);
  return {made.figure, options, {}};
}

}  // namespace

PrintedFigure printedFigure(const Session& session, const FigureJob& job) {
  PrintedFigure printed;
  const auto [figure, options, error] = prepared(session, job);
  printed.error = error;
  if (!figure) return printed;
  const QString ending = job.formats.value(0);
  if (ending == QLatin1String("csv")) {
    figure->writeCsv([&](const QByteArray& bytes) { return printed.bytes += bytes, true; });
    return printed;
  }
  const FigureFormat format = *figureFormatFrom(QStringLiteral("x.") + ending);
  if (format == FigureFormat::tex || format == FigureFormat::py)
    printed.error = tr("A figure as %1 reads a table that lies beside it; name a folder by -o.").arg(ending);
  else if (printed.error = formatProblem(*figure, options, format); printed.error.isEmpty())
    printed.bytes = figureBytes(*figure, options, format, QString());
  return printed;
}

ExportOutcome exportFigures(const Session& session, const FigureJob& job) {
  const SignalsWait wait;
  const Prepared ready = prepared(session, job);
  if (!ready.figure) return failure(ready.error);
  FigureOptions options = ready.options;
  if (!QDir().mkpath(job.folder))
    return failure(tr("The folder %1 can't be made; name one that you may write to.").arg(job.folder));

  QList<FigureFormat> formats;
  for (const QString& format : job.formats)
    if (const auto known = figureFormatFrom(QStringLiteral("x.") + format)) formats << *known;
  options.csv = job.formats.contains(QLatin1String("csv"));
  const QString name = job.name.isEmpty() ? fileNameOf(session, job.figure, job.choice, job.others) : job.name;
  nlohmann::json origin = job.origin;
  origin["alt"] = alt_text(*ready.figure, ready.figure->title(), session).toStdString();
  return exportFigure(*ready.figure, options, QDir(job.folder).filePath(name), formats, job.force, origin);
}

namespace {

class Words {
 public:
  explicit Words(const QString& first) : words_{first.toStdString()} {}
  /// Adds the option with its value, unless the value is the default.
  void add(const char* option, const QString& value, const QString& unless = {}) {
    if (value != unless) words_.insert(words_.end(), {option, value.toStdString()});
  }
  void add(const char* option, double value, double unless) { add(option, QString::number(value), QString::number(unless)); }
  void flag(const char* option, bool is_set) {
    if (is_set) words_.emplace_back(option);
  }
  std::vector<std::string> take() { return std::move(words_); }

 private:
  std::vector<std::string> words_;
};

QString seen_from(const QString& folder, const QString& file) {
  return QDir(QDir(folder).absolutePath()).relativeFilePath(QFileInfo(file).absoluteFilePath());
}

std::vector<std::string> words_of(const FigureJob& job, const FigureFiles& files) {
  Words words(job.figure);
  words.add("--session", seen_from(job.folder, files.session));
  for (const QString& other : files.others) words.add("--with", seen_from(job.folder, other));
  words.add(job.figure == QLatin1String("generations") ? "--quantity" : "--curve", job.choice.variant);
  words.add("--cache", job.choice.cache);
  words.add("--run", job.choice.run);
  const FigureOptions &look = job.options, plain;
  words.add("--width", look.width_mm, plain.width_mm);
  words.add("--height", look.height_mm, plain.height_mm);
  words.add("--type", look.font_pt, plain.font_pt);
  words.add("--font", QLatin1String(entryOf(look.face).name), QLatin1String(entryOf(plain.face).name));
  words.add("--lines", look.line_pt, plain.line_pt);
  words.flag("--palette=grey", look.grey);
  words.add("--dpi", look.dpi, plain.dpi);
  words.flag("--svg-text=text", look.words);
  const FigureSight& sight = job.choice.sight;
  words.add("--x", limitsText(sight.x));
  words.add("--y", limitsText(sight.y));
  words.add("--cursors", cursorsText(sight));
  words.add("--log", QStringLiteral("%1%2").arg(sight.log_x ? "x" : "", sight.log_y ? "y" : ""));
  for (const LegendName& one : legendPlaces())
    if (one.place == look.legend && look.legend != LegendPlace::own) words.add("--legend", QLatin1String(one.name));
  words.add("--colouring", sight.colouring);
  if (job.choice.panel >= 0) words.add("--panel", QString::number(job.choice.panel + 1));
  words.flag("--letters", look.letters);
  words.flag("--caption", look.caption);
  words.add("--formats", job.formats.join(QLatin1Char(',')));
  return words.take();
}

}  // namespace

nlohmann::json figure_origin(const FigureJob& job, const FigureFiles& files) {
  const bool is_whole = !files.session.isEmpty() && files.others.size() == static_cast<qsizetype>(job.others.size()) &&
                        !files.others.contains(QString());
  if (!is_whole)
    return {{"command_missing",
             "What was measured was in no file when the figure was exported; save the session and export again, and "
             "the command stands here."},
            {"version", version_text()}};
  const std::vector<std::string> words = words_of(job, files);
  std::string command = "chasescope figure";
  for (const std::string& word : words) command += ' ' + shell_word(word);
  return {{"command", command + " -o ."}, {"arguments", words}, {"version", version_text()}};
}

}  // namespace chasescope
