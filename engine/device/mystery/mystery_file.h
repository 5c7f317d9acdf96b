// A mystery file (*.mystery): a sealed card, its budget of accesses, and the locked probes.
//
//   const auto file = read_mystery("lab3.mystery");
//   if (!file) tell(file.error().message);   // one sentence that names the file
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/error.h"
#include "engine/device/mystery/read_json.h"
#include "engine/device/mystery/seal.h"

namespace chasescope::mystery {

struct MysteryFile {
  CardName card;
  std::uint64_t budget = 0;         ///< accesses, timed and warm-up
  std::vector<std::string> locked;  ///< names of probes
  friend bool operator==(const MysteryFile&, const MysteryFile&) = default;
};

inline constexpr FileKind kMysteryFile{"mystery file", "chasescope-mystery", 1};
inline constexpr std::uint64_t kMostBudget = std::uint64_t{1} << 40;

/// JSON; resources/schemas/mystery.schema.json explains each member.
std::string mystery_text(const MysteryFile& file);

/// Reads a mystery file. The error is `invalid_request` with one sentence if the file can't be read, is cut short, was changed, or
/// comes from another generator.
Outcome<MysteryFile> read_mystery(const std::filesystem::path& path);

/// Writes a mystery file, whole or not at all. \return a sentence if that failed.
std::optional<std::string> write_mystery(const MysteryFile& file, const std::filesystem::path& path);

}  // namespace chasescope::mystery
