#include "app/paper/figure_set.h"

#include <QDir>
#include <filesystem>
#include <set>

#include "app/documents/figure_application.h"
#include "app/paper/all_figures.h"
#include "engine/output/output_file.h"
#include "engine/session/session_file.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {
namespace {

DeviceError fault(std::string sentence) { return {ErrorCode::internal, std::move(sentence)}; }

/// The same card twice is told apart by a number.
std::string own_word(const std::string& name, std::set<std::string>& taken) {
  const std::string word = file_word(name).toStdString();
  std::string own = word;
  for (int number = 2; !taken.insert(own).second; ++number) own = word + "-" + std::to_string(number);
  return own;
}

QString command_of(const AllFigure& figure, const std::string& session) {
  QString text = QStringLiteral("chasescope figure %1 --session %2").arg(figure.name, QString::fromStdString(session));
  if (!figure.choice.run.isEmpty()) text += QStringLiteral(" --run ") + figure.choice.run;
  return text + QStringLiteral(" -o again");
}

}  // namespace

std::optional<std::string> write_text(const std::string& folder, const std::string& name, const std::string& text) {
  OutputFile file(std::filesystem::path(folder) / name);
  file.put(text);
  return file.commit();
}

Outcome<std::vector<CardOnPaper>> write_figure_set(const std::vector<FigureSource>& sources, const std::string& folder,
                                                   const PaperWidths& widths) {
  const FigureApplication application;
  if (!QDir().mkpath(QString::fromStdString(folder))) return fault("The folder " + folder + " can't be made.");
  std::vector<CardOnPaper> cards;
  std::set<std::string> words;
  for (const FigureSource& source : sources) {
    const std::string word = own_word(source.session.device.name, words);
    CardOnPaper card{source.session.device.name, word + ".cbor", source.device, {}};
    if (const auto wrong = write_session(source.session, std::filesystem::path(folder) / card.session, SessionFormat::cbor))
      return *wrong;
    for (const AllFigure& one : all_figures(source.session)) {
      FigureOnPaper paper;
      paper.figure = one.name;
      paper.stem = QString::fromStdString(word) + QLatin1Char('_') + one.name;
      paper.title = figureTitle(one.name);
      paper.command = command_of(one, card.session);
      paper.why = one.figure != nullptr ? QString() : one.why;
      if (one.figure != nullptr)
        if (auto wrong = write_figure(paper, *one.figure, source.session, folder, widths)) return fault(*std::move(wrong));
      card.figures.push_back(std::move(paper));
    }
    cards.push_back(std::move(card));
  }
  for (const auto& [name, text] : {std::pair<std::string, std::string>{"index.html", index_html(cards)},
                                   {"index.md", index_markdown(cards)},
                                   {"figures.tex", figures_tex(cards)},
                                   {"make.sh", make_script(cards)}})
    if (auto wrong = write_text(folder, name, text)) return fault(*std::move(wrong));
  std::error_code ignored;
  std::filesystem::permissions(std::filesystem::path(folder) / "make.sh",
                               std::filesystem::perms::owner_exec | std::filesystem::perms::group_exec,
                               std::filesystem::perm_options::add, ignored);
  return cards;
}

}  // namespace chasescope
