// An archive described as a research object: RO-Crate 1.1 (https://w3id.org/ro/crate/1.1).
#pragma once

#include <string>
#include <vector>

namespace chasescope {

struct CrateFile {
  std::string path;  ///< within the archive, with slashes
  std::string name;  ///< what it is, for people
  std::size_t bytes = 0;
};

struct Crate {
  std::string name, description;
  std::string date;     ///< of the measurement: "2026-11-27"
  std::string license;  ///< SPDX: "CC-BY-4.0"
  std::string program;  ///< "ChaseScope 0.1.0"
  std::vector<std::string> devices;
  std::vector<CrateFile> files;  ///< all but the description itself
};

/// The bytes of ro-crate-metadata.json.
std::string ro_crate_metadata(const Crate& crate);

/// "application/pdf" for "a.pdf".
std::string media_type(const std::string& path);

}  // namespace chasescope
