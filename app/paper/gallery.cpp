#include "app/paper/gallery.h"

#include <QDir>
#include <map>

#include "app/documents/export_figures.h"
#include "app/documents/figure_application.h"
#include "app/measurement/failure.h"
#include "app/paper/figure_set.h"
#include "app/paper/gallery_pages.h"
#include "app/paper/sources.h"
#include "engine/device/recording/bundled.h"
#include "engine/output/shell_word.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/parameters.h"
#include "engine/session/document/run_series.h"
#include "engine/session/session_file.h"
#include "engine/session/tables/table_formats.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_faults.h"
#include "widgets/figure/figure_probes.h"
#include "widgets/registry/figure_list.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using SessionPtr = std::shared_ptr<const Session>;

/// Runs the probes that fill the entry's figure. A probe gets those of the entry's settings that are its parameters.
Outcome<Session> measured(const GalleryEntry& entry) {
  const auto given = parse_settings(entry.settings);
  if (!given) return given.error();
  const auto probes = probesToRun(QString::fromStdString(entry.figure), entry.cache, *given);
  if (!probes) return probes.error();
  std::vector<ProbeStep> steps;
  for (const FigureProbe& probe : *probes) {
    const ProbeInfo& info = find_probe(probe.name)->info();
    ParameterValues own;
    for (const auto& [key, value] : *given)
      if (info.parameter(key) != nullptr) own[key] = value;
    steps.push_back(
        {.probe = info.name,
         .values = [&entry, &given = *given, suited = probe.suited, own](const Session& so_far) -> std::optional<ParameterValues> {
           if (suited == nullptr) return own;
           auto values = suited({so_far.device, so_far.findings, given, entry.cache});
           if (values) values->insert(own.begin(), own.end());
           return values;
         },
         .may_fail = [guides = probe.role == FigureProbe::Role::guides](const DeviceError&) { return guides; }});
  }
  return measure_session({.id = entry.device, .noise = {}, .seed = {}, .request_log = {}}, steps);
}

/// Sessions by device, probes and settings, so that entries that need the same measurement share it.
class Measurements {
 public:
  Outcome<SessionPtr> of_figure(const GalleryEntry& entry) {
    std::string key = entry.device + "\n" + entry.cache;
    for (const std::string& setting : entry.settings) key += "\n" + setting;
    if (!entry.device.starts_with("recording:"))
      for (const QString& probe : probesOf(QString::fromStdString(entry.figure), entry.cache)) key += "\n" + probe.toStdString();
    return kept(key, [&]() -> Outcome<Session> {
      if (!entry.device.starts_with("recording:")) return measured(entry);
      auto session = read_session(document_file(entry.device));
      if (!session) return DeviceError{ErrorCode::internal, session.error().message};
      return session;
    });
  }

  Outcome<SessionPtr> of_table(const TableSpec& table, const std::string& device) {
    return kept("table\n" + (table.probes.empty() ? "discover" : table.name) + "\n" + device,
                [&] { return session_for(table, device); });
  }

 private:
  template <typename Measure>
  Outcome<SessionPtr> kept(const std::string& key, const Measure& measure) {
    if (const auto known = sessions_.find(key); known != sessions_.end()) return known->second;
    auto session = measure();
    if (!session) return session.error();
    return sessions_[key] = std::make_shared<const Session>(*std::move(session));
  }

  std::map<std::string, SessionPtr> sessions_;
};

/// The run with the request that the entry names; empty if it names none. If there is no such run, an id of no run.
QString run_of(const GalleryEntry& entry, const Session& session) {
  if (entry.run.empty()) return {};
  const auto wanted = [&entry](const char* name, std::uint64_t value) {
    const auto found = entry.run.find(name);
    return found == entry.run.end() || found->second == value;
  };
  for (const RunPtr& run : data_runs(session.runs)) {
    if (const auto* bank = run->as<BankRequest>())
      if (wanted("stride", bank->request.stride) && wanted("bank_bytes", bank->request.bank_bytes))
        return QString::fromStdString(run->id);
    if (const auto* burst = run->as<OutstandingRequest>())
      if (wanted("loads", burst->request.loads) && wanted("sharing", burst->request.sharing))
        return QString::fromStdString(run->id);
  }
  return QStringLiteral("none of these");
}

std::vector<std::string> arguments_of(const GalleryEntry& entry, const QString& run) {
  std::vector<std::string> words{entry.figure, "--device", entry.device};
  if (!entry.cache.empty()) words.insert(words.end(), {"--cache", entry.cache});
  for (const std::string& setting : entry.settings) words.insert(words.end(), {"--set", setting});
  if (!run.isEmpty()) words.insert(words.end(), {"--run", run.toStdString()});
  if (entry.panel > 0) words.insert(words.end(), {"--panel", std::to_string(entry.panel)});
  return words;
}

