#include <CLI/CLI.hpp>

#include "app/commands/option_words.h"
#include "app/commands/paper_commands.h"
#include "engine/session/tables/table_formats.h"

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

void add_paper_commands(CLI::App& app, PaperOptions& options, std::function<int()>& chosen) {
  describe_table(app, options, chosen);
}

}  // namespace chasescope
