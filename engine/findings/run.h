// A run: one request of a probe and its result.
//
//   if (const auto* bank = run.as<BankRequest>()) plot(bank->request.stride, bank->result.mean_cycles);
//   if (const auto* chase = run.chase()) draw(chase->request.pattern, chase->result.cycles);
//
// A run holds any request of the seam (engine/device/requests.h) with the result of the same call; the two can't be mixed up.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/device/chase.h"
#include "engine/device/request_list.h"

namespace chasescope {

/// A request and the device's result.
template <typename Request>
struct Exchange {
  Request request;
  typename Request::Result result;
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

using AnyExchange = OfEachRequest<Exchange>;

/// The protocol's words for everything that a run can hold, in the order of AnyExchange: "chase", "paired_chase", …
const std::vector<std::string_view>& all_calls();

/// An empty exchange for the call of that name; no value if there is no such call.
std::optional<AnyExchange> exchange_for(std::string_view call);

struct Run {
  std::string id;          ///< unique within a session: "run-1"
  std::string probe;       ///< the probe that asked: "fine-grained"
  std::string label;       ///< what this run is within its probe, for people: "trace", "one line, always a hit", "N = 12,416 B"
  bool auxiliary = false;  ///< a reference for other runs: kept as evidence, but no view or figure shows it unless asked
  AnyExchange exchange;

  /// The protocol's word for the call: "chase", "bank", …
  std::string_view call() const;

  /// Request and result if the run holds this kind of request; null if not.
  template <typename Request>
  const Exchange<Request>* as() const {
    return std::get_if<Exchange<Request>>(&exchange);
  }
  template <typename Request>
  Exchange<Request>* as() {
    return std::get_if<Exchange<Request>>(&exchange);
  }
  const Exchange<ChaseRequest>* chase() const { return as<ChaseRequest>(); }
  Exchange<ChaseRequest>* chase() { return as<ChaseRequest>(); }

  /// The trace of a chase that recorded each access; empty for every other run.
  const LatencyTrace& cycles() const;

  friend bool operator==(const Run&, const Run&) = default;
};

using RunPtr = std::shared_ptr<const Run>;

}  // namespace chasescope
