#include "app/paper/archive.h"

#include <QCryptographicHash>
#include <QFile>
#include <algorithm>
#include <filesystem>
#include <set>

#include "app/measurement/version.h"
#include "app/paper/bibliography.h"
#include "app/paper/ro_crate.h"
#include "app/paper/sources.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/output_file.h"
#include "engine/session/report/report.h"
#include "engine/session/tables/table_formats.h"
#include "resources/resources.h"

namespace chasescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kChecksums = "checksums.sha256";
constexpr const char* kDescription = "ro-crate-metadata.json";

/// All files of the folder by their paths within it, sorted.
std::vector<std::string> files_of(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), folder).generic_string());
  std::sort(files.begin(), files.end());
  return files;
}

std::optional<std::string> sha256_of(const fs::path& path) {
  QFile file(QString::fromStdString(path.string()));
  QCryptographicHash hash(QCryptographicHash::Sha256);
  if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file)) return std::nullopt;
  return hash.result().toHex().toStdString();
}

/// The date of the last measurement, which is the only time in the archive.
std::string date_of(const std::vector<Session>& sources) {
  std::string last = "2000-01-01";
  constexpr std::size_t kDay = 10;
  for (const Session& source : sources) {
    const auto& environment = source.environment;
    if (!environment.is_object() || !environment.contains("time") || !environment["time"].is_string()) continue;
    const std::string time = environment["time"];
    const bool looks_right = time.size() >= kDay && std::all_of(time.begin(), time.begin() + kDay,
                                                                [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
    if (looks_right) last = std::max(last, time.substr(0, kDay));
  }
  return last;
}

std::string name_of(const std::string& path) {
  if (path == "README.md") return "What this is, and how to make it again";
  if (path == "LICENSE.txt") return "Licences of data and program";
  if (path == "references.bib") return "Whom to cite";
  if (path == kChecksums) return "SHA-256 of all other files";
  if (path.ends_with(".cbor")) return "Session: device, runs with their traces, findings";
  if (path.starts_with("data/")) return "Findings as a table";
  if (path.starts_with("tables/")) return "Table for a paper";
  if (path.ends_with("make.sh")) return "Makes the figures again";
  return "Figure or its data: " + path;
}

std::string readme(const std::vector<CardOnPaper>& cards, const std::string& license) {
  std::string text = "# Measurements of GPU memory hierarchies\n\nMade with " + one_line(version_text()) +
                     ".\n\n| card | session | figures |\n| --- | --- | --- |\n";
  for (const CardOnPaper& card : cards) {
    const auto shown = std::count_if(card.figures.begin(), card.figures.end(), [](const auto& figure) { return figure.shown(); });
    text += "| " + markdown_escaped(card.name) + " | `figures/" + card.session + "` | " + std::to_string(shown) + " |\n";
  }
  return text +
         "\n## For a reviewer\n\n1. Are these the files that were archived?\n\n       sha256sum -c checksums.sha256\n\n"
         "2. Do the figures follow from the sessions? This draws all of them again, from the sessions alone, with the same "
         "bytes:\n\n"
         "       SOURCE_DATE_EPOCH=0 sh figures/make.sh again && diff -r -x again figures figures/again\n\n"
         "3. What was measured, request by request? `chasescope figures/SESSION.cbor` opens it in the window; `chasescope convert` "
         "writes it\n"
         "   as JSON or CSV. Each finding names the runs that show it.\n\n"
         "## What is where\n\n| folder | holds |\n| --- | --- |\n| `figures/` | sessions (CBOR), every figure as PDF and SVG with "
         "its data (CSV) and "
         "provenance (JSON), `index.html`, `figures.tex`, `make.sh` |\n| `tables/` | tables for a paper, and as Markdown |\n| "
         "`data/` | the findings of each "
         "session |\n| `references.bib` | the program and the papers whose methods were used |\n| `ro-crate-metadata.json` | the "
         "description of all files "
         "(RO-Crate 1.1) |\n\nData, figures and tables: " +
         license + ". The program: GPL-3.0-or-later.\n";
}

std::string license_text(const std::string& license) {
  return "Sessions, data, figures, tables: " + license + " (https://spdx.org/licenses/" + license +
         ").\nChaseScope, which made them: GPL-3.0-or-later (https://spdx.org/licenses/GPL-3.0-or-later).\nTypefaces in the "
         "figures: Inter and JetBrains "
         "Mono, SIL Open Font License 1.1 (https://spdx.org/licenses/OFL-1.1).\n";
}

/// Writes files into a folder until the first fault, which it keeps as a sentence.
class Writer {
 public:
  explicit Writer(std::string folder) : folder_(std::move(folder)) {}
  void put(const std::string& name, const std::string& text) {
    if (!fault_) fault_ = write_text(folder_, name, text);
  }
  const std::optional<std::string>& fault() const { return fault_; }

 private:
  std::string folder_;
  std::optional<std::string> fault_;
};

void put_tables(Writer& writer, const std::vector<Session>& sources, const std::vector<CardOnPaper>& cards) {
  for (std::size_t i = 0; i < sources.size(); ++i)
    writer.put("data/" + fs::path(cards[i].session).stem().string() + "_findings.csv", csv_report(sources[i]).text);
  const std::vector<TableCard> table_cards = cards_with_published(sources);
  for (const char* name : {"summary", "cards"}) {
    const PrintedTable table = print_table(*find_table(name), table_cards);
    writer.put(std::string("tables/") + name + ".tex", table_text(table, TableFormat::latex));
    writer.put(std::string("tables/") + name + ".md", table_text(table, TableFormat::markdown));
  }
}

}  // namespace

std::optional<std::string> fault_of_archive(const std::string& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && (!fs::is_directory(folder, error) || !fs::is_empty(folder, error)))
    return "There is something in " + folder + " already; an archive gets a folder of its own.";
  return fault_of_folder_place(folder);
}

