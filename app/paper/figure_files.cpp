#include "app/paper/figure_files.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

#include "app/documents/alt_text.h"
#include "app/measurement/version.h"
#include "engine/output/shell_word.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_fit.h"
#include "widgets/style/words.h"

namespace chasescope {

namespace {

/// Whether a column of a paper has no room for the figure.
bool needs_a_page(const QString& figure) {
  static const QStringList wide{QStringLiteral("memory-diagram"), QStringLiteral("set-map"), QStringLiteral("conflict-matrix"),
                                QStringLiteral("l2-map"), QStringLiteral("bandwidth")};
  return wide.contains(figure);
}

}  // namespace

QString file_word(const std::string& name) {
  QString word;
  for (const QChar c : QString::fromStdString(name).toLower()) {
    const bool plain = (c >= QLatin1Char('a') && c <= QLatin1Char('z')) || (c >= QLatin1Char('0') && c <= QLatin1Char('9'));
    if (plain)
      word += c;
    else if (!word.isEmpty() && !word.endsWith(QLatin1Char('-')))
      word += QLatin1Char('-');
  }
  constexpr int kLongest = 60;
  word.truncate(kLongest);
  while (word.endsWith(QLatin1Char('-'))) word.chop(1);
  return word.isEmpty() ? QStringLiteral("card") : word;
}

namespace {

/// The look for one figure, without the parts that the figure can't have.
FigureOptions options_of(const FigureContent& figure, const PaperLook& look, double width_mm) {
  FigureOptions options = look.options;
  options.width_mm = width_mm;
  const FigureTraits traits = figure.traits();
  if (traits.panels.size() < 2) options.letters = false;
  if (std::find(traits.legends.begin(), traits.legends.end(), options.legend) == traits.legends.end())
    options.legend = LegendPlace::own;
  return options;
}

/// The words of "chasescope figure …" that make one figure again in the size that it has.
std::vector<std::string> words_of(const FigureOnPaper& paper, const PaperLook& look, const FigureOptions& options,
                                  bool own_height) {
  std::vector<std::string> words = paper.arguments;
  for (std::size_t i = 0; i < look.words.size(); ++i) {
    const std::string& word = look.words[i];
    const bool letters = word == "--letters" && !options.letters;
    const bool legend = word == "--legend" && options.legend == LegendPlace::own;
    if (letters) continue;
    if (legend || (word == "--height" && own_height))
      ++i;
    else
      words.push_back(word);
  }
  const auto add = [&words](const char* option, double number) {
    words.insert(words.end(), {option, QString::number(number).toStdString()});
  };
  add("--width", options.width_mm);
  if (own_height) {
    add("--height", options.height_mm);
    if (options.least_font_pt > 0) add("--type", options.font_pt);  // a height of its own would lead to other type
  }
  return words;
}

/// The look's formats besides PDF and SVG in which the figure can be written. Each other one gets a note.
QList<FigureFormat> more_formats(FigureOnPaper& paper, const FigureContent& figure, const PaperLook& look,
                                 const FigureOptions& options) {
  QList<FigureFormat> formats;
  for (const QString& name : look.formats) {
    const auto format = figureFormatFrom(QStringLiteral("x.") + name);
    if (!format || *format == FigureFormat::pdf || *format == FigureFormat::svg) continue;
    if (const QString problem = formatProblem(figure, options, *format); !problem.isEmpty())
      paper.notes << problem;
    else
      formats << *format;
  }
  return formats;
}

}  // namespace

std::optional<std::string> write_figure(FigureOnPaper& paper, const FigureContent& figure, const Session& session,
                                        const std::string& folder, const PaperLook& look) {
  const double widest = needs_a_page(paper.figure) ? std::max(look.page_mm, look.column_mm) : look.column_mm;
  FigureOptions asked = options_of(figure, look, widest);
  if (QString fault = optionsProblem(asked); !fault.isEmpty()) return fault.toStdString();
  paper.title = figure.title();
  asked = withFittingType(figure, asked);
  const auto fitting = fittingOptions(figure, asked);
  if (!fitting) {
    paper.why = fitProblem(figure, asked);
    return std::nullopt;
  }
  FigureOptions options = *fitting;
  const bool own_height = options.height_mm != asked.height_mm;
  if (options.width_mm != asked.width_mm)
    paper.notes << tr("Made %1 mm wide: it has no room at %2 mm in type of %3 points.")
                       .arg(options.width_mm)
                       .arg(asked.width_mm)
                       .arg(asked.font_pt);
  if (own_height)
    paper.notes << tr("Made %1 mm high: it has no room at a height of %2 mm in type of %3 points.")
                       .arg(options.height_mm)
                       .arg(asked.height_mm)
                       .arg(asked.font_pt);
  paper.widthMm = options.width_mm;
  paper.wide = options.width_mm > look.column_mm;
  paper.description = alt_text(figure, paper.title, session);

  const QDir place(QString::fromStdString(folder));
  const std::vector<std::string> words = words_of(paper, look, options, own_height);
  std::string command = "chasescope figure";
  for (const std::string& word : words) command += ' ' + shell_word(word);
  paper.command = QString::fromStdString(command + " -o again");
  const nlohmann::json origin{
      {"alt", paper.description.toStdString()}, {"command", command + " -o ."}, {"arguments", words}, {"version", version_text()}};
  const auto write = [&](const QList<FigureFormat>& formats) -> std::optional<std::string> {
    const ExportOutcome done = exportFigure(figure, options, place.filePath(paper.stem), formats, look.force, origin);
    if (!done) return done.error.toStdString();
    for (const QString& file : done.files) paper.files << QFileInfo(file).fileName();
    return std::nullopt;
  };
  const QList<FigureFormat> more = more_formats(paper, figure, look, options);
  if (auto fault = write(QList<FigureFormat>{FigureFormat::pdf} + more)) return fault;
  options.csv = options.provenance = false;  // CSV and provenance were written with the PDF
  options.ground = true;
  if (auto fault = write({FigureFormat::svg})) return fault;
  paper.caption = figure.caption();  // the caption tells what the drawing left out, so it is made after the drawing
  return std::nullopt;
}

}  // namespace chasescope
