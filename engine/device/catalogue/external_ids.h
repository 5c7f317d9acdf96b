// exec:COMMAND and ssh:HOST[:DEVICE]: ids of devices that other programs are.
#pragma once

#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/device/protocol/external_device.h"

namespace chasescope {

/// The command line that opens `ssh:HOST[:DEVICE]` (`rest` is what follows "ssh:"): the user's own ssh and its configuration, never
/// a question. DEVICE is cuda:0 if it is not given; an IPv6 address is written in brackets. The environment variable
/// CHASESCOPE_REMOTE names the program on the other machine (by default `chasescope` of the path or of ~/.local/bin, where
/// ssh-install puts it), CHASESCOPE_SSH the ssh command with its options
/// ("ssh -p 2222 -i key"). Empty if `rest` names no host that ssh could mean.
std::vector<std::string> ssh_arguments(const std::string& rest);

/// The ssh command of this person, with its options, as a shell reads it: CHASESCOPE_SSH, or ssh.
std::string ssh_command();

/// A word for a shell, which reads it as it is.
std::string shell_word(const std::string& word);

/// How the program behind exec:… or ssh:… is started; `stop` ends its opening. `invalid_request` for any other id, and for one that names no program.
Outcome<ExternalOptions> external_options(const std::string& id, const DeviceLog& log, const std::stop_token& stop = {});

/// Opens the device exec:`command`. The command is split at spaces outside of double quotes; no shell reads it.
/// The environment variable CHASESCOPE_TIMEOUT sets after how many seconds of silence a request has timed out (default 30).
Outcome<std::unique_ptr<Device>> open_command(const std::string& command, const DeviceLog& log, const std::stop_token& stop = {});

/// Opens the device ssh:`rest`; the sentences of its errors say what ssh's own messages mean.
Outcome<std::unique_ptr<Device>> open_ssh(const std::string& rest, const DeviceLog& log, const std::stop_token& stop = {});

}  // namespace chasescope
