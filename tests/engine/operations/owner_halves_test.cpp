// Atomics by the half of the L2 that owns their address: what is inferred, and what probe `operations` tells of cards with and
// without halves.
#include "engine/inference/levels/owner_halves.h"

#include <gmock/gmock.h>

#include <bit>
#include <random>
#include <set>

#include "engine/findings/vocabulary.h"
#include "tests/engine/made_up/made_up_cards.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using inference::owner_halves_of;
using inference::OwnerHalves;
using testing::HasSubstr;
using testing::Not;
using Groups = OwnerHalves::Groups;

/// Latencies at 64 addresses, of which those with an odd number of ones in their number are far, or every third.
std::vector<double> at_addresses(double near, double way, double scatter, bool by_parity = true) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> slice(-scatter, scatter);
  std::vector<double> cycles;
  for (unsigned i = 0; i < 64; ++i)
    cycles.push_back(near + slice(random) + ((by_parity ? std::popcount(i) % 2 : i % 3 == 0) ? way : 0));
  return cycles;
}

TEST(OwnerHalves, AreToldWhereLoadsAgreeAddressByAddress) {
  const auto atomics = at_addresses(280, 200, 30), owned = at_addresses(260, 190, 20), copies = at_addresses(265, 0, 12);
  const OwnerHalves halves = owner_halves_of(atomics, copies, owned);
  EXPECT_EQ(halves.groups, Groups::two);
  EXPECT_EQ(halves.near_count, 32U);
  EXPECT_NEAR(halves.atomics->low, 280, 15);
  EXPECT_NEAR(halves.atomics->high, 480, 15);
  EXPECT_EQ(halves.owned.alike, 64U);
  EXPECT_FALSE(halves.loads.agree) << "copies of the near half answer";
  EXPECT_TRUE(halves.are_told());
  EXPECT_TRUE(owner_halves_of(atomics, owned, {}).are_told()) << "loads alone do as well where they agree";
}

TEST(OwnerHalves, AreNotToldByGroupsThatLoadsDoNotShare) {
  const auto atomics = at_addresses(280, 200, 5);
  const OwnerHalves others = owner_halves_of(atomics, at_addresses(260, 190, 5, false), at_addresses(260, 190, 5, false));
  EXPECT_EQ(others.groups, Groups::two);
  EXPECT_LT(others.owned.alike, 48U);
  EXPECT_FALSE(others.are_told());
  EXPECT_FALSE(owner_halves_of(atomics, {}, {}).are_told()) << "no loads, no evidence";
  std::vector<double> turned = at_addresses(260, 190, 5);
  for (double& cycles : turned) cycles = 720 - cycles;
  EXPECT_FALSE(owner_halves_of(atomics, turned, turned).are_told()) << "far for atomics, near for loads";
}

TEST(OwnerHalves, AFewDisturbedAddressesChangeNothing) {
  auto owned = at_addresses(260, 190, 5);
  owned[0] += 190;
  owned[5] += 190;
  EXPECT_TRUE(owner_halves_of(at_addresses(280, 200, 5), {}, owned).are_told());
  owned[10] += 190;
  owned[12] += 190;
  EXPECT_FALSE(owner_halves_of(at_addresses(280, 200, 5), {}, owned).are_told()) << "four of 64 are too many";
}

TEST(OwnerHalves, OneGroupAndAnUnclearPictureAreTwoThings) {
  EXPECT_EQ(owner_halves_of(at_addresses(280, 0, 4), {}, {}).groups, Groups::one);
  std::vector<double> evenly;
  for (int i = 0; i < 64; ++i) evenly.push_back(280 + 3 * i);
  EXPECT_EQ(owner_halves_of(evenly, {}, {}).groups, Groups::one) << "slices at many distances are no halves";
  std::vector<double> few = at_addresses(280, 0, 4);
  for (const std::size_t i : {3, 17, 40}) few[i] += 200;
  const OwnerHalves unclear = owner_halves_of(few, few, few);
  EXPECT_EQ(unclear.groups, Groups::unclear);
  EXPECT_GT(unclear.widest_gap, 180);
  EXPECT_FALSE(unclear.are_told());
  EXPECT_EQ(owner_halves_of(std::vector<double>{280, 480}, {}, {}).groups, Groups::none);
}

/// The only finding of this quantity, or nothing.
const Finding* of_halves(const std::vector<Finding>& findings, const char* quantity) {
  const Finding* found = nullptr;
  for (const Finding& finding : findings)
    if (finding.subject == subject::l2 && finding.quantity == quantity) {
      EXPECT_EQ(found, nullptr);
      found = &finding;
    }
  return found;
}

