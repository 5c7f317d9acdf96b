#include "widgets/figure/figure_export.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QImageWriter>
#include <QPageSize>
#include <QPdfWriter>
#include <QRegularExpression>
#include <cmath>

#include "engine/output/output_file.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_page.h"
#include "widgets/figure/formats/eps_sink.h"
#include "widgets/figure/formats/series_files.h"
#include "widgets/figure/formats/shape_device.h"
#include "widgets/figure/formats/svg_sink.h"
#include "widgets/figure/formats/tikz_sink.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

// What LaTeX is given: its memory ends at a few times as much.
constexpr std::size_t kMostTexPoints = 10'000, kMostTexSteps = 60'000;
constexpr double kMostDrawnPixels = 2.5e8;  // of a picture that is drawn finer than it is written

/// The day of the measurement if the session tells it, else a fixed one: the same content gives the same bytes.
QString stampOf(const FigureContent& figure) {
  const nlohmann::json json = figure.provenance();
  const auto environment = json.find("environment");
  if (environment != json.end() && environment->is_object() && environment->contains("time") &&
      (*environment)["time"].is_string()) {
    const QString digits = QString::fromStdString((*environment)["time"].get<std::string>())
                               .remove(QRegularExpression(QStringLiteral("[^0-9]")))
                               .left(14);
    if (digits.size() == 14) return digits;
  }
  return QStringLiteral("20000101000000");
}

/// Puts fixed dates and ids of the same length where Qt writes the present ones. Qt 6.4 has a setter for the XMP metadata, but none
/// for CreationDate and /ID, and both must change together. The bytes are Qt's own, a few lines outside of all compressed streams;
/// what is of the same length leaves the table of offsets true. So a pattern finds them, and no PDF library reads and writes all
/// anew.
QByteArray withFixedStamps(QByteArray pdf, const QString& stamp) {
  const auto replaceAll = [&pdf](const char* pattern, const std::function<QByteArray(const QString&)>& by) {
    // Latin-1 keeps one character per byte, so that places in the text are places in the file.
    const QString text = QString::fromLatin1(pdf);
    for (auto matches = QRegularExpression(QString::fromLatin1(pattern)).globalMatch(text); matches.hasNext();) {
      const auto match = matches.next();
      QByteArray replacement = by(match.captured(1));
      replacement = replacement.leftJustified(match.capturedLength(1), ' ', true);
      pdf.replace(match.capturedStart(1), match.capturedLength(1), replacement);
    }
  };
  const QByteArray digits = stamp.toLatin1();
  replaceAll("/CreationDate \\(D:([0-9]{14}[^)]*)\\)", [&](const QString& old) {
    QByteArray date = digits + "+00'00'";
    return old.size() >= 21 ? date : digits.left(static_cast<int>(old.size()));
  });
  const QByteArray iso = digits.mid(0, 4) + '-' + digits.mid(4, 2) + '-' + digits.mid(6, 2) + 'T' + digits.mid(8, 2) + ':' +
                         digits.mid(10, 2) + ':' + digits.mid(12, 2);
  replaceAll("<xmp:(?:CreateDate|MetadataDate|ModifyDate)>([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})",
             [&](const QString&) { return iso; });
  replaceAll("uuid:([0-9a-f-]{36})", [](const QString&) { return QByteArray("00000000-0000-0000-0000-000000000000"); });
  replaceAll("/ID \\[ <([0-9a-f]+)>", [](const QString& old) { return QByteArray(old.size(), '0'); });
  replaceAll("/ID \\[ <[0-9a-f]+> <([0-9a-f]+)>", [](const QString& old) { return QByteArray(old.size(), '0'); });
  return pdf;
}

QByteArray pdfOf(const FigureContent& figure, const FigureOptions& options, const FigurePage& page) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&buffer);
    writer.setResolution(kFigureUnitsPerInch);
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setPageSize(
        QPageSize(QSizeF(options.width_mm, page.height_mm), QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setTitle(figure.title());
    writer.setCreator(QStringLiteral("ChaseScope"));
    QCPPainter painter(&writer);
    paintFigure(painter, figure, options, page, false);
  }
  return withFixedStamps(bytes, stampOf(figure));
}

