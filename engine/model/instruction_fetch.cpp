#include "engine/model/instruction_fetch.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "engine/model/hierarchy.h"

namespace chasescope::model {
namespace {

/// The addresses of the lines that one run through the code fetches, in order.
std::vector<std::uint64_t> lines_of(const CodeRun& run, std::uint64_t line) {
  std::vector<std::uint64_t> lines;
  if (run.stride == 0) {
    for (std::uint64_t at = 0; at < run.bytes; at += line) lines.push_back(at);
    return lines;
  }
  const std::uint64_t blocks = run.bytes / kCodeBlock;
  std::uint64_t place = 0;
  for (std::uint64_t i = 0; i < blocks; ++i, place = (place + run.stride) % blocks)
    for (std::uint64_t at = place * kCodeBlock / line * line; at < (place + 1) * kCodeBlock; at += line)
      if (lines.empty() || lines.back() != at) lines.push_back(at);  // a line may be longer than a block
  return lines;
}

/// Fetches lines without looking ahead, and returns the cycles of all fetches together.
double fetch(Hierarchy& hierarchy, const std::vector<std::uint64_t>& lines, const std::stop_token& stop) {
  std::vector<std::uint8_t> outcomes(kBlock);
  double cycles = 0;
  for (std::size_t at = 0; at < lines.size() && !stop.stop_requested();) {
    const std::size_t count = std::min<std::size_t>(kBlock, lines.size() - at);
    hierarchy.run(std::span(lines).subspan(at, count), std::span(outcomes.data(), count));
    for (std::size_t i = 0; i < count; ++i) cycles += hierarchy.latencies().cycles()[outcomes[i]];
    at += count;
  }
  return cycles;
}

/// Fetches the lines behind each line ahead. They are on their way as long as any fetch from where they are takes, and hold the
/// program up for what is left of that when it reaches them.
class FetchingAhead {
 public:
  FetchingAhead(Hierarchy& hierarchy, const InstructionSpec& spec, std::uint64_t bytes, std::uint64_t line)
      : hierarchy_(hierarchy),
        bytes_(bytes),
        line_(line),
        lines_ahead_(spec.prefetch_lines),
        hit_(spec.path.latency.at(spec.path.data.front())),
        run_cycles_(spec.issue_cycles * static_cast<double>(line / spec.instruction_bytes)) {}

  /// As fetch().
  double fetch(const std::vector<std::uint64_t>& lines, const std::stop_token& stop) {
    double held_up = 0;
    for (const std::uint64_t at : lines) {
      if (stop.stop_requested()) break;
      const double held = hold_up(at);
      held_up += held;
      now_ += held;
      for (std::uint64_t next = 1; next <= lines_ahead_ && at + next * line_ < bytes_; ++next) send_for(at + next * line_);
      now_ += run_cycles_;
    }
    return held_up;
  }

 private:
  double look_up(std::uint64_t address) {
    std::uint8_t outcome = 0;
    hierarchy_.run(std::span(&address, 1), std::span(&outcome, 1));
    return hierarchy_.latencies().cycles()[outcome];
  }

  double hold_up(std::uint64_t address) {
    const double cycles = look_up(address);
    const auto sent_for = arrivals_.find(address);
    if (sent_for == arrivals_.end()) return cycles;
    const double rest = sent_for->second - now_;
    arrivals_.erase(sent_for);
    return cycles > hit_ ? cycles : std::max(cycles, rest);  // it may have been evicted before it was needed
  }

  void send_for(std::uint64_t address) {
    const double cycles = look_up(address);
    if (cycles > hit_) arrivals_[address] = now_ + cycles;
  }

  Hierarchy& hierarchy_;
  std::uint64_t bytes_, line_, lines_ahead_;
  double hit_, run_cycles_;
  double now_ = 0;
  std::unordered_map<std::uint64_t, double> arrivals_;  // of lines that were sent for and not yet needed
};

}  // namespace

double cycles_per_instruction(const Card& card, const CodeRun& run, std::uint64_t seed, const std::stop_token& stop) {
  const InstructionSpec& spec = *card.instructions;
  Parts parts(card, {}, seed);
  Hierarchy hierarchy(card, spec.path, parts, {});
  const std::uint64_t line = card.caches.at(spec.path.data.front()).cache.sector_bytes;
  const std::vector<std::uint64_t> lines = lines_of(run, line);
  FetchingAhead ahead(hierarchy, spec, run.bytes, line);
  const auto run_once = [&] { return spec.prefetch_lines == 0 ? fetch(hierarchy, lines, stop) : ahead.fetch(lines, stop); };
  run_once();
  double held_up = 0;
  for (std::uint64_t i = 0; i < run.repeats && !stop.stop_requested(); ++i) held_up += run_once();
  const auto instructions = static_cast<double>(std::max<std::uint64_t>(run.bytes / spec.instruction_bytes, 1));
  return spec.issue_cycles + held_up / (instructions * static_cast<double>(run.repeats));
}

}  // namespace chasescope::model
