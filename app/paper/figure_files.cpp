#include "app/paper/figure_files.h"

#include <QDir>
#include <QFileInfo>

#include "app/documents/alt_text.h"
#include "widgets/figure/figure_export.h"

namespace chasescope {

namespace {

/// What no column of a paper has room for.
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

std::optional<std::string> write_figure(FigureOnPaper& paper, const FigureContent& figure, const Session& session,
                                        const std::string& folder, const PaperWidths& widths) {
  FigureOptions options;
  paper.wide = needs_a_page(paper.figure);
  options.width_mm = paper.widthMm = paper.wide ? widths.page_mm : widths.column_mm;
  options.caption = false;
  const QDir place(QString::fromStdString(folder));
  paper.title = figure.title();
  paper.description = alt_text(figure, paper.title, session);
  const nlohmann::json origin{{"alt", paper.description.toStdString()}};
  const auto write = [&](FigureFormat format) -> std::optional<std::string> {
    const ExportOutcome done = exportFigure(figure, options, place.filePath(paper.stem), {format}, true, origin);
    if (!done) return done.error.toStdString();
    for (const QString& file : done.files) paper.files << QFileInfo(file).fileName();
    return std::nullopt;
  };
  if (auto fault = write(FigureFormat::pdf)) return fault;
  options.csv = options.provenance = false;  // once is enough
  options.ground = true;
  if (auto fault = write(FigureFormat::svg)) return fault;
  paper.caption = figure.caption();  // tells what the drawing left out, so it is asked for after it
  return std::nullopt;
}

}  // namespace chasescope
