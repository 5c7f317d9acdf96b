// What of the backend can't be reached through the Device: patience, memory, and the ring by itself.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "kernels/cuda_backend.h"
#include "kernels/ring_reader.h"

namespace chasescope::cuda {
namespace {

class Nobody : public ChaseEvents {
 public:
  bool stop_requested() override { return false; }
  void on_cycles(std::vector<float>) override {}
  void on_progress(double) override {}
};

class Backend : public testing::Test {
 protected:
  void SetUp() override {
    setenv("CHASESCOPE_LIBCUDA", FAKE_LIBCUDA, 1);
    setenv("CHASESCOPE_FAKE_CUDA", "", 1);
  }
  static ChaseOrder order() {
    ChaseOrder order;
    order.footprint_bytes = 4096;
    order.stride = 32;
    order.accesses = 100'000;
    return order;
  }
  Nobody nobody;
};

TEST_F(Backend, ends_a_kernel_that_makes_no_progress) {
  Card card(0);
  ChaseOrder stuck = order();
  stuck.patience = std::chrono::milliseconds(200);
  setenv("CHASESCOPE_FAKE_CUDA", "stuck", 1);
  try {
    card.chase(stuck, nobody);
    FAIL() << "it was not stuck";
  } catch (const CudaFailure& failure) {
    EXPECT_EQ(failure.kind(), Failure::timed_out);
    EXPECT_FALSE(failure.loses_context()) << "it ended when told";
  }
  setenv("CHASESCOPE_FAKE_CUDA", "", 1);
  EXPECT_NO_THROW(card.chase(order(), nobody));
}

TEST_F(Backend, gives_memory_back) {
  Card card(0);
  card.chase(order(), nobody);
  EXPECT_GE(card.held_bytes(), 4096U);
  card.release_memory();
  EXPECT_EQ(card.held_bytes(), 0U);
  EXPECT_NO_THROW(card.chase(order(), nobody));
}

TEST(RingReader, takes_blocks_in_order_and_frees_them) {
  auto mail = std::make_unique<Mailboxes>();
  std::vector<std::uint32_t> ring(kRingBlocks * kChunk);
  RingReader reader(*mail, ring.data(), 2 * kChunk + 5);
  EXPECT_TRUE(reader.take().empty());
  ring[0] = 7;
  mail->card.produced = 1;
  EXPECT_EQ(reader.take().size(), kChunk);
  EXPECT_EQ(mail->host.consumed, 1U);
  mail->card.produced = 3;
  EXPECT_EQ(reader.take().size(), kChunk + 5) << "the last block is not full";
  EXPECT_EQ(reader.taken(), 2 * kChunk + 5);
}

TEST(RingReader, refuses_a_broken_ring) {
  auto mail = std::make_unique<Mailboxes>();
  std::vector<std::uint32_t> ring(kRingBlocks * kChunk);
  mail->card.produced = 3;
  RingReader reader(*mail, ring.data(), kChunk);
  EXPECT_THROW(reader.take(), CudaFailure);
}

}  // namespace
}  // namespace chasescope::cuda
