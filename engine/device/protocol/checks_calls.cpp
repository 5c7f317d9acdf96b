#include "engine/device/codec/codec.h"
#include "engine/device/protocol/checks.h"

namespace chasescope {
namespace {

using nlohmann::json;

bool is_unsupported(const json& answer) {
  const auto error = answer.find("error");
  return error != answer.end() && error->is_object() && error->value("code", json()) == "unsupported";
}

/// A check with one good request of the call. If describe lists the call, its result must be well formed; otherwise the answer must
/// be `unsupported`.
template <typename Request>
Check call_check(const Request& request) {
  const std::string call(Request::kCall);
  return {"call_" + call, call + " is answered well if describe lists it, else unsupported", [call, request](Examiner& examiner) {
            Request asked = request;
            if constexpr (std::is_same_v<Request, PairedChaseRequest>)
              if (!examiner.description.spaces.empty()) asked.a.space = asked.b.space = examiner.description.spaces.front();
            if constexpr (std::is_same_v<Request, TrialsRequest>)
              if (!examiner.description.spaces.empty()) asked.space = examiner.description.spaces.front();
            if (!examiner.description.serves(call)) return expect_error(examiner.asked(call, to_json(asked)), {"unsupported"});
            const json answer = examiner.asked(call, to_json(asked));
            if (is_unsupported(answer)) throw Broken{"describe lists " + call + ", but a good request is answered unsupported"};
            const auto result = result_from_json(examiner.result_in(answer), asked);
            if (!result) throw Broken{result.error().message};
          }};
}

ChaseRequest small_chase() {
  ChaseRequest request;
  request.pattern = UniformPattern{1024, 128};
  request.accesses = 8;
  return request;
}

TrialsRequest small_trials() {
  TrialsRequest request;
  request.places = EvenPlaces{64, 128, 0};
  request.trials = 16;
  request.seed = 7;
  request.cut_cycles = 100;
  return request;
}

/// A chase in each space that describe lists, over a few lines.
void listed_spaces(Examiner& examiner) {
  constexpr std::uint64_t kBytes = 256;
  for (const MemorySpace space : examiner.description.spaces) {
    if (const auto limit = examiner.description.max_footprint(space); limit && *limit < kBytes) continue;
    json params = chase_params(examiner.description, {{"kind", "uniform"}, {"bytes", kBytes}, {"stride", 64}}, 4, 8);
    params["space"] = std::string(to_string(space));
    const json answer = examiner.asked("chase", params);
    if (answer.contains("error"))
      throw Broken{"describe lists the space " + std::string(to_string(space)) + ", but a good chase in it is refused"};
    const auto request = chase_request_from_json(params);
    const auto result = chase_result_from_json(answer.at("result"), *request);
    if (!result) throw Broken{std::string(to_string(space)) + ": " + result.error().message};
  }
}

/// Asks for places farther apart than any memory reaches. Only a device with same_memory can serve them: it maps all places to one
/// piece of memory.
void same_memory(Examiner& examiner) {
  const Description& device = examiner.description;
  if (!device.serves(TrialsRequest::kCall) || !device.same_memory) throw NotApplicable{"describe does not say same_memory"};
  TrialsRequest asked = small_trials();
  asked.space = device.serves(MemorySpace::global_cg) ? MemorySpace::global_cg : device.spaces.front();
  asked.places = EvenPlaces{64, std::uint64_t{1} << 36, 0};
  asked.same_memory = true;
  const auto result = result_from_json(examiner.result_of(std::string(TrialsRequest::kCall), to_json(asked)), asked);
  if (!result) throw Broken{result.error().message};
}

/// The same code in blocks, in both orders. A device from before these orders runs straight code and states no block.
void code_orders(Examiner& examiner) {
  if (!examiner.description.serves(InstructionsRequest::kCall)) throw NotApplicable{"describe does not list instructions"};
  for (const CodeOrder order : {CodeOrder::in_order, CodeOrder::scattered}) {
    const InstructionsRequest asked{.bytes = 4096, .repeats = 2, .order = order};
    const json answer = examiner.asked(std::string(InstructionsRequest::kCall), to_json(asked));
    if (answer.contains("error")) {
      expect_error(answer, {"unsupported", "invalid_request"});
      throw NotApplicable{"instructions refuses the order " + std::string(to_string(order))};
    }
    const auto result = result_from_json(answer.at("result"), asked);
    if (!result) throw Broken{result.error().message};
    if (result->block_bytes == 0) throw NotApplicable{"instructions states no block_bytes, so it runs straight code alone"};
    if (asked.bytes % result->block_bytes != 0)
      throw Broken{"block_bytes is " + std::to_string(result->block_bytes) + ", which does not divide the " +
                   std::to_string(asked.bytes) + " B of the code"};
  }
}

}  // namespace

std::vector<Check> call_checks() {
  return {
      {"spaces_served", "a chase is answered in every space that describe lists", listed_spaces, true},
      call_check(PairedChaseRequest{.a = small_chase(), .b = small_chase(), .b_thread = 1}),
      call_check(BankRequest{.stride = 2, .word_bytes = 4, .bank_bytes = 4, .repeats = 4}),
      call_check(OutstandingRequest{.threads = 32, .loads = 2, .sharing = 1, .block_bytes = 128, .repeats = 3}),
      call_check(CopyRequest{.bytes = 65536, .flush = true}),
      call_check(BandwidthRequest{
          .level = "l2", .direction = Direction::read, .bytes = 65536, .access_bytes = 4, .blocks = {}, .threads = {}}),
      call_check(InstructionsRequest{.bytes = 4096, .repeats = 2}),
      {"instructions_orders", "instructions runs code in blocks, in order and scattered, and states block_bytes", code_orders},
      call_check(small_trials()),
      {"same_memory", "trials over one piece of memory are answered well if describe says same_memory", same_memory},
      call_check(OperationsRequest{.operation = MemoryOperation::load, .threads = 32, .spacing_bytes = 4, .repeats = 3}),
      call_check(ResidencyRequest{.kept_bytes = 4096, .swept_bytes = 8192, .swept = EvictionPriority::first, .places = 8}),
      call_check(ClusterRequest{.cluster_size = 2, .rank = 1, .operation = ClusterOperation::load, .accesses = 4}),
  };
}

}  // namespace chasescope
