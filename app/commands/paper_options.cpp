#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/commands/model_options.h"
#include "app/commands/option_words.h"
#include "app/commands/paper_commands.h"
#include "engine/session/tables/table_formats.h"
#include "widgets/figure/figure_export.h"

namespace chasescope {
namespace {

void describe_table(CLI::App& app, PaperOptions& options, std::function<int()>& chosen) {
  TableOptions& o = options.table;
  CLI::App* table =
      app.add_subcommand("table", "Print a table for a paper; 'table list' lists the tables, the papers' own among them");
  table->callback([&o, &chosen] { chosen = [&o] { return table_command(o); }; });
  table->add_option("NAME", o.table, "The table, or 'list'")->required();
  table->add_option("--device,-d", o.devices, "A device, which is measured for the table; may be repeated")
      ->allow_extra_args(false)
      ->check(fault_of_device);
  table->add_option("--session", o.sessions, "A session, a recording or a topology file of MT4G; may be repeated")
      ->allow_extra_args(false);
  table->add_option("--with", o.with, "One more device or session; may be repeated")
      ->allow_extra_args(false)
      ->check(fault_of_document_or_device);
  table
      ->add_option("--format,-f", o.format,
                   std::string("One of ") + kTableFormats + "; by default as the name of the file ends, or markdown")
      ->check(format_of(kTableFormats));
  table->add_option("--output,-o", o.output, "Write to this file instead of standard output");
}

}  // namespace

namespace {

void add_more_formats(CLI::App& command, std::vector<std::string>& formats) {
  command
      .add_option("--formats", formats, std::string("More of them besides PDF, SVG and CSV, comma-separated: ") + kExportFormats)
      ->delimiter(',')
      ->check(format_of(kExportFormats));
}

void add_sources(CLI::App* all, FigureAllOptions& o, FigureLookWords& look) {
  all->add_option("--device,-d", o.devices, "A device, which is measured once for all figures; may be repeated")
      ->allow_extra_args(false)
      ->check(fault_of_device);
  all->add_option("--session", o.sessions, "A session to take the data from; may be repeated")->allow_extra_args(false);
  add_model_options(*all, o.model);
  all->add_option("--output,-o", o.folder, "The folder to write to; it is made if it does not exist")->check(fault_of_folder);
  add_more_formats(*all, o.formats);
  add_figure_look(*all, look);
}

void describe_gallery(CLI::App& app, PaperOptions& options, std::function<int()>& chosen) {
  GalleryOptions& o = options.gallery;
  CLI::App* gallery =
      app.add_subcommand("gallery", "All figures and tables of the papers, each beside what was published, and what we add");
  gallery->callback([&o, &chosen] { chosen = [&o] { return gallery_command(o); }; });
  gallery->add_flag("--list", o.list, "Name what it holds, and make nothing");
  gallery->add_option("--only", o.only, "One of them alone, by its id; may be repeated")->allow_extra_args(false);
  gallery->add_option("--output,-o", o.folder, "The folder to write to; it is made if it does not exist")->check(fault_of_folder);
  add_more_formats(*gallery, o.formats);
  add_figure_look(*gallery, o.look);
}

void describe_archive(CLI::App& app, PaperOptions& options, std::function<int()>& chosen) {
  ArchiveOptions& o = options.archive;
  CLI::App* archive = app.add_subcommand(
      "archive", "A folder that a reviewer can check and make again: sessions, figures, tables, data, checksums");
  archive->callback([&o, &chosen] { chosen = [&o] { return archive_command(o); }; });
  add_sources(archive, o.figures, o.figures.look);
  archive->add_option("--license", o.license, "The licence of data, figures and tables, as SPDX names it")->capture_default_str();
}

}  // namespace

CLI::App* add_figure_all(CLI::App& figure, FigureAllOptions& options, FigureLookWords& look) {
  CLI::App* all =
      figure.add_subcommand("all", "Every figure that a card can show: measured once, with index, figures.tex and make.sh");
  add_sources(all, options, look);
  all->add_flag("--force", options.force, "Replace files that are there and differ");
  return all;
}

std::string put_before_all(const CLI::App& figure, const CLI::App& all, const FigureCommandOptions& before,
                           FigureAllOptions& options) {
  for (const CLI::Option* option : figure.get_options())
    if (option->count() > 0 && all.get_option_no_throw(option->get_name()) == nullptr) return option->get_name();
  options.look = before.look;
  if (!before.device.id.empty()) options.devices.insert(options.devices.begin(), before.device.id);
  if (!before.session.empty()) options.sessions.insert(options.sessions.begin(), before.session);
  if (before.device.noise && !options.model.noise) options.model.noise = before.device.noise;
  if (before.device.seed && !options.model.seed) options.model.seed = before.device.seed;
  if (options.model.request_log.empty()) options.model.request_log = before.device.request_log;
  if (options.folder.empty()) options.folder = before.folder;
  if (figure.get_option("--formats")->count() > 0)
    options.formats.insert(options.formats.end(), before.formats.begin(), before.formats.end());
  options.force = options.force || before.force;
  return {};
}

PaperLook paper_look(const FigureLookWords& words) {
  FigureJob job;
  put_look(words, job);
  PaperLook look;
  look.options = job.options;
  look.sight = job.choice.sight;
  look.panel = job.choice.panel;
  if (const Venue* venue = venueNamed(QString::fromStdString(words.venue))) {
    look.column_mm = venue->column_mm;
    look.page_mm = venue->page_mm;
  }
  if (words.span == "page") look.column_mm = look.page_mm;
  if (!words.width.empty()) look.column_mm = job.options.width_mm;
  look.page_mm = std::max(look.page_mm, look.column_mm);
  look.words_of_all = words_of(words);
  FigureLookWords of_one = words;
  of_one.width.clear();
  of_one.span = FigureLookWords().span;
  look.words = words_of(of_one);
  return look;
}

PaperLook paper_look(const FigureLookWords& words, const std::vector<std::string>& formats) {
  PaperLook look = paper_look(words);
  std::string list;
  for (const std::string& format : formats) {
    look.formats << QString::fromStdString(format);
    list += (list.empty() ? "" : ",") + format;
  }
  if (!list.empty()) look.words_of_all.insert(look.words_of_all.end(), {"--formats", list});
  return look;
}

void add_paper_commands(CLI::App& app, PaperOptions& options, std::function<int()>& chosen) {
  app.add_flag_callback(
      "--cite", [&chosen] { chosen = [] { return cite_command(); }; },
      "Print BibTeX of the program and of the papers whose methods it uses");
  describe_table(app, options, chosen);
  describe_gallery(app, options, chosen);
  describe_archive(app, options, chosen);
}

}  // namespace chasescope
