// chasescope check-device --device exec:COMMAND [--json]
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/measurement/failure.h"
#include "app/measurement/interrupt.h"
#include "engine/device/catalogue/external_ids.h"
#include "engine/device/protocol/conformance.h"
#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

/// The reason as a sentence: some end with a full stop, as a device's own words do.
std::string sentence_of(const std::string& reason) { return printable(reason) + (reason.ends_with('.') ? "" : "."); }

void print(const CheckResult& check) {
  std::printf("%-14s  %-26s %s\n", std::string(to_string(check.verdict)).c_str(), check.name.c_str(), check.rule.c_str());
  if (!check.reason.empty()) std::printf("%-14s  %-26s   %s\n", "", "", sentence_of(check.reason).c_str());
  for (const std::string& line : check.sent) std::printf("%-14s  %-26s   sent: %s\n", "", "", printable(line).c_str());
  for (const std::string& line : check.came) std::printf("%-14s  %-26s   came: %s\n", "", "", printable(line).c_str());
  std::fflush(stdout);
}

std::string broken_words(std::size_t broken, std::size_t of) {
  if (of == 1) return "the one rule that was looked at does not hold; the others build on it.";
  return std::to_string(broken) + " of " + std::to_string(of) + (broken == 1 ? " rules does not hold." : " rules do not hold.");
}

nlohmann::json to_json(const CheckResult& check) {
  nlohmann::json out{{"name", check.name}, {"rule", check.rule}, {"verdict", std::string(to_string(check.verdict))}};
  if (!check.reason.empty()) out["reason"] = check.reason;
  if (check.verdict == Verdict::does_not_hold) {
    out["sent"] = check.sent;
    out["came"] = check.came;
  }
  return out;
}

}  // namespace

int check_device_command(const CheckDeviceOptions& options) {
  const InterruptGuard interrupt;
  const auto device = external_options(options.device, {}, interrupt.token());
  if (!device) return misunderstood("check-device looks at programs that speak the device protocol: " + device.error().message);
  const auto results = examine_device(*device, [&](const CheckResult& check) {
    if (!options.json) print(check);
  });
  std::size_t broken = 0;
  nlohmann::json list = nlohmann::json::array();
  for (const CheckResult& check : results) {
    broken += check.verdict == Verdict::does_not_hold ? 1 : 0;
    list.push_back(to_json(check));
  }
  if (options.json) print_bytes(json_without_controls(list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace)) + "\n");
  if (interrupt.token().stop_requested())
    return fail("Cancelled. " + std::to_string(results.size()) + " rules had been looked at.");
  if (broken > 0) return fail(options.device + ": " + broken_words(broken, results.size()));
  if (!options.json) std::printf("\nEvery rule that applies holds (%zu checks).\n", results.size());
  return 0;
}

}  // namespace chasescope
