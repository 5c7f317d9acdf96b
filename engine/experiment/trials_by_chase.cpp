#include "engine/experiment/trials_by_chase.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/device/validate.h"

namespace chasescope::experiment {
namespace {

// No known cache of a card fetches less than 32 bytes. All passes read a place within this unit.
constexpr std::uint64_t kUnit = 32;
constexpr std::uint64_t kMostPasses = kUnit / kTrialElementBytes;
constexpr std::uint64_t kBatch = 256;  // trials between two checks of the stop token

/// The control with its stop token and without a sink.
RunControl quiet(const RunControl& control) { return {control.stop, nullptr}; }

}  // namespace

std::optional<ChaseRequest> chase_of(const TrialsRequest& request, std::uint64_t trial) {
  ChaseRequest chase;
  chase.space = request.space;
  OffsetsPattern pattern;
  for (std::uint64_t pass = 0; pass <= request.fill_passes; ++pass) {
    const std::vector<std::uint64_t> visited = visited_places(request, trial, pass);
    if (visited.empty()) return std::nullopt;
    for (const std::uint64_t i : visited) pattern.offsets.push_back(offset_of(request.places, i) + pass * kTrialElementBytes);
    chase.accesses = visited.size();
  }
  chase.warmup = pattern.offsets.size() - chase.accesses;
  chase.pattern = std::move(pattern);
  chase.carveout_percent = request.carveout_percent;
  chase.sm = request.sm;
  return chase;
}

std::optional<DeviceError> why_no_chases(const TrialsRequest& request, const Description& device) {
  const auto refuse = [](std::string sentence) { return DeviceError{ErrorCode::unsupported, std::move(sentence)}; };
  if (request.fill_passes + 1 > kMostPasses)
    return refuse("Trials with " + std::to_string(request.fill_passes) +
                  " passes of filling can't be made of chases; the limit is " + std::to_string(kMostPasses - 1) + ".");
  for (std::uint64_t i = 0; i < count_of(request.places); ++i)
    if (offset_of(request.places, i) % kUnit + (request.fill_passes + 1) * kTrialElementBytes > kUnit)
      return refuse("Place " + std::to_string(i) +
                    " begins too near to the end of the 32 B in which all passes of a chase have to find it.");
  if (request.flush_bytes || request.same_memory)
    return refuse("A chase can't read other memory first, nor show one piece of memory at many addresses.");
  if (device.keeps_all_state)
    return refuse(device.name + " keeps its caches between requests, so that no chase begins with empty ones.");
  return std::nullopt;
}

bool can_make_trials(const Description& device) {
  return device.serves(TrialsRequest::kCall) || (device.serves(ChaseRequest::kCall) && !device.keeps_all_state);
}

Outcome<TrialsResult> make_trials(Device& device, const TrialsRequest& request, const RunControl& control) {
  const Description& described = device.description();
  if (described.serves(TrialsRequest::kCall)) return device.ask(request, control);
  Description serving = described;
  serving.calls.emplace_back(TrialsRequest::kCall);
  if (auto error = check(request, serving)) return *std::move(error);
  if (auto error = why_no_chases(request, described)) return *std::move(error);
  TrialSheet sheet(request);
  std::optional<double> overhead;
  std::vector<std::uint64_t> visited;
  for (std::uint64_t begin = 0; begin < request.trials; begin += kBatch) {
    std::vector<ChaseRequest> chases;
    std::vector<std::uint64_t> trials;
    for (std::uint64_t t = begin; t < std::min(begin + kBatch, request.trials); ++t) {
      if (auto chase = chase_of(request, request.first + t)) {
        chases.push_back(*std::move(chase));
        trials.push_back(t);
      }
    }
    const auto answers = device.chase_batch(chases, quiet(control));
    std::size_t next = 0;
    for (std::uint64_t t = begin; t < std::min(begin + kBatch, request.trials); ++t) {
      if (next == trials.size() || trials[next] != t) {
        sheet.add({}, {});
        continue;
      }
      if (next >= answers.size()) return DeviceError{ErrorCode::cancelled, "Cancelled."};
      const auto& answer = answers[next++];
      if (!answer) return answer.error();
      if (answer->cycles.size() != chases[next - 1].accesses)
        return DeviceError{ErrorCode::internal, described.name + " answered a chase with fewer latencies than accesses."};
      if (!overhead) overhead = answer->overhead_cycles;
      sheet.visits(request.first + t, request.fill_passes, visited);
      sheet.add(visited, answer->cycles.copy());
    }
    if (control.sink != nullptr)
      control.sink->on_progress(
          0, static_cast<double>(std::min(begin + kBatch, request.trials)) / static_cast<double>(request.trials));
  }
  TrialsResult result = sheet.take();
  result.overhead_cycles = overhead;
  return result;
}

}  // namespace chasescope::experiment
