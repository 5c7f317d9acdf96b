// Decision 8: docs/decisions/cards/08-time-is-spent-by-the-cycle.md
#include "engine/experiment/lab.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <numeric>

#include "engine/experiment/sweep_runner.h"
#include "engine/experiment/trials_by_chase.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

// The memory limit of a device that does not state its own. Such a device may be a program that really allocates the array.
constexpr std::uint64_t kUnstatedLimit = std::uint64_t{4} << 30;
// A card needs some memory for itself and for other programs.
constexpr double kUsableShare = 0.9;

std::uint64_t stated_limit(const Description& description, MemorySpace space) {
  if (const auto limit = description.max_footprint(space)) return *limit;
  if (description.properties.memory_bytes)
    return static_cast<std::uint64_t>(static_cast<double>(*description.properties.memory_bytes) * kUsableShare);
  return kUnstatedLimit;
}

bool is_uniform(const std::vector<std::uint64_t>& offsets) {
  if (offsets.size() < 2 || offsets[0] != 0) return false;
  for (std::size_t i = 1; i < offsets.size(); ++i)
    if (offsets[i] != i * offsets[1]) return false;
  return true;
}

std::string accesses_in_words(std::uint64_t accesses) { return format_count(accesses) + (accesses == 1 ? " access" : " accesses"); }

// In seconds of a card's clock, or in cycles if its rate is unknown.
std::string time_in_words(double cycles, const Description& device) {
  char text[64];
  if (device.properties.clock_khz)
    std::snprintf(text, sizeof text, "%.2g s", cycles / 1e3 / static_cast<double>(*device.properties.clock_khz));
  else
    std::snprintf(text, sizeof text, "%.2g million cycles", cycles / 1e6);
  return text;
}

}  // namespace

std::string Budget::words() const { return accesses_in_words(accesses); }

std::string Budget::refuse(std::uint64_t more) {
  const std::uint64_t left = accesses - std::min(spent, accesses);
  if (more <= left) return {};
  const std::string needed = "It would take at least " + accesses_in_words(more);
  const std::string sentence = left == accesses
                                   ? needed + ", more than the " + words() + " that this probe may spend (budget)."
                                   : needed + " more, and of the " + words() + " that this probe may spend (budget), " +
                                         format_count(left) + (left == 1 ? " is left." : " are left.");
  if (refusal.empty()) refusal = sentence;
  return sentence;
}

Lab::Lab(Device& device, Recorder& recorder, Setting setting, Budget& budget)
    : device_(device), recorder_(recorder), setting_(setting), budget_(budget) {
  limit_bytes_ = stated_limit(device.description(), setting.space) / 4096 * 4096;
  if (limit_bytes_ == 0) limit_bytes_ = stated_limit(device.description(), setting.space);
  // Untouched memory is taken from the reach of elements of four bytes.
  const std::uint64_t end = std::min(limit_bytes_, kReachOfFourBytes);
  fresh_end_ = end - std::min(end / 4, budget.fresh_taken);
}

ChaseRequest Lab::request() const {
  ChaseRequest request;
  request.space = setting_.space;
  request.carveout_percent = setting_.carveout_percent;
  request.l1_kib = setting_.l1_kib;
  request.sm = setting_.sm;
  return request;
}

Walk Lab::walk(const std::vector<std::uint64_t>& offsets, Passes passes, std::string label) {
  ChaseRequest chase = request();
  chase.warmup = passes.warm * offsets.size();
  chase.accesses = passes.timed * offsets.size();
  if (is_uniform(offsets) && offsets[1] * offsets.size() <= limit_bytes_) {
    chase.pattern = UniformPattern{offsets[1] * offsets.size(), offsets[1]};
  } else {
    chase.pattern = OffsetsPattern{offsets};
  }
  return run(std::move(chase), offsets.size(), std::move(label));
}

Walk Lab::uniform(std::uint64_t bytes, std::uint64_t stride, Passes passes, std::string label) {
  ChaseRequest chase = request();
  const std::uint64_t period = bytes / stride;
  chase.pattern = UniformPattern{period * stride, stride};
  chase.warmup = passes.warm * period;
  chase.accesses = passes.timed * period;
  return run(std::move(chase), period, std::move(label));
}

Walk Lab::beginning(std::uint64_t bytes, std::uint64_t stride, std::uint64_t warm_passes, std::uint64_t accesses,
                    std::string label) {
  ChaseRequest chase = request();
  const std::uint64_t period = bytes / stride;
  chase.pattern = UniformPattern{period * stride, stride};
  chase.warmup = warm_passes * period;
  chase.accesses = accesses;
  return run(std::move(chase), accesses, std::move(label));
}

Walk Lab::single(const std::vector<std::uint64_t>& offsets, std::uint64_t warmup, std::uint64_t accesses, std::string label) {
  ChaseRequest chase = request();
  chase.pattern = OffsetsPattern{offsets};
  chase.warmup = warmup;
  chase.accesses = accesses;
  return run(std::move(chase), accesses, std::move(label));
}

Walk Lab::on_sm(unsigned sm, Pattern pattern, std::uint64_t warmup, std::uint64_t accesses, std::string label) {
  ChaseRequest chase = request();
  chase.sm = sm;
  chase.pattern = std::move(pattern);
  chase.warmup = warmup;
  chase.accesses = accesses;
  const std::uint64_t period = accesses_per_pass(chase.pattern);
  return run(std::move(chase), period, std::move(label) + ", SM " + std::to_string(sm));
}

Walk Lab::longer(const RunPtr& run, std::uint64_t factor, std::string label) {
  ChaseRequest chase = run->chase()->request;
  chase.accesses *= factor;
  const std::uint64_t period = accesses_per_pass(chase.pattern);
  return this->run(std::move(chase), period, std::move(label));
}