class Gallery {
 public:
  Gallery(const std::string& folder, const PaperLook& look) : folder_(folder), look_(look) {}

  /// \return a sentence if a file can't be written.
  std::optional<std::string> add(const GalleryEntry& entry) {
    GalleryPiece& piece = pieces_.emplace_back();
    piece.entry = &entry;
    piece.figure.figure = QString::fromStdString(entry.figure);
    piece.figure.stem = QString::fromStdString(entry.id);
    if (!entry.missing.empty()) {
      piece.figure.why = QString::fromStdString(entry.missing);
      return std::nullopt;
    }
    return entry.table.empty() ? add_figure(piece) : add_table(piece);
  }

  std::vector<GalleryPiece> take() { return std::move(pieces_); }

 private:
  std::optional<std::string> add_figure(GalleryPiece& piece) {
    const GalleryEntry& entry = *piece.entry;
    const auto session = measurements_.of_figure(entry);
    if (!session) return unmade(piece, session.error().message);
    const QString run = run_of(entry, **session);
    FigureChoice choice{run, QString::fromStdString(entry.cache)};
    choice.panel = entry.panel - 1;
    const FigureOutcome made = figureOf(**session, piece.figure.figure, choice);
    piece.figure.arguments = arguments_of(entry, run);
    if (!made) return unmade(piece, made.error.toStdString());
    if (const QString fault = choiceProblem(*made.figure, choice); !fault.isEmpty()) return unmade(piece, fault.toStdString());
    if (auto fault = write_figure(piece.figure, *made.figure, **session, folder_, look_)) return fault;
    if (entry.numbers) piece.numbers = print_table(*entry.numbers, cards_with_published({**session}));
    return std::nullopt;
  }

  std::optional<std::string> add_table(GalleryPiece& piece) {
    const TableSpec* table = find_table(piece.entry->table);
    std::vector<Session> sessions;
    for (const std::string& device : table->devices) {
      const auto session = measurements_.of_table(*table, device);
      if (!session) return unmade(piece, session.error().message);
      sessions.push_back(**session);
      piece.figure.command +=
          (piece.figure.command.isEmpty() ? QStringLiteral("chasescope table %1").arg(QString::fromStdString(table->name))
                                          : QString()) +
          QStringLiteral(" --device ") + QString::fromStdString(device);
    }
    piece.table = print_table(*table, cards_with_published(sessions));
    for (const auto& [ending, format] :
         {std::pair{".tex", TableFormat::latex}, {".md", TableFormat::markdown}, {".csv", TableFormat::csv}})
      if (auto fault = write_text(folder_, piece.entry->id + ending, table_text(*piece.table, format))) return fault;
    return std::nullopt;
  }

  static std::optional<std::string> unmade(GalleryPiece& piece, const std::string& why) {
    piece.figure.why = QString::fromStdString(why);
    return std::nullopt;
  }

  std::string folder_;
  PaperLook look_;
  Measurements measurements_;
  std::vector<GalleryPiece> pieces_;
};

}  // namespace

Outcome<std::vector<GalleryPiece>> write_gallery(const std::vector<GalleryEntry>& entries, const std::string& folder,
                                                 const PaperLook& look) {
  const auto fault = [](std::string sentence) { return DeviceError{ErrorCode::internal, std::move(sentence)}; };
  const FigureApplication application;
  if (!QDir().mkpath(QString::fromStdString(folder))) return fault("The folder " + folder + " can't be made.");
  Gallery gallery(folder, look);
  for (const GalleryEntry& entry : entries)
    if (auto wrong = gallery.add(entry)) return fault(*std::move(wrong));
  std::vector<GalleryPiece> pieces = gallery.take();
  std::string only, words;
  for (const std::string& word : look.words_of_all) words += " " + shell_word(word);
  if (entries.size() != chasescope::gallery().size())
    for (const GalleryEntry& entry : entries) only += " --only " + entry.id;
  for (const auto& [name, text] :
       {std::pair<std::string, std::string>{"index.html", gallery_html(pieces)},
        {"index.md", gallery_markdown(pieces)},
        {"figures.tex", gallery_figures_tex(pieces)},
        {"tables.tex", gallery_tables_tex(pieces)},
        {"make.sh",
         "#!/bin/sh\n# Makes this gallery again, into the folder named (or 'again').\nset -e\ncd \"$(dirname \"$0\")\"\n"
         "chasescope gallery" +
             only + words + " -o \"${1:-again}\"\n"}})
    if (auto wrong = write_text(folder, name, text)) return fault(*std::move(wrong));
  return pieces;
}

}  // namespace chasescope
