#include "engine/device/protocol/dispatch.h"

#include <chrono>
#include <exception>
#include <new>
#include <string>

#include "engine/device/codec/codec.h"
#include "engine/device/protocol/line_splitter.h"
#include "engine/device/protocol/message.h"

namespace chasescope {
namespace {

// Short traces are sent in one line, so that the simplest client understands them. At these sizes no line comes near the protocol's
// 64 MiB.
constexpr std::uint64_t kWholeUpTo = 262'144;
constexpr std::size_t kPart = 65'536;

/// Sends progress and parts of a trace while a request runs.
class JobSink final : public RequestSink {
 public:
  JobSink(Job& job, Answers& answers, bool parts) : job_(job), answers_(answers), parts_(parts) {}

  void on_progress(std::size_t, double fraction) override {
    job_.progress = fraction;
    if (answers_.closed()) job_.stop.request_stop();
    const auto now = Clock::now();
    if (now - told_ < std::chrono::milliseconds(100)) return;
    told_ = now;
    answers_.event(job_, progress_line(job_.id_text, fraction));
  }

  void on_part(std::size_t, const TraceChunk& part) override {
    if (!parts_) return;
    landed_.append(part);
    send_down_to(landed_, kPart - 1);
  }

  /// Sends parts of `trace` until at most `rest` entries are left. \return the number of entries sent in all.
  std::size_t send_down_to(const LatencyTrace& trace, std::size_t rest) {
    for (; trace.size() - sent_ > rest; sent_ += kPart)
      answers_.event(job_, part_line(job_.id_text, trace.copy(sent_, sent_ + kPart)));
    return sent_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Job& job_;
  Answers& answers_;
  bool parts_;
  LatencyTrace landed_;  // shares the device's chunks, without a copy
  std::size_t sent_ = 0;
  Clock::time_point told_ = Clock::now();
};

void answer_result(Job& job, Answers& answers, const std::string& result) {
  std::string line = result_line(job.id_text, result);
  if (line.size() > kMaxLineBytes)
    line = error_line(job.id_text,
                      {ErrorCode::out_of_memory,
                       "The answer is longer than a line of the device protocol may be (64 MiB); ask for fewer accesses."});
  answers.answer(job, line);
}

void answer_chase(Device& device, Job& job, Answers& answers) {
  const auto request = chase_request_from_json(job.params);
  if (!request) return answers.answer(job, error_line(job.id_text, request.error()));
  const bool parts = request->record == Record::each && request->accesses > kWholeUpTo;
  JobSink sink(job, answers, parts);
  auto outcome = device.chase(*request, {job.stop.get_token(), &sink});
  if (!outcome) return answers.answer(job, error_line(job.id_text, outcome.error()));
  const std::size_t sent = parts ? sink.send_down_to(outcome->cycles, kWholeUpTo) : 0;
  answer_result(job, answers, chase_result_text(*std::move(outcome), sent));
}

/// Answers the job if it asks for this call. \return whether it did.
template <typename Request>
bool answered(Device& device, Job& job, Answers& answers) {
  if (job.call != Request::kCall) return false;
  const auto request = request_from_json<Request>(job.params);
  if (!request) {
    answers.answer(job, error_line(job.id_text, request.error()));
    return true;
  }
  JobSink sink(job, answers, false);
  const auto outcome = device.ask(*request, {job.stop.get_token(), &sink});
  if (outcome) {
    answer_result(job, answers, dump(to_json(*outcome)));
  } else {
    answers.answer(job, error_line(job.id_text, outcome.error()));
  }
  return true;
}

void answer(Device& device, Job& job, Answers& answers) {
  if (job.call == "describe") return answer_result(job, answers, dump(to_json(device.description())));
  if (job.call == "chase") return answer_chase(device, job, answers);
#define CHASESCOPE_ANSWERED(Request) \
  if (answered<Request>(device, job, answers)) return;
  CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_ANSWERED)
#undef CHASESCOPE_ANSWERED
  std::string calls = "describe, " + std::string(ChaseRequest::kCall);
#define CHASESCOPE_NAMED(Request) calls += ", " + std::string(Request::kCall);
  CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_NAMED)
#undef CHASESCOPE_NAMED
  answers.answer(
      job, error_line(job.id_text, {ErrorCode::unsupported, "There is no call " + shown_text(job.call) + "; version " +
                                                                std::to_string(kProtocolVersion) + " of the device protocol has " +
                                                                calls + " and cancel."}));
}

}  // namespace

void run_job(Device& device, Job& job, Answers& answers) {
  try {
    answer(device, job, answers);
  } catch (const std::bad_alloc&) {
    answers.answer(job, error_line(job.id_text, {ErrorCode::out_of_memory, "The device's memory is full; ask for less."}));
  } catch (const std::exception& error) {
    answers.answer(job, error_line(job.id_text, {ErrorCode::internal, std::string("The device failed: ") + error.what()}));
  }
}

}  // namespace chasescope