std::optional<std::string> write_archive(const std::vector<Session>& sources, const std::string& folder, const std::string& license,
                                         const PaperLook& look) {
  if (auto fault = fault_of_archive(folder)) return fault;
  std::error_code error;
  const fs::path place(folder);
  for (const char* part : {"figures", "tables", "data"})
    if (fs::create_directories(place / part, error); error)
      return "The folder " + (place / part).string() + " can't be made: " + error.message() + ".";
  const auto cards = write_figure_set(sources, (place / "figures").string(), look);
  if (!cards) return cards.error().message;

  Writer writer(folder);
  put_tables(writer, sources, *cards);
  std::set<std::string> figures;
  Crate crate{.name = "Measurements of GPU memory hierarchies",
              .description = "",
              .date = date_of(sources),
              .license = license,
              .program = version_text(),
              .devices = {},
              .files = {}};
  for (const CardOnPaper& card : *cards) {
    crate.devices.push_back(card.name);
    crate.description += (crate.description.empty() ? "Sessions, findings, figures and tables of " : ", ") + card.name;
    for (const FigureOnPaper& figure : card.figures)
      if (figure.shown()) figures.insert(figure.figure.toStdString());
  }
  writer.put("references.bib", bibliography_of(figures));
  writer.put("LICENSE.txt", license_text(license));
  writer.put("README.md", readme(*cards, license));
  if (writer.fault()) return writer.fault();

  // The description lists the file of checksums, which is written later. Its size is known before: it has a line for each file, and
  // one for the description.
  std::vector<std::string> files = files_of(place);
  constexpr std::size_t kHash = 64, kBetween = 3;  // digits; two spaces and the end of the line
  std::size_t bytes = kHash + kBetween + std::string(kDescription).size();
  for (const std::string& file : files) {
    crate.files.push_back({file, name_of(file), static_cast<std::size_t>(fs::file_size(place / file, error))});
    bytes += kHash + kBetween + file.size();
  }
  crate.files.push_back({kChecksums, name_of(kChecksums), bytes});
  writer.put(kDescription, ro_crate_metadata(crate));
  files.emplace_back(kDescription);
  std::string checksums;
  for (const std::string& file : files) {
    const auto sum = sha256_of(place / file);
    if (!sum) return "The file " + (place / file).string() + " can't be read again.";
    checksums += *sum + "  " + file + "\n";
  }
  writer.put(kChecksums, checksums);
  return writer.fault();
}

}  // namespace chasescope
