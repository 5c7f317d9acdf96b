// The presets show every latency that the 2014 paper (MEI14) publishes, for the same accesses: tables 3 and 5.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "engine/device/software/software_device.h"
#include "tests/engine/model/chasing.h"

namespace chasescope::tests {
namespace {

constexpr std::uint64_t kPage = 2 * kMiB;

/// One access in each of `pages` pages. Each has a line and an L1 set of its own, so that the data caches hold all of them.
OffsetsPattern one_line_a_page(std::uint64_t pages) {
  OffsetsPattern pattern;
  for (std::uint64_t page = 0; page < pages; ++page) pattern.offsets.push_back(page * kPage + page * 128);
  return pattern;
}

/// The latency and the answering parts of most accesses of a warmed-up chase.
std::pair<float, std::string> steady(Device& device, MemorySpace space, const Pattern& pattern) {
  ChaseRequest request;
  request.space = space;
  request.pattern = pattern;
  request.warmup = 3 * accesses_per_pass(pattern);
  request.accesses = 2 * accesses_per_pass(pattern);
  request.truth = true;
  const ChaseResult result = chase(device, request);
  const auto latencies = spectrum(result);
  const auto parts = tally(result.served_by);
  const auto more = [](const auto& a, const auto& b) { return a.second < b.second; };
  return {std::max_element(latencies.begin(), latencies.end(), more)->first,
          std::max_element(parts.begin(), parts.end(), more)->first};
}

struct Published {
  const char* card;
  MemorySpace space;
  Pattern pattern;
  float cycles;
  const char* served_by;
};

std::vector<Published> published() {
  const Pattern l1_sized = UniformPattern{8 * kKiB, 128};
  const Pattern l2_sized = UniformPattern{256 * kKiB, 128};
  const Pattern few_pages = one_line_a_page(40);    // beyond the L1 TLB, within the L2 TLB
  const Pattern many_pages = one_line_a_page(100);  // beyond both TLBs; 100 lines fit into every data cache
  const Pattern dram_few = UniformPattern{16 * kMiB, 128};
  const Pattern dram_many = UniformPattern{256 * kMiB, kPage};  // 128 pages, all in the same set of each data cache
  const auto ca = MemorySpace::global_ca;
  const auto cg = MemorySpace::global_cg;
  return {
      // Table 3, Fermi, L1 enabled: patterns 1 to 5.
      {"gtx560ti", ca, l1_sized, 116, "l1+l1_tlb"},
      {"gtx560ti", ca, few_pages, 404, "l1+l2_tlb"},
      {"gtx560ti", ca, many_pages, 488, "l1+walk"},
      {"gtx560ti", ca, dram_few, 655, "dram+l1_tlb"},
      {"gtx560ti", ca, dram_many, 1259, "dram+walk"},
      // L1 disabled.
      {"gtx560ti", cg, l2_sized, 371, "l2+l1_tlb"},
      {"gtx560ti", cg, few_pages, 398, "l2+l2_tlb"},
      {"gtx560ti", cg, many_pages, 482, "l2+walk"},
      {"gtx560ti", cg, dram_few, 639, "dram+l1_tlb"},
      {"gtx560ti", cg, dram_many, 1245, "dram+walk"},
      // Kepler, patterns 1 to 5.
      {"gtx780", ca, l2_sized, 230, "l2+l1_tlb"},
      {"gtx780", ca, few_pages, 236, "l2+l2_tlb"},
      {"gtx780", ca, many_pages, 289, "l2+walk"},
      {"gtx780", ca, dram_few, 371, "dram+l1_tlb"},
      {"gtx780", ca, dram_many, 734, "dram+walk"},
      // Table 5, texture.
      {"gtx560ti", MemorySpace::texture, UniformPattern{8 * kKiB, 32}, 240, "texture_l1+l1_tlb"},
      {"gtx560ti", MemorySpace::texture, l2_sized, 470, "l2+l1_tlb"},
      {"gtx780", MemorySpace::texture, UniformPattern{8 * kKiB, 32}, 110, "texture_l1+l1_tlb"},
      {"gtx780", MemorySpace::texture, l2_sized, 220, "l2+l1_tlb"},
      // §4.1, figure 5: no bank conflict.
      {"gtx560ti", MemorySpace::shared, UniformPattern{16 * kKiB, 4}, 50, "shared_memory"},
  };
}

TEST(Paper2014, EveryPublishedLatencyAppearsWhereItIsPublishedFor) {
  for (const Published& row : published()) {
    auto device = preset(row.card);
    const auto [cycles, served_by] = steady(*device, row.space, row.pattern);
    EXPECT_EQ(cycles, row.cycles) << row.card << " " << to_string(row.space) << " " << row.served_by;
    EXPECT_EQ(served_by, row.served_by) << row.card << " " << to_string(row.space) << " " << row.cycles;
  }
}

// Table 3, pattern 6: only pages within 512 MB are active. A walk to a page outside costs a switch of the page tables.
TEST(Paper2014, KeplerSwitchesPageTablesAtEvery512MiB) {
  auto device = preset("gtx780");
  const ChaseRequest request = passes_over(MemorySpace::global_ca, 2048 * kMiB, kPage, 3, 1);
  const ChaseResult result = chase(*device, request);
  const AccessOrder order(request, result);
  for (std::size_t i = 0; i < request.accesses; ++i)
    ASSERT_EQ(result.cycles[i], order.offset(i) % (512 * kMiB) == 0 ? 1000 : 734) << i;

  const ChaseRequest inside = passes_over(MemorySpace::global_ca, 512 * kMiB, kPage, 3, 0);
  EXPECT_EQ(spectrum(chase(*device, inside)), (std::map<float, std::size_t>{{734.0F, inside.accesses}}));
}

// No access on a Fermi takes as long as such a switch.
TEST(Paper2014, FermiHasNoActivationWindow) {
  auto device = preset("gtx560ti");
  const ChaseRequest request = passes_over(MemorySpace::global_cg, 1024 * kMiB, kPage, 3);
  EXPECT_EQ(spectrum(chase(*device, request)), (std::map<float, std::size_t>{{1245.0F, request.accesses}}));
}

}  // namespace
}  // namespace chasescope::tests
