// chasescope ssh-install HOST [--from FOLDER] [--dry-run]
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/commands/cards/library_commands.h"
#include "app/measurement/failure.h"
#include "engine/device/catalogue/external_ids.h"
#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLauncher = "chasescope";
constexpr const char* kInside = "chasescope-program";  // lies beside the launcher in the portable folder, and nowhere else

bool is_portable_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / kLauncher, ignored) && fs::is_regular_file(folder / kInside, ignored);
}

/// The folder from which this program runs.
fs::path own_folder() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

/// A word for ssh that lets sh read the script on the other machine, whatever shell the account has there.
std::string over_there(const std::string& script) { return shell_word("sh -c " + shell_word(script)); }

struct Step {
  std::string says, command, fails;
};

/// The steps remove no folder but those of this program, and replace no program that they did not put there.
std::vector<Step> steps_to(const std::string& host, const fs::path& from) {
  const std::string ssh = ssh_command() + " " + shell_word(host) + " ";
  const std::string look =
      "[ \"$(uname -s -m)\" = \"Linux x86_64\" ] || { echo \"It is $(uname -s -m), and the folder runs on Linux x86_64.\" >&2; "
      "exit 3; }; "
      "for there in ~/.local/lib/chasescope ~/.local/lib/chasescope.new; do [ ! -e \"$there\" ] || [ -e \"$there/chasescope\" ] || "
      "{ echo \"$there exists, and is no folder of ChaseScope.\" >&2; exit 3; }; done; "
      "[ ! -e ~/.local/bin/chasescope ] || [ -L ~/.local/bin/chasescope ] || "
      "{ echo \"~/.local/bin/chasescope is another program, and was not replaced.\" >&2; exit 3; }";
  const std::string take =
      "rm -rf ~/.local/lib/chasescope.new && mkdir -p ~/.local/lib/chasescope.new && touch ~/.local/lib/chasescope.new/chasescope "
      "&& tar -xf - -C ~/.local/lib/chasescope.new";
  const std::string place =
      "~/.local/lib/chasescope.new/chasescope --version && rm -rf ~/.local/lib/chasescope && "
      "mv ~/.local/lib/chasescope.new ~/.local/lib/chasescope && mkdir -p ~/.local/bin && "
      "ln -sfn ../lib/chasescope/chasescope ~/.local/bin/chasescope";
  return {
      {"Look whether the folder can run there:", ssh + over_there(look), "can't take the folder"},
      {"Copy it:", "tar -C " + shell_word(from.string()) + " -cf - . | " + ssh + over_there(take), "did not get all of the folder"},
      {"Try it there, and put it in its place:", ssh + over_there(place), "has the folder, but the program did not run there"}};
}

/// Runs the command in a shell of this machine. \return its exit code, or 1 if it has none.
int run_command(const std::string& command) {
  std::fflush(stdout);
  const int status = std::system(command.c_str());  // NOLINT(cert-env33-c): what is run was printed, word for word
  return status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

std::string fault_of_host(const std::string& host) {
  const bool is_plain = std::all_of(host.begin(), host.end(), [](unsigned char c) { return c > ' ' && c != 0x7f; });
  if (host.empty() || host.front() == '-' || !is_plain) return "'" + printable(host) + "' is no host; write it as after ssh.";
  return {};
}

}  // namespace

int ssh_install_command(const SshInstallOptions& options) {
  if (const std::string fault = fault_of_host(options.host); !fault.empty()) return misunderstood(fault);
  const fs::path from = options.from.empty() ? own_folder() : fs::path(options.from);
  if (!is_portable_folder(from))
    return fail(options.from.empty()
                    ? "This program does not run from its portable folder, which is what is copied. Name one: --from FOLDER "
                      "(cmake --build BUILD --target portable makes it)."
                    : from.string() + " is no portable folder: it lacks " + kLauncher + " or " + kInside + ".");
  for (const Step& step : steps_to(options.host, fs::absolute(from).lexically_normal())) {
    print_text(step.says + "\n  " + step.command + "\n");
    if (options.dry_run) continue;
    constexpr int kOfSsh = 255;
    const int code = run_command(step.command);
    if (code == kOfSsh) return fail("ssh could not reach " + options.host + ", or was not let in; what it says stands above.");
    if (code != 0) return fail("The host " + options.host + " " + step.fails + "; what it says stands above.");
  }
  print_text(options.dry_run ? "Nothing was done (--dry-run).\n"
                             : "It is there. Measure its card: chasescope discover --device ssh:" + options.host + "\n");
  return 0;
}

}  // namespace chasescope
