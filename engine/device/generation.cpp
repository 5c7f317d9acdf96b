#include "engine/device/generation.h"

#include <array>
#include <charconv>

namespace chasescope {
namespace {

// Names and compute capabilities: CUDA C++ programming guide, "Compute Capabilities", and the tuning guide of each generation;
// those of Tesla: 2014 paper, table 1 (GTX 280). The year is that of the first card of a generation, as NVIDIA announced it.
constexpr std::array kGenerations{
    Generation{10, "Tesla", 2006},   Generation{20, "Fermi", 2010},      Generation{30, "Kepler", 2012},
    Generation{50, "Maxwell", 2014}, Generation{60, "Pascal", 2016},     Generation{70, "Volta", 2017},
    Generation{75, "Turing", 2018},  Generation{80, "Ampere", 2020},     Generation{89, "Ada", 2022},
    Generation{90, "Hopper", 2022},  Generation{100, "Blackwell", 2024},
};

}  // namespace

std::span<const Generation> all_generations() { return kGenerations; }

const Generation* generation_of(std::string_view text) {
  int major = 0, minor = 0;
  const char* const end = text.data() + text.size();
  const auto whole = std::from_chars(text.data(), end, major);
  if (whole.ec != std::errc() || whole.ptr == end || *whole.ptr != '.') return nullptr;
  const auto part = std::from_chars(whole.ptr + 1, end, minor);
  if (part.ec != std::errc() || part.ptr != end || major < 0 || minor < 0 || minor > 9 || major > 99) return nullptr;
  const Generation* found = nullptr;
  for (const Generation& generation : kGenerations)
    if (generation.capability_from <= major * 10 + minor) found = &generation;
  return found;
}

}  // namespace chasescope
