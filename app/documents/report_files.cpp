#include "app/documents/report_files.h"

#include <QUrl>

#include "app/documents/export_figures.h"
#include "app/documents/figure_application.h"
#include "app/documents/figure_folder.h"
#include "app/measurement/interrupt.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/output/output_file.h"
#include "engine/session/csv/csv.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/figure/figure_fit.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {
namespace {

constexpr const char* kMarkdown = "markdown";
constexpr const char* kOverview = "memory-diagram";
constexpr double kWidth = 177.8;  // mm: a page's whole width

QString folder_of(const std::filesystem::path& out) {
  const auto name = out.stem().string() + "_figures";
  return QString::fromStdString((out.has_parent_path() ? out.parent_path() / name : std::filesystem::path(name)).string());
}

DeviceError internal_error(const QString& sentence) { return {ErrorCode::internal, sentence.toStdString()}; }

/// Whether a figure shows a single run. It would be the last of the thousands of a discovery, which says nothing about the card.
bool shows_one_run(const QString& figure) {
  return figure == QLatin1String("scope") || figure == QLatin1String("miss-pattern") || figure == QLatin1String("chase");
}

bool is_discovery(const Session& session) {
  return session.environment.is_object() && session.environment.value("probe", nlohmann::json()) == "discover";
}

/// Draws every figure that the session has data for into the folder. A figure that has no room in a page's width is made as wide as
/// it needs, and `notes` say so.
Outcome<std::vector<ReportFigure>> draw(const Session& session, const FigureFolder& folder, std::vector<std::string>& notes) {
  std::vector<ReportFigure> figures;
  const QString name = folder.path().section(QLatin1Char('/'), -1);
  FigureOptions options;
  options.width_mm = kWidth;
  options.caption = false;  // the report says it
  options.ground = true;
  options.csv = options.provenance = false;
  for (const QString& figure : figureNames()) {
    if (shows_one_run(figure) && is_discovery(session)) continue;
    const FigureOutcome made = figureOf(session, figure);
    if (!made) continue;
    const QString file = figure + QStringLiteral(".svg");
    const auto fitting = fittingOptions(*made.figure, options);
    if (!fitting) {
      notes.push_back("The figure " + figure.toStdString() + " is left out: " + fitProblem(*made.figure, options).toStdString());
      continue;
    }
    if (fitting->width_mm != options.width_mm)
      notes.push_back("The figure " + figure.toStdString() + " is " + number_text(fitting->width_mm) +
                      " mm wide: it has no room at " + number_text(options.width_mm) + " mm.");
    const ExportOutcome outcome =
        exportFigure(*made.figure, *fitting, folder.workFolder() + QLatin1Char('/') + file, FigureFormat::svg);
    if (!outcome) return internal_error(outcome.error);
    const QByteArray link = QUrl::toPercentEncoding(name + QLatin1Char('/') + file, "/");
    figures.push_back({link.toStdString(), figureTitle(figure).toStdString(), made.figure->caption().toStdString(),
                       figure == QLatin1String(kOverview)});
  }
  return figures;
}

Outcome<Conversion> write_markdown(const Session& session, const std::filesystem::path& out) {
  const FigureApplication application;
  FigureFolder folder(folder_of(out));
  if (const QString why = folder.begin(); !why.isEmpty()) return internal_error(why);
  std::vector<std::string> notes;
  auto figures = draw(session, folder, notes);
  if (!figures) return figures.error();
  if (!figures->empty())
    if (const QString why = folder.place(); !why.isEmpty()) return internal_error(why);
  OutputFile file(out);
  Report report = markdown_report(session, *figures);
  file.put(report.text);
  if (auto fault = file.commit()) return DeviceError{ErrorCode::internal, *std::move(fault)};
  folder.keep();
  Conversion done{{out}, std::move(report.warnings), {}, {}};
  done.warnings.insert(done.warnings.end(), notes.begin(), notes.end());
  if (!figures->empty()) done.files.emplace_back(folder.path().toStdString());
  return done;
}

/// NAME.ADDITION.ENDING beside NAME.ENDING.
std::filesystem::path beside(const std::filesystem::path& path, const std::string& addition) {
  return path.parent_path() / (path.stem().string() + addition + path.extension().string());
}

/// Whether a document of that name would replace a file.
bool is_taken(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace

Place place_for(const Session& session, const std::filesystem::path& out) {
  if (!is_taken(out) || !discovery_trouble(session.findings)) return {out, {}};
  std::filesystem::path free = beside(out, ".partial");
  for (int number = 2; is_taken(free); ++number) free = beside(out, ".partial-" + std::to_string(number));
  return {free,
          "The discovery is not whole, so " + out.string() + " is left as it is, and what was found is in " + free.string() + "."};
}

std::string saved_words(const std::vector<std::filesystem::path>& files) {
  std::string text = "\nSaved to ";
  for (std::size_t i = 0; i < files.size(); ++i) text += (i == 0 ? "" : ", ") + files[i].string();
  return text + "\n";
}

std::string saved_words(const Conversion& written) {
  if (written.folder.empty()) return saved_words(written.files);
  return "\nSaved " + format_count(written.files.size()) + (written.files.size() == 1 ? " file" : " files") + " to " +
         written.folder.string() + ": " + written.contents + "\n";
}

std::optional<DeviceError> fault_of_document(const std::filesystem::path& out, const std::string& format) {
  const auto no_place = [](std::string sentence) { return DeviceError{ErrorCode::internal, std::move(sentence)}; };
  const auto name = document_format(out, format);
  if (!name) return name.error();
  if (*name == kTracesFormat) return fault_of_csv_folder(out);
  if (auto fault = fault_of_place(out)) return no_place(*std::move(fault));
  if (*name != kMarkdown) return std::nullopt;
  const QString problem = FigureFolder(folder_of(out)).problem();
  return problem.isEmpty() ? std::nullopt : std::optional(internal_error(problem));
}

Outcome<Conversion> write_document_with_figures(const Session& session, const std::filesystem::path& out,
                                                const std::string& format) {
  const SignalsWait wait;
  const auto name = document_format(out, format);
  if (name && *name == kMarkdown) return write_markdown(session, out);
  return write_document(session, out, format);
}

std::string note_without_figures(const std::string& format) {
  return format == kMarkdown ? "No figures on standard output; with -o FILE.md they go into a folder beside it." : std::string();
}

}  // namespace chasescope
