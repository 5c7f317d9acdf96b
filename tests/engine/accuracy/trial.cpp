#include "tests/engine/accuracy/trial.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "engine/device/software/software_device.h"
#include "tests/engine/accuracy/random_card.h"

namespace chasescope::accuracy {
namespace {

constexpr std::uint64_t kDeviceStream = 0x64657669;  // the devices' own choices are not the card's

ProbeOutcome run_probe(const std::string& name, const model::Card& card, const TrialOptions& options, std::uint64_t seed,
                       std::vector<Finding>& findings) {
  ProbeOutcome outcome{name};
  const Probe* probe = options.find(name);
  if (probe == nullptr) {
    outcome.exists = false;
    return outcome;
  }
  SoftwareOptions software{.seed = seed};
  if (options.noise) software.noise = model::kStandardNoise;
  const auto device = open_software_device(card, software);
  if (!device) throw std::runtime_error(device.error().message);
  const auto start = std::chrono::steady_clock::now();
  const auto report = probe->run(**device, {}, {});
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!report) {
    outcome.error = report.error().message;
    return outcome;
  }
  outcome.runs = report->runs.size();
  findings.insert(findings.end(), report->findings.begin(), report->findings.end());
  return outcome;
}

}  // namespace

const std::vector<std::string>& probe_names() {
  static const std::vector<std::string> names{"capacity", "line", "sets", "replacement", "tlb", "latency", "sharing", "count"};
  return names;
}

CardResult try_card(std::uint64_t number, const TrialOptions& options) {
  const std::string name = "card " + std::to_string(number);
  const auto card = load_card(random_card(options.seed, number).dump(), name);
  if (!card) throw std::runtime_error(card.error().message);
  CardResult result;
  result.number = number;
  result.expected = truth_of(*card);
  for (Expected& expected : result.expected)
    expected.required =
        expected.required && std::find(options.probes.begin(), options.probes.end(), expected.probe) != options.probes.end();
  const std::uint64_t seed = mixed_seed(mixed_seed(options.seed, number), kDeviceStream);
  for (const std::string& probe : options.probes) result.probes.push_back(run_probe(probe, *card, options, seed, result.findings));
  result.judgement = judge(result.expected, result.findings);
  return result;
}

}  // namespace chasescope::accuracy