/// What a painter paints, handed to the sink.
void paintInto(ShapeSink& sink, const FigureContent& figure, const FigureOptions& options, const FigurePage& page, bool ground) {
  ShapeDevice device(page.size, sink);
  QCPPainter painter(&device);
  paintFigure(painter, figure, options, page, ground);
}

QByteArray svgOf(const FigureContent& figure, const FigureOptions& options, const FigurePage& page) {
  SvgSink sink(page.size, options.words ? SvgSink::Words::text : SvgSink::Words::outlines);
  paintInto(sink, figure, options, page, options.ground);
  return sink.file(figure.title(), captionText(figure));
}

QByteArray epsOf(const FigureContent& figure, const FigureOptions& options, const FigurePage& page) {
  EpsSink sink(page.size);
  paintInto(sink, figure, options, page, false);
  return sink.file(figure.title(), stampOf(figure));
}

/// The curves that programs can draw anew from a table; empty where it has none, or a map.
std::vector<SeriesPanel> curvesOf(const FigureContent& figure, const FigureOptions& options) {
  std::vector<SeriesPanel> panels = figure.series(paperStyle(options));
  if (std::any_of(panels.begin(), panels.end(), [](const SeriesPanel& panel) { return panel.map.has_value(); })) panels.clear();
  return panels;
}

/// Whether LaTeX gets the curves, to draw axes of its own; else it gets the drawing.
bool hasTexAxes(const std::vector<SeriesPanel>& curves) { return !curves.empty() && pointsOf(curves) <= kMostTexPoints; }

QString tableName(const QString& stem) { return stem + QStringLiteral("-series.csv"); }

SeriesLook lookOf(const FigureContent& figure, const FigureOptions& options, const FigurePage& page, const QString& data) {
  return {.width_mm = options.width_mm,
          .height_mm = page.height_mm * figure.panelsBeside(options.width_mm, paperStyle(options)),
          .font_pt = options.font_pt,
          .line_pt = options.line_pt,
          .face = options.face,
          .legend = options.legend,
          .about = captionText(figure),
          .readings = cursorLine(figure),
          .readings_mm = page.readings * kMmPerInch / kFigureUnitsPerInch,
          .data = data};
}

TikzSink drawnForTex(const FigureContent& figure, const FigureOptions& options, const FigurePage& page) {
  TikzSink sink(page.size);
  paintInto(sink, figure, options, page, false);
  return sink;
}

QByteArray texOf(const FigureContent& figure, const FigureOptions& options, const FigurePage& page, const QString& stem) {
  if (const auto curves = curvesOf(figure, options); hasTexAxes(curves))
    return pgfplotsFile(curves, lookOf(figure, options, page, tableName(stem)));
  const TikzSink sink = drawnForTex(figure, options, page);
  return sink.file(captionText(figure), options.face);
}

/// Curves come from their own table, a map from the figure's.
QByteArray scriptOf(const FigureContent& figure, const FigureOptions& options, const FigurePage& page, const QString& stem) {
  const QString data = curvesOf(figure, options).empty() ? stem + QStringLiteral(".csv") : tableName(stem);
  return matplotlibScript(figure.series(paperStyle(options)), lookOf(figure, options, page, data));
}

/// Each pixel is the mean of what lies in it, also where a few dots stand for many cells: a coarse picture is a fine one made
/// smaller.
QByteArray pngOf(const FigureContent& figure, const FigureOptions& options, const FigurePage& page) {
  constexpr int kFine = 300;
  constexpr int kPngEffort = 30;  // of 100: twice as quick as the default, for a tenth more bytes
  const QSize size(qRound(options.width_mm / 25.4 * options.dpi), qRound(page.height_mm / 25.4 * options.dpi));
  const double finest = std::floor(std::sqrt(kMostDrawnPixels / (static_cast<double>(size.width()) * size.height())));
  const int finer = std::clamp((kFine + options.dpi - 1) / options.dpi, 1, std::max(1, static_cast<int>(finest)));
  QImage image(size * finer, QImage::Format_RGB32);
  image.fill(Qt::white);
  {
    QCPPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(static_cast<double>(image.width()) / page.size.width(), static_cast<double>(image.height()) / page.size.height());
    paintFigure(painter, figure, options, page, true);
  }
  if (finer > 1) image = image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  image.setDotsPerMeterX(qRound(options.dpi / 0.0254));
  image.setDotsPerMeterY(qRound(options.dpi / 0.0254));
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QImageWriter writer(&buffer, "png");
  writer.setCompression(kPngEffort);
  writer.write(image);
  return bytes;
}

