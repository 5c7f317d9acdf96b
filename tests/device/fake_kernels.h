// The kernels of the fake card, which work in the host's memory: fake_chases.cpp and fake_requests.cpp. fake_libcuda.cpp launches
// them.
#pragma once

#include <cuda.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>

#include "kernels/device/chase_launch.h"
#include "kernels/device/operations_launch.h"
#include "kernels/device/request_launch.h"
#include "kernels/device/residency_launch.h"
#include "kernels/device/trials_launch.h"

namespace chasescope::cuda::fake {

/// Whether CHASESCOPE_FAKE_CUDA has this word. Each word is explained where it is read.
bool wanted(const char* word);
/// Counts memory of the card as allocated; false if there is not so much left, or if the card is to be "crowded" and it is more
/// than 1 MiB.
bool take_fake_memory(std::uint64_t bytes);
void give_fake_memory(std::uint64_t bytes);
std::uint64_t taken_fake_memory();

/// An error that sticks to the context, as on a card.
extern CUresult failure;
extern unsigned char constant_array[kConstantBytes];

struct FakeTexture {
  std::uint64_t address, bytes;
  unsigned element_bytes;
};

/// Counts the kernels that have begun, for tests that wait for one. Holds deaf kernels back until they may end.
class Kernels {
 public:
  unsigned begun() {
    const std::lock_guard lock(mutex_);
    return begun_;
  }
  void begin() {
    const std::lock_guard lock(mutex_);
    ++begun_;
    changed_.notify_all();
  }
  bool wait_for(unsigned begun) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::minutes(1), [&] { return begun_ >= begun; });
  }
  void begin_deaf() {
    const std::lock_guard lock(mutex_);
    ++deaf_;
    may_end_ = false;
  }
  void be_deaf() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::minutes(1), [&] { return may_end_; });
  }
  void end_deaf() {
    const std::lock_guard lock(mutex_);
    --deaf_;
    changed_.notify_all();
  }
  void let_deaf_end() {
    std::unique_lock lock(mutex_);
    may_end_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return deaf_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned begun_ = 0, deaf_ = 0;
  bool may_end_ = false;
};
extern Kernels kernels;

void run_chase(const std::string& name, const ChaseLaunch& launch, unsigned blocks);
/// One block on each SM; each runs its chase while the others run theirs.
void run_batch(const std::string& name, const BatchTable& batch, unsigned blocks);
void run_paired(const PairedLaunch& launch, unsigned blocks, unsigned threads);

void run_bank(const BankLaunch& launch);
void run_outstanding(const std::string& name, const OutstandingLaunch& launch, unsigned threads);
/// Makes the copy or the write where a test can see it, and takes the time that kFakeBytesPerNs gives.
void run_sweep(const std::string& name, const SweepLaunch& launch, unsigned blocks);
/// The work of straight_code and code_blocks.
std::function<void()> code_work(const std::string& name, void** arguments);
void run_operations(const std::string& name, const OperationsLaunch& launch, unsigned blocks, unsigned threads);
/// A place "takes" fake_latency() of its word, whatever was read before.
void run_residency_read(const std::string& name, const ResidencyReadLaunch& launch, unsigned blocks, unsigned threads);
void run_residency_time(const ResidencyTimeLaunch& launch);
void run_cluster(const std::string& name, const ClusterLaunch& launch, unsigned blocks);
void run_trials(const TrialsLaunch& launch, unsigned blocks, bool same_memory);
/// Measures the clock over one window: of a card whose clock rises first ("idle"), is held down ("limited"), or changes all the
/// time ("restless").
void run_clock_window(const ClockLaunch& launch);

}  // namespace chasescope::cuda::fake
