#include "engine/device/catalogue/external_ids.h"

#include <QProcess>
#include <cstdlib>

#include "engine/device/protocol/external_device.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

std::string environment(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

std::vector<std::string> split(const std::string& command) {
  std::vector<std::string> words;
  for (const QString& word : QProcess::splitCommand(QString::fromStdString(command))) words.push_back(word.toStdString());
  return words;
}

Outcome<std::chrono::milliseconds> silence() {
  const std::string words = environment("CHASESCOPE_TIMEOUT", "30");
  const auto seconds = parse_count(words);
  constexpr std::uint64_t kDay = 86'400;
  if (seconds && *seconds > 0 && *seconds <= kDay) return std::chrono::milliseconds(std::chrono::seconds(*seconds));
  return DeviceError{ErrorCode::invalid_request, "CHASESCOPE_TIMEOUT is '" + words + "'; it takes seconds, from 1 to 86400."};
}

/// The command that starts the program on the other machine. A shell that ssh starts for one command often has no ~/.local/bin in
/// its path.
std::string remote_program() { return environment("CHASESCOPE_REMOTE", "env PATH=\"$PATH:$HOME/.local/bin\" chasescope"); }

struct SshTarget {
  std::string host;
  std::string device;
};

SshTarget split_target(const std::string& rest) {
  std::size_t colon = rest.find(':');
  std::string host = rest.substr(0, colon);
  const std::size_t bracket = rest.find('[');
  const std::size_t close = rest.find(']');
  // A host in brackets, such as user@[::1]:cuda:1.
  if (bracket != std::string::npos && close != std::string::npos && bracket < close && bracket <= colon) {
    host = rest.substr(0, bracket) + rest.substr(bracket + 1, close - bracket - 1);
    colon = close + 1 < rest.size() && rest[close + 1] == ':' ? close + 1 : std::string::npos;
  }
  const std::string device = colon == std::string::npos ? std::string() : rest.substr(colon + 1);
  return {std::move(host), device.empty() ? "cuda:0" : device};
}

/// What a known message of ssh means for the person. Empty for other messages.
std::string explain(const std::string& message, const std::string& host) {
  const std::string remote = environment("CHASESCOPE_REMOTE", "chasescope");
  const auto says = [&](const char* words) { return message.find(words) != std::string::npos; };
  if (says("Could not resolve hostname")) return "ssh does not know the host " + host + ". ";
  if (says("Permission denied"))
    return "The host " + host + " does not let you in without a question; set up a key ('ssh " + host + "' must work by itself). ";
  if (says("Host key verification failed"))
    return "The host key of " + host + " is not known yet; run 'ssh " + host + "' once and accept it. ";
  if (says("Connection refused") || says("Connection timed out") || says("No route to host") || says("Network is unreachable"))
    return "The host " + host + " can't be reached. ";
  if (says("command not found") || says("exit code 127"))
    return "The program '" + remote + "' was not found on " + host + "; copy it there by 'chasescope ssh-install " + host +
           "', or name it in CHASESCOPE_REMOTE. ";
  return "";
}

}  // namespace

std::string ssh_command() { return environment("CHASESCOPE_SSH", "ssh"); }

std::string shell_word(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::vector<std::string> ssh_arguments(const std::string& rest) {
  const SshTarget target = split_target(rest);
  if (target.host.empty() || target.host.front() == '-') return {};  // ssh would read this host as an option
  std::vector<std::string> arguments = split(ssh_command());
  // BatchMode: ssh must not ask a question. ControlMaster: later connections must not share this one, as it ends with this device.
  arguments.insert(arguments.end(), {"-o", "BatchMode=yes", "-o", "ControlMaster=no", "-T", target.host,
                                     remote_program() + " serve --device " + shell_word(target.device)});
  return arguments;
}

Outcome<ExternalOptions> external_options(const std::string& id, const DeviceLog& log, const std::stop_token& stop) {
  const auto timeout = silence();
  if (!timeout) return timeout.error();
  ExternalOptions options{.id = id, .arguments = {}, .silence = *timeout, .stop = stop, .log = log};
  if (id.starts_with("exec:")) {
    options.arguments = split(id.substr(5));
    if (!options.arguments.empty()) return options;
    return DeviceError{ErrorCode::invalid_request, "'" + id + "' names no program; write exec:COMMAND."};
  }
  if (id.starts_with("ssh:")) {
    options.arguments = ssh_arguments(id.substr(4));
    if (!options.arguments.empty()) return options;
    return DeviceError{ErrorCode::invalid_request, "'" + id + "' names no host; write ssh:HOST or ssh:HOST:DEVICE."};
  }
  return DeviceError{ErrorCode::invalid_request, "'" + id + "' is no program of its own; write exec:COMMAND or ssh:HOST[:DEVICE]."};
}

Outcome<std::unique_ptr<Device>> open_command(const std::string& command, const DeviceLog& log, const std::stop_token& stop) {
  auto options = external_options("exec:" + command, log, stop);
  if (!options) return options.error();
  return open_external_device(*std::move(options));
}

Outcome<std::unique_ptr<Device>> open_ssh(const std::string& rest, const DeviceLog& log, const std::stop_token& stop) {
  auto options = external_options("ssh:" + rest, log, stop);
  if (!options) return options.error();
  auto device = open_external_device(*std::move(options));
  if (device) return device;
  const DeviceError& error = device.error();
  return DeviceError{error.code, explain(error.message, split_target(rest).host) + error.message};
}

}  // namespace chasescope