/// A card with a partitioned L2. Atomics of one thread take `atomic` cycles in the near half, and `way` more in the far one.
json halved_card(double atomic, double way, double slice) {
  json card = card_around({{"l1", lru(128, 32, 4, 4, {{"kind", "modulo"}})}, {"l2", lru(128, 32, 4096, 16, {{"kind", "modulo"}})}},
                          {{"global.ca",
                            {{"data", {"l1", "l2"}},
                             {"latency", {{"l1", 30}, {"l2", 250}, {"dram", 560}}},
                             {"far_latency", {{"l2", 250 + slice}, {"dram", 560 + way}}}}}});
  card["partitions"] = {
      {"cache", "l2"}, {"count", 2}, {"index", {{"kind", "xor"}, {"bits", {{12, 13, 15, 17, 19}}}}}, {"home", {1, 0}}};
  const json crowd{{"lane_cycles", 1}, {"warp_cycles", 8}, {"per_cycle", 40}};
  const json level{{"load_cycles", 30},
                   {"fence_cycles", 500},
                   {"store_cycles", 20},
                   {"atomic", {{"cycles", atomic}, {"one_word", crowd}, {"neighbours", crowd}, {"own_lines", crowd}}}};
  card["operations"] = {
      {"measuring_cycles", 6},      {"shared", level},          {"global", level},           {"miss_cycles", 250},
      {"load_bytes_per_cycle", 32}, {"after_store_cycles", 30}, {"after_update_cycles", 30}, {"hit_under_miss_cycles", 40}};
  return card;
}

TEST(AtomicsByHalf, AreToldOnACardWithHalvesBlindAndInNoise) {
  for (const bool noise : {false, true}) {
    const json card = halved_card(290, 185, 0);
    const auto findings = noise ? found_in_noise_on(card, "operations") : found_on(card, "operations");
    const Finding* groups = of_halves(findings, quantity::atomic_address_groups);
    ASSERT_NE(groups, nullptr);
    EXPECT_EQ(groups->value, 2) << groups->reason;
    const Finding *near = of_halves(findings, quantity::atomic_near_half_cycles),
                  *far = of_halves(findings, quantity::atomic_far_half_cycles);
    ASSERT_TRUE(near != nullptr && far != nullptr);
    ASSERT_EQ(near->status, FindingStatus::measured) << near->reason;
    ASSERT_EQ(far->status, FindingStatus::measured) << far->reason;
    // The standard noise drifts by some percent within a request.
    EXPECT_NEAR(near->value.get<double>(), 290, noise ? 0.02 * 290 : 0);
    EXPECT_NEAR(far->value.get<double>(), 475, noise ? 0.02 * 475 : 0);
    EXPECT_EQ(far->evidence.size(), 3U * 64);
    EXPECT_THAT(far->reason, HasSubstr("(64 of 64 alike)"));
    EXPECT_THAT(far->reason, HasSubstr("fall in no two groups")) << "of loads alone: copies answer them";
    // The array begins in the partition 0, and SM 0 is near the partition 1.
    EXPECT_THAT(of_halves(findings, quantity::atomic_latency_cycles)->reason, HasSubstr("belongs to the far half"));
  }
}

TEST(AtomicsByHalf, AreOneGroupOnACardWithoutHalves) {
  for (const bool noise : {false, true}) {
    json card = halved_card(290, 185, 0);
    card.erase("partitions");
    card["paths"]["global.ca"].erase("far_latency");
    const auto findings = noise ? found_in_noise_on(card, "operations") : found_on(card, "operations");
    const Finding* groups = of_halves(findings, quantity::atomic_address_groups);
    ASSERT_NE(groups, nullptr);
    EXPECT_EQ(groups->value, 1) << groups->reason;
    EXPECT_EQ(of_halves(findings, quantity::atomic_near_half_cycles), nullptr);
    EXPECT_EQ(of_halves(findings, quantity::atomic_far_half_cycles), nullptr);
    EXPECT_THAT(of_halves(findings, quantity::atomic_latency_cycles)->reason, Not(HasSubstr("Its address")));
  }
}

// What the model calls far is far for its loads, too: one function of the address decides for both.
TEST(AtomicsByHalf, AreFarWhereLoadsAreFar) {
  const auto device = opened(halved_card(290, 185, 40));
  std::vector<std::uint64_t> places;
  for (std::uint64_t i = 0; i < 128; ++i) places.push_back(i * 4096 + 128 * (i % 7));
  ChaseRequest chase;
  chase.space = MemorySpace::global_ca;
  chase.pattern = OffsetsPattern{places};
  chase.accesses = places.size();
  const auto cold = device->chase(chase, {});
  ASSERT_TRUE(cold) << cold.error().message;
  std::set<bool> seen;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto taken = [&](MemoryOperation operation) {
      const auto result = device->ask(OperationsRequest{.operation = operation, .offset_bytes = places[i]}, {});
      return result ? result->cycles.front() - result->overhead_cycles : 0;
    };
    const bool far = cold->cycles.copy()[i] >= 560 + 185;
    seen.insert(far);
    EXPECT_EQ(taken(MemoryOperation::atomic), far ? 475 : 290) << places[i];
    EXPECT_EQ(taken(MemoryOperation::load_after_atomic), far ? 435 : 250) << places[i];
    EXPECT_EQ(taken(MemoryOperation::load), far ? 290 : 250) << places[i];
  }
  EXPECT_EQ(seen.size(), 2U);
}

