// chasescope table NAME|list --device ID|--session FILE [--with …] [--format latex|markdown|csv|json] [-o FILE]
#include <cstdio>

#include "app/commands/option_words.h"
#include "app/commands/paper_commands.h"
#include "app/measurement/failure.h"
#include "app/paper/sources.h"
#include "engine/output/output_file.h"
#include "engine/session/tables/table_formats.h"

namespace chasescope {
namespace {

std::string devices_of(const TableSpec& table) {
  std::string names;
  for (const std::string& device : table.devices) names += (names.empty() ? "" : ", ") + device;
  return names;
}

int list_tables() {
  for (const TableSpec& table : all_tables()) {
    std::string about = table.title;
    if (!table.where.empty()) about += " (" + table.source + ", " + table.where + "; " + devices_of(table) + ")";
    std::printf("%-18s%s\n", table.name.c_str(), about.c_str());
  }
  return 0;
}

std::string fault_of(const TableOptions& options, const TableSpec* table) {
  if (table == nullptr) {
    std::string names;
    for (const TableSpec& one : all_tables()) names += (names.empty() ? "" : ", ") + one.name;
    return "There is no table '" + options.table + "'; there are " + names + ".";
  }
  if (!options.devices.empty() || !options.sessions.empty()) return {};
  const std::string cards = devices_of(*table);
  return "Say where the numbers come from: --session FILE or --device ID" +
         (cards.empty() ? std::string(".") : "; its cards are " + cards + ".");
}

}  // namespace

int table_command(const TableOptions& options) {
  if (options.table == "list") return list_tables();
  const TableSpec* table = find_table(options.table);
  if (const std::string fault = fault_of(options, table); !fault.empty()) return misunderstood(fault);
  if (const auto fault = options.output.empty() ? std::nullopt : fault_of_place(options.output)) return fail(*fault);
  std::vector<Session> sessions;
  for (const auto* names : {&options.devices, &options.sessions, &options.with})
    for (const std::string& name : *names) {
      auto session = session_for(*table, name);
      if (!session) return fail(session.error());
      sessions.push_back(*std::move(session));
    }
  const std::vector<TableCard> cards = cards_with_published(sessions);
  const std::string text = table_text(
      print_table(*table, cards), table_format_from(format_for(options.format, options.output, kTableFormats, "markdown")).value());
  if (options.output.empty()) {
    print_bytes(text);
    return 0;
  }
  OutputFile file(options.output);
  file.put(text);
  if (const auto fault = file.commit()) return fail(*fault);
  return 0;
}

}  // namespace chasescope
