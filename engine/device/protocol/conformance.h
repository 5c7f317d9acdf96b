// Does a program keep the device protocol? A list of named checks over the raw lines, for authors of devices.
//
//   examine_device(options, [](const CheckResult& result) { print(result); });
//
// Each check starts the program anew, sends what a client may send, and checks every line of the answers. The checks
// measure nothing and assume no cache: they only compare answers that must be equal on every device that is no hardware.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/protocol/external_device.h"

namespace chasescope {

enum class Verdict { holds, does_not_hold, not_applicable };

/// "holds", "does not hold", "not applicable".
std::string_view to_string(Verdict verdict);

struct CheckResult {
  std::string name;  ///< "warmup_goes_on"
  std::string rule;  ///< the rule in words
  Verdict verdict = Verdict::holds;
  std::string reason;             ///< why it does not hold or does not apply
  std::vector<std::string> sent;  ///< the last lines, shortened; for checks that don't hold
  std::vector<std::string> came;
};

/// Runs all checks, and calls `on_result` after each. \return all results; after a stop by `options.stop`, those so far.
std::vector<CheckResult> examine_device(const ExternalOptions& options, const std::function<void(const CheckResult&)>& on_result);

}  // namespace chasescope
