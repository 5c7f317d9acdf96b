#include "kernels/host/trials_run.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "kernels/device/chase_launch.h"
#include "kernels/device/trials_launch.h"
#include "kernels/host/lone_carveout.h"

namespace chasescope::cuda {
namespace {

constexpr std::uint64_t kElement = 4;
constexpr std::chrono::milliseconds kBetweenStops{20};               // duration of launches in a row between two checks for a stop
constexpr std::uint64_t kMostAnswerBytes = std::uint64_t{64} << 20;  // pinned memory for the answers of one round
constexpr std::uint32_t kMostLaunchesInARow = 4096;
constexpr unsigned kBlocksPerSm = 4;  // blocks are dealt to the SMs in turn; a block whose SM is taken ends at once

std::string kernel_of(Space space, bool same_memory) {
  if (same_memory) {
    if (space == Space::global_ca) return "trials_pages_global_ca";
    if (space == Space::global_cg) return "trials_pages_global_cg";
    throw CudaFailure(Failure::unsupported, "One piece of memory is shown at many addresses in global.ca and global.cg.");
  }
  switch (space) {
    case Space::global_ca: return "trials_global_ca";
    case Space::global_cg: return "trials_global_cg";
    case Space::readonly: return "trials_readonly";
    case Space::texture: return "trials_texture";
    default: throw CudaFailure(Failure::unsupported, "Trials are made in global.ca, global.cg, readonly and texture.");
  }
}

std::uint64_t timed_places(const TrialsOrder& order) {
  std::uint64_t count = 0;
  for (const std::uint32_t word : order.timed) count += static_cast<std::uint64_t>(std::popcount(word));
  return count;
}

/// The kernel's table of the timed places: a bit for each place and, if cycles are recorded, the counts that rank_of_timed() needs.
/// With the counts, the result has one word for each timed place. A word for every place would need more shared memory, which would
/// shrink the L1 and cause more misses than the same trials recorded as bits.
std::vector<std::uint32_t> timed_table(const TrialsOrder& order) {
  std::vector<std::uint32_t> table = order.timed;
  if (!order.cycles) return table;
  std::uint32_t before = 0;
  for (const std::uint32_t word : order.timed) {
    table.push_back(before);
    before += static_cast<std::uint32_t>(std::popcount(word));
  }
  return table;
}

class TrialsRun {
 public:
  TrialsRun(Workbench& bench, const TrialsOrder& order, RunEvents& events)
      : bench_(bench),
        order_(order),
        events_(events),
        words_((order.places + 31) / 32),
        kernel_(bench.kernels.function(kernel_of(order.space, order.same_memory))),
        counters_(bench.trial_counters.of((kMostSms + 1) * sizeof(std::uint64_t))) {
    const std::vector<std::uint32_t> timed = timed_table(order);
    const std::uint64_t result_words = !order.cycles ? words_ : order.timed.empty() ? order.places : timed_places(order);
    slot_words_ = 1 + result_words;
    const std::size_t listed_words = order.same_memory ? 2 * order.listed_addresses.size() : order.listed.size();
    shared_bytes_ = (result_words + timed.size() + listed_words) * sizeof(std::uint32_t);
    // At least as much shared memory as the block of a chase, since the size of the L1 depends on it even with a carve-out.
    shared_bytes_ = std::max(shared_bytes_, bench.kernels.static_shared_bytes(bench.kernels.function("chase_each_shared_8")));
    const std::uint64_t limit = bench.properties.shared_bytes_per_block;
    if (shared_bytes_ + bench.kernels.static_shared_bytes(kernel_) > limit)
      throw CudaFailure(Failure::invalid, std::to_string(order.places) +
                                              " places are too many for trials on this card: what is noted of them takes " +
                                              std::to_string(shared_bytes_) + " B of shared memory, and a block has " +
                                              std::to_string(limit) + ".");
    bench.kernels.allow_shared_bytes(kernel_, shared_bytes_);
    bench.kernels.set_carveout(kernel_, order.carveout_percent ? *order.carveout_percent : lone_carveout(bench));
    const std::array<std::uint64_t, kMostSms + 1> none{};
    copy_to(counters_, none.data(), sizeof none);
    if (!timed.empty()) timed_ = uploaded(bench.timed_places, timed);
    if (!order.listed.empty()) listed_ = uploaded(bench.listed_places, order.listed);
    if (order.same_memory) {
      show_pages();
      return;
    }
    const std::uint64_t places_bytes = next_boundary(order.footprint_bytes);
    array_ = bench.reserve(order.space == Space::texture ? Space::texture : Space::global_cg,
                           places_bytes + order.flush_bytes.value_or(0));
    flush_from_ = array_ + places_bytes;
    bench.arrays.forget();
    if (order.space == Space::texture) array_ = bench.arrays.texture(array_ - bench.arena.base(), kElement);
  }

