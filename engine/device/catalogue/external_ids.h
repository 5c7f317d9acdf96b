// Devices that are programs of their own: the ids exec:COMMAND and ssh:HOST[:DEVICE].
#pragma once

#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/device/protocol/external_device.h"

namespace chasescope {

/// The command line that opens `ssh:HOST[:DEVICE]`; `rest` is the text after "ssh:". It runs the user's own ssh with its
/// configuration, and ssh never asks a question. DEVICE is cuda:0 if it is not given; an IPv6 address is written in brackets. The
/// environment variable CHASESCOPE_REMOTE names the program on the other machine; the default is `chasescope` of the path or of
/// ~/.local/bin, where ssh-install puts it. CHASESCOPE_SSH is the ssh command with its options ("ssh -p 2222 -i key"). The result
/// is empty if `rest` names no host that ssh could mean.
std::vector<std::string> ssh_arguments(const std::string& rest);

/// The user's ssh command with its options, as one line for a shell: CHASESCOPE_SSH, or ssh.
std::string ssh_command();

/// Quotes a word so that a shell reads it literally.
std::string shell_word(const std::string& word);

/// The options that start the program behind exec:… or ssh:…; `stop` cancels the opening. `invalid_request` for any other id, and
/// for an id that names no program.
Outcome<ExternalOptions> external_options(const std::string& id, const DeviceLog& log, const std::stop_token& stop = {});

/// Opens the device exec:`command`. The command is split at spaces outside of double quotes; no shell reads it.
/// The environment variable CHASESCOPE_TIMEOUT sets the seconds of silence after which a request times out (default 30).
Outcome<std::unique_ptr<Device>> open_command(const std::string& command, const DeviceLog& log, const std::stop_token& stop = {});

/// Opens the device ssh:`rest`. Its errors explain ssh's own messages.
Outcome<std::unique_ptr<Device>> open_ssh(const std::string& rest, const DeviceLog& log, const std::stop_token& stop = {});

}  // namespace chasescope
