#include "engine/inference/replacement/named_automata.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace chasescope::inference {
namespace {

/// The memory of a policy about a full set: an order of the ways, or the bits of a tree.
using Memory = std::vector<std::uint8_t>;

struct Definition {
  Memory filled;
  std::uint8_t (*victim)(const Memory&);
  void (*touch)(Memory&, std::uint8_t way, bool replaced);
};

std::uint8_t front_of(const Memory& order) { return order.front(); }

void move_to_back(Memory& order, std::uint8_t way) {
  const auto at = std::find(order.begin(), order.end(), way);
  std::rotate(at, at + 1, order.end());
}

// For LRU the first way in the order is the one untouched for longest; for FIFO it is the one filled first.
void touch_lru(Memory& order, std::uint8_t way, bool /*replaced*/) { move_to_back(order, way); }
void touch_fifo(Memory& order, std::uint8_t way, bool replaced) {
  if (replaced) move_to_back(order, way);
}

// Node n has the children 2n and 2n + 1. With w ways, the ways are the nodes w to 2w − 1. Each inner node says which child holds
// the next victim.
std::uint8_t victim_of_tree(const Memory& right) {
  std::size_t node = 1;
  while (node < right.size()) node = 2 * node + right[node];
  return static_cast<std::uint8_t>(node - right.size());
}
void touch_tree(Memory& right, std::uint8_t way, bool /*replaced*/) {
  for (std::size_t node = way + right.size(); node > 1; node /= 2) right[node / 2] = node % 2 == 0 ? 1 : 0;
}

std::optional<Definition> definition_of(std::string_view policy, std::uint32_t ways) {
  Memory order(ways);
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  if (policy == "lru") return Definition{order, front_of, touch_lru};
  if (policy == "fifo") return Definition{order, front_of, touch_fifo};
  if (policy != "plru" || !std::has_single_bit(ways)) return std::nullopt;
  Definition plru{Memory(ways, 0), victim_of_tree, touch_tree};
  for (std::uint32_t way = 0; way < ways; ++way) touch_tree(plru.filled, static_cast<std::uint8_t>(way), true);
  return plru;
}

}  // namespace

std::optional<PolicyAutomaton> automaton_of(std::string_view policy, std::uint32_t ways) {
  if (ways < 1 || ways > kMostAutomatonWays) return std::nullopt;
  const auto definition = definition_of(policy, ways);
  if (!definition) return std::nullopt;
  PolicyAutomaton automaton{ways, {}};
  std::map<Memory, std::uint16_t> number{{definition->filled, 0}};
  std::vector<Memory> memories{definition->filled};
  for (std::size_t i = 0; i < memories.size(); ++i) {
    if (memories.size() > kMostAutomatonStates) return std::nullopt;
    PolicyAutomaton::State state;
    state.victim = definition->victim(memories[i]);
    for (std::uint32_t each = 0; each <= ways; ++each) {
      const auto letter = static_cast<std::uint8_t>(each);
      Memory next = memories[i];
      definition->touch(next, letter == ways ? state.victim : letter, letter == ways);
      const auto [known, fresh] = number.emplace(next, static_cast<std::uint16_t>(memories.size()));
      if (fresh) memories.push_back(std::move(next));
      state.next.push_back(known->second);
    }
    automaton.states.push_back(std::move(state));
  }
  return automaton;
}

}  // namespace chasescope::inference