using Sink = std::function<void(const QByteArray&)>;

/// A file that belongs to a figure: what says its bytes, as often as they are asked for.
struct Part {
  QString path;
  std::function<void(const Sink&)> say;
};

Part dataOf(const FigureContent& figure, const QString& path) {
  return {path, [&figure](const Sink& sink) {
            figure.writeCsv([&](const QByteArray& bytes) {
              sink(bytes);
              return true;
            });
          }};
}

Part bytesAt(const QString& path, const QByteArray& bytes) {
  return {path, [bytes](const Sink& sink) { sink(bytes); }};
}

/// Whether a file stands in its place that says something else. A pipe or a device says nothing.
bool isOther(const Part& part) {
  QFile there(part.path);
  if (!QFileInfo(part.path).isFile() || !there.open(QIODevice::ReadOnly)) return QFileInfo(part.path).isFile();
  bool same = true;
  part.say([&](const QByteArray& bytes) { same = same && there.read(bytes.size()) == bytes; });
  return !same || !there.atEnd();
}

/// Whether a file stands in the place of a figure's JSON that is none: a session, say, which must not be lost to a figure of it.
bool isForeign(const Part& part) {
  constexpr qint64 kMostBytes = 64'000'000;
  QFile there(part.path);
  if (!part.path.endsWith(QLatin1String(".json")) || !QFileInfo(part.path).isFile() || QFileInfo(part.path).size() == 0)
    return false;
  if (!there.open(QIODevice::ReadOnly) || there.size() > kMostBytes) return true;
  const nlohmann::json json = nlohmann::json::parse(there.readAll().toStdString(), nullptr, false);
  return !json.is_object() || !json.contains("caption") || !json.contains("width_mm");
}

/// Of files that belong together all are written, or none.
ExportOutcome written(const std::vector<Part>& parts, bool force) {
  ExportOutcome outcome;
  for (const Part& part : parts)
    if (isForeign(part)) {
      outcome.error = tr("%1 is another file than the JSON of a figure, and is never replaced by one. Choose another name for the "
                         "figure.")
                          .arg(part.path);
      return outcome;
    }
  for (const Part& part : parts)
    if (!force && isOther(part)) {
      outcome.error = tr("%1 exists with other content, so nothing was changed. Replace it (--force), or choose another folder "
                         "(-o) or name (--name).")
                          .arg(part.path);
      return outcome;
    }
  std::vector<OutputFile> files;
  for (const Part& part : parts) {
    OutputFile& file = files.emplace_back(QFile::encodeName(part.path).toStdString());
    part.say([&](const QByteArray& bytes) { file.put({bytes.constData(), static_cast<std::size_t>(bytes.size())}); });
    outcome.files << part.path;
  }
  if (const auto fault = commit_all(files)) {
    outcome.error = QString::fromStdString(*fault);
    outcome.files.clear();
  }
  return outcome;
}

nlohmann::json withLook(nlohmann::json json, const FigureContent& figure, const FigureOptions& options, double height_mm,
                        const nlohmann::json& origin) {
  json.update(origin);
  json["width_mm"] = options.width_mm;
  json["height_mm"] = height_mm;
  json["font_pt"] = options.font_pt;
  json["font"] = entryOf(options.face).name;
  json["line_pt"] = options.line_pt;
  json["palette"] = options.grey ? "grey" : "colour";
  json["title"] = figure.title().toStdString();
  json["caption"] = captionText(figure).toStdString();
  if (const nlohmann::json cursors = cursorsAsJson(figure); !cursors.empty()) {
    json["cursors"] = cursors;
    json["cursor_line"] = cursorLine(figure).toStdString();
  }
  return json;
}

}  // namespace

