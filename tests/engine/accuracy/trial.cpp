#include "tests/engine/accuracy/trial.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "engine/device/software/software_device.h"
#include "engine/probe/caches/caches_step.h"
#include "tests/engine/accuracy/counting_device.h"
#include "tests/engine/accuracy/families/families.h"
#include "tests/engine/accuracy/machines/machines.h"
#include "tests/engine/accuracy/random_card.h"
#include "tests/engine/accuracy/truth_beyond.h"

namespace chasescope::accuracy {
namespace {

constexpr std::uint64_t kDeviceStream = 0x64657669;  // the devices draw from other random streams than the cards

ProbeOutcome run_probe(const Probe& probe, const model::Card& card, const TrialOptions& options, std::uint64_t seed,
                       std::vector<Finding>& findings) {
  ProbeOutcome outcome{probe.info().name};
  SoftwareOptions software{.seed = seed};
  if (options.noise) software.noise = model::kStandardNoise;
  auto opened = open_software_device(card, software);
  if (!opened) throw std::runtime_error(opened.error().message);
  CountingDevice device(*std::move(opened));
  const auto start = std::chrono::steady_clock::now();
  const auto report = probe.run(device, {}, {});
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  outcome.accesses = device.accesses();
  if (!report) {
    outcome.error = report.error().message;
    return outcome;
  }
  outcome.runs = report->runs.size();
  findings.insert(findings.end(), report->findings.begin(), report->findings.end());
  return outcome;
}

const MachineFamily& machine_of(std::uint64_t number) { return machine_families()[number % machine_families().size()]; }

std::string family_of(std::uint64_t number, const TrialOptions& options) {
  if (options.machines) return std::string(machine_of(number).name);
  return options.families.empty() ? std::string() : options.families[number % options.families.size()];
}

bool is_of_caches(std::string_view probe) {
  return probe == "capacity" || probe == "line" || probe == "sets" || probe == "replacement";
}

}  // namespace

const std::vector<std::string>& probe_names() {
  static const std::vector<std::string> names{"capacity", "line", "sets", "replacement", "tlb", "latency", "sharing", "count"};
  return names;
}

nlohmann::json trial_card(std::uint64_t number, const TrialOptions& options) {
  if (options.machines) return machine_card(machine_of(number), options.seed, number);
  const std::string family = family_of(number, options);
  return family.empty() ? random_card(options.seed, number) : family_card(*find_family(family), options.seed, number);
}

CardResult try_card(std::uint64_t number, const TrialOptions& options) {
  const std::string label = "card " + std::to_string(number);
  const auto card = load_card(trial_card(number, options).dump(), label);
  if (!card) throw std::runtime_error(card.error().message);
  CardResult result;
  result.number = number;
  result.family = family_of(number, options);
  result.expected = truth_of(*card);
  for (Expected& expected : result.expected)
    expected.required =
        expected.required && std::find(options.probes.begin(), options.probes.end(), expected.probe) != options.probes.end();
  const std::uint64_t seed = mixed_seed(mixed_seed(options.seed, number), kDeviceStream);
  const CachesStep caches(structure::Depth::policy);
  bool looked_at_caches = false;
  for (const std::string& name : options.probes) {
    const Probe* probe = options.together && is_of_caches(name) ? &caches : options.find(name);
    if (probe == nullptr) {
      result.probes.push_back({.probe = name, .exists = false, .error = {}});
    } else if (probe != &caches || !std::exchange(looked_at_caches, true)) {
      result.probes.push_back(run_probe(*probe, *card, options, seed, result.findings));
    }
  }
  const bool told_of_third = std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& finding) {
    return finding.subject == "l3" && finding.status == FindingStatus::measured;
  });
  if (!told_of_third) result.expected = without_victim_level(*card, std::move(result.expected));
  result.judgement = judge(result.expected, result.findings);
  return result;
}

}  // namespace chasescope::accuracy
