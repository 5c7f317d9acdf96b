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

/// The bytes of a file. Vector formats keep text and heatmap cells as vectors; PDF embeds its fonts, SVG has text as paths. Equal
/// content and options give equal bytes. `stem`: the name of the files, for formats that read the data file (tex, py).
QByteArray figureBytes(const FigureContent& figure, const FigureOptions& options, FigureFormat format,
                       const QString& stem = QStringLiteral("figure"));

/// Why the figure has no such format, as a sentence; empty if it has.
QString formatProblem(const FigureContent& figure, const FigureOptions& options, FigureFormat format);

/// Writes PATH.FORMAT for each format and the files beside it, all or none. Without `force`, an existing file with other contents
/// is an error. `origin`: further members of the JSON (an object).
ExportOutcome exportFigure(const FigureContent& figure, const FigureOptions& options, const QString& path,
                           const QList<FigureFormat>& formats, bool force, const nlohmann::json& origin = nlohmann::json::object());
/// Writes one file of that name and the files beside it, replacing existing ones.
ExportOutcome exportFigure(const FigureContent& figure, const FigureOptions& options, const QString& path, FigureFormat format);

}  // namespace chasescope