std::optional<FigureFormat> figureFormatFrom(const QString& path) {
  const qsizetype place = figureFormatNames().indexOf(QFileInfo(path).suffix().toLower());
  return place < 0 ? std::nullopt : std::optional(static_cast<FigureFormat>(place));
}

const QStringList& figureFormatNames() {
  static const QStringList names{QStringLiteral("pdf"), QStringLiteral("svg"), QStringLiteral("png"),
                                 QStringLiteral("eps"), QStringLiteral("tex"), QStringLiteral("py")};
  return names;
}

QString endingOf(FigureFormat format) { return figureFormatNames()[static_cast<int>(format)]; }

QByteArray figureBytes(const FigureContent& figure, const FigureOptions& options, FigureFormat format, const QString& stem) {
  const FigurePage page = layOutPage(figure, options, format);
  switch (format) {
    case FigureFormat::pdf: return pdfOf(figure, options, page);
    case FigureFormat::svg: return svgOf(figure, options, page);
    case FigureFormat::png: return pngOf(figure, options, page);
    case FigureFormat::eps: return epsOf(figure, options, page);
    case FigureFormat::tex: return texOf(figure, options, page, stem);
    case FigureFormat::py: return scriptOf(figure, options, page, stem);
  }
  return {};
}

QString formatProblem(const FigureContent& figure, const FigureOptions& options, FigureFormat format) {
  if (format == FigureFormat::py && figure.series(paperStyle(options)).empty())
    return tr("%1 is a drawing and no curve or map, so that a script could not make it again; choose svg or tex.")
        .arg(figure.title());
  if (format != FigureFormat::tex || hasTexAxes(curvesOf(figure, options))) return {};
  const std::size_t steps = drawnForTex(figure, options, layOutPage(figure, options, format)).steps();
  if (steps <= kMostTexSteps) return {};
  return tr("%1 consists of %2 points, and LaTeX has room for some %3; choose pdf, or less of the figure.")
      .arg(figure.title())
      .arg(steps)
      .arg(kMostTexSteps);
}

ExportOutcome exportFigure(const FigureContent& figure, const FigureOptions& options, const QString& path,
                           const QList<FigureFormat>& formats, bool force, const nlohmann::json& origin) {
  ExportOutcome outcome;
  outcome.error = optionsProblem(options);
  for (const FigureFormat format : formats)
    if (outcome) outcome.error = formatProblem(figure, options, format);
  if (!outcome) return outcome;
  std::vector<Part> parts;
  const QString stem = QFileInfo(path).fileName();
  for (const FigureFormat format : formats)
    parts.push_back(bytesAt(path + QLatin1Char('.') + endingOf(format), figureBytes(figure, options, format, stem)));
  const bool tex = formats.contains(FigureFormat::tex), script = formats.contains(FigureFormat::py);
  const std::vector<SeriesPanel> curves = tex || script ? curvesOf(figure, options) : std::vector<SeriesPanel>();
  if (!curves.empty() && (script || hasTexAxes(curves))) parts.push_back(bytesAt(tableName(path), seriesTable(curves)));
  if (options.csv || (script && curves.empty())) parts.push_back(dataOf(figure, path + QStringLiteral(".csv")));
  if (options.provenance && (options.alone || !formats.isEmpty())) {
    const double height = layOutPage(figure, options).height_mm;
    const QString ending = formats.isEmpty() ? QStringLiteral("csv") : endingOf(formats.first());
    parts.push_back(
        bytesAt(path + (options.alone ? QLatin1Char('.') + ending : QString()) + QStringLiteral(".json"),
                QByteArray::fromStdString(withLook(figure.provenance(), figure, options, height, origin).dump(2) + '\n')));
  }
  return written(parts, force);
}

ExportOutcome exportFigure(const FigureContent& figure, const FigureOptions& options, const QString& path, FigureFormat format) {
  const QFileInfo info(path);
  return exportFigure(figure, options, info.path() + QLatin1Char('/') + info.completeBaseName(), {format}, true);
}

}  // namespace chasescope
