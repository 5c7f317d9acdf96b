#include "engine/session/document/run_writer.h"

#include <algorithm>
#include <deque>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include "engine/device/codec/codec.h"

namespace chasescope {
namespace {

void write_trace(const Exchange<ChaseRequest>& asked, DocumentWriter& out) {
  ChaseResult rest = asked.result;
  rest.cycles = {};
  rest.served_by = {};
  nlohmann::ordered_json trace = to_json(rest);
  trace.erase("cycles");
  const bool each = asked.request.record == Record::each;
  const bool truth = !asked.result.served_by.empty();

  out.open_object(trace.size() + (each ? 1 : 0) + (truth ? 1 : 0));
  for (const auto& [key, value] : trace.items()) {
    out.key(key);
    out.value(value);
  }
  if (each) {
    out.key("cycles");
    out.cycles(asked.result.cycles);
  }
  if (truth) {
    out.key("served_by");
    out.served_by(asked.result.served_by);
  }
  out.close();
}

template <typename Request>
void write_trace(const Exchange<Request>& asked, DocumentWriter& out) {
  out.value(to_json(asked.result));
}

/// The number of latencies of a run. Only those of chases count: other runs are small.
std::size_t latencies_of(const Run& run) { return run.chase() == nullptr ? 0 : run.chase()->result.cycles.size(); }

}  // namespace

void write_runs(std::span<const RunPtr> runs, DocumentWriter& out) {
  // Each part of the runs is held in memory until the parts before it are in the file.
  constexpr std::size_t kRunsOfPart = 128, kLatenciesOfPart = 1 << 18;
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  std::deque<std::future<std::string>> parts;
  const auto take_first = [&] {
    out.append(parts.front().get());
    parts.pop_front();
  };
  for (std::size_t begin = 0; begin < runs.size();) {
    std::size_t end = begin, latencies = latencies_of(*runs[begin]);
    if (latencies > kLatenciesOfPart) {
      while (!parts.empty()) take_first();
      write_run(*runs[begin++], out);
      continue;
    }
    for (++end; end < runs.size() && end - begin < kRunsOfPart; ++end) {
      latencies += latencies_of(*runs[end]);
      if (latencies > kLatenciesOfPart) break;
    }
    if (parts.size() == most) take_first();
    const auto text = std::make_shared<StringSink>();
    // Created here, while no thread writes to `out`.
    const std::shared_ptr<DocumentWriter> writer = out.elements(*text, begin == 0);
    parts.push_back(std::async(std::launch::async, [part = runs.subspan(begin, end - begin), text, writer] {
      for (const RunPtr& run : part) write_run(*run, *writer);
      return text->take();
    }));
    begin = end;
  }
  while (!parts.empty()) take_first();
}

void write_run(const Run& run, DocumentWriter& out) {
  const bool names_call = run.chase() == nullptr;
  out.open_object(5U + (run.auxiliary ? 1U : 0U) + (names_call ? 1U : 0U));
  for (const auto& [key, text] : {std::pair{"id", &run.id}, {"probe", &run.probe}, {"label", &run.label}}) {
    out.key(key);
    out.value(*text);
  }
  if (run.auxiliary) {
    out.key("auxiliary");
    out.value(true);
  }
  if (names_call) {
    out.key("call");
    out.value(std::string(run.call()));
  }
  std::visit(
      [&](const auto& asked) {
        out.key("request");
        out.value(to_json(asked.request));
        out.key("trace");
        write_trace(asked, out);
      },
      run.exchange);
  out.close();
}

}  // namespace chasescope
