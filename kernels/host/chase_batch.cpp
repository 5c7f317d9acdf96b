// Many chases at once, one on each SM: ChaseRunner::run_batch.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>

#include "kernels/host/batch_memory.h"
#include "kernels/host/batch_plan.h"
#include "kernels/host/chain.h"
#include "kernels/host/chase_runner.h"

namespace chasescope::cuda {
namespace {

/// Forwards the events of one chase of a batch, with its index.
class OfBatch final : public ChaseEvents {
 public:
  OfBatch(BatchEvents& events, std::size_t request) : events_(events), request_(request) {}
  bool stop_requested() override { return events_.stop_requested(); }
  void on_progress(double fraction) override { events_.on_progress_of(request_, fraction); }
  void on_cycles(std::vector<float> cycles) override { events_.on_cycles(request_, std::move(cycles)); }

 private:
  BatchEvents& events_;
  std::size_t request_;
};

}  // namespace

BatchMemory& ChaseRunner::batch_memory() {
  if (!batch_memory_) {
    auto memory = std::make_unique<BatchMemory>(bench_.api, std::min<std::uint64_t>(bench_.properties.sm_count, kMostSms));
    const std::vector<std::uint64_t> none(BatchMemory::kWords, 0);
    bench_.api->check(
        bench_.api->memcpy_to_card(memory->claims_address(), none.data(), none.size() * sizeof(std::uint64_t), bench_.stream.get()),
        "clearing memory of the card");
    wait_for(bench_.stream, kShortPatience);
    batch_memory_ = std::move(memory);
  }
  return *batch_memory_;
}

std::vector<BatchOutcome> ChaseRunner::run_batch(std::span<const ChaseOrder> orders, BatchEvents& events) {
  std::vector<BatchOutcome> outcomes(orders.size());
  for (const std::vector<std::size_t>& group : plan_batch(orders, bench_.properties)) {
    if (events.stop_requested()) {
      for (const std::size_t index : group) outcomes[index].failure = cancelled();
      continue;
    }
    if (group.size() > 1 && run_together(orders, group, events, outcomes)) continue;
    for (const std::size_t index : group) {
      try {
        OfBatch of_batch(events, index);
        outcomes[index].answer = run(orders[index], of_batch);
      } catch (const CudaFailure& failure) {
        if (failure.loses_context()) throw;
        outcomes[index].failure = failure;
      }
    }
  }
  return outcomes;
}

/// Runs a group of chases of one kernel. False, without running any, if there is no memory for all of them.
bool ChaseRunner::run_together(std::span<const ChaseOrder> orders, const std::vector<std::size_t>& group, BatchEvents& events,
                               std::vector<BatchOutcome>& outcomes) {
  BatchMemory& memory = batch_memory();
  const Space space = orders[group.front()].space;
  std::vector<Place> places(group.size());
  std::vector<ChainKey> keys;
  Place end;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const ChaseOrder& order = orders[group[i]];
    keys.emplace_back(order);
    // Memory that is only read can serve several equal chains: constants, and the images of shared memory.
    const auto same = [&](const ChainKey& key) { return !in_arena(space) && key.same_as(keys.back()); };
    if (const auto found = std::find_if(keys.begin(), keys.end() - 1, same); found != keys.end() - 1) {
      places[i] = places[static_cast<std::size_t>(found - keys.begin())];
      continue;
    }
    places[i] = end;
    end.arena += next_boundary(order.footprint_bytes);
    end.constant += constant_room(order);
    end.image += shared_room(order);
  }
  try {
    if (space == Space::shared) reserve_images(end.image);
    if (in_arena(space)) bench_.reserve(space, end.arena);
  } catch (const CudaFailure& failure) {
    if (failure.kind() != Failure::out_of_memory) throw;
    return false;
  }

