#include <CLI/CLI.hpp>

#include "app/commands/cards/library_commands.h"
#include "app/commands/option_words.h"
#include "engine/library/check_report.h"
#include "engine/library/known_cards.h"

namespace chasescope {
namespace {

void add_folders(CLI::App& command, std::vector<std::string>& folders) {
  command
      .add_option("--folder", folders,
                  "A folder of sessions and topology files of cards, besides ~/.local/share/chasescope/cards; may be repeated")
      ->allow_extra_args(false)
      ->check(fault_of_name);
}

void add_check(CLI::App& parent, const LibraryListOptions& list, LibraryCheckOptions& o, std::function<int()>& chosen) {
  CLI::App* check = parent.add_subcommand("check", "Is my card normal? Compare it with all others of its kind");
  check->callback([&] {
    chosen = [&o, &list] {
      o.folders.insert(o.folders.end(), list.folders.begin(), list.folders.end());  // named before the word `check`
      o.format = format_for(o.format, o.output, kCheckFormats, "text");
      return library_check_command(o);
    };
  });
  check->add_option("CARD", o.card, "A session, a recording or a device; a device is discovered first")
      ->required()
      ->check(fault_of_document_or_device);
  add_folders(*check, o.folders);
  check->add_option(
      "--tolerance", o.tolerance,
      "Numbers that differ by no more than this agree, in per cent of the larger one: 2%; by default their intervals decide");
  check->add_flag("--fail", o.fail, "End with exit code 1, and say which, if values lie outside the reach of the others");
  check->add_flag("--verbose,-v", o.verbose, "Also values inside, and values that no other card tells");
  check
      ->add_option("--format,-f", o.format,
                   std::string("One of ") + kCheckFormats + "; by default as the name of the file ends, or text")
      ->check(format_of(kCheckFormats));
  check->add_option("--output,-o", o.output, "Write to this file instead of standard output");
}

}  // namespace

void add_library_commands(CLI::App& app, LibraryOptions& options, std::function<int()>& chosen) {
  CLI::App* library =
      app.add_subcommand("library", "The cards that are known: recorded, contributed, published, and as software GPUs");
  add_folders(*library, options.list.folders);
  library->add_flag("--json", options.list.json, "As a JSON array of {source, id, name, kind, compute_capability, about}");
  add_check(*library, options.list, options.check, chosen);
  library->callback([library, &options, &chosen] {
    if (library->get_subcommands().empty()) chosen = [&options] { return library_command(options.list); };
  });
  CLI::App* contribute = app.add_subcommand(
      "contribute", "Make a small file of a discovery for others, without names, hosts, numbers of devices and times");
  contribute->callback([&] { chosen = [&options] { return contribute_command(options.contribute); }; });
  contribute->add_option("SESSION", options.contribute.session, "The session of a discovery (discover … -o FILE)")->required();
  CLI::App* install = app.add_subcommand(
      "ssh-install",
      "Copy the portable folder to another machine by your own ssh, so that ssh:HOST is a device; each command is shown");
  install->callback([&] { chosen = [&options] { return ssh_install_command(options.ssh_install); }; });
  install->add_option("HOST", options.ssh_install.host, "The machine, as after ssh: user@host, or a name of your ssh configuration")
      ->required();
  install->add_option("--from", options.ssh_install.from, "The portable folder; by default the one from which this program runs")
      ->check(fault_of_name);
  install->add_flag("--dry-run", options.ssh_install.dry_run, "Show the commands, and do nothing");
  contribute->add_option("--output,-o", options.contribute.output, "The file to write (.json or .cbor)")->required();
}

}  // namespace chasescope
