// The parts of the backend that can't be tested through the Device: the time limit of a stuck kernel, memory, the clock, the plan
// of a batch, and the ring.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "kernels/host/batch_plan.h"
#include "kernels/host/chain.h"
#include "kernels/host/clock_rise.h"
#include "kernels/host/cuda_backend.h"
#include "kernels/host/ring_reader.h"

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

std::string clock_words_of(const char* how) {
  setenv("CHASESCOPE_FAKE_CUDA", how, 1);
  std::string words = Card(0).properties().clock_rise;
  setenv("CHASESCOPE_FAKE_CUDA", "", 1);
  return words;
}

TEST_F(Backend, brings_an_idle_card_to_its_clock_before_it_measures) {
  EXPECT_EQ(clock_words_of("idle"), "Before anything was measured its clock was brought from 345 MHz to 1500 MHz.");
  EXPECT_EQ(clock_words_of(""), "Before anything was measured its clock was 1500 MHz.");
}

TEST_F(Backend, says_that_a_clock_is_kept_down_or_finds_no_rest) {
  EXPECT_EQ(clock_words_of("limited"),
            "Before anything was measured its clock was 1200 MHz. It came to no more, of 1500 MHz at most.");
  EXPECT_NE(clock_words_of("restless").find("Warning: it had not come to rest"), std::string::npos);
}

TEST(Clock, has_risen_once_it_is_steady_near_what_is_usual) {
  ClockJudge judge(1980);
  for (const double slow : {345.0, 345.0, 345.0, 345.0, 345.0}) {
    judge.take(slow);
    EXPECT_FALSE(judge.has_risen()) << "an idle clock is steady, too";
  }
  EXPECT_TRUE(judge.is_steady());
  for (const double rising : {900.0, 1980.0, 1965.0, 1980.0, 1980.0}) judge.take(rising);
  EXPECT_FALSE(judge.is_steady());
  for (int i = 0; i < 3; ++i) judge.take(1980);
  EXPECT_TRUE(judge.has_risen());
  ClockJudge unknown(0);
  for (int i = 0; i < 4; ++i) unknown.take(1410);
  EXPECT_TRUE(unknown.has_risen()) << "nobody says what it can be";
}

class BatchPlan : public testing::Test {
 protected:
  static ChaseOrder order(Space space, std::uint64_t bytes) {
    ChaseOrder order;
    order.space = space;
    order.footprint_bytes = bytes;
    order.stride = 64;
    order.accesses = 1;
    return order;
  }
  static CardProperties card() {
    CardProperties card;
    card.sm_count = 4;
    card.l2_bytes = 4 << 20;
    return card;
  }
  using Groups = std::vector<std::vector<std::size_t>>;
};

TEST_F(BatchPlan, gives_each_sm_one_chase) {
  const std::vector<ChaseOrder> orders(9, order(Space::global_ca, 4096));
  EXPECT_EQ(plan_batch(orders, card()), (Groups{{0, 1, 2, 3}, {4, 5, 6, 7}, {8}}));
}

TEST_F(BatchPlan, runs_what_works_on_shared_structures_alone) {
  const std::vector<ChaseOrder> orders{order(Space::global_ca, 4096), order(Space::global_cg, 4096),
                                       order(Space::readonly, 2 << 20), order(Space::texture, 4096), order(Space::global_ca, 4096)};
  EXPECT_EQ(plan_batch(orders, card()), (Groups{{0, 4}, {1}, {2}, {3}}));
}

TEST_F(BatchPlan, keeps_kernels_and_carve_outs_apart) {
  std::vector<ChaseOrder> orders(6, order(Space::global_ca, 4096));
  orders[1].element_bytes = 8;
  orders[2].carveout_percent = 50;
  orders[3].mean = true;
  orders[4].space = Space::shared;
  EXPECT_EQ(plan_batch(orders, card()), (Groups{{0, 5}, {1}, {2}, {3}, {4}}));
}

TEST_F(BatchPlan, takes_every_sm_once) {
  std::vector<ChaseOrder> orders(4, order(Space::shared, 4096));
  orders[0].sm = 2;
  orders[1].sm = 2;
  orders[2].sm = 3;
  EXPECT_EQ(plan_batch(orders, card()), (Groups{{0}, {1, 2, 3}}));
}

