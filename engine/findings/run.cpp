#include "engine/findings/run.h"

#include <algorithm>
#include <utility>

namespace chasescope {
namespace {

std::string_view call_of(const AnyExchange& exchange) {
  return std::visit([](const auto& asked) { return asked.request.kCall; }, exchange);
}

template <std::size_t... Index>
std::vector<AnyExchange> one_of_each(std::index_sequence<Index...>) {
  return {AnyExchange(std::in_place_index<Index>)...};
}

const std::vector<AnyExchange>& empty_exchanges() {
  static const auto all = one_of_each(std::make_index_sequence<std::variant_size_v<AnyExchange>>{});
  return all;
}

}  // namespace

const std::vector<std::string_view>& all_calls() {
  static const std::vector<std::string_view> calls = [] {
    std::vector<std::string_view> list;
    for (const AnyExchange& exchange : empty_exchanges()) list.push_back(call_of(exchange));
    return list;
  }();
  return calls;
}

std::optional<AnyExchange> exchange_for(std::string_view call) {
  const auto& all = empty_exchanges();
  const auto found = std::find_if(all.begin(), all.end(), [&](const AnyExchange& exchange) { return call_of(exchange) == call; });
  return found == all.end() ? std::nullopt : std::optional(*found);
}

std::string_view Run::call() const { return call_of(exchange); }

const LatencyTrace& Run::cycles() const {
  static const LatencyTrace none;
  const auto* asked = chase();
  return asked == nullptr ? none : asked->result.cycles;
}

}  // namespace chasescope
