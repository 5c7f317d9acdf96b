// Chases of the fake card: the loops of kernels/device/chase_loops.cuh, ring and stop flag included, over the host's memory.
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "kernels/device/chase_loops.cuh"
#include "tests/device/fake_card.h"
#include "tests/device/fake_kernels.h"

namespace chasescope::cuda::fake {
namespace {

/// A space of the fake card.
struct FakeSpace {
  const unsigned char* base;
  unsigned element_bytes;
  std::uint64_t next;
  std::uint64_t bytes = ~std::uint64_t{0};  // a texture is read as 0 beyond its end

  void load() {
    std::uint64_t value = 0;
    if (next * element_bytes < bytes) std::memcpy(&value, base + next * element_bytes, element_bytes);
    next = value;
  }
  std::uint32_t timed(std::uint32_t enabled, std::uint32_t& made) {
    if (enabled == 0) return kFakeOverhead;
    const std::uint32_t cycles = fake_latency(next);
    load();
    ++made;
    return cycles;
  }
  void settle() {}
  std::uint64_t index() const { return next; }
};

/// Plays the faults of the environment before a kernel begins; false if no block of the launch runs.
bool begins(const ChaseLaunch& launch, unsigned blocks) {
  if (launch.wanted_sm >= 0 && wanted("blind")) return false;                         // no block runs on the wanted SM
  if (launch.wanted_sm >= 0 && wanted("shy") && blocks < 8 * kFakeSms) return false;  // only one of many blocks does
  // No progress, but the stop flag is obeyed.
  while (wanted("stuck") && read_system(&mailboxes_of(launch).host.stop) == 0) pause_briefly();
  // No progress, and the stop flag is ignored.
  if (wanted("deaf")) kernels.be_deaf();
  return true;
}

std::uint32_t sm_of(const ChaseLaunch& launch) { return static_cast<std::uint32_t>(launch.wanted_sm < 0 ? 0 : launch.wanted_sm); }

FakeSpace space_of(const ChaseLaunch& launch, bool constant, bool texture, unsigned element_bytes) {
  FakeSpace space{reinterpret_cast<const unsigned char*>(launch.array), element_bytes, launch.first_index};
  if (constant) space.base = constant_array + launch.array;
  if (texture) {
    const auto* object = reinterpret_cast<const FakeTexture*>(launch.array);
    space.base = reinterpret_cast<const unsigned char*>(object->address);
    space.element_bytes = object->element_bytes;
    space.bytes = object->bytes;
  }
  if (wanted("wrong_chain")) ++space.next;
  return space;
}

}  // namespace

void run_chase(const std::string& name, const ChaseLaunch& launch, unsigned blocks) {
  if (!begins(launch, blocks)) return;
  FakeSpace space = space_of(launch, name.find("constant") != std::string::npos, name.find("texture") != std::string::npos,
                             name.back() == '8' ? 8U : 4U);
  auto buffer = std::make_unique<LatencyBuffer>();
  if (name.find("mean") != std::string::npos)
    chase_mean(launch, space, sm_of(launch));
  else
    chase_each(launch, space, *buffer, sm_of(launch));
}

void run_batch(const std::string& name, const BatchTable& batch, unsigned blocks) {
  const auto* chases = reinterpret_cast<const ChaseLaunch*>(batch.chases);
  std::vector<std::jthread> running;
  std::uint32_t drawn = 0;
  for (std::uint32_t sm = 0; sm < kFakeSms; ++sm) {
    if (wanted("half") && sm % 2 == 1) continue;  // other programs hold these SMs
    const std::int32_t own = batch.assigned[sm];
    if (own < 0 && drawn == batch.floating) continue;
    ChaseLaunch chase = chases[own >= 0 ? static_cast<std::uint32_t>(own) : drawn++];
    if (own < 0) chase.wanted_sm = sm;  // so that the answer tells the SM
    running.emplace_back([name, chase, blocks] { run_chase(name, chase, blocks); });
  }
}

void run_paired(const PairedLaunch& launch, unsigned blocks, unsigned threads) {
  const ChaseLaunch& first = launch.agents[0].chase;
  if (!begins(first, blocks) || launch.agents[1].thread >= threads) return;
  const auto space_of_agent = [&](const AgentLaunch& agent) {
    const bool constant = agent.code == TimedCode::constant_4 || agent.code == TimedCode::constant_8;
    const bool wide = agent.code < TimedCode::texture && static_cast<unsigned>(agent.code) % 2 == 1;
    return space_of(agent.chase, constant, agent.code == TimedCode::texture, wide ? 8 : 4);
  };
  FakeSpace spaces[] = {space_of_agent(launch.agents[0]), space_of_agent(launch.agents[1])};
  Walk walks[2] = {};
  auto buffer = std::make_unique<LatencyBuffer>();
  bool stopped = false;
  for (std::uint32_t part = 0; part < kPairedParts && !stopped; ++part) {
    Walk& walk = walks[part % 2];
    begin_part(launch, part, walk);
    walk_part(launch.agents[part % 2], spaces[part % 2], *buffer, walk);
    stopped = walk.stopped;
    report(first, part % 2, spaces[part % 2].index(), walk);
  }
  finish(first, stopped, sm_of(first));
}

}  // namespace chasescope::cuda::fake
