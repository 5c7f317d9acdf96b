// The progress of a probe on one line of the terminal that is overwritten: the share done, the time left, the present part and the
// latest finding.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "engine/probe/probe.h"

namespace chasescope {

struct ProgressWords {
  double fraction = 0;  ///< 0 to 1
  double elapsed_s = 0;
  double limit_s = 1e9;  ///< the time limit; very long without one
  std::string doing;  ///< "Caches: l1_data (3 of 12)"
  std::string found;  ///< "L1 data cache, hit latency 33.25 cycles"; may be empty
};

/// " 42 %  about 3 s left  Caches: … (3 of 12)  found: L1 data, hit 33.25 cycles", no wider than `width` columns. Where there is
/// little room, the present part is shortened to its first words. Printable.
std::string progress_line(const ProgressWords& words, std::size_t width);

class TerminalProgress final : public ProbeSink {
 public:
  /// `limit_s`: the time limit, if there is one. `lines`: prints a new line now and then for a reader of standard error, instead of
  /// overwriting one.
  explicit TerminalProgress(std::optional<double> limit_s = {}, bool lines = false) : lines_(lines) {
    words_.limit_s = limit_s.value_or(words_.limit_s);
  }
  ~TerminalProgress() override;
  void on_run_started(const RunPtr&) override {}
  void on_part(const std::string&, const TraceChunk&) override {}
  void on_run_finished(const RunPtr&) override {}
  void on_finding(const Finding& finding) override;
  void on_progress(double fraction, const std::string& doing) override;

 private:
  void show();

  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now(), told_;
  ProgressWords words_;
  std::optional<std::chrono::steady_clock::time_point> last_line_;
  bool lines_;
  int percent_ = -1;
  bool shown_ = false;
};

}  // namespace chasescope
