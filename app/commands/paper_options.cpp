#include <CLI/CLI.hpp>

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
  table->add_option("--format,-f", o.format, std::string("One of ") + kTableFormats)
      ->capture_default_str()
      ->check(format_of(kTableFormats));
  table->add_option("--output,-o", o.output, "Write to this file instead of standard output");
}

}  // namespace

namespace {

void add_sources(CLI::App* all, FigureAllOptions& o) {
  all->add_option("--device,-d", o.devices, "A device, which is measured once for all figures; may be repeated")
      ->allow_extra_args(false)
      ->check(fault_of_device);
  all->add_option("--session", o.sessions, "A session to take the data from; may be repeated")->allow_extra_args(false);
  all->add_option("--output,-o", o.folder, "The folder to write to; it is made if it does not exist");
  all->add_option("--width", o.width_mm, "Width of a column in millimetres")
      ->capture_default_str()
      ->check(number(kLeastFigureWidth, kMostFigureWidth, "mm"));
}

void describe_gallery(CLI::App& app, PaperOptions& options, std::function<int()>& chosen) {
  GalleryOptions& o = options.gallery;
  CLI::App* gallery =
      app.add_subcommand("gallery", "All figures and tables of the papers, each beside what was published, and what we add");
  gallery->callback([&o, &chosen] { chosen = [&o] { return gallery_command(o); }; });
  gallery->add_flag("--list", o.list, "Name what it holds, and make nothing");
  gallery->add_option("--only", o.only, "One of them alone, by its id; may be repeated")->allow_extra_args(false);
  gallery->add_option("--output,-o", o.folder, "The folder to write to; it is made if it does not exist");
  gallery->add_option("--width", o.width_mm, "Width of a column in millimetres")
      ->capture_default_str()
      ->check(number(kLeastFigureWidth, kMostFigureWidth, "mm"));
}

void describe_archive(CLI::App& app, PaperOptions& options, std::function<int()>& chosen) {
  ArchiveOptions& o = options.archive;
  CLI::App* archive = app.add_subcommand(
      "archive", "A folder that a reviewer can check and make again: sessions, figures, tables, data, checksums");
  archive->callback([&o, &chosen] { chosen = [&o] { return archive_command(o); }; });
  add_sources(archive, o.figures);
  archive->add_option("--license", o.license, "The licence of data, figures and tables, as SPDX names it")->capture_default_str();
}

}  // namespace

void add_figure_all(CLI::App& figure, FigureAllOptions& options) {
  add_sources(figure.add_subcommand("all", "Every figure that a card can show: measured once, with index, figures.tex and make.sh"),
              options);
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