  TrialsAnswer run() {
    TrialsAnswer answer;
    answer.words_per_trial = slot_words_ - 1;
    const std::uint64_t most = std::max<std::uint64_t>(1, kMostAnswerBytes / (slot_words_ * sizeof(std::uint32_t)));
    while (done_ < order_.trials) {
      const std::uint64_t trials = std::min(most, order_.trials - done_);
      run_round(trials, answer);
      done_ += trials;
    }
    return answer;
  }

 private:
  /// Maps one page at all places. Such trials have no flush: a flush of the TLBs would have to read more memory than any card has.
  void show_pages() {
    if (order_.flush_bytes)
      throw CudaFailure(Failure::unsupported, "Nothing is read before trials in which all places show one piece of memory.");
    if (!order_.listed_addresses.empty()) listed_ = uploaded(bench_.listed_places, order_.listed_addresses);
    const auto offset_at = [&](std::uint64_t i) {
      return order_.listed_addresses.empty() ? order_.base + i * order_.spacing : order_.listed_addresses[i];
    };
    array_ = bench_.pages().show(order_.places, offset_at, order_.footprint_bytes, [&] { return events_.stop_requested(); });
  }

  /// Runs one round: as many trials as the memory for answers holds.
  void run_round(std::uint64_t trials, TrialsAnswer& answer) {
    answers_ = &bench_.trial_answers.of(trials * slot_words_ * sizeof(std::uint32_t));
    auto* const slots = static_cast<std::uint32_t*>(answers_->memory());
    for (std::uint64_t t = 0; t < trials; ++t) slots[t * slot_words_] = 0;
    const std::uint64_t none = 0;
    copy_to(counters_, &none, sizeof none, kMostSms * sizeof(std::uint64_t));

    TrialsLaunch launch = launch_of(trials);
    std::uint64_t landed = 0;
    std::uint32_t in_a_row = 1;
    unsigned fruitless = 0;
    while (landed < trials) {
      refuse_if_stopped(events_);
      const auto begin = std::chrono::steady_clock::now();
      for (std::uint32_t i = 0; i < in_a_row; ++i) launch_once(launch);
      wait_for(bench_.stream, kShortPatience);
      const auto took = std::chrono::steady_clock::now() - begin;
      const std::uint64_t before = landed;
      while (landed < trials && slots[landed * slot_words_] == launch.done) ++landed;
      // The blocks of one launch may all miss the wanted SM, but not those of many launches.
      fruitless = landed == before ? fruitless + 1 : 0;
      if (fruitless > kMostFruitless) throw no_word();
      if (took < kBetweenStops / 2) in_a_row = std::min(2 * in_a_row, kMostLaunchesInARow);
      if (took > kBetweenStops) in_a_row = std::max(in_a_row / 2, 1U);
      const std::uint64_t each = is_alone() ? in_a_row_of_a_block() : std::max<std::uint64_t>(bench_.properties.sm_count, 1);
      in_a_row = static_cast<std::uint32_t>(std::min<std::uint64_t>(in_a_row, (trials - landed + each - 1) / each + 1));
      events_.on_progress(static_cast<double>(done_ + landed) / static_cast<double>(order_.trials));
    }
    for (std::uint64_t t = 0; t < trials; ++t)
      answer.words.insert(answer.words.end(), slots + t * slot_words_ + 1, slots + (t + 1) * slot_words_);
  }