void Lab::refuse_if_too_long(std::size_t period, std::uint64_t accesses) const {
  if (const auto most = description().properties.max_accesses; most && accesses > *most)
    throw Undecided("It would take a chase of " + format_count(accesses) + " accesses, and the device allows " +
                    format_count(*most) + ".");
  if (const std::string refusal = budget_.refuse(accesses); !refusal.empty()) throw Undecided(refusal);
  const std::string larger = " A larger budget gives every step more (of this probe it is " + budget_.words() + ").";
  if (budget_.spent + accesses > budget_.step_end)
    throw Undecided("It would take more accesses than one step of this probe may make." + larger);
  const double expected = pace_.expect(period, accesses);
  if (budget_.cycles_spent + expected > budget_.cycles_end)
    throw Undecided(expected > budget_.cycles_of_step / 4
                        ? "It would take about " + time_in_words(expected, description()) +
                              " of the card's time, and this step may take " +
                              time_in_words(budget_.cycles_of_step, description()) + " in all." + larger
                        : "The " + time_in_words(budget_.cycles_of_step, description()) +
                              " of the card's time that this step may take were not enough." + larger);
}

Walk Lab::run(ChaseRequest request, std::size_t period, std::string label) {
  std::uint64_t footprint = footprint_bytes(request.pattern, request.element_bytes);
  if (footprint > kReachOfFourBytes) {
    request.element_bytes = 8;
    footprint = footprint_bytes(request.pattern, request.element_bytes);
  }
  if (footprint > limit_bytes_)
    throw Undecided("It would take an array of " + format_bytes(footprint) + ", and " + format_bytes(limit_bytes_) +
                    " can be had.");
  const std::uint64_t accesses = request.warmup + request.accesses;
  refuse_if_too_long(period, accesses);
  budget_.spent += accesses;

  auto outcome = recorder_.chase_quietly({std::move(request), std::move(label)});
  if (!outcome) {
    const DeviceError& error = outcome.error();
    if (error.code == ErrorCode::out_of_memory && footprint > reached_) {
      limit_bytes_ = std::max<std::uint64_t>(reached_, std::bit_floor(footprint - 1));
      fresh_end_ = std::min(fresh_end_, limit_bytes_);
      throw Undecided("The device has no memory for an array of " + format_bytes(footprint) + ".");
    }
    if (error.code == ErrorCode::timed_out) throw Unanswered("The device did not answer in time: " + error.message);
    if (is_limit(error))
      throw Undecided("The device refused a chase of " + format_count(accesses) + " accesses over " + format_bytes(footprint) +
                      ": " + error.message);
    throw DeviceFailure(error);
  }
  reached_ = std::max(reached_, footprint);
  Walk walk;
  walk.run = *outcome;
  walk.period = period;
  walk.cycles = walk.run->cycles().copy();
  if (!walk.cycles.empty())
    pace_.learn(period, std::accumulate(walk.cycles.begin(), walk.cycles.end(), 0.0) / static_cast<double>(walk.cycles.size()));
  budget_.cycles_spent += pace_.expect(period, accesses);
  return walk;
}

RunPtr Lab::trials(TrialsRequest request, std::string label) {
  request.space = setting_.space;
  request.carveout_percent = setting_.carveout_percent;
  request.sm = setting_.sm;
  if (!experiment::can_make_trials(description()))
    throw Undecided(description().name + " makes no trials, and its chases do not begin with empty caches.");
  const double in = request.probability * static_cast<double>(count_of(request.places));
  const auto each = static_cast<std::uint64_t>(in * static_cast<double>(request.fill_passes + 1)) + 1;
  // A card whose nearest cache is emptied by each launch makes one trial on every SM at a time.
  const bool on_all = description().origin == Origin::hardware && !request.sm && !request.flush_bytes;
  const std::uint64_t at_once = on_all ? std::max<std::uint64_t>(description().properties.sm_count.value_or(1), 1) : 1;
  const std::uint64_t in_a_row = each * ((request.trials + at_once - 1) / at_once);
  refuse_if_too_long(each, in_a_row);
  budget_.spent += in_a_row;
  budget_.cycles_spent += pace_.expect(each, in_a_row);
  auto outcome = recorder_.ask_quietly(Planned<TrialsRequest>{std::move(request), std::move(label)});
  if (outcome) return *outcome;
  const DeviceError& error = outcome.error();
  if (error.code == ErrorCode::timed_out) throw Unanswered("The device did not answer in time: " + error.message);
  if (is_limit(error) || error.code == ErrorCode::out_of_memory || error.code == ErrorCode::unsupported)
    throw Undecided("The device refused trials: " + error.message);
  throw DeviceFailure(error);
}

bool Lab::reaches(std::uint64_t bytes) {
  if (bytes > limit_bytes_) return false;
  if (bytes <= reached_) return true;
  try {
    single({(bytes - 16) / 16 * 16}, 1, 1, "does the array fit");
    return true;
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {
    // The device could not allocate so much, whatever it states, and is not asked for it again.
    stay_below(std::max<std::uint64_t>(reached_, std::bit_floor(bytes - 1)));
    return false;
  }
}

std::uint64_t Lab::fresh(std::uint64_t bytes, std::uint64_t alignment) {
  while (true) {
    const std::uint64_t limit = std::min(fresh_end_, limit_bytes_);
    if (limit < bytes) throw Undecided("All memory was read before, so none is left for a cold measurement.");
    const std::uint64_t begin = (limit - bytes) / alignment * alignment;
    if (!reaches(begin + bytes)) continue;  // the limit has become smaller
    budget_.fresh_taken += fresh_end_ - begin;
    fresh_end_ = begin;
    return begin;
  }
}

}  // namespace chasescope::structure
