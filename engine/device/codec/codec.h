// The device protocol's values as JSON, member for member as the protocol (version 1) names them.
//
//   nlohmann::json params = to_json(request);
//   Outcome<ChaseRequest> again = chase_request_from_json(params);
//   if (!again) log(again.error().message);   // "/pattern/stride: must be a whole number, but it is "wide"."
//
// Writing: optional members that are not set are left out, and integral numbers are written as integers (35, not 35.0).
// Reading checks everything. Unknown members are ignored, null counts as not set, and defaults are applied. Every other deviation
// (a wrong type, a negative, infinite or absurd number, a missing member, a wrong length) is an error, whose message starts with a
// JSON pointer to the faulty value. Sizes and offsets are bytes, whole numbers from 0 to 2^63; times are SM clock cycles, finite,
// from 0 to below 1e12.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/device/chase.h"
#include "engine/device/description.h"
#include "engine/device/error.h"
#include "engine/device/requests.h"
#include "engine/device/trials.h"

namespace chasescope {

/// The protocol's version that this codec speaks, as `describe` states it.
inline constexpr int kProtocolVersion = 1;

/// `describe`'s result. A description that has both a general footprint limit and limits by space is written with one limit
/// for each space, which is equivalent.
nlohmann::json to_json(const Description& description);

/// `chase`'s params. Members with their default value are written, too, except `truth`, which is written only when set.
nlohmann::json to_json(const ChaseRequest& request);

/// `chase`'s result. \pre every entry is finite.
nlohmann::json to_json(const ChaseResult& result);

/// \return the description, or `internal` (the device broke the protocol).
Outcome<Description> description_from_json(const nlohmann::json& json);

/// \return the request, or `invalid_request`. engine/device/validate.h checks whether a device can serve it.
Outcome<ChaseRequest> chase_request_from_json(const nlohmann::json& json);

/// Reads the result of `request` and checks it against the request: as many cycles as accesses, one period of offsets for a
/// shuffled pattern, a mean if the request records the mean. `landed` holds the parts of the trace that have already come; the
/// result's own cycles are appended to it.
/// \return the result, or `internal` (the device broke the protocol).
Outcome<ChaseResult> chase_result_from_json(const nlohmann::json& json, const ChaseRequest& request, ChaseResult landed = {});

/// Reads one part of a trace, as it comes before the result: an array of cycles.
/// \return the cycles, or `internal`.
Outcome<TraceChunk> trace_part_from_json(const nlohmann::json& json);

/// The params of the other requests, and their results. Mandatory members of the protocol are always written, and must be present
/// when read, except `block_bytes` of `outstanding`, which defaults to 128. \pre every number of a result is finite.
#define CHASESCOPE_TO_JSON(Request)               \
  nlohmann::json to_json(const Request& request); \
  nlohmann::json to_json(const Request::Result& result);
CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_TO_JSON)
#undef CHASESCOPE_TO_JSON

/// For each request of engine/device/requests.h and trials.h. \return the request, or `invalid_request`.
template <typename Request>
Outcome<Request> request_from_json(const nlohmann::json& params);

/// Reads the result of `request` and checks it against the request. \return the result, or `internal` (the device broke the
/// protocol).
template <typename Request>
Outcome<typename Request::Result> result_from_json(const nlohmann::json& json, const Request& request);

}  // namespace chasescope
