#include "tests/widgets/sample_parts.h"

#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "tests/engine/findings/made_finding.h"
#include "tests/widgets/sample_runs.h"

namespace chasescope::sample {
namespace {

template <typename Request>
RunPtr run(const std::string& id, const char* probe, const Request& request, typename Request::Result result) {
  Run made;
  made.id = id;
  made.probe = probe;
  made.exchange = Exchange<Request>{request, std::move(result)};
  return std::make_shared<const Run>(std::move(made));
}

ChaseRequest walkOf(MemorySpace space, std::uint64_t bytes, std::uint64_t stride, std::uint64_t accesses, std::uint64_t warmup) {
  ChaseRequest request;
  request.space = space;
  request.pattern = UniformPattern{bytes, stride};
  request.accesses = accesses;
  request.warmup = warmup;
  return request;
}

ChaseResult latencies(const std::vector<float>& cycles) {
  ChaseResult result;
  result.cycles = LatencyTrace(cycles);
  result.overhead_cycles = 0;
  return result;
}

}  // namespace

Measured nearAndFar() {
  constexpr std::uint64_t kLines = 1024, kStride = 128, kTurn = 64;
  std::vector<float> cycles;
  for (std::uint64_t line = 0; line < kLines; ++line)
    cycles.push_back(static_cast<float>((line / kTurn % 2 == 0 ? 500 : 700) + line % 5));
  Measured all;
  all.runs = {run("walk-1", "memory", walkOf(MemorySpace::global_cg, kLines * kStride, kStride, kLines, 0), latencies(cycles))};
  for (const auto& [quantity, value] :
       {std::pair{quantity::near_memory_latency_cycles, 502.0}, {quantity::far_memory_latency_cycles, 702.0}})
    all.findings.push_back(made_finding(subject::dram, quantity, value, "cycles", {{"space", "global.cg"}}, {"walk-1"}));
  return all;
}

Measured clusters() {
  Measured all;
  for (const ClusterOperation operation : {ClusterOperation::load, ClusterOperation::bulk_copy})
    for (const unsigned size : {1U, 4U})
      for (unsigned rank = 0; rank < size; ++rank) {
        const std::string id = "cluster-" + std::to_string(all.runs.size() + 1);
        const double cycles = operation == ClusterOperation::bulk_copy ? 150 : rank == 0 ? 26 : 200;
        all.runs.push_back(run(id, "cluster", ClusterRequest{size, rank, operation, 4}, {{cycles, cycles, cycles, cycles}}));
        all.findings.push_back(made_finding(subject::distributed_shared_memory, quantity::hit_latency_cycles, cycles, "cycles",
                                            {{"operation", to_string(operation)}, {"cluster_size", size}, {"rank", rank}}, {id}));
      }
  return all;
}

Measured carveouts() {
  Measured all;
  for (const auto& [percent, bytes] : {std::pair{0, 65536}, {50, 40960}, {100, 16384}}) {
    all.findings.push_back(made_finding(subject::l1_data, quantity::contiguous_bytes, bytes, "bytes",
                                        {{"space", "global.ca"}, {"carveout_percent", percent}}, {}));
    all.findings.back().low = bytes - 512;
    all.findings.back().high = bytes + 512;
  }
  return all;
}

Measured instructions() {
  Measured all;
  for (std::uint64_t kib = 1; kib <= 64; kib *= 2)
    all.runs.push_back(
        run("code-" + std::to_string(kib), "instructions", InstructionsRequest{kib * 1024, 8}, {kib <= 16 ? 1.0 : 4.0, 16}));
  for (const std::uint64_t kib : {8, 16, 64})
    for (const CodeOrder order : {CodeOrder::in_order, CodeOrder::scattered}) {
      const double cycles = order == CodeOrder::scattered && kib > 16 ? 9 : 3;
      all.runs.push_back(run("blocks-" + std::string(to_string(order)) + '-' + std::to_string(kib), "prefetch",
                             InstructionsRequest{kib * 1024, 8, order}, {cycles, 16, 256}));
    }
  all.findings = {
      made_finding(subject::instruction_l1, quantity::capacity_bytes, 16384, "bytes", nlohmann::json::object(), {"code-16"}),
      made_finding(subject::instruction_l1, quantity::cycles_per_instruction, 1.0, "cycles", nlohmann::json::object(), {"code-1"}),
      made_finding(subject::instruction_l2, quantity::cycles_per_instruction, 4.0, "cycles", nlohmann::json::object(),
                   {"code-64"})};
  return all;
}

Measured sharing(std::size_t ownMisses, std::size_t lostOfTexture) {
  constexpr std::uint64_t kLines = 64, kStride = 32;
  Measured all;
  const auto look = [&](MemorySpace a, MemorySpace b, bool idle, float cycles, std::size_t lost = 64) {
    const ChaseRequest other = idle ? walkOf(b, kStride, kStride, 1, 1) : walkOf(b, 8 * kLines * kStride, kStride, 1, 8 * kLines);
    std::vector<float> each(kLines, cycles);
    if (idle) std::fill_n(each.begin(), ownMisses, 300.0F);
    if (!idle && lost < kLines) std::fill(each.begin() + static_cast<std::ptrdiff_t>(lost), each.end(), 80.0F);
    all.runs.push_back(run("pair-" + std::to_string(all.runs.size() + 1), "sharing",
                           PairedChaseRequest{walkOf(a, kLines * kStride, kStride, kLines, kLines), other, 1},
                           {latencies(std::move(each)), latencies({cycles})}));
  };
  constexpr MemorySpace kL1 = MemorySpace::global_ca, kTexture = MemorySpace::texture, kConstant = MemorySpace::constant;
  for (const auto& [space, cycles] : {std::pair{kL1, 35.0F}, {kTexture, 80.0F}, {kConstant, 30.0F}}) {
    look(space, space, true, cycles);
    look(space, space, false, 300);
  }
  look(kL1, kTexture, false, 300);
  look(kTexture, kL1, false, 320, lostOfTexture);
  look(kConstant, kL1, false, 30);
  all.findings = {
      made_finding(subject::l1_data, quantity::shares_with, {"texture"}, "1", {{"space", "global.ca"}}, {"pair-1"}),
      made_finding(subject::texture, quantity::shares_with, {"l1_data"}, "1", {{"space", "texture"}}, {"pair-3"}),
      made_finding(subject::constant_l1, quantity::shares_with, nlohmann::json::array(), "1", {{"space", "constant"}}, {"pair-5"})};
  return all;
}

Measured staircase(std::uint64_t growth) {
  Measured all;
  const Cache cache{.near = 300, .farShare = 0, .jitter = 0};
  for (std::uint64_t bytes = 16384; bytes <= 16384 + 16 * growth; bytes += growth) {
    Run made = *chase("stair-" + std::to_string(bytes), cache, bytes, 128, 2 * bytes / 128, 4 * bytes / 128);
    made.probe = "miss-pattern";
    all.runs.push_back(std::make_shared<const Run>(std::move(made)));
  }
  all.findings = {
      made_finding(subject::l1_data, quantity::contiguous_bytes, 16384, "bytes", {{"space", "global.ca"}}, {"stair-16384"})};
  return all;
}

}  // namespace chasescope::sample
