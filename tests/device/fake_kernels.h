// What the kernels of the fake card do, in the host's memory: fake_chases.cpp and fake_requests.cpp. fake_libcuda.cpp launches
// them.
#pragma once

#include <cuda.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>

#include "kernels/device/chase_launch.h"
#include "kernels/device/operations_launch.h"
#include "kernels/device/request_launch.h"
#include "kernels/device/trials_launch.h"

namespace chasescope::cuda::fake {

/// Whether CHASESCOPE_FAKE_CUDA has this word; each is explained where it is looked at.
bool wanted(const char* word);

/// An error that sticks to the context, as on a card.
extern CUresult failure;
extern unsigned char constant_array[kConstantBytes];

struct FakeTexture {
  std::uint64_t address;
  unsigned element_bytes;
};

/// What tests can wait for.
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
/// Moves what it is told to where that can be seen, and takes the time of kFakeBytesPerNs.
void run_sweep(const std::string& name, const SweepLaunch& launch, unsigned blocks);
void run_code(const CodeLaunch& launch);
void run_operations(const std::string& name, const OperationsLaunch& launch, unsigned blocks, unsigned threads);
void run_cluster(const std::string& name, const ClusterLaunch& launch, unsigned blocks);
void run_trials(const TrialsLaunch& launch, unsigned blocks, bool same_memory);
/// A window of the clock: of a card that comes up to it ("idle"), that is kept from it ("limited"), that finds no rest
/// ("restless").
void run_clock_window(const ClockLaunch& launch);

}  // namespace chasescope::cuda::fake
