// Reads one CSV trace line by line: what csv.h describes, with or without the '#' lines.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/chase.h"
#include "engine/device/description.h"
#include "engine/findings/run.h"
#include "engine/session/csv/csv_rows.h"

namespace chasescope {

/// What a file of ours holds, as its first line or header says.
enum class CsvKind { unknown, trace, findings, table };

class CsvTraceReader {
 public:
  /// Takes the next line, without its end. \throws CsvError
  void line(std::string_view line);

  /// What came. \throws CsvError when the trace is not complete.
  /// `name` is the run's id and the device's name where the file does not say them.
  Run finish(const std::string& name);

  /// After finish(): the device, if the file tells it, and whether the request had to be concluded from the rows.
  const std::optional<Description>& device() const { return device_; }
  bool concluded() const { return !request_.has_value(); }
  CsvKind kind() const { return kind_; }

 private:
  void comment(std::string_view text);
  void header(std::string_view line);
  void row(std::string_view line);
  void check_row(const CsvRow& row) const;

  CsvKind kind_ = CsvKind::unknown;
  std::optional<Description> device_;
  std::optional<ChaseRequest> request_;
  nlohmann::json run_ = nlohmann::json::object();
  nlohmann::json trace_ = nlohmann::json::object();
  AccessOrder order_;   // of request_
  RowOrder concluded_;  // without a request
  LatencyTrace cycles_;
  std::vector<float> chunk_;
  std::uint64_t rows_ = 0;
};

}  // namespace chasescope
