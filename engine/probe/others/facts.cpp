// Probe `facts`: the properties that the vendor's interface reports, without a measurement.
#include <array>

#include "engine/experiment/recorder.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/parameters.h"

namespace chasescope {
namespace {

constexpr const char* kFactsReference = "topology thesis §4.1";
constexpr const char* kFactsMethod = "What the device says of itself.";

ProbeInfo facts_info() {
  ProbeInfo info;
  info.name = "facts";
  info.title = "Facts of the device";
  info.group = "Device";
  info.summary =
      "Lists the properties that the device's own interface states: memory, SMs, caches, clocks, driver. Measures nothing.";
  info.reference = kFactsReference;
  return info;
}

struct Fact {
  const char* subject;
  const char* quantity;
  const char* unit;
  std::optional<std::uint64_t> Properties::*member;
};

/// Reported quantities have the protocol's names. The size of a level is listed under the level's subject, where the measured size
/// stands, too.
constexpr std::array kNumbers{
    Fact{subject::device, quantity::sm_count, "1", &Properties::sm_count},
    Fact{subject::device, quantity::warp_size, "1", &Properties::warp_size},
    Fact{subject::device, quantity::max_threads_per_block, "1", &Properties::max_threads_per_block},
    Fact{subject::device, quantity::registers_per_sm, "1", &Properties::registers_per_sm},
    Fact{subject::device, quantity::clock_khz, "kHz", &Properties::clock_khz},
    Fact{subject::device, quantity::memory_clock_khz, "kHz", &Properties::memory_clock_khz},
    Fact{subject::device, quantity::memory_bus_bits, "bits", &Properties::memory_bus_bits},
    Fact{subject::device, quantity::memory_bytes, "bytes", &Properties::memory_bytes},
    Fact{subject::device, quantity::l2_bytes, "bytes", &Properties::l2_bytes},
    Fact{subject::device, quantity::shared_bytes_per_sm, "bytes", &Properties::shared_bytes_per_sm},
    Fact{subject::device, quantity::shared_bytes_per_block, "bytes", &Properties::shared_bytes_per_block},
    Fact{subject::device, quantity::constant_bytes, "bytes", &Properties::constant_bytes},
    Fact{subject::shared_memory, quantity::capacity_bytes, "bytes", &Properties::shared_bytes_per_sm},
    Fact{subject::l2, quantity::capacity_bytes, "bytes", &Properties::l2_bytes},
    Fact{subject::dram, quantity::capacity_bytes, "bytes", &Properties::memory_bytes},
};

struct Words {
  const char* quantity;
  std::optional<std::string> Properties::*member;
};

constexpr std::array kWords{
    Words{quantity::compute_capability, &Properties::compute_capability},
    Words{quantity::driver, &Properties::driver},
    Words{quantity::runtime, &Properties::runtime},
    Words{quantity::notes, &Properties::notes},
};

struct Cores {
  const char* capability;
  unsigned per_sm;
};

/// Single-precision lanes of an SM: results per clock cycle and SM of 32-bit floating-point additions in the CUDA C++ programming
/// guide, "Throughput of native arithmetic instructions"; before 3.5 in the guide of CUDA 6.5.
constexpr std::array kCores{
    Cores{"1.0", 8},    Cores{"1.1", 8},    Cores{"1.2", 8},    Cores{"1.3", 8},    Cores{"2.0", 32},   Cores{"2.1", 48},
    Cores{"3.0", 192},  Cores{"3.2", 192},  Cores{"3.5", 192},  Cores{"3.7", 192},  Cores{"5.0", 128},  Cores{"5.2", 128},
    Cores{"5.3", 128},  Cores{"6.0", 64},   Cores{"6.1", 128},  Cores{"6.2", 128},  Cores{"7.0", 64},   Cores{"7.2", 64},
    Cores{"7.5", 64},   Cores{"8.0", 64},   Cores{"8.6", 128},  Cores{"8.7", 128},  Cores{"8.9", 128},  Cores{"9.0", 128},
    Cores{"10.0", 128}, Cores{"10.3", 128}, Cores{"11.0", 128}, Cores{"12.0", 128}, Cores{"12.1", 128},
};

Finding reported(const char* subject, const char* quantity, const char* unit, nlohmann::json value) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = quantity;
  finding.unit = unit;
  finding.value = std::move(value);
  finding.status = FindingStatus::reported;
  finding.method = kFactsMethod;
  finding.reference = kFactsReference;
  return finding;
}

class FactsProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = facts_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    Recorder recorder(info(), device, control);
    const Description& described = device.description();
    const Properties& known = described.properties;
    for (const Words& words : kWords)
      if (const auto& text = known.*words.member; text && !text->empty())
        recorder.add(reported(subject::device, words.quantity, "", *text));
    for (const Fact& fact : kNumbers)
      if (const auto& number = known.*fact.member) recorder.add(reported(fact.subject, fact.quantity, fact.unit, *number));
    recorder.add(cores(described));
    recorder.progress("facts", 1);
    return recorder.take_report();
  }

 private:
  /// No interface reports the number of cores; it follows from the compute capability.
  static Finding cores(const Description& device) {
    const auto& capability = device.properties.compute_capability;
    for (const Cores& row : kCores)
      if (capability == row.capability) {
        Finding finding = reported(subject::device, quantity::cores_per_sm, "1", row.per_sm);
        finding.method = "Single-precision lanes for compute capability " + *capability + ", from a table.";
        finding.reference = "CUDA C++ programming guide, throughput of native arithmetic instructions";
        return finding;
      }
    const std::string reason = capability ? "The table has no compute capability " + *capability + "."
                                          : device.name + " does not tell its compute capability.";
    return unmeasured(subject::device, quantity::cores_per_sm, reason, "Looks the compute capability up in a table.",
                      kFactsReference);
  }
};

}  // namespace

std::unique_ptr<Probe> make_facts_probe() { return std::make_unique<FactsProbe>(); }

}  // namespace chasescope
