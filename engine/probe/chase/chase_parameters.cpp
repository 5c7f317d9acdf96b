#include "engine/probe/chase/chase_parameters.h"

#include "engine/probe/parameters.h"

namespace chasescope {

Parameter space_parameter() {
  Parameter p{.key = "space", .label = "Memory space", .kind = ParameterKind::choice, .default_text = "global.ca"};
  for (const MemorySpace space : all_memory_spaces()) p.choices.emplace_back(to_string(space));
  p.help =
      "The path that loads take. global.ca is cached in L1 and L2, global.cg in L2 only; texture, readonly and constant have "
      "caches of their own on many cards (2014 paper, §2). host, managed and peer lie beyond the card: the host's memory over the "
      "bus, unified memory whose pages come when they are touched, another card's memory.";
  return p;
}

Parameter stride_parameter() {
  return {.key = "stride",
          .label = "Stride s",
          .kind = ParameterKind::bytes,
          .default_text = "128",
          .help =
              "The distance between neighbouring elements. With s equal to the cache line each access touches a new line (2014 "
              "paper, §3.2, step 3)."};
}

Parameter carveout_parameter() {
  return {.key = "carveout_percent",
          .label = "Carve-out",
          .kind = ParameterKind::percent,
          .optional = true,
          .unset_text = "driver's choice",
          .help =
              "The share of the common array that becomes shared memory; the rest is L1. Since Volta each kernel may have its own "
              "share."};
}

Parameter l1_kib_parameter() {
  return {.key = "l1_kib",
          .label = "L1 size (KiB)",
          .kind = ParameterKind::choice,
          .optional = true,
          .choices = {"16", "48"},
          .unset_text = "device's choice",
          .help = "The Fermi switch: 16 KiB of L1 with 48 KiB of shared memory, or the other way round (C2070 poster)."};
}

Parameter sm_parameter() {
  return {.key = "sm",
          .label = "SM",
          .kind = ParameterKind::count,
          .optional = true,
          .unset_text = "any",
          .help = "The streaming multiprocessor to run on. Distances to the parts of L2 differ from SM to SM."};
}

ChaseRequest request_from(const ProbeInfo& probe, const ParameterValues& values) {
  const ParameterReader read(probe, values);
  ChaseRequest request;
  request.space = memory_space_from(read.text("space")).value_or(MemorySpace::global_ca);
  request.carveout_percent = read.optional_percent("carveout_percent");
  if (const auto kib = read.optional_count("l1_kib")) request.l1_kib = static_cast<unsigned>(*kib);
  if (const auto sm = read.optional_count("sm")) request.sm = static_cast<unsigned>(std::min<std::uint64_t>(*sm, 0xFFFFFFFFU));
  return request;
}

PlannedChase reference_for(ChaseRequest request, std::uint64_t offset) {
  constexpr std::uint64_t kAccesses = 64;
  request.pattern = OffsetsPattern{{offset}};
  request.warmup = request.accesses = kAccesses;
  return {std::move(request), "one element over and over", true};
}

nlohmann::json conditions_of(const ChaseRequest& request) {
  nlohmann::json conditions{{"space", to_string(request.space)}};
  if (const auto* uniform = std::get_if<UniformPattern>(&request.pattern)) {
    conditions["bytes"] = uniform->bytes;
    conditions["stride"] = uniform->stride;
  } else if (const auto* shuffled = std::get_if<ShuffledPattern>(&request.pattern)) {
    conditions["bytes"] = shuffled->bytes;
    conditions["stride"] = shuffled->stride;
    conditions["seed"] = shuffled->seed;
  }
  conditions["warmup"] = request.warmup;
  conditions["accesses"] = request.accesses;
  if (request.carveout_percent) conditions["carveout_percent"] = *request.carveout_percent;
  if (request.l1_kib) conditions["l1_kib"] = *request.l1_kib;
  if (request.sm) conditions["sm"] = *request.sm;
  return conditions;
}

}  // namespace chasescope
