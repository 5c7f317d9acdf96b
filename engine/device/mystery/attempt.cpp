#include "engine/device/mystery/attempt.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/device/mystery/hidden_card.h"
#include "engine/output/output_file.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::mystery {
namespace {

constexpr std::uint64_t kBlocks =
    // The budget is booked in blocks of a hundredth. A crash loses one block at most, and a probe of many requests needs no write
    // for each.
    100;

std::string mark(const CardName& card, std::uint64_t spent) { return mark_of(card, "attempt", std::to_string(spent)); }

}  // namespace

std::filesystem::path attempt_path(const std::filesystem::path& mystery) { return mystery.string() + ".attempt"; }

Outcome<std::uint64_t> spent_on(const MysteryFile& file, const std::filesystem::path& mystery) {
  const std::filesystem::path path = attempt_path(mystery);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::uint64_t{0};
  const auto object = read_json_file(path, kAttemptFile);
  if (!object) return object.error();
  if (text_member(*object, "card") != fingerprint(file.card))
    return DeviceError{ErrorCode::invalid_request, named_file(kAttemptFile, path) + " is of another mystery card; move it away."};
  const auto spent = count_member(*object, "spent");
  if (!spent || text_member(*object, "mark") != mark(file.card, *spent))
    return DeviceError{ErrorCode::invalid_request, named_file(kAttemptFile, path) + " was changed; show it to the lecturer."};
  return std::min(*spent, file.budget);
}

Outcome<Attempt> Attempt::open(const MysteryFile& file, const std::filesystem::path& mystery) {
  const auto spent = spent_on(file, mystery);
  if (!spent) return spent.error();
  return Attempt(file, attempt_path(mystery), *spent);
}

std::optional<DeviceError> Attempt::pay(std::uint64_t accesses) {
  if (accesses > left())
    return DeviceError{ErrorCode::unsupported, "This takes " + format_count(accesses) + " accesses, and " + format_count(left()) +
                                                   " of the " + format_count(file_.budget) + " that " + kMysteryName +
                                                   " allows are left: ask for fewer, or hand in what is found."};
  if (spent_ + accesses > written_) {
    const std::uint64_t ahead = std::min(file_.budget, spent_ + accesses + file_.budget / kBlocks);
    if (const auto fault = write(ahead))
      return DeviceError{ErrorCode::internal,
                         "What is spent on " + std::string(kMysteryName) + " can't be written down: " + *fault};
    written_ = ahead;
  }
  spent_ += accesses;
  return std::nullopt;
}

void Attempt::settle() {
  if (written_ == spent_ || write(spent_)) return;
  written_ = spent_;
}

std::optional<std::string> Attempt::write(std::uint64_t spent) {
  const nlohmann::json object = {{"schema", kAttemptFile.schema},
                                 {"version", kAttemptFile.version},
                                 {"card", fingerprint(file_.card)},
                                 {"spent", spent},
                                 {"mark", mark(file_.card, spent)}};
  OutputFile out(path_);
  out.put(object.dump(2) + "\n");
  return out.commit();
}

}  // namespace chasescope::mystery
