#include "app/measurement/command_journal.h"

#include <atomic>
#include <chrono>
#include <utility>

#include "app/measurement/failure.h"
#include "engine/session/journal/journal_folder.h"

namespace chasescope {
namespace {

constexpr std::chrono::seconds kPatience(1);

std::shared_ptr<Journal>& only_journal() {
  static std::shared_ptr<Journal> journal;
  return journal;
}

std::atomic<bool>& has_cost() {
  static std::atomic<bool> cost{false};
  return cost;
}

}  // namespace

void measuring_costs() { has_cost() = true; }

std::shared_ptr<Journal> command_journal(Journal::Clock clock) {
  auto& journal = only_journal();
  if (!journal) journal = std::make_shared<Journal>(journal_folder(), kPatience, real_disk(), kMostJournalBytes, std::move(clock));
  return journal;
}

void settle_journal(bool given_out) {
  const auto& journal = only_journal();
  if (!journal) return;
  if (given_out) return journal->forget_all();
  // On a busy machine a second passes with little measured, and while a figure is laid out with nothing.
  if (!journal->holds_any() || !has_cost()) return journal->forget_all();
  const bool is_on_disk = journal->sync();
  if (is_on_disk) note("What was finished is kept: chasescope recover --list.");
}

}  // namespace chasescope
