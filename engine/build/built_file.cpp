#include "engine/build/built_file.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/build/built_card.h"
#include "engine/device/software/software_device.h"
#include "engine/model/spec/card.h"
#include "engine/output/outgoing_text.h"

namespace chasescope::build {
namespace {

/// The cache that this one was begun from, read from the file's source note about its caches.
std::string begun_from(const nlohmann::json& file) {
  constexpr std::string_view kBefore = ", from ";
  const auto sources = file.find("sources");
  if (sources == file.end() || !sources->is_object()) return {};
  const auto caches = sources->find("/caches");
  if (caches == sources->end() || !caches->is_string()) return {};
  const auto text = caches->get<std::string>();
  const std::size_t at = text.find(kBefore);
  return at == std::string::npos ? std::string() : text.substr(at + kBefore.size());
}

double cycles_of(const std::map<std::string, double>& cycles, const std::string& part) {
  const auto found = cycles.find(part);
  return found == cycles.end() ? 0 : found->second;
}

}  // namespace

Outcome<BuiltCache> read_built(const std::string& path) {
  const auto card = model_file_card(path);
  if (!card) return card.error();
  std::ifstream in(path, std::ios::binary);
  const auto file = nlohmann::json::parse(std::string(std::istreambuf_iterator<char>(in), {}), nullptr, false);
  const DeviceError stranger{
      ErrorCode::invalid_request,
      "The model file " + shortened(printable(path)) +
          " was not built here, and holds what the builder has no controls for; begin from one of its caches "
          "instead (\"make it like\")."};
  const auto l1 = card->caches.find(kCacheName), l2 = card->caches.find(kBehindName);
  const auto tlb = card->tlbs.find(kTlbName);
  const auto space = card->paths.find(kSpace);
  if (!file.is_object() || l1 == card->caches.end() || space == card->paths.end()) return stranger;
  const model::PathSpec& chase = space->second;
  BuiltCache built;
  built.name = card->name;
  built.cache = l1->second.cache;
  built.hit_cycles = cycles_of(chase.latency, kCacheName);
  built.miss_cycles = cycles_of(chase.latency, chase.backing);
  built.like = begun_from(file);
  if (l2 != card->caches.end()) built.behind = {l2->second.cache, cycles_of(chase.latency, kBehindName)};
  if (tlb != card->tlbs.end()) built.tlb = {tlb->second, cycles_of(chase.translation_penalty, model::kWalk)};
  // A file is accepted only if the controls can express all of it. Then saving it again gives the same file.
  const Build again = build_card(built);
  if (!again.card || nlohmann::json::parse(again.file, nullptr, false) != file) return stranger;
  return built;
}

}  // namespace chasescope::build
