// `trials`: the request and the result.
#include <array>
#include <span>
#include <utility>

#include "engine/device/codec/base64.h"
#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_number.h"
#include "engine/device/codec/codec_read.h"
#include "engine/device/validate.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr std::uint64_t kAny = ~std::uint64_t{0};

json to_json(const TrialPlaces& places) {
  if (const auto* even = std::get_if<EvenPlaces>(&places)) return {{"count", even->count}, {"spacing", even->spacing}, {"base", even->base}};
  return {{"offsets", std::get<ListedPlaces>(places).offsets}};
}

TrialPlaces read_places(const JsonCursor& at) {
  if (const auto listed = at.find("offsets")) return ListedPlaces{listed->counts()};
  EvenPlaces even{at.at("count").count(), at.at("spacing").count(), 0};
  if (const auto member = at.find("base")) even.base = member->count();
  return even;
}

template <typename T, std::size_t size>
T one_of(const JsonCursor& at, const std::array<std::pair<const char*, T>, size>& words) {
  const std::string word = at.text();
  std::string known;
  for (const auto& [name, value] : words) {
    if (word == name) return value;
    known += (known.empty() ? "" : " or ") + std::string(name);
  }
  at.refuse("must be " + known + ", but it is " + kind_of(at.value()));
}

double read_share(const JsonCursor& at) {
  const double share = at.number();
  if (!(share >= 0 && share <= 1)) at.refuse("must lie between 0 and 1, but it is " + kind_of(at.value()));
  return share;
}

/// For each place: whether a trial may report a miss there, because the request times this place.
std::vector<bool> may_miss(const TrialsRequest& request) {
  std::vector<bool> timed = timed_places(request);
  if (timed.empty()) timed.assign(count_of(request.places), true);
  return timed;
}

void read_bits(const JsonCursor& at, const TrialsRequest& request, TrialsResult& result) {
  const std::uint64_t places = count_of(request.places);
  const std::vector<bool> timed = may_miss(request);
  const auto lines = at.elements();
  if (lines.size() != request.trials)
    at.refuse("has " + std::to_string(lines.size()) + " entries, but " + std::to_string(request.trials) + " trials were asked for");
  result.bytes_per_trial = (places + 7) / 8;
  result.bits.reserve(request.trials * result.bytes_per_trial);
  for (std::uint64_t t = 0; t < lines.size(); ++t) {
    const auto bytes = from_base64(lines[t].text());
    if (!bytes || bytes->size() != result.bytes_per_trial)
      lines[t].refuse("must be the base64 of " + std::to_string(result.bytes_per_trial) + " bytes, one bit for each place");
    const TrialDraw draw(request.seed, request.first + t, request.probability, request.same_order);
    for (std::uint64_t i = 0; i < 8 * result.bytes_per_trial; ++i)
      if (((*bytes)[i / 8] >> (i % 8) & 1) != 0 && !(i < places && timed[i] && (!request.timed.empty() || draw.is_in(i))))
        lines[t].refuse("says that place " + std::to_string(i) + " missed, but that place was not timed in this trial");
    result.bits.insert(result.bits.end(), bytes->begin(), bytes->end());
  }
}

void read_cycles_by_trial(const JsonCursor& at, const TrialsRequest& request, TrialsResult& result) {
  const std::vector<bool> timed = may_miss(request);
  const auto lines = at.elements();
  if (lines.size() != request.trials)
    at.refuse("has " + std::to_string(lines.size()) + " entries, but " + std::to_string(request.trials) + " trials were asked for");
  for (std::uint64_t t = 0; t < lines.size(); ++t) {
    const TrialDraw draw(request.seed, request.first + t, request.probability, request.same_order);
    std::uint64_t wanted = 0;
    for (std::uint64_t i = 0; i < timed.size(); ++i) wanted += timed[i] && (!request.timed.empty() || draw.is_in(i)) ? 1 : 0;
    result.cycles.push_back(read_cycles(lines[t]));
    if (result.cycles.back().size() != wanted)
      lines[t].refuse("has " + std::to_string(result.cycles.back().size()) + " entries, but " + std::to_string(wanted) +
                      " timed places were in");
  }
}

}  // namespace

