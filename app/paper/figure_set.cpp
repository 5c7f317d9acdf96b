#include "app/paper/figure_set.h"

#include <QDir>
#include <QFile>
#include <filesystem>
#include <set>

#include "app/documents/export_figures.h"
#include "app/documents/figure_application.h"
#include "app/paper/all_figures.h"
#include "engine/output/output_file.h"
#include "engine/session/session_file.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_faults.h"
#include "widgets/registry/figure_list.h"
#include "widgets/style/fonts.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr const char* kIndex = "index.html";

DeviceError fault(std::string sentence) { return {ErrorCode::internal, std::move(sentence)}; }

/// The word that a card's files begin with. A second card of the same name gets a number.
std::string own_word(const std::string& name, std::set<std::string>& taken) {
  const std::string word = file_word(name).toStdString();
  std::string own = word;
  for (int number = 2; !taken.insert(own).second; ++number) own = word + "-" + std::to_string(number);
  return own;
}

std::vector<std::string> arguments_of(const AllFigure& figure, const std::string& session) {
  std::vector<std::string> words{figure.name.toStdString(), "--session", session};
  if (!figure.choice.run.isEmpty()) words.insert(words.end(), {"--run", figure.choice.run.toStdString()});
  return words;
}

/// The id of the measured device; empty where the session does not say it.
std::string device_of(const Session& session) {
  if (!session.environment.is_object()) return {};
  const auto id = session.environment.find("device_id");
  return id != session.environment.end() && id->is_string() ? id->get<std::string>() : std::string();
}

/// The part of the figure that the look asks for. If the figure has no such part, the whole figure, with a note.
FigurePtr part_of(const AllFigure& one, const Session& session, const PaperLook& look, QStringList& notes) {
  const bool whole = look.panel < 0 && look.sight.x.whole() && look.sight.y.whole() && look.sight.colouring.isEmpty() &&
                     !look.sight.log_x && !look.sight.log_y && !look.sight.hasCursors();
  if (whole) return one.figure;
  FigureChoice choice = one.choice;
  choice.sight = look.sight;
  choice.panel = look.panel;
  const FigureOutcome part = figureOf(session, one.name, choice);
  const QString problem = part ? choiceProblem(*part.figure, choice) : part.error;
  if (problem.isEmpty()) return part.figure;
  notes << tr("Shown whole: %1").arg(problem);
  return one.figure;
}

/// Whether there is a file of that name with other contents.
bool is_other(const std::filesystem::path& path, const std::string& bytes) {
  QFile file(QString::fromStdString(path.string()));
  if (!file.exists()) return false;
  return !file.open(QIODevice::ReadOnly) || file.readAll().toStdString() != bytes;
}

DeviceError other_file(const std::filesystem::path& path) {
  return fault(path.string() +
               " is there already and says something else; nothing was changed. Replace it (--force), or write "
               "into another folder.");
}

}  // namespace

std::optional<std::string> write_text(const std::string& folder, const std::string& name, const std::string& text) {
  OutputFile file(std::filesystem::path(folder) / name);
  file.put(text);
  return file.commit();
}

std::optional<std::string> fault_before_measuring(const std::string& folder, const PaperLook& look) {
  const FigureApplication application;
  registerFonts();
  if (const QString fault = optionsProblem(look.options); !fault.isEmpty()) return fault.toStdString();
  if (auto fault = fault_of_folder_place(folder)) return fault;
  const std::filesystem::path index = std::filesystem::path(folder) / kIndex;
  if (look.force || qEnvironmentVariableIsSet("SOURCE_DATE_EPOCH") || !QFile::exists(QString::fromStdString(index.string())))
    return std::nullopt;
  return index.string() +
         " is there already, with figures of another measurement; nothing was measured. Replace them (--force), or "
         "write into another folder.";
}

Outcome<std::vector<CardOnPaper>> write_figure_set(const std::vector<Session>& sources, const std::string& folder,
                                                   const PaperLook& look) {
  const FigureApplication application;
  if (!QDir().mkpath(QString::fromStdString(folder))) return fault("The folder " + folder + " can't be made.");
  std::vector<CardOnPaper> cards;
  std::set<std::string> words;
  for (const Session& source : sources) {
    const std::string word = own_word(source.device.name, words);
    CardOnPaper card{source.device.name, word + ".cbor", device_of(source), {}};
    const std::filesystem::path kept = std::filesystem::path(folder) / card.session;
    if (!look.force) {
      const auto bytes = session_bytes(source, SessionFormat::cbor);
      if (!bytes) return bytes.error();
      if (is_other(kept, *bytes)) return other_file(kept);
    }
    if (const auto wrong = write_session(source, kept, SessionFormat::cbor)) return *wrong;
    for (const AllFigure& one : all_figures(source)) {
      FigureOnPaper paper;
      paper.figure = one.name;
      paper.stem = QString::fromStdString(word) + QLatin1Char('-') + one.name;
      paper.title = figureTitle(one.name);
      paper.arguments = arguments_of(one, card.session);
      paper.why = one.figure != nullptr ? QString() : one.why;
      if (one.figure != nullptr)
        if (auto wrong = write_figure(paper, *part_of(one, source, look, paper.notes), source, folder, look))
          return fault(*std::move(wrong));
      card.figures.push_back(std::move(paper));
    }
    cards.push_back(std::move(card));
  }
  for (const auto& [name, text] : {std::pair<std::string, std::string>{kIndex, index_html(cards)},
                                   {"index.md", index_markdown(cards)},
                                   {"figures.tex", figures_tex(cards)},
                                   {"make.sh", make_script(cards, look.words_of_all)}}) {
    if (const std::filesystem::path path = std::filesystem::path(folder) / name; !look.force && is_other(path, text))
      return other_file(path);
    if (auto wrong = write_text(folder, name, text)) return fault(*std::move(wrong));
  }
  std::error_code ignored;
  std::filesystem::permissions(std::filesystem::path(folder) / "make.sh",
                               std::filesystem::perms::owner_exec | std::filesystem::perms::group_exec,
                               std::filesystem::perm_options::add, ignored);
  return cards;
}

}  // namespace chasescope