TEST_F(BatchPlan, leaves_room_in_the_l2_and_in_constant_memory) {
  const std::vector<ChaseOrder> global(3, order(Space::global_ca, 400 << 10));
  EXPECT_EQ(plan_batch(global, card()), (Groups{{0, 1}, {2}})) << "a quarter of the L2 is 1 MiB";
  std::vector<ChaseOrder> constant(4, order(Space::constant, 20 << 10));
  EXPECT_EQ(plan_batch(constant, card()), (Groups{{0, 1, 2, 3}})) << "equal ones share their array";
  for (std::uint64_t i = 0; i < 4; ++i) constant[i].stride = 64 << i;
  EXPECT_EQ(plan_batch(constant, card()), (Groups{{0, 1, 2}, {3}}));
}

class Ring : public testing::Test {
 protected:
  struct alignas(4096) Memory {
    Mailboxes mail{};
    std::uint32_t ring[8 * kChunk]{};
  };
  std::unique_ptr<Memory> memory = std::make_unique<Memory>();
  CardMailbox& card = memory->mail.card;
  MailSlot slot{&memory->mail, 0, 8};
};

TEST_F(Ring, takes_blocks_in_order_and_frees_them) {
  RingReader reader(slot, {{0, 2 * kChunk + 5, 100}});
  EXPECT_TRUE(reader.take().cycles.empty());
  EXPECT_EQ(reader.made(), 0U);
  memory->ring[0] = 7;
  card.produced = 1;
  const auto first = reader.take().cycles;
  ASSERT_EQ(first.size(), kChunk);
  EXPECT_EQ(first[0], 7);
  EXPECT_EQ(memory->mail.host.consumed, 1U);
  EXPECT_EQ(reader.made(), 100 + kChunk) << "with what came before";
  card.produced = 3;
  EXPECT_EQ(reader.take().cycles.size(), kChunk + 5) << "the last block is not full";
  EXPECT_EQ(reader.made(), 100 + 2 * kChunk + 5);
}

TEST_F(Ring, begins_each_agent_with_a_fresh_block) {
  RingReader reader(slot, {{0, kChunk + 1, 10}, {1, 3, 2000}});
  memory->ring[kChunk] = 8;
  memory->ring[2 * kChunk] = 9;
  card.produced = 3;
  const auto a = reader.take();
  EXPECT_EQ(a.agent, 0U);
  ASSERT_EQ(a.cycles.size(), kChunk + 1);
  EXPECT_EQ(a.cycles.back(), 8);
  const auto b = reader.take();
  EXPECT_EQ(b.agent, 1U);
  ASSERT_EQ(b.cycles.size(), 3U);
  EXPECT_EQ(b.cycles.front(), 9);
  EXPECT_EQ(reader.made(), 2003U);
  EXPECT_TRUE(reader.take().cycles.empty());
}

TEST_F(Ring, is_refused_when_broken) {
  card.produced = 3;
  RingReader reader(slot, {{0, kChunk, 0}});
  EXPECT_THROW(reader.take(), CudaFailure);
}

TEST(Contents, knows_what_lies_where) {
  ChaseOrder order;
  order.footprint_bytes = 4096;
  order.stride = 64;
  const ChainKey chain(order);
  order.stride = 128;
  const ChainKey other(order);
  Contents contents;
  contents.put(0, 4096, chain);
  contents.put(8192, 4096, other);
  EXPECT_TRUE(contents.holds(0, chain));
  EXPECT_FALSE(contents.holds(0, other));
  EXPECT_FALSE(contents.holds(4096, chain));
  contents.clear(4096, 4096);
  EXPECT_TRUE(contents.holds(0, chain));
  EXPECT_TRUE(contents.holds(8192, other));
  contents.put(4000, 4200, chain);  // overlaps the end of one chain and the begin of the other
  EXPECT_FALSE(contents.holds(0, chain));
  EXPECT_FALSE(contents.holds(8192, other));
  EXPECT_TRUE(contents.holds(4000, chain));
}

}  // namespace
}  // namespace chasescope::cuda
