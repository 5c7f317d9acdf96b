// Writes a figure to a file, always in the light theme and independent of any window: the same bytes from the window and from the
// command line. Needs a QApplication (the offscreen platform will do).
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <optional>

#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_options.h"

namespace chasescope {

enum class FigureFormat { pdf, svg, png, eps, tex, py };

/// Their endings, which are their names: "pdf", "svg", "png", "eps", "tex", "py".
const QStringList& figureFormatNames();

/// The format of a file name's ending (".pdf", ".svg", …), if it is one.
std::optional<FigureFormat> figureFormatFrom(const QString& path);

QString endingOf(FigureFormat format);

/// The files written, or a sentence that says what went wrong and where.
struct ExportOutcome {
  QStringList files;
  QString error;
  explicit operator bool() const { return error.isEmpty(); }
};

/// A file's bytes. Vector formats keep text and heatmap cells as vectors; PDF embeds its fonts, SVG has its text as paths. Equal
/// content and options give equal bytes.
/// `stem`: what the files are called, for those that read the data beside them (tex, py).
QByteArray figureBytes(const FigureContent& figure, const FigureOptions& options, FigureFormat format,
                       const QString& stem = QStringLiteral("figure"));

/// Why the figure can't be had in that format, as a sentence; empty if it can.
QString formatProblem(const FigureContent& figure, const FigureOptions& options, FigureFormat format);

/// Writes PATH.FORMAT for each format and what belongs beside them, all files or none. Without `force`, a file that is there and
/// says something else is a failure. `origin`: what the JSON beside it tells besides what figure and options know (an object).
ExportOutcome exportFigure(const FigureContent& figure, const FigureOptions& options, const QString& path,
                           const QList<FigureFormat>& formats, bool force, const nlohmann::json& origin = nlohmann::json::object());
/// Writes one file of that name and what belongs beside it, over what is there.
ExportOutcome exportFigure(const FigureContent& figure, const FigureOptions& options, const QString& path, FigureFormat format);

}  // namespace chasescope