  TrialsLaunch launch_of(std::uint64_t trials) const {
    TrialsLaunch launch{};
    launch.array = array_;
    launch.listed = listed_ ? listed_->address() : 0;
    launch.timed = timed_ ? timed_->address() : 0;
    launch.answers = answers_->address();
    launch.claims = counters_.address();
    launch.tickets = counters_.address() + kMostSms * sizeof(std::uint64_t);
    launch.seed = order_.seed;
    launch.first = order_.first + done_;
    launch.threshold = order_.threshold;
    launch.trials = static_cast<std::uint32_t>(trials);
    launch.places = static_cast<std::uint32_t>(order_.places);
    std::uint64_t power = 1;
    while (power < order_.places) power *= 2;
    launch.mask = static_cast<std::uint32_t>(power - 1);
    launch.spacing = static_cast<std::uint32_t>(order_.spacing / kElement);
    launch.base = static_cast<std::uint32_t>(order_.base / kElement);
    launch.far_spacing = order_.spacing;
    launch.far_base = order_.base;
    launch.fill_passes = static_cast<std::uint32_t>(order_.fill_passes);
    launch.overlapping = order_.same_memory && order_.places >= kFewestOverlapping ? 1 : 0;
    launch.same_order = order_.same_order ? 1 : 0;
    launch.cycles = order_.cycles ? 1 : 0;
    launch.cut = order_.cut;
    launch.slot_words = static_cast<std::uint32_t>(slot_words_);
    launch.in_a_row = in_a_row_of_a_block();
    launch.done = 1;
    launch.wanted_sm = order_.sm ? static_cast<std::int32_t>(*order_.sm) : -1;
    return launch;
  }

  /// Whether only one SM runs trials at a time: with a flush, and where trials of other SMs would disturb the shared TLBs.
  bool is_alone() const { return order_.flush_bytes || order_.same_memory; }

  /// Trials that a block runs in a row. If all accesses bypass the L1, no launch is needed to empty it between two trials. A row
  /// lasts at most a few milliseconds, so that a stop is answered in time.
  std::uint32_t in_a_row_of_a_block() const {
    constexpr std::uint64_t kVisits = 1 << 15;  // some 5 ms
    if (!order_.same_memory || order_.space != Space::global_cg) return 1;
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(kVisits / (order_.places * (order_.fill_passes + 1)), 1));
  }

  /// Launches one trial on each SM, or one trial alone, or several trials in a row on one SM.
  void launch_once(TrialsLaunch& launch) {
    launch.launch = ++launches_;
    const auto sms = static_cast<unsigned>(std::max<std::uint64_t>(bench_.properties.sm_count, 1));
    if (order_.flush_bytes) {
      FlushLaunch flush{flush_from_, *order_.flush_bytes, 0};
      void* arguments[] = {&flush};
      bench_.kernels.launch(bench_.kernels.function("trials_flush"), sms * 2, 1024, 0, bench_.stream, arguments);
    }
    void* arguments[] = {&launch};
    const unsigned blocks = is_alone() && !order_.sm ? 1 : sms * kBlocksPerSm;
    bench_.kernels.launch(kernel_, blocks, 32, shared_bytes_, bench_.stream, arguments);
  }

  template <typename Word>
  const DeviceBuffer* uploaded(KeptMemory<DeviceBuffer>& memory, const std::vector<Word>& words) {
    const DeviceBuffer& buffer = memory.of(words.size() * sizeof(Word));
    copy_to(buffer, words.data(), words.size() * sizeof(Word));
    return &buffer;
  }

  void copy_to(const DeviceBuffer& buffer, const void* from, std::size_t bytes, std::uint64_t offset = 0) {
    bench_.api->check(bench_.api->memcpy_to_card(buffer.address() + offset, from, bytes, bench_.stream.get()),
                      "copying to the card");
    wait_for(bench_.stream, kShortPatience);  // the source of the copy may be freed soon
  }

  static constexpr unsigned kMostFruitless = 64;

  Workbench& bench_;
  const TrialsOrder& order_;
  RunEvents& events_;
  std::uint64_t words_;
  CUfunction kernel_;
  const DeviceBuffer& counters_;  // kMostSms claims, then the tickets
  const DeviceBuffer *timed_ = nullptr, *listed_ = nullptr;
  const MappedBuffer* answers_ = nullptr;
  std::uint64_t slot_words_ = 0, array_ = 0, flush_from_ = 0, done_ = 0, launches_ = 0;
  std::size_t shared_bytes_ = 0;
};

}  // namespace

TrialsAnswer run_trials(Workbench& bench, const TrialsOrder& order, RunEvents& events) {
  refuse_if_stopped(events);
  return TrialsRun(bench, order, events).run();
}

}  // namespace chasescope::cuda
