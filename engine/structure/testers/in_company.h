// Changes the company lines (engine/structure/sets/company.h) for some questions.
#pragma once

#include <utility>

#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// As long as an object of this class exists, other company lines (or none) are read with each question. Then the former ones
/// return.
class InCompanyOf {
 public:
  InCompanyOf(Tester& tester, Addresses company) : tester_(tester), before_(tester.company()) {
    tester_.keep_company(std::move(company));
  }
  ~InCompanyOf() { tester_.keep_company(before_); }
  InCompanyOf(const InCompanyOf&) = delete;
  InCompanyOf& operator=(const InCompanyOf&) = delete;

 private:
  Tester& tester_;
  Addresses before_;
};

}  // namespace chasescope::structure
