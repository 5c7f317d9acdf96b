// Decision 17: docs/decisions/measuring/17-answers-are-checked.md
#include "engine/experiment/answer_check.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/device/codec/codec_cursor.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using Fault = std::optional<std::string>;

bool is_time(double value) { return value >= 0 && value < kMaxCycles; }  // false for NaN

Fault not_so_many(std::size_t came, std::uint64_t wanted) {
  return "The device answered " + format_count(came) + " times to " + format_count(wanted) + " accesses.";
}

Fault no_time() { return "The device answered a time that is negative, infinite or not a number."; }

Fault fault_of_times(const std::vector<double>& times, std::uint64_t wanted) {
  if (times.size() != wanted) return not_so_many(times.size(), wanted);
  return std::all_of(times.begin(), times.end(), is_time) ? std::nullopt : no_time();
}

/// A load takes some time itself. A few latencies may still be shorter than the overhead, where the clock ticks in long steps.
Fault fault_of_overhead(double overhead, const LatencyTrace& cycles) {
  constexpr std::size_t kOneIn = 100;
  std::size_t shorter = 0;
  float shortest = 0;
  for (const TraceChunk& chunk : cycles.chunks())
    for (const float one : *chunk) {
      if (static_cast<double>(one) >= overhead) continue;
      shortest = shorter++ == 0 ? one : std::min(shortest, one);
    }
  if (kOneIn * shorter <= cycles.size()) return std::nullopt;
  return "The device answered that measuring alone takes " + number_text(overhead) +
         " cycles of each latency, and latencies down to " + number_text(shortest) + " cycles.";
}

Fault fault_of_number(double value) { return is_time(value) ? std::nullopt : no_time(); }

}  // namespace

Fault fault_of_answer(const ChaseRequest& request, const ChaseResult& result) {
  if (request.record == Record::mean) {
    if (!result.mean_cycles) return "The device answered no mean.";
    return fault_of_number(*result.mean_cycles);
  }
  if (result.cycles.size() != request.accesses) return not_so_many(result.cycles.size(), request.accesses);
  if (result.overhead_cycles && !is_time(*result.overhead_cycles)) return no_time();
  bool any = false;
  for (const TraceChunk& chunk : result.cycles.chunks())
    for (const float cycles : *chunk) {
      if (!is_time(static_cast<double>(cycles))) return no_time();
      any = any || cycles > 0;
    }
  if (!any) return "The device answered that " + format_count(request.accesses) + " accesses took no time at all.";
  return fault_of_overhead(result.overhead_cycles.value_or(0), result.cycles);
}

Fault fault_of_answer(const PairedChaseRequest& request, const PairedChaseResult& result) {
  if (auto fault = fault_of_answer(request.a, result.a)) return fault;
  return fault_of_answer(request.b, result.b);
}

Fault fault_of_answer(const BankRequest&, const BankResult& result) { return fault_of_number(result.mean_cycles); }

Fault fault_of_answer(const OutstandingRequest& request, const OutstandingResult& result) {
  return fault_of_times(result.cycles, request.repeats);
}

Fault fault_of_answer(const CopyRequest&, const CopyResult& result) {
  if (!result.cycles && !result.seconds) return "The device answered neither cycles nor seconds.";
  if (result.cycles && !is_time(*result.cycles)) return no_time();
  return result.seconds && !is_time(*result.seconds) ? no_time() : std::nullopt;
}

Fault fault_of_answer(const BandwidthRequest&, const BandwidthResult& result) {
  const auto is_rate = [](double rate) { return rate >= 0 && std::isfinite(rate); };
  if (is_rate(result.bytes_per_cycle) && is_rate(result.bytes_per_second)) return std::nullopt;
  return "The device answered a rate that is negative, infinite or not a number.";
}

Fault fault_of_answer(const InstructionsRequest&, const InstructionsResult& result) {
  if (result.cycles_per_instruction == 0) return "The device answered that instructions took no time at all.";
  return fault_of_number(result.cycles_per_instruction);
}

Fault fault_of_answer(const ClusterRequest& request, const ClusterResult& result) {
  return fault_of_times(result.cycles, request.accesses);
}

Fault fault_of_answer(const OperationsRequest& request, const OperationsResult& result) {
  if (!is_time(result.overhead_cycles)) return no_time();
  return fault_of_times(result.cycles, request.repeats);
}

Fault fault_of_answer(const ResidencyRequest& request, const ResidencyResult& result) {
  return fault_of_times(result.cycles, request.places);
}

Fault fault_of_answer(const TrialsRequest& request, const TrialsResult& result) {
  const bool bits = request.record == TrialRecord::bits;
  const std::size_t answered = bits ? (result.bytes_per_trial == 0 ? 0 : result.bits.size() / result.bytes_per_trial) : result.cycles.size();
  if (answered != request.trials || (bits && result.bytes_per_trial != (count_of(request.places) + 7) / 8))
    return "The device answered " + std::to_string(answered) + " trials, but " + std::to_string(request.trials) + " were asked for.";
  for (const std::vector<float>& trial : result.cycles)
    if (std::any_of(trial.begin(), trial.end(), [](float cycles) { return !is_time(cycles); })) return no_time();
  return std::nullopt;
}

}  // namespace chasescope