/// A device that is no model. Lines of every second block of 4 KiB are far.
struct HalvedDevice : ScriptedRequests {
  bool refuses_offsets = false;  ///< as a program that checks its members
  bool ignores_offsets = false;  ///< as an older one does, which does not know loads behind an atomic either
  bool loads_go_otherwise = false;
  double jitter = 1;
  std::mt19937_64 random{11};

  HalvedDevice() {
    about.properties.sm_count = 8;
    operation_cycles = [this](const OperationsRequest& request) -> Outcome<OperationsResult> {
      using enum MemoryOperation;
      if (refuses_offsets && request.offset_bytes != 0)
        return DeviceError{ErrorCode::invalid_request, "There is no member offset_bytes here."};
      if (ignores_offsets && request.operation == load_after_atomic)
        return DeviceError{ErrorCode::invalid_request, "There is no such operation here."};
      const std::uint64_t place = ignores_offsets ? 0 : request.offset_bytes;
      const bool far = place / 4096 % 2 == 1;
      double cycles = 30;
      if (request.operation == atomic) cycles = 280 + (far ? 200 : 0);
      if (request.operation == load && !request.warm) cycles = 265;
      if (request.operation == load_after_atomic) cycles = 270 + ((loads_go_otherwise ? place / 128 % 2 == 1 : far) ? 195 : 0);
      std::normal_distribution<double> scatter(0, jitter);
      OperationsResult result;
      result.overhead_cycles = 20;
      for (std::uint64_t i = 0; i < request.repeats; ++i) result.cycles.push_back(std::max(0.0, 20 + cycles + scatter(random)));
      return result;
    };
    open();
  }
  std::vector<Finding> told() { return found_on(*this, "operations", {{"part", "atomics"}}); }
};

TEST(AtomicsByHalf, AreToldOnADeviceWhoseCopiesAnswerLoads) {
  HalvedDevice device;
  device.jitter = 6;
  const auto findings = device.told();
  EXPECT_NEAR(of_halves(findings, quantity::atomic_near_half_cycles)->value.get<double>(), 280, 4);
  EXPECT_NEAR(of_halves(findings, quantity::atomic_far_half_cycles)->value.get<double>(), 480, 4);
  EXPECT_THAT(of_halves(findings, quantity::atomic_latency_cycles)->reason, HasSubstr("belongs to the near half"));
}

TEST(AtomicsByHalf, AreRefusedWhereLoadsFallInOtherGroups) {
  HalvedDevice device;
  device.loads_go_otherwise = true;
  const auto findings = device.told();
  EXPECT_EQ(of_halves(findings, quantity::atomic_address_groups)->value, 2);
  for (const char* quantity : {quantity::atomic_near_half_cycles, quantity::atomic_far_half_cycles}) {
    const Finding* half = of_halves(findings, quantity);
    ASSERT_NE(half, nullptr);
    EXPECT_EQ(half->status, FindingStatus::not_measurable);
    EXPECT_TRUE(half->value.is_null());
    EXPECT_THAT(half->reason, HasSubstr("nothing shows that these are the halves"));
    EXPECT_THAT(half->reason, HasSubstr("would tell"));
    EXPECT_FALSE(half->evidence.empty());
  }
  EXPECT_THAT(of_halves(findings, quantity::atomic_latency_cycles)->reason, HasSubstr("the faster of two groups"));
}

// Both kinds of older programs are asked once, and all else is told as before.
TEST(AtomicsByHalf, AnOlderProgramGoesOnAsBefore) {
  for (const bool refuses : {true, false}) {
    HalvedDevice old, young;
    (refuses ? old.refuses_offsets : old.ignores_offsets) = true;
    const auto findings = old.told(), all = young.told();
    EXPECT_EQ(young.requests - old.requests, 3U * 64 - 1);
    const Finding* groups = of_halves(findings, quantity::atomic_address_groups);
    ASSERT_NE(groups, nullptr);
    EXPECT_EQ(groups->status, FindingStatus::not_measurable);
    EXPECT_THAT(groups->reason, HasSubstr(refuses ? "no member offset_bytes" : "no such operation"));
    EXPECT_EQ(of_halves(findings, quantity::atomic_near_half_cycles), nullptr);
    EXPECT_EQ(findings.size(), all.size() - 2);
    EXPECT_EQ(of_halves(findings, quantity::atomic_latency_cycles)->status, FindingStatus::measured);
  }
}

TEST(AtomicsByHalf, ADeviceWithSmallArraysIsNotAskedForOffsets) {
  HalvedDevice device;
  device.about.properties.max_footprint_bytes_by_space[MemorySpace::global_ca] = 8192;
  EXPECT_THAT(of_halves(device.told(), quantity::atomic_address_groups)->reason, HasSubstr("too small"));
}

}  // namespace
}  // namespace chasescope
