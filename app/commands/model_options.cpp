#include "app/commands/model_options.h"

#include <CLI/CLI.hpp>
#include <limits>

#include "app/commands/option_words.h"

namespace chasescope {

void add_model_options(CLI::App& command, DeviceChoice& choice) {
  command
      .add_option_function<std::string>(
          "--noise", [&choice](const std::string& words) { choice.noise = words; },
          "Give a model noise: the standard set, or jitter=CYCLES,outliers=SHARE,low=CYCLES,high=CYCLES,drift=SHARE")
      ->expected(0, 1)
      ->default_str("standard")
      ->check(fault_of_noise);
  command.add_option("--seed", choice.seed, "The seed of a model's random choices; 1 if not given")
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  command.add_option("--request-log", choice.request_log,
                     "Write a line of CSV for each request to the device, with its time, to this file");
}

}  // namespace chasescope
