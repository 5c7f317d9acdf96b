#include "kernels/host/code_run.h"

#include <algorithm>
#include <string>

#include "kernels/device/embedded_kernels.h"
#include "kernels/device/request_launch.h"

namespace chasescope::cuda {
namespace {

constexpr std::uint64_t kInstructionsPerLaunch = 1 << 21;  // some ms, even when each is fetched from afar
constexpr std::uint64_t kJumps = 64;                       // that tell what the jump takes
static_assert(kCodeBlockBytes == kCodeStep);

void refuse_impossible_code(std::uint64_t bytes, std::uint64_t limit) {
  if (bytes > limit)
    throw CudaFailure(Failure::invalid,
                      "Code of " + std::to_string(bytes) + " B is too long; the limit is " + std::to_string(limit) + " B.");
  if (bytes % kCodeStep != 0)
    throw CudaFailure(Failure::invalid, "Code of " + std::to_string(bytes) + " B is no multiple of " + std::to_string(kCodeStep) +
                                            " B, the steps in which a card's code can be had; the nearest smaller size is " +
                                            std::to_string(bytes / kCodeStep * kCodeStep) + " B.");
}

}  // namespace

InstructionsAnswer StraightCode::run(const InstructionsOrder& order, RunEvents& events) {
  refuse_impossible_code(order.bytes, kCodeBytes);
  refuse_if_stopped(events);
  if (!code_) code_ = std::make_unique<LoadedKernels>(bench_.api, device_, embedded_straight_code());
  const double jump = cycles(0, kJumps, nullptr);
  const double all = cycles(order.bytes, order.repeats, &events);
  return {(all - jump) / static_cast<double>(order.bytes / kInstructionBytes), kInstructionBytes};
}

/// The mean over the repeats.
double StraightCode::cycles(std::uint64_t bytes, std::uint64_t repeats, RunEvents* events) {
  const CUfunction kernel = code_->function("straight_code");
  auto& answer = *bench_.answer<CodeAnswer>();
  const std::uint64_t per_launch = std::max<std::uint64_t>(1, kInstructionsPerLaunch / (1 + bytes / kInstructionBytes));
  double sum = 0;
  for (std::uint64_t done = 0; done < repeats;) {
    if (events != nullptr) refuse_if_stopped(*events);
    const std::uint64_t count = std::min(per_launch, repeats - done);
    answer = {};
    CodeLaunch launch{};
    launch.answer = bench_.answers.address();
    launch.entry = static_cast<std::uint32_t>((kCodeBytes - bytes) / kCodeStep);
    launch.repeats = static_cast<std::uint32_t>(count);
    launch.value = launch.factor = launch.summand = 0.5F;  // stays small
    void* arguments[] = {&launch};
    code_->launch(kernel, 1, 1, 0, bench_.stream, arguments);
    wait_for(bench_.stream, kShortPatience);
    if (answer.finished == 0) throw no_word();
    sum += static_cast<double>(answer.cycles);
    done += count;
    if (events != nullptr) events->on_progress(static_cast<double>(done) / static_cast<double>(repeats));
  }
  return sum / static_cast<double>(repeats);
}

InstructionsAnswer CodeBlocks::run(const InstructionsOrder& order, RunEvents& events) {
  refuse_impossible_code(order.bytes, kCodeBlocks * kCodeStep);
  refuse_if_stopped(events);
  if (!code_) code_ = std::make_unique<LoadedKernels>(bench_.api, device_, embedded_code_blocks());
  const CUfunction kernel = code_->function("code_blocks");
  auto& answer = *bench_.answer<BlocksAnswer>();
  const std::uint64_t instructions = order.bytes / kInstructionBytes;
  const std::uint64_t per_launch = std::max<std::uint64_t>(1, kInstructionsPerLaunch / instructions);
  double sum = 0;
  for (std::uint64_t done = 0; done < order.repeats;) {
    refuse_if_stopped(events);
    const std::uint64_t count = std::min(per_launch, order.repeats - done);
    answer = {};
    BlocksLaunch launch{};
    launch.answer = bench_.answers.address();
    launch.blocks = static_cast<std::uint32_t>(order.bytes / kCodeStep);
    launch.stride = static_cast<std::uint32_t>(order.stride);
    launch.repeats = static_cast<std::uint32_t>(count);
    launch.value = launch.factor = launch.summand = 0.5F;  // stays small
    void* arguments[] = {&launch};
    code_->launch(kernel, 1, 1, 0, bench_.stream, arguments);
    wait_for(bench_.stream, kShortPatience);
    if (answer.finished == 0) throw no_word();
    if (answer.misplaced != 0 || answer.first % kCodeBlockAlignment != 0)
      throw CudaFailure(Failure::unsupported, "The driver did not put the blocks of code one behind the other at multiples of " +
                                                  std::to_string(kCodeBlockAlignment) + " B (" + std::to_string(answer.misplaced) +
                                                  " of " + std::to_string(kCodeBlocks) + " lie elsewhere, the first " +
                                                  std::to_string(answer.first % kCodeBlockAlignment) +
                                                  " B behind one). So no order of them can be timed.");
    sum += static_cast<double>(answer.cycles);
    done += count;
    events.on_progress(static_cast<double>(done) / static_cast<double>(order.repeats));
  }
  return {sum / static_cast<double>(order.repeats) / static_cast<double>(instructions), kInstructionBytes};
}

}  // namespace chasescope::cuda
