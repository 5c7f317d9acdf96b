#include "engine/session/journal/free_slots.h"

namespace chasescope {
namespace {

constexpr std::chrono::seconds kEachSync(1);

}  // namespace

std::filesystem::path free_slot(const std::filesystem::path& journal, std::size_t slot) {
  std::filesystem::path path = journal;
  return path += "-" + std::to_string(slot + 1);
}

std::string FreeSlots::put(std::string_view records) {
  std::size_t slot = 0;
  while (slot == newest_ || slot == synced_) ++slot;  // at most two of the three slots are taken, so one is free
  auto& file = files_[slot];
  if (!file)
    file = std::make_unique<JournalFile>(free_slot(journal_, slot), disk_);
  else
    file->restart();
  if (!file->fault().empty() || !file->append(records)) return file->fault();
  newest_ = slot;
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_at_ < kEachSync) return {};
  if (!file->sync()) return file->fault();
  synced_ = slot;
  synced_at_ = now;
  return {};
}

void FreeSlots::remove() {
  for (auto& file : files_)
    if (file) file->remove();
  files_ = {};
}

}  // namespace chasescope
