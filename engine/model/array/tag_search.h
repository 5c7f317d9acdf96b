// Finds a tag among the ways of a set. A processor with SSE2 compares four tags at a time.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "engine/model/spec/set_layout.h"

namespace chasescope::model {

/// Tag of an empty slot; no unit has this number.
inline constexpr std::uint32_t kNoUnit = 0xFFFFFFFF;
inline constexpr std::uint32_t kNotFound = 0xFFFFFFFF;

/// The index of the first of `slots` tags that equals `tag`, or kNotFound. With SSE2 the last group of four is compared whole. Its
/// slots behind `slots` pad the set and hold kNoUnit, so that only a search for kNoUnit can find one of them.
inline std::uint32_t find_tag(const std::uint32_t* tags, std::uint32_t slots, std::uint32_t tag) {
#if defined(__SSE2__)
  const __m128i wanted = _mm_set1_epi32(static_cast<int>(tag));
  const auto equal = [&](std::uint32_t at) {
    return _mm_cmpeq_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(tags + at)), wanted);
  };
  const auto mask_of = [](__m128i bytes) { return static_cast<unsigned>(_mm_movemask_epi8(bytes)); };
  std::uint32_t at = 0;
  for (; at + 16 <= slots; at += 16) {
    const __m128i low = _mm_packs_epi32(equal(at), equal(at + 4));
    const __m128i high = _mm_packs_epi32(equal(at + 8), equal(at + 12));
    if (const unsigned mask = mask_of(_mm_packs_epi16(low, high))) return at + static_cast<std::uint32_t>(std::countr_zero(mask));
  }
  for (; at < slots; at += kSlotGroup)
    if (const unsigned mask = mask_of(equal(at))) return at + static_cast<std::uint32_t>(std::countr_zero(mask)) / 4;
  return kNotFound;
#else
  for (std::uint32_t at = 0; at < slots; ++at)
    if (tags[at] == tag) return at;
  return kNotFound;
#endif
}

}  // namespace chasescope::model
