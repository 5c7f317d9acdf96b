// The lines of the report about a card. After a line that failed, the report goes on with the next one.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "tests/device/card_chases.h"
#include "tests/device/card_statistics.h"

namespace chasescope::card_report {

double milliseconds_since(Clock::time_point start);

/// Only lines whose labels begin with one of these words are printed; all, if there are none.
extern std::vector<std::string> wanted_words;

/// Prints the label and runs `body`, which prints the rest of the line. If `body` throws, the line says why.
void line(const std::string& label, const std::function<void()>& body);

/// The result in `outcome`. Throws std::runtime_error with the reason if the device refused the request.
template <typename Result>
Result checked(Outcome<Result> outcome) {
  if (!outcome) throw std::runtime_error(std::string(to_string(outcome.error().code)) + ": " + outcome.error().message);
  return *std::move(outcome);
}
ChaseResult chase(Device& device, const ChaseRequest& request, const RunControl& control = {});

/// "8 KiB".
std::string size_text(std::uint64_t bytes);

// card_report_chases.cpp
void report_levels(Device& device);
void report_mean(Device& device);
void report_first_accesses(Device& device);
void report_boundaries(Device& device);
void report_l1_sweep(Device& device);
void report_request_times(Device& device);
void report_throughput(Device& device);
void report_cancel(Device& device);
void report_sms(Device& device);
void report_filling(Device& device);

// card_report_requests.cpp
void report_batches(Device& device);
void report_banks(Device& device);
void report_outstanding(Device& device);
void report_pairs(Device& device);
void report_copies(Device& device);
void report_bandwidth(Device& device);
void report_instructions(Device& device);
void report_clusters(Device& device);

}  // namespace chasescope::card_report