  std::vector<ChaseLaunch> launches(group.size());
  std::vector<std::size_t> waiting(group.size());  // indices in the group of the chases that have not run
  std::iota(waiting.begin(), waiting.end(), std::size_t{0});
  const auto give_up = [&](const CudaFailure& failure) {
    for (const std::size_t i : waiting) outcomes[group[i]].failure = failure;
  };
  try {
    for (std::size_t i = 0; i < group.size(); ++i) {
      launches[i] = prepare(orders[group[i]], places[i], memory.slot(i), events);
      std::memset(static_cast<void*>(memory.slot(i).mail), 0, sizeof(Mailboxes));
    }
    for (const unsigned blocks : attempts()) {
      launch_batch(orders, group, launches, waiting, blocks, events);
      std::erase_if(waiting, [&](std::size_t i) { return read_shared(memory.slot(i).mail->card.finished) != 0; });
      if (waiting.empty() || events.stop_requested()) break;
    }
    if (!waiting.empty()) give_up(events.stop_requested() ? cancelled() : took_none(orders[group[waiting.front()]]));
  } catch (const CudaFailure& failure) {
    if (failure.loses_context()) throw;
    give_up(failure);
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    BatchOutcome& outcome = outcomes[group[i]];
    if (outcome.failure) continue;
    try {
      outcome.answer = end_of(orders[group[i]], *memory.slot(i).mail);
      events.on_progress_of(group[i], 1.0);
    } catch (const CudaFailure& failure) {
      outcome.failure = failure;
    }
  }
  return true;
}

/// One launch for the chases of the group that have not run; returns when it has ended.
void ChaseRunner::launch_batch(std::span<const ChaseOrder> orders, const std::vector<std::size_t>& group,
                               std::vector<ChaseLaunch>& launches, const std::vector<std::size_t>& waiting, unsigned blocks,
                               BatchEvents& events) {
  BatchMemory& memory = batch_memory();
  BatchTable& table = memory.table();
  table.number = ++launches_;
  table.chases = memory.chases_address();
  table.claims = memory.claims_address();
  table.tickets = memory.tickets_address();
  std::fill(std::begin(table.assigned), std::end(table.assigned), -1);
  // Chases without a wanted SM come first; see BatchTable.
  std::vector<std::size_t> sorted = waiting;
  std::stable_partition(sorted.begin(), sorted.end(), [&](std::size_t i) { return !orders[group[i]].sm; });
  table.floating = 0;
  std::size_t shared_bytes = 0;
  std::chrono::milliseconds patience{0};
  std::vector<ChaseWatch> watches;
  watches.reserve(sorted.size());
  for (std::size_t at = 0; at < sorted.size(); ++at) {
    const std::size_t i = sorted[at];
    const ChaseOrder& order = orders[group[i]];
    launches[i].number = table.number;
    memory.chases()[at] = launches[i];
    if (order.sm)
      table.assigned[*order.sm] = static_cast<std::int32_t>(at);
    else
      ++table.floating;
    shared_bytes = std::max<std::size_t>(shared_bytes, launches[i].image_bytes);
    patience = std::max(patience, order.patience);
    watches.push_back(watch_of(
        order, memory.slot(i),
        [&events, request = group[i]](std::vector<float> cycles) { events.on_cycles(request, std::move(cycles)); },
        [&events, request = group[i]](double fraction) { events.on_progress_of(request, fraction); }));
  }

  const ChaseOrder& any = orders[group.front()];
  const CUfunction kernel = bench_.kernels.function(kernel_name(any));
  bench_.kernels.set_carveout(kernel, any.carveout_percent.value_or(CU_SHAREDMEM_CARVEOUT_DEFAULT));
  ChaseLaunch launch{};
  launch.batch = memory.table_address();
  void* arguments[] = {&launch};
  bench_.kernels.launch(kernel, blocks, 1, shared_bytes, bench_.stream, arguments);
  attend(bench_.api, bench_.stream, watches, events, patience);
}

}  // namespace chasescope::cuda
