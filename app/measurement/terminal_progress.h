// What a probe says of itself, on one line of the terminal that is written over: how far it is, how long it will take yet, what it
// is finding and what it just found.
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
  double limit_s = 1e9;  ///< the time that was given; very long without one
  std::string doing;  ///< "Caches: l1_data (3 of 12)"
  std::string found;  ///< "L1 data cache, hit latency 33.25 cycles"; may be empty
};

/// " 42 %  about 3 s left  Caches: … (3 of 12)  found: L1 data, hit 33.25 cycles", no wider than `width` columns:
/// what is being done gives way to what was found, down to its first words. Printable.
std::string progress_line(const ProgressWords& words, std::size_t width);

class TerminalProgress final : public ProbeSink {
 public:
  /// `limit_s`: the time that was given, if one was. `lines`: a line now and then, for whoever reads standard error, instead of one
  /// that is written over.
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
