// Decision 25: docs/decisions/cards/25-textures-are-uniform.md
#include "kernels/host/batch_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "kernels/device/chase_launch.h"
#include "kernels/host/chain.h"
#include "kernels/host/chase_runner.h"

namespace chasescope::cuda {
namespace {

bool runs_alone(const ChaseOrder& order) {
  switch (order.space) {
    case Space::shared:
    case Space::constant: return false;
    case Space::global_ca:
    case Space::readonly: return order.footprint_bytes > kTogetherBytes;
    case Space::global_cg:
    case Space::texture:
    case Space::host:
    case Space::managed:
    case Space::peer: return true;
  }
  return true;
}

/// A group to which chases may still be added.
struct Open {
  std::size_t group = 0;
  std::uint64_t chases = 0;
  std::uint64_t bytes = 0;
  std::set<unsigned> sms;
  std::vector<ChainKey> constants;  // equal constant arrays share their memory
};

/// Bytes by which the chase increases the memory of its group.
std::uint64_t added_bytes(const Open& open, const ChaseOrder& order) {
  if (order.space != Space::constant) return order.footprint_bytes;
  const ChainKey key(order);
  const auto same = [&](const ChainKey& other) { return other.same_as(key); };
  return std::any_of(open.constants.begin(), open.constants.end(), same) ? 0 : constant_room(order);
}

bool fits(const Open& open, const ChaseOrder& order, const CardProperties& card) {
  if (open.chases >= std::min<std::uint64_t>(card.sm_count, kMostSms)) return false;
  if (order.sm && (open.sms.contains(*order.sm) || *order.sm >= kMostSms)) return false;
  switch (order.space) {
    case Space::shared: return true;
    case Space::constant: return open.bytes + added_bytes(open, order) <= kConstantBytes;
    default: return open.bytes + added_bytes(open, order) <= card.l2_bytes / 4;
  }
}

}  // namespace

std::vector<std::vector<std::size_t>> plan_batch(std::span<const ChaseOrder> orders, const CardProperties& card) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::pair<std::string, int>, Open> open_groups;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const ChaseOrder& order = orders[i];
    if (runs_alone(order)) {
      groups.push_back({i});
      continue;
    }
    const auto [entry, fresh] = open_groups.try_emplace({kernel_name(order), order.carveout_percent.value_or(-1)});
    Open& open = entry->second;
    if (fresh || !fits(open, order, card)) {
      open = {groups.size(), 0, 0, {}, {}};
      groups.emplace_back();
    }
    groups[open.group].push_back(i);
    ++open.chases;
    open.bytes += added_bytes(open, order);
    if (order.space == Space::constant) open.constants.emplace_back(order);
    if (order.sm) open.sms.insert(*order.sm);
  }
  return groups;
}

}  // namespace chasescope::cuda