json to_json(const TrialsRequest& request) {
  json out = {{"space", std::string(to_string(request.space))},
              {"places", to_json(request.places)},
              {"probability", json_number(request.probability)},
              {"fill_passes", request.fill_passes},
              {"trials", request.trials},
              {"first", request.first},
              {"seed", request.seed},
              {"record", request.record == TrialRecord::bits ? "bits" : "cycles"},
              {"order", request.same_order ? "same" : "each"},
              {"same_memory", request.same_memory}};
  out["timed"] = request.timed.empty() ? json("all") : json(request.timed);
  out["before"] = request.flush_bytes ? json{{"flush_bytes", *request.flush_bytes}} : json("cold");
  if (request.record == TrialRecord::bits) out["cut_cycles"] = json_number(request.cut_cycles);
  if (request.carveout_percent) out["carveout_percent"] = json_number(*request.carveout_percent);
  if (request.sm) out["sm"] = *request.sm;
  return out;
}

json to_json(const TrialsResult& result) {
  json out = json::object();
  json lines = json::array();
  if (result.bytes_per_trial > 0) {
    for (std::size_t at = 0; at < result.bits.size(); at += result.bytes_per_trial)
      lines.push_back(to_base64(std::span(result.bits).subspan(at, result.bytes_per_trial)));
    out["misses"] = std::move(lines);
  } else {
    for (const std::vector<float>& cycles : result.cycles) {
      json::array_t line;
      for (const float value : cycles) line.push_back(json_number(value));
      lines.push_back(std::move(line));
    }
    out["cycles"] = std::move(lines);
  }
  if (result.overhead_cycles) out["overhead_cycles"] = json_number(*result.overhead_cycles);
  return out;
}

void read(const JsonCursor& at, TrialsRequest& request) {
  constexpr std::array kRecords{std::pair{"bits", TrialRecord::bits}, std::pair{"cycles", TrialRecord::cycles}};
  constexpr std::array kOrders{std::pair{"each", false}, std::pair{"same", true}};
  request.space = read_space(at.at("space"));
  request.places = read_places(at.at("places"));
  request.probability = read_share(at.at("probability"));
  if (const auto member = at.find("fill_passes")) request.fill_passes = member->count();
  request.trials = at.at("trials").count();
  if (const auto member = at.find("first")) request.first = member->count(kAny);
  if (const auto member = at.find("seed")) request.seed = member->count(kAny);
  if (const auto member = at.find("timed")) {
    if (member->value().is_array()) {
      request.timed = member->counts();
      if (request.timed.empty()) member->refuse("must name at least one place, or be \"all\"");
    } else if (member->text() != "all") {
      member->refuse("must be all or a list of places, but it is " + kind_of(member->value()));
    }
  }
  if (const auto member = at.find("record")) request.record = one_of(*member, kRecords);
  if (const auto member = at.find("order")) request.same_order = one_of(*member, kOrders);
  if (const auto member = at.find("before")) {
    if (member->value().is_object()) {
      request.flush_bytes = member->at("flush_bytes").count();
    } else if (member->text() != "cold") {
      member->refuse("must be cold or an object with flush_bytes, but it is " + kind_of(member->value()));
    }
  }
  if (const auto member = at.find("same_memory")) request.same_memory = member->truth();
  if (request.record == TrialRecord::bits) request.cut_cycles = at.at("cut_cycles").cycles();
  if (const auto member = at.find("carveout_percent")) request.carveout_percent = member->number();
  if (const auto member = at.find("sm")) request.sm = member->small_count();
}

void read(const JsonCursor& at, const TrialsRequest& request, TrialsResult& result) {
  if (const auto error = check_form(request)) {
    const std::string& sentence = error->message;
    at.refuse("answers trials that can't be made: " + sentence.substr(0, sentence.find_last_not_of('.') + 1));
  }
  if (request.record == TrialRecord::bits)
    read_bits(at.at("misses"), request, result);
  else
    read_cycles_by_trial(at.at("cycles"), request, result);
  if (const auto member = at.find("overhead_cycles")) result.overhead_cycles = member->cycles();
}

}  // namespace chasescope
